import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { favorites } from "~/db/schema"
import type { JsonText } from "~/db/statements/json"
import { hiddenFromMember, isOpenToCountry, isShownTo } from "../../chat/hiding/queries.server"
import type { Reader } from "../../chat/hiding/reader.server"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"
import { categoryIdOf, cityIdOf } from "../catalog/queries.server"
import type { CardRow } from "../queries.server"
import type { FavoritesQuery } from "./schema"

type Member = Reader & { userId: string }

/**
 * Adds a published profile to the reader's favourites, unless it is hidden from them or they have `max`. Returns whether it is a
 * favourite now.
 */
export async function insertFavorite(
  db: Database,
  reader: Member,
  { profileId, now, max }: { profileId: string; now: number; max: number },
) {
  const { userId } = reader
  const isPublished = sql`id = ${profileId} AND state = 'published' AND ${isShownTo(reader, "profiles")}`
  const [, [row]] = await read(
    db,
    sql<never>`INSERT OR IGNORE INTO favorites (user_id, profile_id, created_at)
      SELECT ${userId}, id, ${now} FROM profiles WHERE ${isPublished}
        AND (SELECT count(*) FROM favorites WHERE user_id = ${userId}) < ${max}`,
    sql<{
      is_published: number
      is_favorite: number
    }>`SELECT EXISTS (SELECT 1 FROM profiles WHERE ${isPublished}) AS is_published,
      EXISTS (SELECT 1 FROM favorites WHERE user_id = ${userId} AND profile_id = ${profileId}) AS is_favorite`,
  )
  return { isPublished: row?.is_published === 1, isFavorite: row?.is_favorite === 1 }
}

export async function deleteFavorite(db: Database, userId: string, profileId: string): Promise<void> {
  await db.delete(favorites).where(and(eq(favorites.userId, userId), eq(favorites.profileId, profileId)))
}

/** SQL condition on favourites (`f`) with their listed profiles (`l`): a member's own that are not hidden from them. */
export function isShownFavorite(reader: Member): SQL {
  const hidden = hiddenFromMember(reader, sql`profile_id`)
  return sql`f.user_id = ${reader.userId} AND f.profile_id NOT IN (${hidden})
    AND ${isOpenToCountry(reader, sql`l.hidden_from`, sql`l.profile_id`)}`
}

/** Selects a member's favourite cards, last added first. */
export function selectFavorites(
  reader: Member,
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
    WHERE ${isShownFavorite(reader)} ${older} ${inCity} ${inCategory}
    ORDER BY f.created_at DESC, f.profile_id DESC LIMIT ${page.limit}`
}

/** Selects the cities and categories of a member's favourites. */
export function selectFavoriteKinds(reader: Member) {
  return sql<{ city_id: string; categories: JsonText<string[]> }>`
    SELECT l.city_id, l.categories FROM favorites AS f CROSS JOIN listed_profiles AS l ON l.profile_id = f.profile_id
    WHERE ${isShownFavorite(reader)}`
}
