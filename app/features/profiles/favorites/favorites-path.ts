/** Builds the address of a list of favourites: the same parameters always in the same order, and no empty ones. */
export function favoritesPath(query: { city?: string | null; category?: string | null; cursor?: string } = {}): string {
  const search = new URLSearchParams()
  for (const name of ["category", "city", "cursor"] as const) {
    const value = query[name]
    if (value) search.set(name, value)
  }
  return search.size > 0 ? `/profile/favorites?${search}` : "/profile/favorites"
}
