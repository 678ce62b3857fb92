import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { reportMessages, reports, users } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import { dueAt } from "../core/deadlines/deadlines"

/** Returns whether staff dismissed a report that hid this media item or profile, since `since` (epoch ms). */
export async function wasCleared(
  db: Database,
  { since, ...subject }: { since: number } & ({ mediaId: string } | { profileId: string }),
): Promise<boolean> {
  const hid =
    "mediaId" in subject
      ? and(eq(reports.mediaId, subject.mediaId), eq(reports.hidesMedia, true))
      : and(eq(reports.profileId, subject.profileId), eq(reports.hidesProfile, true))
  const [cleared] = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(hid, eq(reports.state, "no_action"), gt(reports.updatedAt, since)))
    .limit(1)
  return cleared !== undefined
}

type Report = typeof reports.$inferSelect

export async function findReport(db: Database, which: { id: string } | { reference: string }): Promise<Report | null> {
  const isThis = "id" in which ? eq(reports.id, which.id) : eq(reports.reference, which.reference)
  const [report] = await db.select().from(reports).where(isThis).limit(1)
  return report ?? null
}

/** Returns a statement that inserts a received report. */
export function insertReport(
  db: Database,
  report: Omit<typeof reports.$inferInsert, "state" | "dueAt" | "createdAt" | "updatedAt">,
  now: number,
) {
  return db.insert(reports).values({
    ...report,
    state: "received",
    dueAt: dueAt(report.priority, now),
    createdAt: now,
    updatedAt: now,
  })
}

/** Returns a statement that reports the refusal of an identity check to staff, first of all (trust-safety R3), if `when` holds. */
export function insertIdentityReport(
  db: Database,
  { isMinor, ...report }: { id: string; reference: string; about: string; details: string; isMinor: boolean },
  when: SQL,
  now: number,
) {
  return insertSelect(
    db,
    reports,
    {
      ...report,
      category: isMinor ? "minor" : "impersonation",
      priority: "P0",
      state: "received",
      dueAt: dueAt("P0", now),
      locale: "en",
      isSuspect: false,
      hidesMedia: false,
      createdAt: now,
      updatedAt: now,
    },
    sql`WHERE ${when}`,
  )
}

export interface UnfoundedRow {
  count: number
  /** When the latest one was dismissed; null without any. */
  latest_at: number | null
}

/** SQL of a member's manifestly unfounded reports that were dismissed since `since` (epoch ms). */
const unfoundedSince = (userId: string, since: number) => sql`FROM reports WHERE reporter_id = ${userId}
  AND is_unfounded = 1 AND state = 'no_action' AND updated_at > ${since}`

/** Returns how many manifestly unfounded reports of a member were dismissed since `since` (epoch ms). */
export async function findUnfounded(db: Database, userId: string, since: number): Promise<UnfoundedRow> {
  const [rows] = await read(
    db,
    sql<UnfoundedRow>`SELECT count(*) AS count, max(updated_at) AS latest_at ${unfoundedSince(userId, since)}`,
  )
  return rows[0] ?? { count: 0, latest_at: null }
}

/** SQL condition: at least so many manifestly unfounded reports of a member were dismissed since `since` (epoch ms). */
export function hasUnfounded(userId: string, { count, since }: { count: number; since: number }): SQL {
  return sql`(SELECT count(*) ${unfoundedSince(userId, since)}) >= ${count}`
}

/** Returns a statement that inserts a message copied as evidence. */
export function insertReportMessage(db: Database, message: typeof reportMessages.$inferInsert) {
  return db.insert(reportMessages).values(message)
}

interface Closing {
  state: "no_action" | "actioned"
  staffId: string
  reason: string
  isUnfounded: boolean
}

/** Returns a statement that closes a received report: without action, or with it. */
export function markClosed(
  db: Database,
  reference: string,
  { state, staffId, reason, isUnfounded }: Closing,
  now: number,
) {
  return db
    .update(reports)
    .set({ state, closedBy: staffId, closingReason: reason, isUnfounded, updatedAt: now })
    .where(and(eq(reports.reference, reference), eq(reports.state, "received")))
}

/** SQL condition: the report is open. */
export function isReceived(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM reports WHERE id = ${id} AND state = 'received')`
}

/** SQL id of the member with a confirmed address, or null. */
export function selectUserByAddress(email: string): SQL {
  return sql`(SELECT id FROM users WHERE email = ${email})`
}

/** SQL condition: this staff member closed the report at `now`. */
export function isClosedBy(id: string, staffId: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM reports WHERE id = ${id} AND state <> 'received'
    AND closed_by = ${staffId} AND updated_at = ${now})`
}

/** SQL condition: `isDismissed` holds, and no report that is open or was acted on hides the media item. */
export function isReleased(isDismissed: SQL, mediaId: string): SQL {
  const isHeld = sql`EXISTS (SELECT 1 FROM reports WHERE media_id = ${mediaId} AND hides_media = 1
    AND state IN ('received', 'actioned'))`
  return sql`${isDismissed} AND NOT ${isHeld}`
}

/** SQL condition: `isDismissed` holds, and no report that is open or was acted on hides the profile. */
export function isProfileReleased(isDismissed: SQL, profileId: string): SQL {
  const isHeld = sql`EXISTS (SELECT 1 FROM reports WHERE profile_id = ${profileId} AND hides_profile = 1
    AND state IN ('received', 'actioned'))`
  return sql`${isDismissed} AND NOT ${isHeld}`
}

/** Deletes the reports whose ids precede `id`. */
export function deleteReportsBefore(db: Database, id: string) {
  return deleteAtMost(db, reports, lt(reports.id, id))
}

/** SQL id of the member if they are banned, else null. */
export function bannedId(userId: string): SQL {
  return sql`(SELECT id FROM users WHERE id = ${userId} AND banned_at IS NOT NULL)`
}

/** SQL condition: the member is banned. */
export function isBanned(userId: string): SQL {
  return sql`${bannedId(userId)} IS NOT NULL`
}

/** Returns a statement that selects when the member was banned, and whether they have a subscription. */
export function selectBan(db: Database, userId: string) {
  const hasPlan = sql<number>`EXISTS (SELECT 1 FROM subscriptions WHERE user_id = ${userId} AND stripe_status <> 'canceled')`
  return db
    .select({ bannedAt: users.bannedAt, hasPlan: hasPlan.as("has_plan") })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1)
}
