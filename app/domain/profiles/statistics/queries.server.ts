import { lt, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { profileDays } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { HOUR } from "~/lib/time"

/** Views of a profile on a day. */
export interface Views {
  slug: string
  day: string
  views: number
}

/** Writes views by day. Idempotent: a repeated write changes nothing, and an older one never replaces a higher count. */
export async function writeViews(db: Database, views: Views[]): Promise<void> {
  await db.$client
    .prepare(
      `INSERT INTO profile_days (profile_id, day, views)
       SELECT p.id, v.value ->> 'day', v.value ->> 'views' FROM json_each(?1) AS v
       JOIN profiles AS p ON p.slug = v.value ->> 'slug' WHERE true
       ON CONFLICT (profile_id, day) DO UPDATE SET views = max(views, excluded.views)`,
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
    SELECT day, views AS count FROM profile_days WHERE profile_id = ${profileId} AND day >= ${from} AND day < ${before}`
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
    WHERE m.user_id = ${ownerId} AND m.active_at >= ${from} AND m.role = 'owner' AND c.last_seq > 0
      AND ${at} >= ${from} AND ${at} < ${before} GROUP BY 1`
}

/** Deletes the statistics of days before this one. */
export function deleteDaysBefore(db: Database, day: string) {
  return deleteAtMost(db, profileDays, lt(profileDays.day, day))
}
