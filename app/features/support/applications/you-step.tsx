import type { Named } from "~/domain/profiles/catalog/schema"
import { spokenLanguages } from "~/domain/profiles/content/spoken-languages"
import { wordLimits } from "~/domain/support/applications/choices"
import type { Application } from "~/domain/support/applications/schema"
import { formatLanguage } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Checkbox } from "~/ui/form/checkbox"
import { TextField } from "~/ui/form/field"
import { ChoiceGroup } from "~/ui/form/radio"
import { Select } from "~/ui/form/select"
import { StepForm } from "./step-form"

export interface YouStepProps {
  draft: Application | null
  cities: Named[]
  categories: Named[]
  result: FormResult | undefined
}

export function YouStep({ draft, cities, categories, result }: YouStepProps) {
  const { t } = useTranslation("casting")
  const { form, field } = useFormResult(result)
  const typed = result?.values
  const draftField = (name: string, stored: string | null | undefined) => {
    const props = field(name)
    return { ...props, defaultValue: props.defaultValue ?? stored ?? "" }
  }
  const toOptions = (all: Named[]) => all.map(({ slug, name }) => ({ value: slug, label: name }))
  return (
    <StepForm step="you" form={form} result={result} draftId={draft?.id ?? null}>
      <div className="space-y-6">
        <TextField
          {...draftField("first_name", draft?.first_name)}
          label={t("you.first_name")}
          hint={t("you.first_name_hint")}
          autoComplete="given-name"
          required
          maxLength={wordLimits.first_name.max}
        />
        <div className="grid gap-6 sm:grid-cols-2">
          <Select
            {...draftField("city", draft?.city)}
            label={t("you.city")}
            hint={t("you.city_hint")}
            placeholder={t("you.choose")}
            options={toOptions(cities)}
            required
          />
          <Select
            {...draftField("category", draft?.category)}
            label={t("you.category")}
            hint={t("you.category_hint")}
            placeholder={t("you.choose")}
            options={toOptions(categories)}
            required
          />
        </div>
        <Languages
          error={field("languages").error}
          isSpoken={(code) => (typed ? typed[`language_${code}`] === "on" : (draft?.languages.includes(code) ?? false))}
        />
        <Checkbox
          name="adult"
          label={t("you.adult")}
          required
          defaultChecked={typed ? typed.adult === "on" : draft?.consents.includes("adult")}
          error={field("adult").error}
        />
      </div>
    </StepForm>
  )
}

/** French language names are in lower case; labels begin with a capital. */
function capitalized(word: string, locale: string): string {
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)
}

function Languages({ error, isSpoken }: { error: string | undefined; isSpoken: (code: string) => boolean }) {
  const { t } = useTranslation("casting")
  const locale = useLocale()
  const languages = spokenLanguages
    .map((code) => ({ code, name: capitalized(formatLanguage(code, locale), locale) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  return (
    <ChoiceGroup
      legend={t("you.languages")}
      error={error}
      className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 md:grid-cols-4 md:gap-y-2.5"
    >
      {languages.map(({ code, name }, index) => (
        <Checkbox
          key={code}
          name={`language_${code}`}
          label={name}
          defaultChecked={isSpoken(code)}
          aria-invalid={(error !== undefined && index === 0) || undefined}
        />
      ))}
    </ChoiceGroup>
  )
}
