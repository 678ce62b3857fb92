import type { FilterName, ListingAddress, ListingQuery } from "~/domain/profiles/schema"

const filters = [
  "q",
  "category",
  "service",
  "region",
  "city",
  "language",
  "verified",
  "available",
] as const satisfies FilterName[]
const parameters = [...filters, "sort", "show", "cursor"] as const

/** Builds the address of a list: the same parameters always in the same order, and no empty ones. */
export function listingPath(query: ListingQuery = {}): string {
  const search = new URLSearchParams()
  for (const name of parameters) {
    const value = query[name]
    if (value) search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `/escorts?${text}` : "/escorts"
}

/** Parses the filters and the order from a list's query, as `listingPath` wrote it. */
export function addressIn(search: string): ListingAddress {
  const query = new URLSearchParams(search)
  return Object.fromEntries([...filters, "sort"].flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])))
}

/** Builds the address with some filters changed (undefined removes one), at its first page. */
export function refine({ show, ...address }: ListingAddress, change: ListingAddress): string {
  return listingPath({ ...address, ...change })
}

/** Returns the active filters, in their order. */
export function filtersIn(address: ListingAddress): FilterName[] {
  return filters.filter((name) => address[name] !== undefined)
}
