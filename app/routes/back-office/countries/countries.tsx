import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { Form, useLoaderData } from "@remix-run/react"
import { torCode, unknownCode } from "~/domain/core/countries/codes"
import { countryUses } from "~/domain/core/countries/policy"
import { listCountries } from "~/domain/core/countries/service.server"
import { CountryTable } from "~/features/back-office/countries/country-table"
import { countryName } from "~/features/safety/country-name.server"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { Button } from "~/ui/button"
import { Select } from "~/ui/form/select"
import { AppLink } from "~/ui/navigation/app-link"

export const handle = { i18n: ["admin", "admin-countries"] }

/** The countries with rules of their own; any other is opened by its name. */
export const loader = withStaff(async ({ ctx, request }) => {
  const chosen = new URL(request.url).searchParams.get("country")
  const all = (await listCountries(ctx)).map((country) => ({
    ...country,
    name: countryName(country.country, ctx.locale),
  }))
  if (chosen && all.some(({ country }) => country === chosen)) throw redirect(`/dashboard/admin/countries/${chosen}`)
  const isSpecial = (code: string) => code === torCode || code === unknownCode
  const byName = new Intl.Collator(ctx.locale)
  const others = all.filter(({ country }) => !isSpecial(country)).toSorted((a, b) => byName.compare(a.name, b.name))
  const decided = others.filter((one) => one.pending_id !== null || countryUses.some((use) => one[use] !== "allow"))
  return {
    title: translator(ctx.locale, "admin-countries")("title"),
    shown: [...all.filter(({ country }) => isSpecial(country)), ...decided],
    options: others.map(({ country, name }) => ({ value: country, label: name })),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function CountriesPage() {
  const { t } = useTranslation("admin-countries")
  const { title, shown, options } = useLoaderData<typeof loader>()
  return (
    <>
      <h1 className="text-office-title">{title}</h1>
      <p className="mt-2 max-w-3xl text-ui text-ink2">{t("lead")}</p>
      <p className="mt-2 text-ui">
        <AppLink to="/dashboard/admin/country-changes" className="link">
          {t("changes")}
        </AppLink>
      </p>
      <div className="mt-6">
        <CountryTable countries={shown} />
      </div>
      <p className="mt-3 text-meta text-mute">{t("others")}</p>
      <Form method="get" className="mt-8 max-w-xl space-y-4">
        <Select
          name="country"
          required
          label={t("choose.label")}
          placeholder={t("choose.placeholder")}
          options={options}
        />
        <Button type="submit">{t("choose.submit")}</Button>
      </Form>
    </>
  )
}
