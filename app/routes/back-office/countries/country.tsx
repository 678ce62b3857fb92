import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { isPermitted } from "~/domain/core/actor/guards"
import { ChangeForm as ChangeFields } from "~/domain/core/countries/schema"
import { getCountry, listCountryChanges, proposeChange } from "~/domain/core/countries/service.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { CountryChangeForm } from "~/features/back-office/countries/country-change-form"
import { CountryHistory } from "~/features/back-office/countries/country-history"
import { CountryRulesList } from "~/features/back-office/countries/country-rules-list"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { countryName } from "~/features/safety/country-name.server"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { Banner } from "~/ui/feedback/banner"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["admin", "admin-countries", "errors"] }

export const loader = withStaff(async ({ ctx, params }) => {
  const code = params.country ?? ""
  const [country, changes] = await Promise.all([getCountry(ctx, code), listCountryChanges(ctx, code)])
  return {
    country,
    changes,
    title: countryName(code, ctx.locale),
    mayPropose: isPermitted(ctx.actor, "countries.propose"),
  }
})

export const action = withStaff((args) =>
  submitForm(args, ChangeFields, async (form) => {
    const { ctx, params } = args
    await proposeChange(ctx, params.country ?? "", form)
    return data<FormResult>({ message: translator(ctx.locale, "admin-countries")("change.done") })
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function CountryPage() {
  const { t } = useTranslation("admin-countries")
  const { title, country, changes, mayPropose } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useTypedGuard(result)
  const isSaving = useNavigation().formMethod === "POST"
  const { pending_id: pending } = country
  return (
    <>
      <Breadcrumbs
        label={t("title")}
        items={[
          { to: "/dashboard/admin/countries", label: t("title") },
          { to: `/dashboard/admin/countries/${country.country}`, label: title },
        ]}
      />
      <h1 className="mt-3 text-office-title">{title}</h1>
      <CountryRulesList rules={country} className="mt-6 max-w-3xl" />
      {pending !== null && (
        <Banner
          tone="warn"
          fact={t("pending.fact")}
          link={{ to: `/dashboard/admin/country-changes/${pending}`, label: t("pending.open") }}
          className="mt-6 max-w-3xl"
        >
          {t("pending.text")}
        </Banner>
      )}
      {mayPropose && pending === null ? (
        <CountryChangeForm key={country.version} country={country} result={result} isSaving={isSaving} />
      ) : (
        <FormNotice result={result} />
      )}
      <h2 className="mt-12 text-subsection">{t("history.title")}</h2>
      <CountryHistory changes={changes} />
    </>
  )
}
