import { filterScope, listScope } from "~/db/content-scopes"
import { valuesOf } from "./listing/filter-values"
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
  {
    city,
    region,
    category,
    service,
    language,
    on,
    when,
    min_price,
    max_price,
    verified,
    available,
    sort,
  }: ListingQuery,
  { cities, categories }: Catalog,
): string[] {
  const isOneOf = (filter: string | undefined, slug: string) => valuesOf(filter).includes(slug)
  const inPlace = cities.filter(({ slug, region_slug }) => (city ? isOneOf(city, slug) : isOneOf(region, region_slug)))
  const places = city || region ? inPlace.map(({ id }) => id) : [""]
  const isByPrice = (sort !== undefined && sort !== "newest") || min_price !== undefined || max_price !== undefined
  // A service that a profile begins to offer may bring it into another category.
  const isFiltered = Boolean(
    service || language || on || when || verified || available || isByPrice || (category && (city || region)),
  )
  const categoryIds = categories.filter(({ slug }) => isOneOf(category, slug)).map(({ id }) => id)
  const lists = categoryIds.length > 0 && !city && !region ? categoryIds : places
  return [...lists.map(listScope), ...(isFiltered ? places.map(filterScope) : [])]
}
