import type { FieldView, ResourceView, Value, Values } from "~/domain/back-office/records/schema"
import { locales } from "~/i18n/locales"
import { useTranslation } from "~/i18n/use-translation"
import type { useFormResult } from "~/remix/form"
import { Badge } from "~/ui/badge"
import { Checkbox } from "~/ui/form/checkbox"
import { TextArea, TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { MarkdownField } from "./markdown-field"
import { typedValue } from "./typed-value"

type RecordFieldsProps = Pick<ReturnType<typeof useFormResult>, "field" | "tick"> & {
  view: ResourceView
  values: Values
  isNew: boolean
}

/** The fields of a form: its own first, then the texts of each language side by side. */
export function RecordFields({ view, values, field, tick, isNew }: RecordFieldsProps) {
  const { t } = useTranslation("admin-kit")
  const own = view.fields.filter(({ isTranslated }) => !isTranslated)
  const translated = view.fields.filter(({ isTranslated }) => isTranslated)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the page's title is one
    <div role="group" aria-label={view.one} aria-keyshortcuts="E" className="grid gap-8">
      {own.length > 0 && (
        <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
          {own.map((one) => (
            <FieldControl
              key={one.name}
              one={one}
              field={field}
              tick={tick}
              isNew={isNew}
              name={one.name}
              value={values[one.name] ?? ""}
            />
          ))}
        </div>
      )}
      {translated.length > 0 && (
        <div className="grid gap-x-6 gap-y-8 lg:grid-cols-2">
          {locales.map(({ code, name }) => {
            const isMissing = translated.every((one) => (values[`${one.name}.${code}`] ?? "") === "")
            return (
              <fieldset key={code} className="grid min-w-0 content-start gap-5">
                <legend className="mb-4 flex items-center gap-2 text-ui font-medium">
                  <span lang={code}>{name}</span>
                  {isMissing && !isNew && <Badge tone="warn">{t("languages.none")}</Badge>}
                </legend>
                {translated.map((one) => (
                  <FieldControl
                    key={one.name}
                    one={one}
                    field={field}
                    tick={tick}
                    isNew={isNew}
                    name={`${one.name}.${code}`}
                    lang={code}
                    value={values[`${one.name}.${code}`] ?? ""}
                  />
                ))}
              </fieldset>
            )
          })}
        </div>
      )}
    </div>
  )
}

type FieldControlProps = Pick<RecordFieldsProps, "field" | "tick" | "isNew"> & {
  one: FieldView
  name: string
  value: Value
  lang?: string
}

function FieldControl({ one, name, value, lang, field, tick, isNew }: FieldControlProps) {
  const { t } = useTranslation("admin-kit")
  if (one.kind === "checkbox") {
    const ticked = tick(name)
    const isTicked = ticked.defaultChecked ?? value === 1
    return (
      <Checkbox {...ticked} defaultChecked={isTicked} label={one.label} description={one.hint} className="self-end" />
    )
  }
  const result = field(name)
  const shared = {
    ...result,
    label: one.label,
    hint: one.hint ?? undefined,
    aside: one.isRequired ? undefined : t("form.optional"),
    defaultValue: result.defaultValue ?? typedValue(one, value),
    disabled: one.isReadOnly && !isNew,
    lang,
  }
  switch (one.kind) {
    case "select":
      return <Select {...shared} options={one.options} placeholder={isNew ? t("form.choose") : undefined} />
    case "multiline":
      return <TextArea {...shared} maxLength={one.max} size="normal" />
    case "markdown":
      return <MarkdownField {...shared} maxLength={one.max} />
    case "number":
      return <TextField {...shared} type="number" min={one.min} max={one.max} inputMode="numeric" />
    case "money":
      return <TextField {...shared} inputMode="decimal" />
    case "degrees":
      // Phones' keypads of decimals have no minus.
      return <TextField {...shared} maxLength={20} spellCheck={false} />
    default:
      return <TextField {...shared} maxLength={one.max} spellCheck={one.kind === "text"} />
  }
}
