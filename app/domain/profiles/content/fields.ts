import { type ProfileTextName, profileTextNames } from "~/db/enums"
import type { Locale } from "~/i18n/locales"
import { locales } from "~/i18n/locales"
import { countCharacters } from "~/lib/characters"
import type { FieldProblem } from "~/lib/field-problems"

export { type ProfileTextName, profileTextNames } from "~/db/enums"
export type ProfileTextField = `${ProfileTextName}.${Locale}`

/** In characters, cents, hours and minutes. */
export const fieldLimits = {
  name: { min: 2, max: 40 },
  slug: { min: 3, max: 40 },
  headline: { min: 10, max: 120 },
  quote: { min: 0, max: 200 },
  about: { min: 100, max: 5_000 },
  note: { min: 0, max: 300 },
  hourly_rate: { min: 1_000, max: 1_000_000 },
  minimum_hours: { min: 1, max: 24 },
  price: { min: 0, max: 10_000_000 },
  duration: { min: 15, max: 20_160 },
  languages: { min: 1, max: 8 },
  services: { min: 1, max: 30 },
} as const

/** A service that the profile offers, by its slug in the catalog. */
export interface ServiceOffer {
  service: string
  /** Euro cents; null: on request. */
  price: number | null
  /** Minutes; null: as long as agreed. */
  duration: number | null
  note: Partial<Record<Locale, string>>
}

/** Every field of a profile that its owner edits and staff review. A value may be unfinished. */
export interface FieldValues extends Record<ProfileTextField, string> {
  name: string
  slug: string
  /** Slugs in the catalog. */
  city: string
  category: string
  /** Euro cents; null: none yet. */
  hourly_rate: number | null
  minimum_hours: number
  /** ISO 639-1, in the owner's order. */
  languages: string[]
  services: ServiceOffer[]
}
export type ProfileField = keyof FieldValues

/** The texts as fields: `headline.en`, `headline.fr`, … */
export const profileTextFields = profileTextNames.flatMap((name) =>
  locales.map(({ code }): ProfileTextField => `${name}.${code}`),
)

/** The fields in the order of the workshop and of a review. */
export const profileFields: readonly ProfileField[] = [
  "name",
  "slug",
  "city",
  "category",
  "languages",
  ...profileTextFields,
  "services",
  "hourly_rate",
  "minimum_hours",
]

export function isTextField(field: string): field is ProfileTextField {
  return (profileTextFields as readonly string[]).includes(field)
}

/** Returns the language of a text field. */
export function languageOfText(field: ProfileTextField): Locale {
  return field.split(".")[1] as Locale
}

export function isProfileField(name: string): name is ProfileField {
  return (profileFields as readonly string[]).includes(name)
}

/** The languages in which both of what a profile needs is written: its headline and its introduction. */
export function writtenLanguages(content: Pick<FieldValues, ProfileTextField>): Locale[] {
  return locales
    .map(({ code }) => code)
    .filter((code) => content[`headline.${code}`] !== "" && content[`about.${code}`] !== "")
}

/**
 * Returns why the texts cannot be published, by field: one language is enough, and one that was begun has to be whole. The
 * key `texts` says that none is written.
 */
export function textProblems(
  content: Pick<FieldValues, ProfileTextField>,
): Partial<Record<ProfileTextField | "texts", FieldProblem>> {
  const problems: Partial<Record<ProfileTextField | "texts", FieldProblem>> = {}
  for (const { code } of locales) {
    const isBegun = profileTextNames.some((name) => content[`${name}.${code}`] !== "")
    if (!isBegun) continue
    for (const name of profileTextNames) {
      const problem = fieldProblem(`${name}.${code}`, content[`${name}.${code}`])
      if (problem) problems[`${name}.${code}`] = problem
    }
  }
  if (Object.keys(problems).length === 0 && writtenLanguages(content).length === 0) problems.texts = "required"
  return problems
}

/** Addresses of pages below `/escorts`, and what could pass for them. */
const reservedSlugs = ["new", "search", "admin", "gallery", "in", "infos", "private", "services", "videos"]

/** Returns why a field's value cannot be published; null if it can. A text is judged as one of a language that is written (`textProblems`). */
export function fieldProblem<Field extends ProfileField>(field: Field, value: FieldValues[Field]): FieldProblem | null {
  const values = { [field]: value } as Partial<FieldValues>
  switch (field) {
    case "name":
      return lengthProblem(values.name ?? "", fieldLimits.name)
    case "slug":
      return slugProblem(values.slug ?? "")
    case "hourly_rate":
      return values.hourly_rate ? rangeProblem(values.hourly_rate, fieldLimits.hourly_rate) : "required"
    case "languages":
      return countProblem(values.languages ?? [], fieldLimits.languages)
    case "services":
      return servicesProblem(values.services ?? [])
    case "city":
    case "category":
    case "minimum_hours":
      return null
    default: {
      const [name] = field.split(".") as [ProfileTextName]
      return lengthProblem(value as string, fieldLimits[name])
    }
  }
}

function slugProblem(slug: string): FieldProblem | null {
  const isShaped = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && !reservedSlugs.includes(slug)
  return lengthProblem(slug, fieldLimits.slug) ?? (isShaped ? null : "slug")
}

function servicesProblem(services: ServiceOffer[]): FieldProblem | null {
  if (new Set(services.map(({ service }) => service)).size < services.length) return "invalid"
  const notes = services.flatMap(({ note }) => Object.values(note))
  if (notes.some((note) => countCharacters(note) > fieldLimits.note.max)) return "too_long"
  return countProblem(services, fieldLimits.services)
}

function countProblem(list: unknown[], { min, max }: { min: number; max: number }): FieldProblem | null {
  if (list.length < min) return "required"
  return list.length > max ? "too_long" : null
}

function rangeProblem(value: number, { min, max }: { min: number; max: number }): FieldProblem | null {
  return value < min || value > max ? "invalid" : null
}

function lengthProblem(text: string, { min, max }: { min: number; max: number }): FieldProblem | null {
  const length = countCharacters(text)
  if (length === 0 && min > 0) return "required"
  if (length < min) return "too_short"
  return length > max ? "too_long" : null
}
