import { filterNames } from "../listing-parameters"
import { type ListingFilter, ListingQuery } from "../schema"

/** Writes a list's filters as the query of its one address, `city=lyon,paris&language=es`, without order and paging; words in lower case. */
export function toFilterQuery(filter: ListingFilter): string {
  const query = new URLSearchParams()
  for (const name of filterNames) {
    const value = filter[name]
    if (value) query.set(name, name === "q" ? String(value).toLowerCase() : String(value))
  }
  return query.toString().replaceAll("%2C", ",")
}

/** Reads the filters of a list's query; those with values that no list has are left out. */
export function parseFilterQuery(query: string): ListingFilter {
  const parameters = new URLSearchParams(query)
  const known = filterNames.flatMap((name): [string, unknown][] => {
    const parsed = ListingQuery.shape[name].safeParse(parameters.get(name) ?? undefined)
    return parsed.success && parsed.data !== undefined && parsed.data !== "" ? [[name, parsed.data]] : []
  })
  return withOrderedPrices(Object.fromEntries(known))
}

/** Returns the query with the lower price first, whichever way its range was asked for. */
export function withOrderedPrices(query: ListingQuery): ListingQuery {
  const { min_price: from, max_price: to } = query
  return from !== undefined && to !== undefined && from > to ? { ...query, min_price: to, max_price: from } : query
}
