import { joinValues, severalFilters, valuesOf } from "~/domain/profiles/listing/filter-values"
import { type FilterName, filterNames } from "~/domain/profiles/listing-parameters"
import type { ListingAddress } from "~/domain/profiles/schema"
import { listingPath } from "./listing-path"
import type { FacetGroup } from "./shown-listing"

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

/** Builds the address with one value more; a city takes the place of the regions, and occasions of the services. */
export function withValue(address: ListingAddress, { filter, value }: AppliedValue): string {
  const several = severalFilters.find((name) => name === filter)
  const joined = several ? joinValues([...valuesOf(address[several]), value]) : value
  return refine(address, { ...insteadOf[filter], [filter]: joined })
}

/** Builds the address without one value of a filter. */
export function withoutValue(address: ListingAddress, { filter, value }: AppliedValue): string {
  const several = severalFilters.find((name) => name === filter)
  const left = several && joinValues(valuesOf(address[several]).filter((one) => one !== value))
  return refine(address, { ...insteadOf[filter], [filter]: left })
}

/** Filters that end where another one changes: those of the same kind, or within it. */
const insteadOf: Partial<Record<FilterName, ListingAddress>> = {
  city: { region: undefined },
  region: { city: undefined },
  category: { service: undefined },
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
