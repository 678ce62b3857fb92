import { type Locale, locales } from "~/i18n/locales"
import { tidyLine } from "../../../core/shared/text"
import type { Field, Resource } from "../resource"
import type { Options, Value, Values } from "../schema"
import { fileColumns } from "./columns"

/** The options of each select that stands in the database, in each language. */
export type OptionsByLocale = Record<Locale, Options>

const ticked = ["1", "true", "yes", "on", "x", "oui", "vrai"]
const unticked = ["", "0", "false", "no", "off", "non", "faux"]

const fold = (text: string) => tidyLine(text).toLowerCase()

/** The values of a select and their names in each language. */
function optionsOf(field: Field, options: OptionsByLocale): { value: string; label: string }[] {
  if (field.options)
    return locales.flatMap(({ code }) =>
      (field.options ?? []).map(({ value, label }) => ({ value, label: label[code] })),
    )
  return locales.flatMap(({ code }) => options[code][field.name] ?? [])
}

/** Returns the value of a select by itself or by its name; null if none has it, or several have. */
function optionOf(field: Field, cell: string, options: OptionsByLocale): string | null {
  const all = optionsOf(field, options)
  const exact = all.find(({ value }) => value === cell.trim())
  if (exact) return exact.value
  const named = new Set(all.filter(({ label }) => fold(label) === fold(cell)).map(({ value }) => value))
  const [only] = named
  return named.size === 1 && only !== undefined ? only : null
}

/** Returns what the form would send for a cell: a select's value, a checkbox's tick, any other text as it is. */
function valueOfCell(field: Field, cell: string, options: OptionsByLocale): string | boolean | null {
  if (field.kind === "checkbox") {
    const word = fold(cell)
    return ticked.includes(word) ? true : unticked.includes(word) ? false : null
  }
  if (field.kind === "select" && cell.trim() !== "") return optionOf(field, cell, options)
  return cell
}

/**
 * Returns the values of a form that a row of a file writes over a record's present ones: a column that the file lacks
 * stays as it is, and an empty cell empties. The names of cells that their column does not take are `wrong`.
 */
export function formValues(
  resource: Resource,
  present: Values | null,
  cells: Readonly<Record<string, string>>,
  options: OptionsByLocale,
): { values: Record<string, Value | boolean>; wrong: string[] } {
  const values: Record<string, Value | boolean> = {}
  const wrong: string[] = []
  for (const { field, name } of fileColumns(resource)) {
    const cell = cells[name]
    if (cell === undefined) {
      values[name] = present?.[name] ?? (field.kind === "checkbox" ? false : "")
      continue
    }
    const value = valueOfCell(field, cell, options)
    if (value === null) wrong.push(name)
    else values[name] = value
  }
  return { values, wrong }
}

/** Returns a record's value as a cell of a file: a select's name in the reader's language, else the value itself. */
export function cellOfValue(field: Field, value: Value, locale: Locale, options: Options): Value {
  if (field.kind !== "select") return value
  const named = field.options?.map((option) => ({ value: option.value, label: option.label[locale] }))
  const all = named ?? options[field.name] ?? []
  const label = all.find((option) => option.value === value)?.label
  const isUnique = all.filter((option) => option.label === label).length === 1
  return label !== undefined && isUnique ? label : value
}
