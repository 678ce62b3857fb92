import { foldText } from "~/i18n/fold-text"
import { formatLanguage } from "~/i18n/format"
import { defaultLocale, type Locale } from "~/i18n/locales"
import { languageTerms, otherNames } from "./terms"

/** Filters whose values are suggested by their names, in the order in which equal matches are shown. */
export const suggestedFilters = ["city", "category", "service", "language"] as const
export type SuggestedFilter = (typeof suggestedFilters)[number]

/** The name of a city, a category or a service in one language, or the other names of a city. */
export interface CatalogRow {
  filter: Exclude<SuggestedFilter, "language">
  value: string
  /** Empty: other names, parted by commas. */
  locale: Locale | ""
  name: string
}

/** A value of a filter, with its name in the reader's language. */
export interface SuggestedName {
  filter: SuggestedFilter
  value: string
  name: string
}

interface KnownName extends SuggestedName {
  /** Names in every language by which it is found. */
  names: string[]
}

/** Cuts a text into the words that are compared, folded. */
export function foldedWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Returns at most `limit` names that typed words begin, in any of our languages: first those that begin with them, then those with a
 * later word that does.
 */
export function suggestNames(typed: string, rows: readonly CatalogRow[], locale: Locale, limit: number) {
  const words = foldedWords(typed)
  if (words.length === 0) return []
  return [...knownNames(rows, locale), ...languagesIn(locale)]
    .flatMap((known) => {
      const at = Math.min(...known.names.map((name) => placeOf(words, foldedWords(name))))
      return at === Number.POSITIVE_INFINITY ? [] : [{ known, at: Math.min(at, 1) }]
    })
    .toSorted((a, b) => a.at - b.at || orderOf(a.known) - orderOf(b.known))
    .slice(0, limit)
    .map(({ known: { filter, value, name } }): SuggestedName => ({ filter, value, name }))
}

const orderOf = ({ filter }: KnownName) => suggestedFilters.indexOf(filter)

/** Returns the first word of a name from which on it begins with the typed words, the last of which may be a beginning; Infinity if none. */
function placeOf(typed: readonly string[], name: readonly string[]): number {
  const last = typed.length - 1
  const at = name.findIndex((_, start) =>
    typed.every((word, index) => {
      const other = name[start + index]
      return index === last ? other?.startsWith(word) : other === word
    }),
  )
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** Joins the rows of one value, whose name in the reader's language it bears, else in the default one. */
function knownNames(rows: readonly CatalogRow[], locale: Locale): KnownName[] {
  const known = new Map<string, KnownName>()
  const own = new Set<string>()
  for (const row of rows) {
    const { filter, value, name } = row
    const key = `${filter} ${value}`
    const one = known.get(key) ?? { filter, value, name, names: [] }
    if (row.locale === locale) own.add(key)
    if (row.locale === locale || (row.locale === defaultLocale && !own.has(key))) one.name = name
    one.names.push(...(row.locale === "" ? otherNames(name) : [name]))
    known.set(key, one)
  }
  return [...known.values()]
}

const languagesIn = (locale: Locale): KnownName[] =>
  languageTerms.map(({ value, names }) => ({
    filter: "language",
    value,
    name: formatLanguage(value, locale),
    names: [...names],
  }))
