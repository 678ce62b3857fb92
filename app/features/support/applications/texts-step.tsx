import { wordLimits } from "~/domain/support/applications/choices"
import type { Application } from "~/domain/support/applications/schema"
import { formatNumber } from "~/i18n/format"
import { locales } from "~/i18n/locales"
import { useFormatCount } from "~/i18n/use-format-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { TextArea } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { StepForm } from "./step-form"

const languages = locales.map(({ code, name }) => ({ value: code, label: name }))

export function TextsStep({ draft, result }: { draft: Application; result: FormResult | undefined }) {
  const { t } = useTranslation("casting")
  const locale = useLocale()
  const formatCount = useFormatCount()
  const { form, field } = useFormResult(result)
  const textField = (name: "presentation" | "experience") => {
    const { min, max } = wordLimits[name]
    const numbers = { min: formatNumber(min, locale), max: formatNumber(max, locale) }
    const props = field(name)
    return {
      ...props,
      defaultValue: props.defaultValue ?? draft[name],
      label: t(`words.${name}`),
      hint: t(`words.${name}_hint`, numbers),
      maxLength: max,
      countFrom: 0,
      formatCount,
      required: true,
    }
  }
  return (
    <StepForm step="words" form={form} result={result} draftId={draft.id}>
      <div className="space-y-6">
        <Select
          {...field("written_in")}
          defaultValue={field("written_in").defaultValue ?? draft.written_in}
          label={t("words.written_in")}
          hint={t("words.written_in_hint")}
          options={languages}
          className="sm:max-w-72"
        />
        <TextArea {...textField("presentation")} size="long" />
        <TextArea {...textField("experience")} size="long" />
      </div>
    </StepForm>
  )
}
