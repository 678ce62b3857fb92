import { type Locale, locales } from "~/i18n/locales"
import { tidyLine } from "../../../core/shared/text"
import { valueName, writable } from "../records/values"
import type { Field, Resource } from "../resource"
import type { Options } from "../schema"
import type { ImportColumn } from "./schema"

/** The name of the column of a record's id. */
export const idName = "id"

/** A value of a record's form as a column of a file. */
export interface FileColumn {
  field: Field
  /** As in the form: `title.fr`. */
  name: string
  /** The language of a text; null for what is the same in all. */
  language: Locale | null
}

/** Returns the columns of a resource's files, beside the id. */
export function fileColumns(resource: Resource): FileColumn[] {
  return writable(resource, true).flatMap((field): FileColumn[] =>
    field.isTranslated
      ? locales.map(({ code }) => ({ field, name: valueName(field, code), language: code }))
      : [{ field, name: field.name, language: null }],
  )
}

/** Returns the head of a column in a reader's language: `Name (Français)`. */
export function headOf({ field, language }: FileColumn, locale: Locale): string {
  const label = field.label[locale]
  const name = locales.find(({ code }) => code === language)?.name
  return name ? `${label} (${name})` : label
}

/** Returns the head of a value's column; of a name that is no column, the name. */
export function headOfName(resource: Resource, name: string, locale: Locale): string {
  const column = fileColumns(resource).find((one) => one.name === name)
  return column ? headOf(column, locale) : name
}

const fold = (head: string) => tidyLine(head, "NFKC").toLowerCase()

/** Returns a function that finds the name of a column by its head, in any language, or by the name itself; null for another. */
export function columnFinder(resource: Resource): (head: string) => string | null {
  const names = new Map([[idName, idName]])
  for (const column of fileColumns(resource)) {
    names.set(fold(column.name), column.name)
    for (const { code } of locales) names.set(fold(headOf(column, code)), column.name)
  }
  return (head) => names.get(fold(head)) ?? null
}

/** The column that a record is recognised by without its id: its slug, else the first of its texts. */
export function keyField(resource: Resource): Field | undefined {
  const fields = writable(resource, true)
  return (
    fields.find(({ kind, name }) => kind === "slug" && name === "slug") ??
    fields.find(({ kind, isTranslated }) => kind === "text" && isTranslated)
  )
}

/** Returns the columns of a resource's files as their readers need them described; `options` are those of the database. */
export function describeColumns(resource: Resource, locale: Locale, options: Options): ImportColumn[] {
  return fileColumns(resource).map((column) => {
    const { field } = column
    const named = field.options?.map(({ label }) => label[locale]) ?? options[field.name]?.map(({ label }) => label)
    return {
      head: headOf(column, locale),
      isRequired: !field.isOptional && field.isTranslated !== "some" && field.kind !== "checkbox",
      hint: field.hint?.[locale] ?? null,
      options: field.kind === "checkbox" ? ["1", "0"] : (named ?? []),
    }
  })
}

/** Returns the column that a record is recognised by without its id. */
export function keyColumn(resource: Resource): FileColumn | undefined {
  const field = keyField(resource)
  return fileColumns(resource).find((column) => column.field === field)
}
