import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm"
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core"
import { type Database, read } from "~/db/client.server"
import { recheckNotice } from "~/db/rechecks"
import { identityActions, identityChecks, identityModes } from "~/db/schema"
import type { CheckStatus } from "~/db/schema/profiles/identity"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import type { JsonText } from "~/db/statements/json"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"
import { selectRowsWith } from "../../core/shared/text-queries.server"
import { openStates, refusedStates } from "./policy"
import type { DeskCheck, DeskQuery, Subject } from "./schema"

export type CheckRow = typeof identityChecks.$inferSelect

/** SQL condition: the subject's own checks. */
export const isOf = (subject: Subject) =>
  "userId" in subject ? eq(identityChecks.userId, subject.userId) : eq(identityChecks.personId, subject.personId)

/** Returns a subject's checks, latest first. */
export async function findChecks(db: Database, subject: Subject): Promise<CheckRow[]> {
  return db.select().from(identityChecks).where(isOf(subject)).orderBy(sql`id DESC`).limit(50)
}

export async function findCheck(
  db: Database,
  which: { id: string } | { sessionRef: string },
): Promise<CheckRow | null> {
  const isThis = "id" in which ? eq(identityChecks.id, which.id) : eq(identityChecks.sessionRef, which.sessionRef)
  const [row] = await db.select().from(identityChecks).where(isThis).limit(1)
  return row ?? null
}

/** SQL condition: the subject has no check that is open or was refused. */
const mayBegin = (subject: Subject) => sql`NOT EXISTS (SELECT 1 FROM identity_checks
  WHERE ${"userId" in subject ? sql`user_id = ${subject.userId}` : sql`person_id = ${subject.personId}`}
  AND status IN ${[...openStates, ...refusedStates]})`

/** Returns a statement that begins a check, unless the subject has one that is open or was refused. */
export function insertCheck(
  db: Database,
  { id, subject, provider, livemode }: { id: string; subject: Subject; provider: string; livemode: boolean },
  now: number,
) {
  const row = { id, ...subject, provider, livemode, status: "pending" as const, attempts: 1, hasPaused: false }
  return insertSelect(db, identityChecks, { ...row, createdAt: now, updatedAt: now }, sql`WHERE ${mayBegin(subject)}`)
    .onConflictDoNothing()
    .returning({ id: identityChecks.id })
}

/** Stores the provider's id of a check that was started. */
export async function setSession(db: Database, id: string, sessionRef: string, now: number): Promise<void> {
  await db
    .update(identityChecks)
    .set({ sessionRef, updatedAt: now })
    .where(and(eq(identityChecks.id, id), eq(identityChecks.status, "pending")))
}

/** Counts another attempt at an open check. */
export async function countAttempt(db: Database, id: string, now: number): Promise<void> {
  await db.update(identityChecks).set({ attempts: sql`attempts + 1`, updatedAt: now }).where(eq(identityChecks.id, id))
}

/** Returns a statement that moves a check on from one of these states. */
export function moveCheck(
  db: Database,
  id: string,
  { from, when, ...set }: { from: readonly CheckStatus[]; when?: SQL } & SQLiteUpdateSetSource<typeof identityChecks>,
  now: number,
) {
  return db
    .update(identityChecks)
    .set({ ...set, updatedAt: now })
    .where(and(eq(identityChecks.id, id), inArray(identityChecks.status, [...from]), when))
}

/** Ends a member's open check at the provider, so that staff can do it instead. */
export function endOpenCheck(db: Database, userId: string, now: number) {
  return db
    .update(identityChecks)
    .set({ status: "none", updatedAt: now })
    .where(
      and(
        eq(identityChecks.userId, userId),
        ne(identityChecks.provider, "staff"),
        inArray(identityChecks.status, ["pending", "needs_input"]),
      ),
    )
}

/** Returns a statement that ends what else a subject has verified or open, if `when` holds: a refusal is for good. */
export function endOtherChecks(
  db: Database,
  { subject, id, when, now }: { subject: Subject; id: string; when: SQL; now: number },
) {
  return db
    .update(identityChecks)
    .set({ status: sql`iif(status = 'verified', 'expired', 'none')`, updatedAt: now })
    .where(
      and(isOf(subject), ne(identityChecks.id, id), inArray(identityChecks.status, [...openStates, "verified"]), when),
    )
}

/** SQL condition: this check is in one of these states. */
export function isIn(id: string, states: readonly CheckStatus[]): SQL {
  return sql`EXISTS (SELECT 1 FROM identity_checks WHERE id = ${id} AND status IN ${[...states]})`
}

/** SQL condition: this check was given this state at `now`. */
export function isMovedNow(id: string, status: CheckStatus, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM identity_checks WHERE id = ${id} AND status = ${status} AND updated_at = ${now})`
}

/** SQL condition: the end of an earlier check paused the member's profile. */
export function hasPaused(userId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM identity_checks WHERE user_id = ${userId} AND has_paused = 1)`
}

