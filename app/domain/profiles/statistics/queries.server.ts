import { sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { emptyMonth } from "~/db/profile-days"
import { profileMonths } from "~/db/schema"
import { deletedAtOnce } from "~/db/statements/delete-at-most"
import { HOUR } from "~/lib/time"

/** Views of a profile on a day. */
export interface Views {
  slug: string
  day: string
  views: number
}

/**
 * Writes views by day into their months. Idempotent: a repeated write changes nothing, and an older one never replaces a
 * higher count.
 */
export async function writeViews(db: Database, views: Views[]): Promise<void> {
  await db.$client
    .prepare(
      `INSERT INTO profile_months (profile_id, month, views)
       SELECT p.id, substr(v.day, 1, 7), json_set(${emptyMonth}, '$[' || (substr(v.day, 9) - 1) || ']', v.views)
       FROM (SELECT value ->> 'slug' AS slug, value ->> 'day' AS day, value ->> 'views' AS views FROM json_each(?1)) AS v
       JOIN profiles AS p ON p.slug = v.slug WHERE true
       ON CONFLICT (profile_id, month) DO UPDATE SET views =
         (SELECT json_group_array(max(value, excluded.views ->> key) ORDER BY key) FROM json_each(profile_months.views))`,
    )
    .bind(JSON.stringify(views))
    .run()
}

export interface DayCount {
  day: string
  count: number
}

/** Counts of an hour, numbered from the epoch: the site's days begin on a full hour. */
export interface HourCount {
  hour: number
  count: number
}

/** Selects a profile's views by day, from a day until before another. */
export function selectViews(profileId: string, from: string, before: string) {
  return sql<DayCount>`
    SELECT day, views AS count FROM profile_days WHERE profile_id = ${profileId}
      AND month BETWEEN ${from.slice(0, 7)} AND ${before.slice(0, 7)} AND day >= ${from} AND day < ${before}`
}

/** Selects the favourites that a profile gained (and still has) by hour, between two times (epoch ms). */
export function selectNewFavorites(profileId: string, from: number, before: number) {
  return sql<HourCount>`
    SELECT created_at / ${HOUR} AS hour, count(*) AS count FROM favorites
    WHERE profile_id = ${profileId} AND created_at >= ${from} AND created_at < ${before} GROUP BY 1`
}

/** Selects the first messages to an owner, or their first replies, by hour. Reads the owner's active conversations. */
export function selectFirstMessages(
  which: "requests" | "replies",
  ownerId: string,
  { from, before }: { from: number; before: number },
) {
  const at = which === "requests" ? sql`c.created_at` : sql`c.replied_at`
  return sql<HourCount>`
    SELECT ${at} / ${HOUR} AS hour, count(*) AS count
    FROM conversation_members AS m INDEXED BY conversation_members_active
    CROSS JOIN conversations AS c ON c.id = m.conversation_id
    WHERE m.user_id = ${ownerId} AND m.active_at >= ${from} AND m.role = 'owner' AND c.version > 0
      AND ${at} >= ${from} AND ${at} < ${before} GROUP BY 1`
}

/** Deletes at most a thousand rows of the months up to this one (YYYY-MM). */
export function deleteMonthsUntil(db: Database, month: string) {
  const old = sql`SELECT profile_id, month FROM profile_months WHERE month <= ${month} LIMIT ${deletedAtOnce}`
  return db.delete(profileMonths).where(sql`(profile_id, month) IN (${old})`)
}
