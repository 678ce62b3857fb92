import * as z from "zod"
import { type Locale, locales } from "~/i18n/locales"
import { Tick } from "../../../core/shared/checkbox"
import { lineDraft, multilineDraft } from "../../../core/shared/text"
import type { Field, Resource } from "../resource"
import type { Value, Values } from "../schema"
import { defaultMax } from "../view"

/** The name of a value: `title.fr` for a text of a language. */
export const valueName = (field: Field, locale: string) => (field.isTranslated ? `${field.name}.${locale}` : field.name)

/** The names of all values of a field. */
function valueNames(field: Field): string[] {
  return field.isTranslated ? locales.map(({ code }) => valueName(field, code)) : [field.name]
}

/** The fields that a change may write. */
export function writable(resource: Resource, isNew: boolean): Field[] {
  return (resource.fields ?? []).filter((field) => isNew || !field.isFixed)
}

const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Returns the schema of one value, as a form or JSON has it. */
function schemaOf(field: Field): z.ZodType<Value> {
  const { min = 0, max = defaultMax } = field
  switch (field.kind) {
    case "checkbox":
      // Accepts "on" (a form), true (JSON) and 1 (a stored revision).
      return z.union([z.boolean(), z.literal([0, 1]), Tick]).transform((isTicked) => (isTicked ? 1 : 0))
    case "number":
      return z.coerce.number().int().min(min).max(max)
    case "money":
      // A form's text, in units; or JSON's number and a stored version's, in minor units.
      return z.union([z.number(), z.string().trim().transform(toMinorUnits)]).pipe(z.number().int().min(min).max(max))
    case "degrees":
      // A form's text, which may be empty; or JSON's number or null.
      return z
        .union([z.null(), z.number(), z.string().trim().max(20).transform(toDegrees)])
        .pipe(z.number().min(min).max(max).nullable())
    case "select":
      return field.options
        ? z.enum(field.options.map(({ value }) => value) as [string, ...string[]], {
            error: ({ input }) => (input === "" ? "required" : undefined),
          })
        : z.string().min(1, "required").max(64)
    case "slug":
      return z.string().trim().min(1, "required").max(max).regex(slug)
    case "multiline":
    case "markdown":
      return multilineDraft(max)
    default:
      return lineDraft(max)
  }
}

/** Returns `12.50` and `12,5` in minor units; NaN for anything else. */
function toMinorUnits(text: string): number {
  const [, units, rest = ""] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  return units === undefined ? Number.NaN : Number(units) * 100 + Number(rest.padEnd(2, "0"))
}

/** Returns `-1.5584` and `-1,5584` as a number, an empty text as null, and NaN for anything else. */
function toDegrees(text: string): number | null {
  if (text === "") return null
  return /^[-−]?\d{1,3}(?:[.,]\d{1,6})?$/.test(text) ? Number(text.replace("−", "-").replace(",", ".")) : Number.NaN
}

/**
 * Returns the schema of a form's values. Other names are dropped, or refused if it is strict: nothing is written that
 * the description does not list. A language's texts are all there, or none is; which languages must have them, the field says.
 */
export function formSchema(resource: Resource, isNew: boolean, { isStrict = false } = {}) {
  const fields = writable(resource, isNew)
  const shape = Object.fromEntries(
    fields.flatMap((field) => valueNames(field).map((name) => [name, schemaOf(field)] as const)),
  )
  const object = isStrict ? z.strictObject(shape) : z.object(shape)
  return object.superRefine((values: Values, issues) => {
    const missing = (name: string) => issues.addIssue({ code: "custom", message: "required", path: [name] })
    const plain = fields.filter((field) => !field.isTranslated)
    for (const field of plain) if (!field.isOptional && values[field.name] === "") missing(field.name)
    const translated = fields.filter((field) => field.isTranslated)
    const isNeeded = (field: Field) => !field.isOptional
    const isBegun = (locale: string) => translated.some((field) => values[valueName(field, locale)] !== "")
    const hasAny = locales.some(({ code }) => isBegun(code))
    for (const [index, { code, isComplete }] of locales.entries()) {
      for (const field of translated.filter(isNeeded)) {
        const isDue = (field.isTranslated === "all" && isComplete) || isBegun(code) || (!hasAny && index === 0)
        if (isDue && values[valueName(field, code)] === "") missing(valueName(field, code))
      }
    }
    for (const field of fields)
      for (const name of valueNames(field)) {
        const problem = field.check?.(values[name] ?? null)
        if (problem) issues.addIssue({ code: "custom", message: problem, path: [name] })
      }
  })
}

/** Returns the names of the values that differ. */
export function changedNames(before: Values, after: Values): string[] {
  return Object.keys(after).filter((name) => (before[name] ?? "") !== (after[name] ?? ""))
}

/** Returns what a list calls a record: its first text in a language, else in another one. */
export function titleOf(resource: Resource, values: Values, locale: Locale): string | null {
  const texts = (resource.fields ?? []).filter(({ kind }) => kind === "text")
  const field = texts.find(({ isTranslated }) => isTranslated) ?? texts[0]
  if (!field) return null
  const [here, ...others] = [valueName(field, locale), ...valueNames(field)].map((name) => values[name])
  const title = [here, ...others].find((text) => text !== undefined && text !== null && text !== "")
  return title === undefined || title === null ? null : String(title)
}
