import type { FieldView, RecordDetail, ResourceView } from "~/domain/resources/schema"
import { locales } from "~/i18n/locales"

/** A value of a record: a number for amounts (minor units) and ticks (1 or 0). */
type Value = RecordDetail["values"][string] | undefined

/** Returns a stored value as its form has it: an amount in units, `on` for a tick. */
export function typedValue({ kind }: Pick<FieldView, "kind">, value: Value): string {
  if (kind === "money") return typeof value === "number" ? (value / 100).toFixed(2) : ""
  if (kind === "checkbox") return value === 1 ? "on" : ""
  return String(value ?? "")
}

/** A control of a record's form: of a field, or of one language of a translated field. */
export interface Control {
  field: FieldView
  name: string
  label: string
}

/** Returns the controls whose typed value is not the saved one. */
export function differingControls(
  { fields }: Pick<ResourceView, "fields">,
  saved: RecordDetail["values"],
  typed: Record<string, string>,
): Control[] {
  const controls = fields.flatMap((field): Control[] =>
    field.isTranslated
      ? locales.map(({ code, name: language }) => ({
          field,
          name: `${field.name}.${code}`,
          label: `${field.label} (${language})`,
        }))
      : [{ field, name: field.name, label: field.label }],
  )
  // A form does not send a tick that is not there, nor a field that cannot be changed.
  const isSent = ({ field, name }: Control) => name in typed || (field.kind === "checkbox" && !field.isReadOnly)
  return controls.filter((one) => isSent(one) && (typed[one.name] ?? "") !== typedValue(one.field, saved[one.name]))
}
