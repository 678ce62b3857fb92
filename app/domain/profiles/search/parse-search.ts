import { joinTimes, type WeekTime } from "../content/rhythm"
import { joinValues, severalFilters, valuesOf } from "../listing/filter-values"
import { isTelling, maxNameWords, type NamedFilter, type Term, type Vocabulary, wordsOf } from "./vocabulary"

export interface ParsedSearch {
  /** The filters that the words name. */
  filters: Partial<Record<NamedFilter, string>>
  /** The other words; empty if there are none. */
  words: string
}

/**
 * Finds the filters that typed words name, the longest name first, in any order and language, and none of a filter
 * that the list has already (`taken`). The rest stays words, without fillers. Returns null if the words name no filter.
 */
export function parseSearch(
  typed: string,
  vocabulary: Vocabulary,
  taken: readonly NamedFilter[] = [],
): ParsedSearch | null {
  const words = wordsOf(typed)
  const filters: ParsedSearch["filters"] = {}
  const isFree = ({ filter, value }: Term) =>
    !taken.includes(filter) && (filters[filter] === undefined || together(filter, filters[filter], value) !== null)
  const rest: string[] = []
  for (let at = 0; at < words.length; ) {
    const found = longestName(words.slice(at, at + maxNameWords), vocabulary, isFree)
    if (found) {
      const { filter, value } = found.term
      filters[filter] = together(filter, filters[filter], value) ?? value
    } else if (isTelling(words[at]?.key ?? "")) rest.push(words[at]?.typed ?? "")
    at += found?.length ?? 1
  }
  return Object.keys(filters).length === 0 ? null : { filters, words: rest.join(" ") }
}

/** Joins two values of a filter: a day and a part of it are one, and of some filters a list may have several. */
function together(filter: NamedFilter, one: string | undefined, other: string): string | null {
  if (one === undefined) return null
  if (filter === "when") return joinTimes(one as WeekTime, other as WeekTime)
  return severalFilters.some((name) => name === filter) ? (joinValues([...valuesOf(one), other]) ?? null) : null
}

/** Returns the first free term whose name the words begin with, and how many words that is. */
function longestName(words: readonly { key: string }[], vocabulary: Vocabulary, isFree: (term: Term) => boolean) {
  for (let length = words.length; length > 0; length--) {
    const key = words
      .slice(0, length)
      .map((word) => word.key)
      .join(" ")
    const term = vocabulary.get(key)?.find(isFree)
    if (term) return { term, length }
  }
  return null
}
