import { and, eq, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { favorites } from "~/db/schema"
import type { JsonText } from "~/db/statements/json"
import { hiddenProfiles } from "../../chat/block-queries.server"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"
import { categoryIdOf, cityIdOf } from "../catalog/queries.server"
import type { CardRow } from "../queries.server"
import type { FavoritesQuery } from "./schema"

/** SQL condition: no block between the user (the first parameter) and the profile's owner. */
const isThere = `NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = ?1 AND blocked_id = owner_id)
  AND NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = owner_id AND blocked_id = ?1)`

/**
 * Adds a published profile to a member's favourites, unless they have `most`. Returns whether it is a favourite now.
 */
export async function insertFavorite(
  db: Database,
  { userId, profileId, now, max }: { userId: string; profileId: string; now: number; max: number },
) {
  const client = db.$client
  const [, found] = await client.batch<{ is_published: number; is_favorite: number }>([
    client
      .prepare(
        `INSERT OR IGNORE INTO favorites (user_id, profile_id, created_at)
         SELECT ?1, id, ?2 FROM profiles WHERE id = ?3 AND state = 'published' AND ${isThere}
           AND (SELECT count(*) FROM favorites WHERE user_id = ?1) < ?4`,
      )
      .bind(userId, now, profileId, max),
    client
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM profiles WHERE id = ?2 AND state = 'published' AND ${isThere}) AS is_published,
           EXISTS (SELECT 1 FROM favorites WHERE user_id = ?1 AND profile_id = ?2) AS is_favorite`,
      )
      .bind(userId, profileId),
  ])
  const row = found?.results[0]
  return { isPublished: row?.is_published === 1, isFavorite: row?.is_favorite === 1 }
}

export async function deleteFavorite(db: Database, userId: string, profileId: string): Promise<void> {
  await db.delete(favorites).where(and(eq(favorites.userId, userId), eq(favorites.profileId, profileId)))
}

/** Selects a member's favourite cards, last added first. */
export function selectFavorites(
  userId: string,
  { city, category }: FavoritesQuery,
  page: { limit: number; before?: KeysetPlace },
) {
  const inCity = city ? sql`AND l.city_id = ${cityIdOf(city)}` : sql``
  const inCategory = category
    ? sql`AND EXISTS (SELECT 1 FROM json_each(l.categories) WHERE value = ${categoryIdOf(category)})`
    : sql``
  const { before } = page
  const older = before ? sql`AND (f.created_at, f.profile_id) < (${before.at}, ${before.id})` : sql``
  return sql<CardRow & { favorited_at: number }>`
    SELECT l.newest AS place, l.card, f.created_at AS favorited_at, 1 AS is_favorite
    FROM favorites AS f CROSS JOIN listed_profiles AS l ON l.profile_id = f.profile_id
    WHERE f.user_id = ${userId} AND f.profile_id NOT IN (${hiddenProfiles(userId, sql`profile_id`)}) ${older} ${inCity} ${inCategory}
    ORDER BY f.created_at DESC, f.profile_id DESC LIMIT ${page.limit}`
}

/** Selects the cities and categories of a member's favourites. */
export function selectFavoriteKinds(userId: string) {
  return sql<{ city_id: string; categories: JsonText<string[]> }>`
    SELECT l.city_id, l.categories FROM favorites AS f CROSS JOIN listed_profiles AS l ON l.profile_id = f.profile_id
    WHERE f.user_id = ${userId} AND f.profile_id NOT IN (${hiddenProfiles(userId, sql`profile_id`)})`
}
