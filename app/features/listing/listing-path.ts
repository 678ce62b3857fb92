import { listingParameters } from "~/domain/profiles/listing-parameters"
import type { ListingQuery } from "~/domain/profiles/schema"

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
