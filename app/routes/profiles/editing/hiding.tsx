import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import {
  getHiding,
  hideFromCountry,
  hideFromPerson,
  showToCountry,
  showToPerson,
} from "~/domain/profiles/hiding/hiding.server"
import { CountryForm, PersonActionForm, PersonForm } from "~/domain/profiles/hiding/schema"
import { countryChoices, namedCountries } from "~/features/profiles/hiding/country-choices.server"
import { type CountryIntent, HiddenCountries } from "~/features/profiles/hiding/hidden-countries"
import { HiddenPeople, type PersonIntent } from "~/features/profiles/hiding/hidden-people"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["hiding", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const { countries, people } = await getHiding(ctx)
  const hidden = namedCountries(countries, ctx.locale)
  const left = countryChoices(ctx.locale).filter(({ code }) => !countries.includes(code))
  return { hidden, countries: left, people, title: translator(ctx.locale, "hiding")("title") }
})

export const action = withContext((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "hiding")
  const done = (message: string) => data<FormResult>({ message })
  return byIntent<CountryIntent | PersonIntent>(args, {
    "hide-country": (args) =>
      submitForm(args, CountryForm, async ({ country }) => {
        await hideFromCountry(ctx, country)
        return done(t("countries.hidden"))
      }),
    "show-country": (args) =>
      submitForm(args, CountryForm, async ({ country }) => {
        await showToCountry(ctx, country)
        return done(t("countries.shown"))
      }),
    "hide-person": (args) =>
      submitForm(args, PersonForm, async (form) => {
        await hideFromPerson(ctx, form)
        return done(t("people.hidden"))
      }),
    "show-person": (args) =>
      submitForm(args, PersonActionForm, async ({ id }) => {
        await showToPerson(ctx, id)
        return done(t("people.shown"))
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function HidingPage() {
  const { t } = useTranslation("hiding")
  const { title, hidden, countries, people } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  return (
    <section aria-labelledby="hiding">
      <h1 id="hiding" className="text-page-title">
        {title}
      </h1>
      <p className="measure mt-3 text-lead text-ink2">{t("lead")}</p>
      <p className="measure mt-3 text-ui text-ink2">{t("limits")}</p>
      <ButtonLink to="/profile/escort/preview" className="mt-5">
        {t("conversations.check")}
      </ButtonLink>
      <div className="mt-10 space-y-14">
        <HiddenCountries
          hidden={hidden}
          countries={countries}
          added={resultOf("hide-country")}
          removed={resultOf("show-country")}
        />
        <HiddenPeople people={people} added={resultOf("hide-person")} removed={resultOf("show-person")} />
        <section aria-labelledby="conversations">
          <h2 id="conversations" className="text-subsection">
            {t("conversations.title")}
          </h2>
          <p className="measure mt-2 text-ui text-ink2">{t("conversations.text")}</p>
          <ButtonLink to="/profile/settings/messages" className="mt-4">
            {t("conversations.link")}
          </ButtonLink>
        </section>
      </div>
    </section>
  )
}
