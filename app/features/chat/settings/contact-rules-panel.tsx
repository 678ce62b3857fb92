import { privateAudiences } from "~/domain/chat/limits"
import type { ContactRules } from "~/domain/chat/schema"
import { Choice, ChoicesForm } from "~/features/accounts/settings/choices/choices-form"
import { formatLanguage, formatNumber, sentenceCase } from "~/i18n/format"
import { locales } from "~/i18n/locales"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Checkbox } from "~/ui/form/checkbox"
import { ChoiceGroup, Radio } from "~/ui/form/radio"
import { Select } from "~/ui/form/select"
import { useMessageChoices } from "./use-message-choices"

/** Offered limits of new requests a day. One that was set by the API is offered as well. */
const budgets = [0, 1, 2, 3, 5, 10, 20, 50]

/** Rules for first messages to the user's profile (trust-safety R19), and for its private media. */
export function ContactRulesPanel({ rules, result }: { rules: ContactRules; result: FormResult | undefined }) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const choices = useMessageChoices("rules", result)
  return (
    <section aria-labelledby="rules">
      <h2 id="rules" className="text-subsection">
        {t("settings.rules.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("settings.rules.lead")}</p>
      <ChoicesForm settings={choices} label={t("settings.rules.save")} className="mt-5 space-y-6">
        <div className="space-y-5">
          <Choice of="verified_only">
            <Checkbox name="verified_only" defaultChecked={rules.verified_only} label={t("settings.rules.verified")} />
          </Choice>
          <Choice of="premium_only">
            <Checkbox name="premium_only" defaultChecked={rules.premium_only} label={t("settings.rules.premium")} />
          </Choice>
        </div>
        <ChoiceGroup legend={t("settings.rules.languages")} hint={t("settings.rules.languages_hint")}>
          {locales.map(({ code }) => (
            <Choice key={code} of={`language_${code}`}>
              <Checkbox
                name={`language_${code}`}
                defaultChecked={rules.languages.includes(code)}
                label={sentenceCase(formatLanguage(code, locale), locale)}
              />
            </Choice>
          ))}
        </ChoiceGroup>
        <Choice of="daily_budget">
          <Select
            name="daily_budget"
            defaultValue={rules.daily_budget ?? ""}
            label={t("settings.rules.budget")}
            placeholder={t("settings.rules.no_limit")}
            options={budgetsWith(rules.daily_budget).map((budget) => ({
              value: String(budget),
              label: budget === 0 ? t("settings.rules.none_allowed") : formatNumber(budget, locale),
            }))}
            className="max-w-56"
          />
        </Choice>
        <ChoiceGroup legend={t("settings.rules.private")} hint={t("settings.rules.private_hint")}>
          {privateAudiences.map((value) => (
            <Choice key={value} of={`private_for=${value}`}>
              <Radio
                name="private_for"
                value={value}
                defaultChecked={rules.private_for === value}
                label={t(`settings.rules.private_for.${value}`)}
              />
            </Choice>
          ))}
        </ChoiceGroup>
      </ChoicesForm>
    </section>
  )
}

function budgetsWith(current: number | null): number[] {
  return current === null || budgets.includes(current) ? budgets : [...budgets, current].toSorted((a, b) => a - b)
}
