import { sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { type JsonText, trustedJson } from "~/db/statements/json"
import type { Locale } from "~/i18n/locales"
import { readableIn, writtenIn } from "./content/shown-language-queries.server"

/** URLs per part of the sitemap; the protocol allows 50,000. */
const partSize = 5_000

/**
 * Returns the places, in order of publication, where the sitemap's parts begin. Profiles that are hidden from any country are in none: a
 * search engine would show them there (trust-safety R41).
 */
export async function findSitemapParts(db: Database): Promise<number[]> {
  const [rows] = await read(
    db,
    sql<{ start: number }>`
      WITH RECURSIVE parts AS (
        SELECT (SELECT min(newest) FROM listed_profiles WHERE hidden_from = '') AS start
        UNION ALL
        SELECT (SELECT newest FROM listed_profiles WHERE newest >= start AND hidden_from = '' ORDER BY newest LIMIT 1 OFFSET ${partSize})
        FROM parts WHERE start IS NOT NULL
      )
      SELECT start FROM parts WHERE start IS NOT NULL`,
  )
  return rows.map(({ start }) => start)
}

/** Returns one part, the published profiles from a place on that are hidden from no country, with the languages in which each is written. */
export async function findSitemapProfiles(
  db: Database,
  start: number,
): Promise<{ slug: string; languages: readonly Locale[] }[]> {
  const [rows] = await read(
    db,
    sql<{ slug: string; languages: JsonText<Locale[]> }>`
      SELECT card ->> '$.slug' AS slug, ${writtenIn(sql`listed_profiles.profile_id`)} AS languages
      FROM listed_profiles WHERE newest >= ${start} AND hidden_from = '' ORDER BY newest LIMIT ${partSize}`,
  )
  return rows.map(({ slug, languages }) => ({ slug, languages: readableIn(trustedJson(languages)) }))
}
