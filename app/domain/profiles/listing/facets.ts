import { AppError } from "~/lib/errors"
import { isCalendarDay } from "../calendar/days"
import type { MaybeCounted } from "../catalog/schema"
import { spokenLanguages } from "../content/spoken-languages"
import { maxCounted } from "../listing-parameters"
import type { Choice, Listing, ListingFilter } from "../schema"
import { type SeveralFilter, valuesOf } from "./filter-values"

/** The catalog as loaded in the listing's round trip. */
interface Catalog {
  cities: { id: string; slug: string; name: string; region: string; region_slug: string; profiles: number }[]
  categories: { id: string; slug: string; name: string; profiles: number }[]
  services: { id: string; slug: string; name: string; category_id: string }[]
  counts: { facet: string; profiles: number }[]
}

/** A profile that matches a filter, as it is counted (`selectMatches`). */
export interface Match {
  city_id: string
  /** Ids. */
  categories: string[]
  /** As facet_counts names them. */
  facets: string[]
}

/** Counts of the matches of a filter, up to `maxCounted` and one: of all, by city (`c…`), region (`r…`), category (`k…`) and facet. */
export type MatchCounts = { facet: string; profiles: number }[]

/** Counts the matches of a filter. */
export function countMatches(matches: Match[], cities: { id: string; region_slug: string }[]): MatchCounts {
  const regions = new Map(cities.map(({ id, region_slug }) => [id, region_slug]))
  const counts = new Map<string, number>()
  for (const { city_id, categories, facets } of matches) {
    const places = [`c${city_id}`, `r${regions.get(city_id)}`]
    for (const facet of ["all", ...places, ...categories.map((id) => `k${id}`), ...facets])
      counts.set(facet, (counts.get(facet) ?? 0) + 1)
  }
  return [...counts].map(([facet, profiles]) => ({ facet, profiles }))
}

/** Filters whose values are in the catalog. */
const catalogFilters = ["city", "region", "category", "service"] as const

type NamedCatalog = Pick<Catalog, "categories" | "services"> & { cities: Omit<Catalog["cities"][number], "profiles">[] }

/** Returns the values of the filters in use that have names, and those of them that the catalog does not know, as a query. */
export function namedValues(
  filter: ListingFilter,
  { cities, categories, services }: NamedCatalog,
): { chosen: Listing["chosen"]; unknown: URLSearchParams } {
  const regions = cities.map(({ region_slug: slug, region: name }) => ({ slug, name }))
  const all: Record<(typeof catalogFilters)[number], Choice[]> = {
    city: cities,
    region: regions,
    category: categories,
    service: services,
  }
  const unknown = new URLSearchParams()
  const chosenOf = (name: (typeof catalogFilters)[number]): Choice[] =>
    valuesOf(filter[name]).flatMap((value) => {
      const found = all[name].find(({ slug }) => slug === value)
      if (!found) unknown.append(name, value)
      return found ? [{ slug: found.slug, name: found.name }] : []
    })
  const chosen = {
    city: chosenOf("city"),
    region: chosenOf("region"),
    category: chosenOf("category"),
    service: chosenOf("service"),
  }
  for (const code of valuesOf(filter.language))
    if (!spokenLanguages.some((known) => known === code)) unknown.append("language", code)
  return { chosen, unknown }
}

/** Returns the values of the filters in use, with their names. Throws `filter.unknown` for unknown ones, with those as the value `filters`, a query. */
export function selectedFacets(filter: ListingFilter & { today: string }, catalog: NamedCatalog): Listing["chosen"] {
  const { chosen, unknown } = namedValues(filter, catalog)
  if (filter.on !== undefined && !isCalendarDay(filter.on, filter.today)) unknown.append("on", filter.on)
  if (unknown.size > 0) throw new AppError("filter.unknown", { values: { filters: unknown.toString() } })
  return chosen
}

/**
 * Returns whether the numbers of a filter are stored: for places and a category, and those with one more facet. Others are counted,
 * up to `maxCounted`.
 */
export function isStored(filter: ListingFilter): boolean {
  const { q, on, when, min_price, max_price, city, region, category } = filter
  if ([q, on, when, min_price, max_price].some((value) => value !== undefined)) return false
  if (city !== undefined && region !== undefined) return false
  return valuesOf(category).length < 2 && facetCount(filter) < 2
}

/** Returns how many facets beside place and category a filter asks for. */
function facetCount({ service, language, verified, available }: ListingFilter): number {
  return valuesOf(service).length + valuesOf(language).length + (verified ? 1 : 0) + (available ? 1 : 0)
}

/**
 * Returns how many profiles a filter lists; null: more than are counted. `inPlace`: those at home in its places, of its category;
 * `touring`: those on tour there who match the filter, beside them.
 */
