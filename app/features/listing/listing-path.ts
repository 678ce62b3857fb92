import { severalFilters, toggleValue, valuesOf } from "~/domain/profiles/listing/filter-values"
import { type FilterName, filterNames, listingParameters } from "~/domain/profiles/listing-parameters"
import type { ListingAddress, ListingQuery } from "~/domain/profiles/schema"
import type { FacetGroup } from "./shown-listing"

/** Builds the address of a list: the same parameters always in the same order, and no empty ones. */
export function listingPath(query: ListingQuery = {}): string {
  const search = new URLSearchParams()
  for (const name of listingParameters) {
    const value = query[name]
    if (value) search.set(name, String(value))
  }
  return listAddress(search)
}

/** Builds the address of a list with these parameters: the commas between values stay as they are, as queries may have them. */
export function listAddress(parameters: URLSearchParams): string {
  const text = parameters.toString().replaceAll("%2C", ",")
  return text ? `/escorts?${text}` : "/escorts"
}

/** A value of a filter in use. */
export interface AppliedValue {
  filter: FilterName
  value: string
}

/** Returns the values of the active filters, in the order of the filters. */
export function appliedValues(address: ListingAddress): AppliedValue[] {
  return filtersIn(address).flatMap((filter) => {
    const values = severalFilters.some((name) => name === filter)
      ? valuesOf(String(address[filter]))
      : [String(address[filter])]
    return values.map((value) => ({ filter, value }))
  })
}

/** Builds the address without one value of a filter. A service goes with its occasions. */
export function withoutValue(address: ListingAddress, { filter, value }: AppliedValue): string {
  const several = severalFilters.find((name) => name === filter)
  const left = several && toggleValue(address[several], value)
  return refine(address, { [filter]: left, ...(filter === "category" && { service: undefined }) })
}

/** Parses the filters and the order from a list's query, as `listingPath` wrote it. */
export function addressIn(search: string): ListingAddress {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    [...filterNames, "sort"].flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
  )
}

/** Builds the address with some filters changed (undefined removes one), at its first page. */
export function refine({ show, ...address }: ListingAddress, change: ListingAddress): string {
  return listingPath({ ...address, ...change })
}

/** Builds the address with every choice of one filter. */
export function wholePath(address: ListingAddress, group: FacetGroup): string {
  const path = listingPath(address)
  return `${path}${path.includes("?") ? "&" : "?"}whole=${group}`
}

/** Returns the active filters, in their order. */
export function filtersIn(address: ListingAddress): FilterName[] {
  return filterNames.filter((name) => address[name] !== undefined)
}
