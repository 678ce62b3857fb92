import { priceTags, timeTag } from "~/db/search/search-tags"
import { foldText } from "~/i18n/fold-text"
import { type Locale, locales } from "~/i18n/locales"
import { valuesOf } from "../listing/filter-values"
import type { FilterName } from "../listing-parameters"
import type { ListingFilter } from "../schema"
import { tellingWords } from "../search/vocabulary"

/** Tags of the listing, of each of which groups a profile of a filter's list has at least one. */
export type TagGroups = string[][]

/** Ids of catalog records by their slugs, and the numbers of listed profiles by tag (`total` of all). */
export interface CatalogOfTags {
  ids: Record<"city" | "category" | "service", ReadonlyMap<string, string>>
  profiles: ReadonlyMap<string, number>
  total: number
}

/** How many letters of a word lead to the searches for it. */
const wordBeginning = 3

/** The tag of a word's beginning in a language: apart from those of the listing. */
const wordTag = (locale: Locale, beginning: string) => `${locale}:${beginning}`

const wordsIn = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Returns what a filter's list has in common: everything, or all but words, whose beginnings alone are tags. An unknown slug is a tag that no
 * profile has.
 */
export function tagGroups(filter: ListingFilter, locale: Locale, { ids }: Pick<CatalogOfTags, "ids">): TagGroups {
  const ofRecords = (name: keyof CatalogOfTags["ids"], kind: string) =>
    valuesOf(filter[name]).map((slug) => `${kind}${ids[name].get(slug) ?? "none"}`)
  const letters = (text: string) => text.replace(/[^a-z0-9]/g, "")
  const isPriced = filter.min_price !== undefined || filter.max_price !== undefined
  const groups: Record<Exclude<FilterName, "q" | "min_price">, string[]> = {
    category: ofRecords("category", "k"),
    service: ofRecords("service", "s"),
    region: valuesOf(filter.region).map((region) => `r${letters(region)}`),
    city: ofRecords("city", "c"),
    language: valuesOf(filter.language).map((language) => `l${letters(language)}`),
    when: filter.when ? [timeTag(filter.when)] : [],
    max_price: isPriced ? priceTags(filter.min_price, filter.max_price) : [],
    verified: filter.verified ? ["verified"] : [],
    available: filter.available ? ["available"] : [],
  }
  const words = filter.q === undefined ? [] : wordsIn(tellingWords(filter.q))
  const beginnings = words.map((word) => [wordTag(locale, [...word].slice(0, wordBeginning).join(""))])
  return [["all"], ...Object.values(groups), ...beginnings].filter((group) => group.length > 0)
}

/** Returns the group that the fewest profiles have, as far as their numbers are known: its tags lead to the search. */
export function rarestGroup(groups: TagGroups, { profiles, total }: CatalogOfTags): string[] {
  const [first = ["all"], ...others] = groups
  const sizeOf = (tags: string[]) => tags.reduce((sum, tag) => sum + (profiles.get(tag) ?? assumedOf(tag, total)), 0)
  return others.reduce((rarest, group) => (sizeOf(group) < sizeOf(rarest) ? group : rarest), first)
}

/** How many profiles are assumed to have a tag that nothing counts: a price or a time one in eight, a word's beginning one in fifty. */
function assumedOf(tag: string, total: number): number {
  if (tag === "all") return total
  return tag.includes(":") ? total / 50 : total / 8
}

/** Returns whether a profile with these tags has one of each group. */
export function hasEach(groups: TagGroups, tags: ReadonlySet<string>): boolean {
  return groups.every((group) => group.some((tag) => tags.has(tag)))
}

/** Returns the tags of a listed profile: those of the listing, and the beginnings of its words in each language. */
export function tagsOfProfile(tags: string[], words: Record<Locale, string>): Set<string> {
  const beginnings = locales.flatMap(({ code }) =>
    wordsIn(words[code]).flatMap((word) => {
      const letters = [...word].slice(0, wordBeginning)
      return letters.map((_, at) => wordTag(code, letters.slice(0, at + 1).join("")))
    }),
  )
  return new Set([...tags, ...beginnings])
}
