import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Missing and unknown texts of a file, compared with the default language. */
export interface Gap {
  /** Path below the checkout. */
  file: string
  /** Keys of which the default language has a text and this one none; the plural forms of one text are one key. */
  missing: string[]
  /** Keys of the default language's file. */
  total: number
  /** Keys that the default language does not have: nothing shows them. */
  unknown: string[]
}

const form = /_(zero|one|two|few|many|other)$/

function flatten(node: unknown, path: string[] = []): [string, string][] {
  if (typeof node === "string") return [[path.join("."), node]]
  return Object.entries(node as object).flatMap(([key, value]) => flatten(value, [...path, key]))
}

/** Returns the keys that have a text; blank ones, which translators' tools write, have none. */
function readKeys(file: string): string[] {
  if (!existsSync(file)) return []
  return flatten(JSON.parse(readFileSync(file, "utf8")))
    .filter(([, text]) => text.trim() !== "")
    .map(([key]) => key)
}

/** Compares a language's files of texts with the default language's, in the order of their names. */
export function findGaps(root: string, code: string): Gap[] {
  const folder = join(root, "app/i18n/locales/en")
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => {
      const file = `app/i18n/locales/${code}/${name}`
      const english = readKeys(join(folder, name))
      const plurals = new Set(english.filter((key) => key.endsWith("_other")).map((key) => key.replace(form, "")))
      const baseOf = (key: string) => (plurals.has(key.replace(form, "")) ? key.replace(form, "") : key)
      const wanted = new Set(english.map(baseOf))
      const own = readKeys(join(root, file))
      const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories
      const has = (key: string) =>
        plurals.has(key) ? forms.every((one) => own.includes(`${key}_${one}`)) : own.includes(key)
      return {
        file,
        missing: [...wanted].filter((key) => !has(key)),
        total: wanted.size,
        unknown: [...new Set(own.map(baseOf))].filter((key) => !wanted.has(key)),
      }
    })
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

/** Returns the lines for the terminal that name each file with gaps. */
export function describeGaps(language: { code: string; name: string; isComplete: boolean }, gaps: Gap[]): string[] {
  const open = gaps.filter(({ missing, unknown }) => missing.length + unknown.length > 0)
  const missing = gaps.reduce((sum, gap) => sum + gap.missing.length, 0)
  const total = gaps.reduce((sum, gap) => sum + gap.total, 0)
  const state = language.isComplete ? "complete" : "in progress"
  const head = `${language.name} (${language.code}, ${state}): ${missing} of ${counted(total, "text")} missing`
  const lines = open.map((gap) => {
    const strange = gap.unknown.length > 0 ? `, unknown: ${gap.unknown.join(", ")}` : ""
    return `  ${gap.file}: ${gap.missing.length} of ${gap.total} missing${strange}`
  })
  return [head, ...lines]
}
