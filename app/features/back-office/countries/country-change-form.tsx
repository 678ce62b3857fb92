import { countryRules, countryUses, useRules } from "~/domain/core/countries/policy"
import type { Country } from "~/domain/core/countries/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { Select } from "~/ui/form/select"

export interface CountryChangeFormProps {
  country: Country
  result: FormResult | undefined
  isSaving: boolean
}

/** The form that proposes rules for a country. */
export function CountryChangeForm({ country, result, isSaving }: CountryChangeFormProps) {
  const { t } = useTranslation("admin-countries")
  const { form, field } = useFormResult(result)
  return (
    <section aria-labelledby="change" className="mt-10 max-w-3xl">
      <h2 id="change" className="text-subsection">
        {t("change.title")}
      </h2>
      <p className="mt-2 text-ui text-ink2">{t("change.lead")}</p>
      <FormNotice result={result} />
      <Form ref={form} method="post" noValidate className="mt-5 space-y-5">
        <input type="hidden" name="version" value={country.version} />
        <div className="grid gap-5 sm:grid-cols-2">
          {countryUses.map((use) => {
            const { defaultValue, ...rest } = field(use)
            return (
              <Select
                key={use}
                {...rest}
                defaultValue={defaultValue ?? country[use]}
                label={t(`uses.${use}.name`)}
                hint={t(`uses.${use}.about`)}
                options={(use === "visit" ? countryRules : useRules).map((rule) => ({
                  value: rule,
                  label: t(`rules.${rule}`),
                }))}
              />
            )
          })}
        </div>
        <TextArea
          {...field("reason")}
          label={t("change.reason")}
          hint={t("change.reason_hint")}
          size="short"
          maxLength={500}
        />
        <Button type="submit" variant="primary" isBusy={isSaving}>
          {t("change.submit")}
        </Button>
      </Form>
    </section>
  )
}
