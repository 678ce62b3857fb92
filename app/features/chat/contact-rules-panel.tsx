import { privateAudiences } from "~/domain/chat/limits"
import type { ContactRules } from "~/domain/chat/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatLanguage } from "~/i18n/format"
import { locales } from "~/i18n/locales"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { TextField } from "~/ui/form/field"
import { ChoiceGroup, Radio } from "~/ui/form/radio"

/** Intent of the form that sets who may write, and who sees the private media. */
export type RulesIntent = "rules"

/** The user's rules for who may send a first message to their profile (trust-safety R19), and who sees its private media. */
export function ContactRulesPanel({ rules, result }: { rules: ContactRules; result: FormResult | undefined }) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const { form, field } = useFormResult(result)
  const budget = field("daily_budget")
  const audience = field("private_for")
  return (
    <section aria-labelledby="rules">
      <h2 id="rules" className="text-subsection">
        {t("settings.rules.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("settings.rules.lead")}</p>
      <Form ref={form} method="post" noValidate className="mt-5 space-y-6">
        <div className="space-y-3">
          <Checkbox name="verified_only" defaultChecked={rules.verified_only} label={t("settings.rules.verified")} />
          <Checkbox name="premium_only" defaultChecked={rules.premium_only} label={t("settings.rules.premium")} />
        </div>
        <ChoiceGroup legend={t("settings.rules.languages")} hint={t("settings.rules.languages_hint")}>
          {locales.map(({ code }) => (
            <Checkbox
              key={code}
              name={`language_${code}`}
              defaultChecked={rules.languages.includes(code)}
              label={formatLanguage(code, locale)}
            />
          ))}
        </ChoiceGroup>
        <TextField
          {...budget}
          defaultValue={budget.defaultValue ?? rules.daily_budget ?? ""}
          label={t("settings.rules.budget")}
          hint={t("settings.rules.budget_hint")}
          inputMode="numeric"
          className="max-w-56"
        />
        <ChoiceGroup
          legend={t("settings.rules.private")}
          hint={t("settings.rules.private_hint")}
          error={audience.error}
        >
          {privateAudiences.map((value) => (
            <Radio
              key={value}
              name={audience.name}
              value={value}
              defaultChecked={(audience.defaultValue ?? rules.private_for) === value}
              label={t(`settings.rules.private_for.${value}`)}
            />
          ))}
        </ChoiceGroup>
        <Button type="submit" name="intent" value="rules">
          {t("settings.rules.save")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </section>
  )
}