/** Returns the statements that end a member's earlier checks once `when` holds. */
export function replaceChecks(
  db: Database,
  { userId, id, when, now }: { userId: string; id: string; when: SQL; now: number },
) {
  const isEarlier = and(eq(identityChecks.userId, userId), ne(identityChecks.id, id))
  return [
    db
      .update(identityChecks)
      .set({ status: "expired", updatedAt: now })
      .where(and(isEarlier, eq(identityChecks.status, "verified"), when)),
    db
      .update(identityChecks)
      .set({ hasPaused: false })
      .where(and(isEarlier, eq(identityChecks.hasPaused, true), when)),
  ] as const
}

/** Returns a statement that lets checks of the provider's test mode count, if `when` holds. */
export function acceptTestMode(db: Database, when: SQL) {
  return insertSelect(db, identityModes, { livemode: 0 }, sql`WHERE ${when}`).onConflictDoNothing()
}

/** Returns the member's profile and name, or the profile that depicts a person. */
export async function findProfileOf(db: Database, subject: Subject): Promise<{ id: string; ownerId: string } | null> {
  const [[row]] = await read(
    db,
    "userId" in subject
      ? sql<{
          id: string
          ownerId: string
        }>`SELECT id, owner_id AS ownerId FROM profiles WHERE owner_id = ${subject.userId}`
      : sql<{ id: string; ownerId: string }>`SELECT p.id, p.owner_id AS ownerId FROM depicted_people AS d
          JOIN profiles AS p ON p.id = d.profile_id WHERE d.id = ${subject.personId}`,
  )
  return row ?? null
}

/** SQL condition on `media`: it shows this person. */
export function depicts(personId: string): SQL {
  return sql`id IN (SELECT media_id FROM media_consents WHERE person_id = ${personId})`
}

export interface DueCheck {
  id: string
  userId: string
  /** Epoch ms. */
  dueAt: number
}

/** Returns verified checks of members that are due before `before` and had no notice of `days` days yet, after a row. */
export async function findDue(
  db: Database,
  { before, days, after }: { before: number; days: number; after: { at: number; id: string } },
  limit: number,
): Promise<DueCheck[]> {
  const isAfter = sql`(next_check_at, id) > (${after.at}, ${after.id})`
  const [rows] = await read(
    db,
    sql<DueCheck>`SELECT id, user_id AS userId, next_check_at AS dueAt FROM identity_checks
      WHERE status = 'verified' AND user_id IS NOT NULL AND next_check_at <= ${before} AND ${isAfter}
        AND coalesce(noticed_days, 1000) > ${days} ORDER BY next_check_at, id LIMIT ${limit}`,
  )
  return rows
}

/** Returns a statement that makes a member's verified check due in 30 days; it changes none that is due by then. */
export function bringForward(db: Database, id: string, now: number) {
  const nextCheckAt = now + recheckNotice
  return db
    .update(identityChecks)
    .set({ nextCheckAt, dueReason: "staff", noticedDays: null, updatedAt: now })
    .where(
      and(
        eq(identityChecks.id, id),
        eq(identityChecks.status, "verified"),
        isNotNull(identityChecks.userId),
        or(isNull(identityChecks.nextCheckAt), gt(identityChecks.nextCheckAt, nextCheckAt)),
      ),
    )
}

/** Returns a statement that records which notice was sent of a check that is due. */
export function markNoticed(db: Database, id: string, days: number) {
  return db
    .update(identityChecks)
    .set({ noticedDays: days })
    .where(
      and(
        eq(identityChecks.id, id),
        eq(identityChecks.status, "verified"),
        sql`coalesce(noticed_days, 1000) > ${days}`,
      ),
    )
}

/** SQL condition: the notice of this check that names these days is not sent yet. */
export function isUnnoticed(id: string, days: number): SQL {
  return sql`EXISTS (SELECT 1 FROM identity_checks WHERE id = ${id} AND status = 'verified'
    AND coalesce(noticed_days, 1000) > ${days})`
}

