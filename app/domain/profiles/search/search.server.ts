import { read } from "~/db/client.server"
import type { Ctx } from "../../core/context"
import { selectNames } from "../catalog/queries.server"
import { filterNames } from "../listing-parameters"
import type { ListingQuery } from "../schema"
import { parseSearch } from "./parse-search"
import { searchVocabulary } from "./terms"
import type { NamedFilter } from "./vocabulary"

/**
 * Returns a list's query with the filters that its words name, and the other words as `q`: "dinner Lyon Spanish" asks for an occasion,
 * a city and a language. One round trip where there are words; null if they name no filter.
 */
export async function understandSearch(ctx: Pick<Ctx, "db">, query: ListingQuery): Promise<ListingQuery | null> {
  const { q, ...others } = query
  if (q === undefined) return null
  const [names] = await read(ctx.db, selectNames)
  const vocabulary = searchVocabulary(names)
  const taken = filterNames.filter((name): name is NamedFilter => name !== "q" && others[name] !== undefined)
  const parsed = parseSearch(q, vocabulary, taken)
  if (!parsed) return null
  const { filters, words } = parsed
  return { ...others, ...(filters as ListingQuery), ...(words && { q: words }) }
}
