import { AppError } from "~/lib/errors"
import type { MaybeCounted } from "./catalog/schema"
import type { FilterName } from "./listing-parameters"
import type { Choice, Listing, ListingFilter } from "./schema"

/** The catalog as loaded in the listing's round trip. */
interface Catalog {
  cities: { id: string; slug: string; name: string; region: string; region_slug: string; profiles: number }[]
  categories: { id: string; slug: string; name: string; profiles: number }[]
  services: { id: string; slug: string; name: string; category_id: string }[]
  counts: { facet: string; profiles: number }[]
}

/** Filters whose values are in the catalog. */
const catalogFilters = ["city", "region", "category", "service"] as const

/** Returns the names of the filters in use. Throws `filter.unknown` for unknown values, with their filters as the value `filters`. */
export function selectedFacets(filter: ListingFilter, { cities, categories, services }: Catalog): Listing["chosen"] {
  const regions = cities.map(({ region_slug: slug, region: name }) => ({ slug, name }))
  const all: Record<(typeof catalogFilters)[number], Choice[]> = {
    city: cities,
    region: regions,
    category: categories,
    service: services,
  }
  const find = (name: (typeof catalogFilters)[number]) => all[name].find(({ slug }) => slug === filter[name])
  const unknown = catalogFilters.filter((name) => filter[name] !== undefined && !find(name))
  if (unknown.length > 0) throw new AppError("filter.unknown", { values: { filters: unknown.join(" ") } })
  const nameOf = (name: (typeof catalogFilters)[number]): Choice | undefined => {
    const found = find(name)
    return found && { slug: found.slug, name: found.name }
  }
  return { city: nameOf("city"), region: nameOf("region"), category: nameOf("category"), service: nameOf("service") }
}

/**
 * Returns how many profiles a filter lists if that number is stored: for a place and category, and those with one more
 * facet. Null if only counting would give it.
 */
export function exactTotal(filter: ListingFilter, inPlace: number, { services, counts }: Catalog): number | null {
  const facets = facetsOf(filter, services)
  if (filter.q !== undefined || filter.when !== undefined || facets.length > 1 || (filter.city && filter.region))
    return null
  const [facet] = facets
  return facet === undefined ? inPlace : countOf(counts, facet)
}

/**
 * Returns the choices of each filter. Counts are given only if stored, so only if no other filter than place and
 * category is in use.
 */
export function availableFacets(filter: ListingFilter, catalog: Catalog) {
  const { cities, categories, services, counts } = catalog
  const isPlain = filter.q === undefined && filter.when === undefined && !(filter.city && filter.region)
  const others = (name: FilterName) => facetsOf({ ...filter, [name]: undefined }, services).length
  const countOrNull = (name: FilterName, profiles: number) => (isPlain && others(name) === 0 ? profiles : null)
  const counted = (name: FilterName, all: (Choice & { profiles: number })[]): MaybeCounted[] =>
    all.map(({ slug, name: text, profiles }) => ({ slug, name: text, profiles: countOrNull(name, profiles) }))

  const category = categories.find(({ slug }) => slug === filter.category)
  const offered = services
    .filter((service) => !category || service.category_id === category.id || service.slug === filter.service)
    .map((service) => ({ ...service, profiles: countOf(counts, `s${service.id}`) }))
    .filter(({ profiles, slug }) => profiles > 0 || slug === filter.service)
  const languages = counts
    .filter(({ facet, profiles }) => facet.startsWith("l") && profiles > 0)
    .map(({ facet, profiles }) => ({ slug: facet.slice(1), name: facet.slice(1), profiles }))
    .sort((a, b) => b.profiles - a.profiles)
  const { language } = filter
  if (language && !languages.some(({ slug }) => slug === language))
    languages.push({ slug: language, name: language, profiles: 0 })
  return {
    cities: counted(
      "city",
      cities.filter(({ profiles, slug }) => profiles > 0 || slug === filter.city),
    ),
    regions: counted("region", regionsOf(cities, filter.region)),
    categories: counted("category", categories),
    services: counted(
      "service",
      offered.sort((a, b) => b.profiles - a.profiles),
    ),
    languages: counted("language", languages),
    verified: countOrNull("verified", countOf(counts, "verified")),
    available: countOrNull("available", countOf(counts, "available")),
  }
}

/** Returns the facets in use, as named in facet_counts. */
function facetsOf({ service, language, verified, available }: ListingFilter, services: Catalog["services"]): string[] {
  return [
    service && `s${services.find(({ slug }) => slug === service)?.id}`,
    language && `l${language}`,
    verified && "verified",
    available && "available",
  ].filter((facet) => facet !== undefined)
}

function countOf(counts: Catalog["counts"], facet: string): number {
  return counts.find((count) => count.facet === facet)?.profiles ?? 0
}

/** Returns the regions with several cities, and the chosen one, with their cities' counts added up. */
function regionsOf(cities: Catalog["cities"], chosen: string | undefined) {
  const slugs = [...new Set(cities.map((city) => city.region_slug))]
  return slugs
    .map((slug) => ({ slug, inside: cities.filter((city) => city.region_slug === slug) }))
    .filter(({ slug, inside }) => slug !== "" && (inside.length > 1 || slug === chosen))
    .map(({ slug, inside }) => {
      const profiles = inside.reduce((sum, city) => sum + city.profiles, 0)
      return { slug, name: inside[0]?.region ?? slug, profiles }
    })
    .filter(({ slug, profiles }) => profiles > 0 || slug === chosen)
}