/** SQL expression: whether the member's profile is published. */
export function isPublished(userId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM profiles WHERE owner_id = ${userId} AND state = 'published')`
}

/** Returns a statement that ends a due check; it notes whether that takes a profile off the site. */
export function expireCheck(db: Database, { id, userId }: { id: string; userId: string }, now: number) {
  return db
    .update(identityChecks)
    .set({ status: "expired", hasPaused: sql`${isPublished(userId)}`, updatedAt: now })
    .where(
      and(
        eq(identityChecks.id, id),
        eq(identityChecks.status, "verified"),
        sql`${identityChecks.nextCheckAt} <= ${now}`,
      ),
    )
}

/** Marks the checks of a member, and of the people in their photos, for redaction; returns the provider's ids. */
export async function requestRedaction(db: Database, userId: string, now: number): Promise<string[]> {
  const rows = await db
    .update(identityChecks)
    .set({ redactionAt: now })
    .where(
      sql`session_ref IS NOT NULL AND status <> 'redacted' AND (user_id = ${userId} OR person_id IN (
        SELECT d.id FROM depicted_people AS d JOIN profiles AS p ON p.id = d.profile_id WHERE p.owner_id = ${userId}))`,
    )
    .returning({ ref: identityChecks.sessionRef })
  return rows.flatMap(({ ref }) => ref ?? [])
}

/** Returns redactions that the provider did not confirm since `before`, and asks for them from now on. */
export async function takeUnconfirmed(
  db: Database,
  before: number,
  now: number,
  limit: number,
): Promise<(string | null)[]> {
  const due = sql`(SELECT id FROM identity_checks WHERE redaction_at < ${before} AND redaction_at IS NOT NULL
    AND status <> 'redacted' LIMIT ${limit})`
  const rows = await db
    .update(identityChecks)
    .set({ redactionAt: now })
    .where(inArray(identityChecks.id, due))
    .returning({ ref: identityChecks.sessionRef })
  return rows.map(({ ref }) => ref)
}

/** Records that the provider deleted what it knew, if it was asked to. The hash of a minor stays for its two years (trust-safety R3). */
export async function markRedacted(db: Database, sessionRef: string, now: number): Promise<void> {
  await db
    .update(identityChecks)
    .set({ status: "redacted", personHash: sql`iif(reason = 'minor', person_hash, NULL)`, updatedAt: now })
    .where(and(eq(identityChecks.sessionRef, sessionRef), isNotNull(identityChecks.redactionAt)))
}

/** Deletes the checks of erased accounts that ended before a time, the refused ones later. */
export function deleteOrphans(db: Database, { ended, refused }: { ended: number; refused: number }) {
  return deleteAtMost(
    db,
    identityChecks,
    sql`user_id IS NULL AND person_id IS NULL AND (redaction_at IS NULL OR status = 'redacted')
      AND updated_at < iif(reason IN ('minor', 'other_person'), ${refused}, ${ended})`,
  )
}

export function deleteAbandoned(db: Database, before: number) {
  return deleteAtMost(db, identityChecks, and(eq(identityChecks.status, "none"), lt(identityChecks.updatedAt, before)))
}

export interface DeskRow extends CheckRow {
  name: string | null
  acts: JsonText<DeskCheck["acts"]>
}

/** How many members of the words typed are looked for among the checks. */
const maxNamed = 10_000

/** SQL condition on a user's id: what was typed is the id, begins the e-mail address, or has words of the name. */
const isMemberLike = (userId: SQL, typed: string) => sql`${userId} IN (SELECT id FROM users WHERE id = ${typed}
  UNION SELECT id FROM users WHERE email >= lower(${typed}) AND email < lower(${typed}) || char(1114111)
  UNION SELECT id FROM users WHERE rowid IN (${selectRowsWith("search_users", typed, maxNamed)}))`

/** Returns one check, or those of a list after a place, for staff: oldest first, without their own. */
export async function findDesk(
  db: Database,
  staffId: string,
  which: (DeskQuery & { after: KeysetPlace | null }) | { id: string },
  limit: number,
): Promise<DeskRow[]> {
  const lists = {
    requested: sql`c.provider = 'staff' AND c.status IN ('pending', 'processing')`,
    refused: sql`c.status IN ${[...refusedStates]}`,
    verified: sql`c.status = 'verified'`,
  }
  const wanted =
    "id" in which
      ? sql`c.id = ${which.id}`
      : sql.join(
          [
            lists[which.list],
            ...(which.q === "" ? [] : [isMemberLike(sql`c.user_id`, which.q)]),
            ...(which.after ? [sql`(c.created_at, c.id) > (${which.after.at}, ${which.after.id})`] : []),
          ],
          sql` AND `,
        )
  const [rows] = await read(
    db,
    sql<DeskRow>`SELECT c.id, c.user_id AS userId, c.person_id AS personId, c.provider, c.session_ref AS sessionRef, c.status,
        c.checked_at AS checkedAt, c.next_check_at AS nextCheckAt, c.due_reason AS dueReason, c.first_reviewer AS firstReviewer, c.created_at AS createdAt,
        u.name AS name, (SELECT json_group_array(json_object('kind', a.kind, 'reason', a.reason, 'created_at', a.created_at)
          ORDER BY a.id) FROM identity_acts AS a WHERE a.check_id = c.id) AS acts
      FROM identity_checks AS c LEFT JOIN users AS u ON u.id = c.user_id
      WHERE ${wanted} AND c.user_id IS NOT ${staffId}
      ORDER BY c.created_at, c.id LIMIT ${limit}`,
  )
  return rows
}

/** Returns a statement that records an act of staff, if `when` holds. */
export function insertAction(db: Database, action: typeof identityActions.$inferInsert, when: SQL) {
  return insertSelect(db, identityActions, action, sql`WHERE ${when}`)
}

/** SQL condition: another member of staff confirmed the check first, for the person of this hash. */
export function isConfirmedByAnother(id: string, staffId: string, personHash: string | null): SQL {
  return sql`EXISTS (SELECT 1 FROM identity_checks WHERE id = ${id} AND status = 'processing'
    AND first_reviewer IS NOT NULL AND first_reviewer <> ${staffId} AND person_hash IS ${personHash})`
}

/** SQL condition: this member of staff confirmed the check first. */
export function isConfirmedFirstBy(id: string, staffId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM identity_checks WHERE id = ${id} AND first_reviewer = ${staffId})`
}
