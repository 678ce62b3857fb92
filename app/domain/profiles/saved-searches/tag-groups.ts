import { priceTags, timeTag } from "~/db/search/search-tags"
import { foldText } from "~/i18n/fold-text"
import { type CompleteLocale, completeLocales } from "~/i18n/locales"
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

/** Returns the tag of a word's beginning in a language, which no language's code makes one of the listing; none of a shorter word. */
function beginningTag(locale: CompleteLocale, word: string): string[] {
  const letters = [...word]
  return letters.length < wordBeginning ? [] : [`:${locale}:${letters.slice(0, wordBeginning).join("")}`]
}

const wordsIn = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Returns what the profiles of a filter's list have in common: all that it asks for but a date, and of words their beginnings. An unknown slug
 * is a tag that no profile has.
 */
export function tagGroups(
  filter: ListingFilter,
  locale: CompleteLocale,
  { ids }: Pick<CatalogOfTags, "ids">,
): TagGroups {
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
    // Of a date, days off and tours decide, too.
    on: [],
    when: filter.when && filter.on === undefined ? [timeTag(filter.when)] : [],
    max_price: isPriced ? priceTags(filter.min_price, filter.max_price) : [],
    verified: filter.verified ? ["verified"] : [],
    available: filter.available ? ["available"] : [],
  }
  const words = filter.q === undefined ? [] : wordsIn(tellingWords(filter.q))
  const beginnings = words.flatMap((word) => beginningTag(locale, word)).map((tag) => [tag])
  return [["all"], ...Object.values(groups), ...beginnings].filter((group) => group.length > 0)
}

/** How many anchors a search has at most. */
const maxAnchors = 30

/** Facets that an anchor may name, each by the letter that its tags begin with: those that most searches ask for. */
type Anchor = Partial<Record<"city" | "service" | "language" | "other", string>>

const isCity = (tag: string) => tag.startsWith("c")
const isService = (tag: string) => tag.startsWith("s")
const isLanguage = (tag: string) => tag.startsWith("l")

const anchorName = ({ city = "", service = "", language = "", other = "" }: Anchor) =>
  `${city} ${service} ${language} ${other}`

/**
 * Returns where a search is stored, for profiles to find it: under its cities, services and languages together. Without a service and a
 * language, the group that the fewest profiles have takes their place, as far as numbers are known. A search of too many values at once is
 * stored under its rarest group alone.
 */
export function anchorsOf(groups: TagGroups, catalog: CatalogOfTags): string[] {
  const facetOf = (isOf: (tag: string) => boolean) => groups.find((group) => group.every(isOf))
  const [cities, services, languages] = [facetOf(isCity), facetOf(isService), facetOf(isLanguage)]
  const rarestOf = (some: TagGroups) =>
    some.reduce((one, other) => (sizeOf(other, catalog) < sizeOf(one, catalog) ? other : one))
  const others = services || languages ? undefined : rarestOf(groups.filter((group) => group !== cities))
  const named = combinations({ city: cities, service: services, language: languages, other: others })
  if (named.length <= maxAnchors) return named
  return combinations(facetsOf(rarestOf(groups.filter((group) => group.length <= maxAnchors))))
}

/** Returns the anchors of every search that a profile with these tags may be in the list of. */
export function anchorsOfProfile(tags: ReadonlySet<string>): string[] {
  const all = [...tags]
  const cities = ["", ...all.filter(isCity)]
  const facets = combinations({
    city: cities,
    service: ["", ...all.filter(isService)],
    language: ["", ...all.filter(isLanguage)],
  })
  const others = all.filter((tag) => !isCity(tag) && !isService(tag) && !isLanguage(tag))
  return [...facets, ...combinations({ city: cities, other: others })]
}

/** Returns a group as the facet that its tags are of. */
function facetsOf(group: string[]): Partial<Record<keyof Anchor, string[]>> {
  if (group.every(isCity)) return { city: group }
  if (group.every(isService)) return { service: group }
  return group.every(isLanguage) ? { language: group } : { other: group }
}

/** Returns the anchors that name one tag of each facet. */
function combinations(facets: { [Facet in keyof Anchor]: string[] | undefined }): string[] {
  const { city = [""], service = [""], language = [""], other = [""] } = facets
  return city.flatMap((city) =>
    service.flatMap((service) =>
      language.flatMap((language) => other.map((other) => anchorName({ city, service, language, other }))),
    ),
  )
}

const sizeOf = (tags: string[], { profiles, total }: CatalogOfTags) =>
  tags.reduce((sum, tag) => sum + (profiles.get(tag) ?? assumedOf(tag, total)), 0)

/** How many profiles are assumed to have a tag without a number: of a word's beginning one in fifty, of a region, a price or a time one in eight. */
function assumedOf(tag: string, total: number): number {
  if (tag.startsWith(":")) return total / 50
  return /^[rew]/.test(tag) ? total / 8 : 0
}

/** Returns whether a profile with these tags has one of each group. */
export function hasEach(groups: TagGroups, tags: ReadonlySet<string>): boolean {
  return groups.every((group) => group.some((tag) => tags.has(tag)))
}

/** Returns the tags of a listed profile: those of the listing, and the beginnings of its words in each language. */
export function tagsOfProfile(tags: string[], words: Record<CompleteLocale, string>): Set<string> {
  const beginnings = completeLocales.flatMap(({ code }) =>
    wordsIn(words[code]).flatMap((word) => beginningTag(code, word)),
  )
  return new Set([...tags, ...beginnings])
}
