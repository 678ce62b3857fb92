import type { Ctx } from "../../core/context"
import { dayOf } from "../../core/shared/site-days"
import { canonicalQuery } from "../listing/canonical-query"
import { type FilterName, filterNames } from "../listing-parameters"
import type { ListingQuery } from "../schema"
import { correctSearch } from "./correct-search"
import { dayTerms } from "./day-terms"
import { parseSearch } from "./parse-search"
import { searchVocabulary } from "./terms"
import type { NamedFilter } from "./vocabulary"

/** A list that somebody may have meant, and the name of what they nearly typed. */
interface MeantList {
  query: ListingQuery
  name: string
}

/** A search by words, as it is read. */
interface ReadSearch {
  /** The list with the filters that the words name, and the other words as `q`; null if they name no filter. */
  understood: ListingQuery | null
  /** The list that the words may mean where they find nobody: "lion", Lyon; null if no name is near. */
  meant: MeantList | null
}

const isNamed = (name: FilterName): name is NamedFilter => !["q", "min_price", "max_price"].includes(name)

/** Reads the words of a list's query: "dinner Lyon Spanish" asks for an occasion, a city and a language. */
export async function readSearch(ctx: Pick<Ctx, "catalogNames" | "now">, query: ListingQuery): Promise<ReadSearch> {
  const { q, ...others } = query
  if (q === undefined) return { understood: null, meant: null }
  const names = await ctx.catalogNames()
  const vocabulary = searchVocabulary(names, dayTerms(q, dayOf(ctx.now())))
  const taken = filterNames.filter(isNamed).filter((name) => others[name] !== undefined)
  const listOf = (filters: Partial<Record<NamedFilter, string>>, words: string): ListingQuery =>
    canonicalQuery({ ...others, ...(filters as ListingQuery), ...(words && { q: words }) })
  const parsed = parseSearch(q, vocabulary, taken)
  if (parsed) return { understood: listOf(parsed.filters, parsed.words), meant: null }
  const found = correctSearch(q, vocabulary, taken)
  if (!found) return { understood: null, meant: null }
  const { term, words } = found
  return { understood: null, meant: { query: listOf({ [term.filter]: term.value }, words), name: term.name } }
}
