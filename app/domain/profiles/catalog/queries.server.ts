import { type SQL, sql } from "drizzle-orm"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { valuesOf } from "../listing/filter-values"
import type { PlacedCity } from "./schema"

/** SQL list of texts, for `IN`. */
const listOf = (values: string[]) =>
  sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`

/** SQL id of a city or category by its slug, for use inside another statement; null stays null. */
export const cityIdOf = (slug: string | null) => sql`(SELECT id FROM cities WHERE slug = ${slug})`
export const categoryIdOf = (slug: string | null) => sql`(SELECT id FROM service_categories WHERE slug = ${slug})`

/** Restricts a list to cities or regions, as its filter names them; everywhere if both are absent. */
export interface PlaceFilter {
  city?: string | undefined
  region?: string | undefined
}

/** SQL query of the cities whose listing_counts add up to a place. */
function countedCities({ city, region }: PlaceFilter) {
  if (city) return sql`SELECT id FROM cities WHERE slug IN ${listOf(valuesOf(city))}`
  return region ? sql`SELECT id FROM cities WHERE region_slug IN ${listOf(valuesOf(region))}` : sql`SELECT '' AS id`
}

/** The country that a count is for: null for one of all profiles, with those hidden from any country. */
type SeenFrom = string | null

/** Ending of the ids of counts of the profiles that are hidden from a country (app/db/triggers.ts). */
const hiddenSuffix = (country: string) => ` ${country}`

/** SQL sum of listing_counts in some cities (a query of their ids), without what is hidden from the country; `category` is an SQL value. */
function sumOf(cities: SQL, category: SQL, from: SeenFrom) {
  const sum = (ids: SQL) => sql`coalesce((SELECT sum(profiles) FROM listing_counts
    WHERE category_id = ${category} AND city_id IN (${ids})), 0)`
  if (from === null) return sum(cities)
  return sql`(${sum(cities)} - ${sum(sql`SELECT id || ${hiddenSuffix(from)} FROM (${cities})`)})`
}

/** SQL number of the profiles listed in a city (an SQL id). */
export const sumOfCity = (cityId: SQL, from: SeenFrom) => sumOf(sql`SELECT ${cityId} AS id`, sql`''`, from)

/** Selects every category in order, with its number of listed profiles in the place. */
export function selectCategories(locale: Locale, from: SeenFrom, place: PlaceFilter = {}) {
  return sql<{ id: string; slug: string; name: string; icon: string; description: string; profiles: number }>`
    SELECT c.id, c.slug, c.icon, t.name, t.description, ${sumOf(countedCities(place), sql`c.id`, from)} AS profiles
    FROM service_categories AS c
    JOIN service_category_texts AS t ON t.category_id = c.id AND t.locale = ${textLanguage("service_category_texts", sql`c.id`, locale)}
    ORDER BY c.position`
}

interface CountedCity extends PlacedCity {
  id: string
  region: string
  region_slug: string
}

/** Selects every city in order, with its number of listed profiles in the category (undefined or several: all). */
export function selectCities(locale: Locale, from: SeenFrom, filter?: string) {
  const category = sql`coalesce(${storedCategory(filter)}, '')`
  const hidden =
    from === null
      ? sql`0`
      : sql`coalesce((SELECT profiles FROM listing_counts WHERE city_id = c.id || ${hiddenSuffix(from)} AND category_id = ${category}), 0)`
  return sql<CountedCity>`
    SELECT c.id, c.slug, t.name, c.region, c.region_slug, c.latitude, c.longitude, coalesce(n.profiles, 0) - ${hidden} AS profiles
    FROM cities AS c
    JOIN city_texts AS t ON t.city_id = c.id AND t.locale = ${textLanguage("city_texts", sql`c.id`, locale)}
    LEFT JOIN listing_counts AS n ON n.city_id = c.id AND n.category_id = ${category}
    ORDER BY c.position`
}

/** Selects every service in order, each with its category. */
export function selectServices(locale: Locale) {
  return sql<{ id: string; slug: string; name: string; category_id: string }>`
    SELECT s.id, s.slug, t.name, s.category_id
    FROM services AS s
    JOIN service_categories AS c ON c.id = s.category_id
    JOIN service_texts AS t ON t.service_id = s.id AND t.locale = ${textLanguage("service_texts", sql`s.id`, locale)}
    ORDER BY c.position, s.position`
}

/** SQL category under which counts are stored: that of a filter that names one, else all. */
function storedCategory(category: string | undefined): SQL {
  const [slug, ...others] = valuesOf(category)
  return slug !== undefined && others.length === 0 ? categoryIdOf(slug) : sql`''`
}

/** Counts the profiles of a place and category by facet (facet_counts in app/db/schema/profiles/profiles.ts). */
export function selectFacetCounts(
  from: SeenFrom,
  { city, region, category }: PlaceFilter & { category?: string | undefined },
) {
  const places = city
    ? sql`(SELECT id FROM cities WHERE slug IN ${listOf(valuesOf(city))})`
    : listOf(region ? valuesOf(region).map((slug) => `r-${slug}`) : [""])
  const categoryId = storedCategory(category)
  const hidden =
    from === null
      ? sql`0`
      : sql`coalesce((SELECT profiles FROM facet_counts AS h
          WHERE h.place = n.place || ${hiddenSuffix(from)} AND h.category_id = n.category_id AND h.facet = n.facet), 0)`
  return sql<{ facet: string; profiles: number }>`
    SELECT facet, sum(profiles - ${hidden}) AS profiles FROM facet_counts AS n
    WHERE place IN ${places} AND category_id = ${categoryId} GROUP BY facet`
}

/** Counts the listed profiles of a place and category. */
export function selectListingCount(
  from: SeenFrom,
  { city, region, category }: PlaceFilter & { category?: string | undefined },
) {
  const categoryId = storedCategory(category)
  return sql<{ profiles: number }>`SELECT ${sumOf(countedCities({ city, region }), categoryId, from)} AS profiles`
}

/** Selects the present slugs of what had one of these slugs before, unless another record has it by now. */
export function selectRenamed(slugs: Record<"city" | "category" | "service", string[]>) {
  const of = (kind: "city" | "category" | "service", table: string) => sql`
    SELECT r.kind, r.slug AS former, c.slug FROM catalog_redirects AS r JOIN ${sql.raw(table)} AS c ON c.id = r.record_id
    WHERE r.kind = ${kind} AND r.slug IN ${listOf(slugs[kind])}
      AND NOT EXISTS (SELECT 1 FROM ${sql.raw(table)} WHERE slug = r.slug)`
  return sql<{ kind: "city" | "category" | "service"; former: string; slug: string }>`${of("city", "cities")}
    UNION ALL ${of("category", "service_categories")} UNION ALL ${of("service", "services")}`
}

/** Selects the names of every city, region, category and service in each language, by what they filter; the places first, a city's other names in one row. */
export const selectNames = sql<{ filter: "city" | "region" | "category" | "service"; value: string; name: string }>`
  SELECT 'city' AS filter, c.slug AS value, t.name FROM city_texts AS t JOIN cities AS c ON c.id = t.city_id
  UNION ALL SELECT 'city', slug, other_names FROM cities WHERE other_names <> ''
  UNION ALL SELECT DISTINCT 'region', region_slug, region FROM cities WHERE region_slug <> ''
  UNION ALL SELECT 'category', c.slug, t.name FROM service_category_texts AS t JOIN service_categories AS c ON c.id = t.category_id
  UNION ALL SELECT 'service', s.slug, t.name FROM service_texts AS t JOIN services AS s ON s.id = t.service_id`
