import { sql } from "drizzle-orm"
import type { Locale } from "~/i18n/locales"

/** The id of a city or category by its slug, for use inside another statement; null stays null. */
export const cityIdOf = (slug: string | null) => sql`(SELECT id FROM cities WHERE slug = ${slug})`
export const categoryIdOf = (slug: string | null) => sql`(SELECT id FROM service_categories WHERE slug = ${slug})`

/** Every category in its order, with the profiles it lists in the city (everywhere for null). */
export function selectCategories(locale: Locale, citySlug: string | null) {
  return sql<{ slug: string; name: string; icon: string; description: string; profiles: number }>`
    SELECT c.slug, c.icon, t.name, t.description, coalesce(n.profiles, 0) AS profiles
    FROM service_categories AS c
    JOIN service_category_texts AS t ON t.category_id = c.id AND t.locale = ${locale}
    LEFT JOIN listing_counts AS n ON n.category_id = c.id AND n.city_id = coalesce(${cityIdOf(citySlug)}, '')
    ORDER BY c.position`
}

/** Every city in its order, with the profiles that the category (every one for null) lists there. */
export function selectCities(locale: Locale, categorySlug: string | null) {
  return sql<{ slug: string; name: string; profiles: number }>`
    SELECT c.slug, t.name, coalesce(n.profiles, 0) AS profiles
    FROM cities AS c
    JOIN city_texts AS t ON t.city_id = c.id AND t.locale = ${locale}
    LEFT JOIN listing_counts AS n ON n.city_id = c.id AND n.category_id = coalesce(${categoryIdOf(categorySlug)}, '')
    ORDER BY c.position`
}
