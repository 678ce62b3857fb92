import { filterNames } from "../listing-parameters"
import { type ListingFilter, ListingQuery } from "../schema"
import { canonicalQuery } from "./canonical-query"

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
  return canonicalQuery(Object.fromEntries(known))
}
