import { sql } from "drizzle-orm"
import { tagStart } from "~/db/search/search-tags"
import { hiddenFromMember } from "../../chat/hiding/queries.server"
import type { Reader } from "../../chat/hiding/reader.server"
import { isShownFavorite } from "../favorites/queries.server"
import { outsideCountry } from "../listing/match-queries.server"
import type { CardRow } from "../queries.server"

const start = sql.raw(tagStart)

/** SQL id of the city of a member's latest favourite that is not hidden from them. */
const favoriteCity = (reader: Reader & { userId: string }) =>
  sql`(SELECT l.city_id FROM favorites AS f CROSS JOIN listed_profiles AS l ON l.profile_id = f.profile_id
    WHERE ${isShownFavorite(reader)} ORDER BY f.created_at DESC, f.profile_id DESC LIMIT 1)`

/** Selects the newest profiles of the city of a member's latest favourite, or of all cities, but their own. */
export function selectNewest(reader: Reader & { userId: string }, limit: number) {
  const hidden = hiddenFromMember(reader, sql`newest`)
  const isShown = hidden ? sql`rowid NOT IN (${hidden})` : sql`1`
  return sql<CardRow & { city_id: string | null }>`
    WITH home AS (SELECT ${favoriteCity(reader)} AS city_id), places AS (
      SELECT rowid AS place FROM search_newest
      WHERE search_newest MATCH 'tags : (' || coalesce('${start}c' || (SELECT city_id FROM home), '${start}all') ${outsideCountry(reader)} || ')'
        AND ${isShown} AND rowid NOT IN (SELECT newest FROM listings WHERE profile_id = ${reader.ownProfileId})
      ORDER BY rowid DESC LIMIT ${limit}
    )
    SELECT places.place, l.card, (SELECT city_id FROM home) AS city_id,
      EXISTS (SELECT 1 FROM favorites WHERE user_id = ${reader.userId} AND profile_id = l.profile_id) AS is_favorite
    FROM places CROSS JOIN listed_profiles AS l ON l.newest = places.place ORDER BY places.place DESC`
}
