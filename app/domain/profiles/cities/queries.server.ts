import { sql } from "drizzle-orm"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"

/** Selects the lines about a city in a language. */
export function selectAbout(locale: Locale, slug: string) {
  return sql<{ about: string }>`
    SELECT t.about FROM cities AS c JOIN city_texts AS t ON t.city_id = c.id AND t.locale = ${textLanguage("city_texts", sql`c.id`, locale)} WHERE c.slug = ${slug}`
}

/** Selects an occasion by its slug, as the counts without hidden profiles take it (`withoutHidden`). */
export function selectOccasion(slug: string) {
  return sql<{ id: string; slug: string; profiles: number }>`
    SELECT id, slug, 0 AS profiles FROM service_categories WHERE slug = ${slug}`
}

/**
 * Selects the cities, and the occasions in each (null: the city itself), where every country sees a profile: a search
 * engine would show the others from where nobody is listed (trust-safety R41). Reads stored counts alone: a row for each
 * city and occasion, and one more for each country that some of those profiles are hidden from.
 */
export const selectListedPlaces = (limit: number) => sql<{ city: string; category: string | null }>`
  SELECT c.slug AS city, k.slug AS category
  FROM cities AS c
  CROSS JOIN (SELECT '' AS id, NULL AS slug, 0 AS position UNION ALL SELECT id, slug, position FROM service_categories) AS k
  WHERE (SELECT profiles FROM listing_counts WHERE category_id = k.id AND city_id = c.id)
    > coalesce((SELECT max(profiles) FROM listing_counts
      WHERE category_id = k.id AND city_id > c.id || ' ' AND city_id < c.id || '!'), 0)
  ORDER BY c.position, c.id, k.position LIMIT ${limit}`
