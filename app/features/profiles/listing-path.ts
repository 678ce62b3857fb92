/** What an address of the listing says; see ListingQuery. */
export interface ListingAddress {
  category?: string | null
  city?: string | null
  before?: string | null
  after?: string | null
}

const parameters = ["category", "city", "before", "after"] as const

/** The address of a list: the same parameters always in the same order, and none that is empty. */
export function listingPath(address: ListingAddress = {}): string {
  const search = new URLSearchParams()
  for (const name of parameters) {
    const value = address[name]
    if (value) search.set(name, value)
  }
  const query = search.toString()
  return query ? `/escorts?${query}` : "/escorts"
}
