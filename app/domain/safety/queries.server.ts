import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { cases, reportMessages, reports, users } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import type { ProfileText } from "../profiles/content/hidden-text-queries.server"

/** Subject that a report hides: a picture or video, a text of a profile, or a whole profile. */
export type HiddenSubject = { mediaId: string } | ProfileText | { profileId: string }

/** SQL condition on reports: they hide this. */
function hides(subject: HiddenSubject): SQL {
  if ("mediaId" in subject) return sql`media_id = ${subject.mediaId} AND hides_media = 1`
  if ("name" in subject)
    return sql`profile_id = ${subject.profileId} AND profile_text = ${subject.name} AND hides_text = 1`
  return sql`profile_id = ${subject.profileId} AND hides_profile = 1`
}

/** Returns whether staff dismissed a report that hid this since `since` (epoch ms). */
export async function wasCleared(
  db: Database,
  { since, ...subject }: { since: number } & HiddenSubject,
): Promise<boolean> {
  const hid = hides(subject)
  const [cleared] = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(hid, eq(reports.state, "no_action"), gt(reports.updatedAt, since)))
    .limit(1)
  return cleared !== undefined
}

export type Report = typeof reports.$inferSelect

/** Returns a report. */
export async function findReport(db: Database, id: string): Promise<Report | null> {
  const [report] = await db.select().from(reports).where(eq(reports.id, id)).limit(1)
  return report ?? null
}

/** Returns open reports of a case, oldest first. */
export function findOpenReports(db: Database, caseId: string, limit: number): Promise<Report[]> {
  return db
    .select()
    .from(reports)
    .where(and(eq(reports.caseId, caseId), eq(reports.state, "received")))
    .orderBy(reports.id)
    .limit(limit)
}

/** SQL id of the oldest report of a case. */
export function firstReportOf(caseId: string): SQL<string> {
  return sql`(SELECT min(id) FROM reports WHERE case_id = ${caseId})`
}

/**
 * Returns open reports of cases that have ended, those after `after` by their ids, with what their case came to: as the reports that were
 * closed with it, since the case itself may be contested by now.
 */
export async function findEndingReports(db: Database, after: string, limit: number) {
  const rows = await db
    .select({
      report: reports,
      // Columns of both tables have these names.
      staffId: sql<string | null>`cases.closed_by`.as("case_closed_by"),
      reason: sql<string | null>`cases.closing_reason`.as("case_reason"),
      isUnfounded: sql<number>`cases.is_unfounded`.as("case_is_unfounded"),
      state: sql<
        Closing["state"]
      >`coalesce((SELECT o.state FROM reports AS o WHERE o.case_id = cases.id AND o.state <> 'received' LIMIT 1), 'no_action')`.as(
        "case_outcome",
      ),
    })
    .from(reports)
    .innerJoin(cases, eq(cases.id, reports.caseId))
    .where(and(eq(reports.state, "received"), gt(reports.id, after), sql`cases.is_ending = 1`))
    .orderBy(reports.id)
    .limit(limit)
  return rows.map(({ report, staffId, reason, isUnfounded, state }) => ({
    report,
    outcome: { state, staffId, reason: reason ?? "", isUnfounded: isUnfounded === 1 },
  }))
}

/** Returns the statement after which a report of a case hides its subject for good, if `when` holds. */
export function markHiding(
  db: Database,
  caseId: string,
  { hides, when }: { hides: "hidesMedia" | "hidesText" | "hidesProfile"; when: SQL },
) {
  return db
    .update(reports)
    .set({ [hides]: true })
    .where(and(sql`${reports.id} = ${firstReportOf(caseId)}`, when))
}

/** Returns a statement that inserts a received report. */
export function insertReport(
  db: Database,
  report: Omit<typeof reports.$inferInsert, "state" | "caseId" | "createdAt" | "updatedAt"> & { caseId: SQL },
  now: number,
) {
  return db.insert(reports).values({
    ...report,
    state: "received",
    createdAt: now,
    updatedAt: now,
  })
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
  staffId: string | null
  reason: string
  isUnfounded: boolean
}

/** Returns a statement that closes a received report if `when` holds: without action, or with it. */
export function markClosed(
  db: Database,
  id: string,
  { state, staffId, reason, isUnfounded, when, now }: Closing & { when: SQL; now: number },
) {
  return db
    .update(reports)
    .set({ state, closedBy: staffId, closingReason: reason, isUnfounded, updatedAt: now })
    .where(and(eq(reports.id, id), eq(reports.state, "received"), when))
}

/** SQL condition: the report is open. */
export function isReceived(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM reports WHERE id = ${id} AND state = 'received')`
}

/** SQL condition: the report was closed with this outcome at `now`. */
export function isClosedNow(id: string, state: Closing["state"], now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM reports WHERE id = ${id} AND state = ${state} AND updated_at = ${now})`
}

/** SQL id of the member with a confirmed address, or null. */
export function selectUserByAddress(email: string): SQL {
  return sql`(SELECT id FROM users WHERE email = ${email})`
}

/** SQL condition: `isDismissed` holds, and no report of another case that is open or was acted on hides the same. */
export function isReleased(isDismissed: SQL, { caseId, subject }: { caseId: string; subject: HiddenSubject }): SQL {
  return sql`${isDismissed} AND NOT EXISTS (SELECT 1 FROM reports WHERE ${hides(subject)}
    AND state IN ('received', 'actioned') AND case_id <> ${caseId})`
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
