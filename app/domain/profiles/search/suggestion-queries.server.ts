import { sql } from "drizzle-orm"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { isShownTo } from "../../chat/hiding/queries.server"
import type { Reader } from "../../chat/hiding/reader.server"
import { sumOfCity } from "../catalog/queries.server"
import type { CatalogRow } from "./suggested-names"

/** Profiles with the name that are looked at, the latest first: those that are not listed or are hidden are passed over. */
export const maxCandidates = 60

export interface PersonRow {
  slug: string
  name: string
  city: string
  cover_media_id: string | null
  cover_color: string | null
}

/**
 * Selects the latest listed profiles whose name matches a full-text query (`wordsQuery`), without those hidden from the reader. The index of
 * names holds every profile, so that its first rows alone are looked up, at any table size. CROSS JOIN reads them in the order of `named`; an
 * ORDER BY of the whole would read all candidates before the first.
 */
export function selectPeople(reader: Reader, locale: Locale, words: string, limit = maxCandidates) {
  return sql<PersonRow>`
    WITH named AS (
      SELECT rowid AS place FROM search_profiles WHERE search_profiles MATCH ${words} ORDER BY rowid DESC LIMIT ${maxCandidates}
    )
    SELECT l.slug, l.name, t.name AS city, l.cover_media_id, l.cover_color
    FROM named CROSS JOIN profiles AS p ON p.rowid = named.place
    CROSS JOIN listings AS l ON l.profile_id = p.id
    CROSS JOIN city_texts AS t ON t.city_id = l.city_id AND t.locale = ${textLanguage("city_texts", sql`l.city_id`, locale)}
    WHERE ${isShownTo(reader, "p")} LIMIT ${limit}`
}

/** Selects the names of the cities with listed profiles, the categories and the services in every language, in their order; a city's other names in one row. */
export function selectCatalogNames(country: string | null) {
  return sql<CatalogRow>`
    SELECT 'city' AS filter, c.slug AS value, t.locale, t.name, c.position AS position, 0 AS place
    FROM cities AS c JOIN city_texts AS t ON t.city_id = c.id WHERE ${sumOfCity(sql`c.id`, country)} > 0
    UNION ALL SELECT 'city', c.slug, '', c.other_names, c.position, 1
    FROM cities AS c WHERE c.other_names <> '' AND ${sumOfCity(sql`c.id`, country)} > 0
    UNION ALL SELECT 'category', c.slug, t.locale, t.name, c.position, 0
    FROM service_categories AS c JOIN service_category_texts AS t ON t.category_id = c.id
    UNION ALL SELECT 'service', s.slug, t.locale, t.name, c.position, s.position
    FROM services AS s JOIN service_categories AS c ON c.id = s.category_id JOIN service_texts AS t ON t.service_id = s.id
    ORDER BY position, place`
}
