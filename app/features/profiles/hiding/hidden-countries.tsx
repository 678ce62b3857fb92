import { maxHiddenCountries } from "~/domain/profiles/hiding/limits"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Select } from "~/ui/form/select"

/** The intents of the forms of countries. */
export type CountryIntent = "hide-country" | "show-country"

/** A country with its name in the reader's language. */
export interface NamedCountry {
  code: string
  name: string
}

export interface HiddenCountriesProps {
  /** Countries from which the profile is hidden. */
  hidden: NamedCountry[]
  /** Every country that can be chosen. */
  countries: NamedCountry[]
  added: FormResult | undefined
  removed: FormResult | undefined
}

/** The countries from which the owner's profile is hidden, and the forms that change them. */
export function HiddenCountries({ hidden, countries, added, removed }: HiddenCountriesProps) {
  const { t } = useTranslation("hiding")
  const { form, field } = useFormResult(added)
  useFormResult(removed)
  return (
    <section aria-labelledby="countries">
      <h2 id="countries" className="text-subsection">
        {t("countries.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("countries.lead")}</p>
      {hidden.length === 0 ? (
        <p className="mt-4 text-body text-ink2">{t("countries.none")}</p>
      ) : (
        <ul className="mt-4 border-t border-line">
          {hidden.map(({ code, name }) => (
            <li key={code} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
              <p className="min-w-0 grow text-body font-medium">{name}</p>
              <Form method="post">
                <input type="hidden" name="country" value={code} />
                <Button type="submit" name="intent" value="show-country" size="small">
                  {t("countries.show", { name })}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <FormNotice result={removed} />
      {hidden.length < maxHiddenCountries ? (
        <Form ref={form} key={hidden.length} method="post" noValidate className="mt-6 max-w-xl space-y-5">
          <Select
            {...field("country")}
            label={t("countries.label")}
            placeholder={t("countries.choose")}
            options={countries.map(({ code, name }) => ({ value: code, label: name }))}
            required
          />
          <Button type="submit" name="intent" value="hide-country">
            {t("countries.hide")}
          </Button>
        </Form>
      ) : (
        <p className="mt-6 text-ui text-ink2">{t("countries.full", { max: maxHiddenCountries })}</p>
      )}
      <FormNotice result={added} />
    </section>
  )
}