export function exactTotal(
  filter: ListingFilter,
  { inPlace, touring }: { inPlace: number; touring: number },
  { services, counts }: Catalog,
  matches: MatchCounts,
): number | null {
  if (!isStored(filter)) return countedTotal(matches)
  const [facet] = facetsOf(filter, services)
  if (touring > maxCounted) return null
  return touring + (facet === undefined ? inPlace : countOf(counts, facet))
}

function countedTotal(matches: MatchCounts): number | null {
  const total = countOf(matches, "all")
  return total > maxCounted ? null : total
}

/**
 * Returns the choices of each filter, with the number of profiles that have it: those that are stored, else those among the counted
 * matches. A filter in use has no numbers of matches, which have one of its values all.
 */
export function availableFacets(filter: ListingFilter, catalog: Catalog, matches: MatchCounts) {
  const { cities, categories, services, counts } = catalog
  const isCounted = !isStored(filter) && countedTotal(matches) !== null
  const numberOf = (name: SeveralFilter | "verified" | "available", stored: number, facet: string): number | null => {
    const others = { ...filter, [name]: undefined }
    if (isStored(others) && facetCount(others) === 0) return stored
    return isCounted && filter[name] === undefined ? countOf(matches, facet) : null
  }
  const isChosen = (name: SeveralFilter, slug: string) => valuesOf(filter[name]).includes(slug)

  const categoryIds = categories.filter(({ slug }) => isChosen("category", slug)).map(({ id }) => id)
  const offered = services
    .filter(
      ({ category_id, slug }) =>
        categoryIds.length === 0 || categoryIds.includes(category_id) || isChosen("service", slug),
    )
    .map((service) => ({ ...service, profiles: countOf(counts, `s${service.id}`) }))
    .filter(({ profiles, slug }) => profiles > 0 || isChosen("service", slug))
    .sort((a, b) => b.profiles - a.profiles)
  const spoken = counts
    .filter(({ facet, profiles }) => facet.startsWith("l") && profiles > 0)
    .map(({ facet, profiles }) => ({ slug: facet.slice(1), name: facet.slice(1), profiles }))
    .sort((a, b) => b.profiles - a.profiles)
  const others = valuesOf(filter.language).filter((code) => !spoken.some(({ slug }) => slug === code))
  const languages = [...spoken, ...others.map((slug) => ({ slug, name: slug, profiles: 0 }))]
  return {
    cities: cities
      .filter(({ profiles, slug }) => profiles > 0 || isChosen("city", slug))
      .map(
        ({ id, slug, name, profiles }): MaybeCounted => ({
          slug,
          name,
          profiles: numberOf("city", profiles, `c${id}`),
        }),
      ),
    regions: regionsOf(cities, valuesOf(filter.region)).map(
      ({ slug, name, profiles }): MaybeCounted => ({ slug, name, profiles: numberOf("region", profiles, `r${slug}`) }),
    ),
    categories: categories.map(
      ({ id, slug, name, profiles }): MaybeCounted => ({
        slug,
        name,
        profiles: numberOf("category", profiles, `k${id}`),
      }),
    ),
    services: offered.map(
      ({ id, slug, name, profiles }): MaybeCounted => ({
        slug,
        name,
        profiles: numberOf("service", profiles, `s${id}`),
      }),
    ),
    languages: languages.map(
      ({ slug, name, profiles }): MaybeCounted => ({
        slug,
        name,
        profiles: numberOf("language", profiles, `l${slug}`),
      }),
    ),
    verified: numberOf("verified", countOf(counts, "verified"), "verified"),
    available: numberOf("available", countOf(counts, "available"), "available"),
  }
}

/** Returns the facets in use, as named in facet_counts. */
function facetsOf({ service, language, verified, available }: ListingFilter, services: Catalog["services"]): string[] {
  return [
    ...valuesOf(service).map((value) => `s${services.find(({ slug }) => slug === value)?.id}`),
    ...valuesOf(language).map((code) => `l${code}`),
    ...(verified ? ["verified"] : []),
    ...(available ? ["available"] : []),
  ]
}

function countOf(counts: MatchCounts, facet: string): number {
  return counts.find((count) => count.facet === facet)?.profiles ?? 0
}

/** Returns the regions with several cities, and the chosen ones, with their cities' counts added up. */
function regionsOf(cities: Catalog["cities"], chosen: string[]) {
  const slugs = [...new Set(cities.map((city) => city.region_slug))]
  return slugs
    .map((slug) => ({ slug, inside: cities.filter((city) => city.region_slug === slug) }))
    .filter(({ slug, inside }) => slug !== "" && (inside.length > 1 || chosen.includes(slug)))
    .map(({ slug, inside }) => {
      const profiles = inside.reduce((sum, city) => sum + city.profiles, 0)
      return { slug, name: inside[0]?.region ?? slug, profiles }
    })
    .filter(({ slug, profiles }) => profiles > 0 || chosen.includes(slug))
}
