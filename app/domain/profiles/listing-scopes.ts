import { filterScope, listScope } from "~/db/content-scopes"
import type { ListingQuery } from "./schema"

interface Catalog {
  cities: { id: string; slug: string; region_slug: string }[]
  categories: { id: string; slug: string }[]
}

/**
 * Returns the scopes (app/db/content-scopes.ts) whose changes may bring profiles into a list, or into another order: of
 * its city, the cities of its region, or its category, and of what it is filtered by. Its cards have their own.
 */
export function listScopes(
  { city, region, category, service, language, when, verified, available, sort }: ListingQuery,
  { cities, categories }: Catalog,
): string[] {
  const inPlace = cities.filter(({ slug, region_slug }) => (city ? slug === city : region_slug === region))
  const places = city || region ? inPlace.map(({ id }) => id) : [""]
  const isByPrice = sort !== undefined && sort !== "newest"
  // A service that a profile begins to offer may bring it into another category.
  const isFiltered = Boolean(
    service || language || when || verified || available || isByPrice || (category && (city || region)),
  )
  const categoryId = categories.find(({ slug }) => slug === category)?.id
  const lists = categoryId && !city && !region ? [categoryId] : places
  return [...lists.map(listScope), ...(isFiltered ? places.map(filterScope) : [])]
}
