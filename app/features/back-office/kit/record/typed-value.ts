import type { FieldView, RecordDetail, ResourceView } from "~/domain/back-office/records/schema"
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

/** Returns the controls of which two versions have other values, of those that the second one has. */
export function differingControls(
  { fields }: Pick<ResourceView, "fields">,
  theirs: RecordDetail["values"],
  mine: RecordDetail["values"],
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
  return controls.filter(
    ({ field, name }) => name in mine && typedValue(field, mine[name]) !== typedValue(field, theirs[name]),
  )
}
