import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { profileDecisions, profileEdits, profileReviews } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"
import { isEscalated, mayReview } from "../../decisions/second-look/queries.server"
import type { ProfileState } from "../schema"

export interface QueueRow {
  id: string
  slug: string
  name: string
  state: ProfileState
  city: string
  submitted_at: number
  claimed_by: string | null
  claimed_until: number | null
  pending_count: number
  is_escalated: 0 | 1
}

interface QueueSearch {
  staffId: string
  now: number
  locale: Locale
  after: KeysetPlace | null
  limit: number
}

/**
 * Returns the profiles that await staff, longest waiting first: none of the staff member's own, and what was handed to leads for
 * leads alone.
 */
export async function findQueue(db: Database, { staffId, now, locale, after, limit }: QueueSearch) {
  const beyond =
    after === null ? sql`r.submitted_at > 0` : sql`(r.submitted_at, r.profile_id) > (${after.at}, ${after.id})`
  const [rows] = await read(
    db,
    sql<QueueRow>`
      SELECT p.id, p.slug, p.name, p.state, city.name AS city, r.submitted_at, r.claimed_by, r.claimed_until,
        (SELECT count(*) FROM profile_edits WHERE profile_id = p.id AND state = 'pending') AS pending_count,
        ${isEscalated(sql`p.id`)} AS is_escalated
      FROM profile_reviews AS r JOIN profiles AS p ON p.id = r.profile_id
      JOIN city_texts AS city ON city.city_id = p.city_id AND city.locale = ${textLanguage("city_texts", sql`p.city_id`, locale)}
      WHERE ${beyond} AND p.owner_id <> ${staffId} AND ${mayReview(sql`p.id`, staffId, now)}
      ORDER BY r.submitted_at, r.profile_id LIMIT ${limit}`,
  )
  return rows
}

/** SQL condition: the profile is not the staff member's own. */
export function isOfAnother(profileId: string, staffId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM profiles WHERE id = ${profileId} AND owner_id <> ${staffId})`
}

/** SQL condition: the staff member holds the claim on this profile, which is not their own. */
export function isClaimant(profileId: string, staffId: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM profile_reviews WHERE profile_id = ${profileId} AND claimed_by = ${staffId}
    AND claimed_until > ${now}) AND ${isOfAnother(profileId, staffId)}`
}

/** SQL condition: something of the profile awaits review, it is not the staff member's own, and nobody else holds the claim. */
export function isFree(profileId: string, staffId: string, now: number): SQL {
  return sql`${isOfAnother(profileId, staffId)}
    AND NOT EXISTS (SELECT 1 FROM profile_reviews WHERE profile_id = ${profileId} AND claimed_until > ${now}
      AND claimed_by IS NOT ${staffId})
    AND (EXISTS (SELECT 1 FROM profile_reviews WHERE profile_id = ${profileId} AND submitted_at > 0)
      OR EXISTS (SELECT 1 FROM media WHERE profile_id = ${profileId} AND state = 'ready' AND is_encoded = 1))`
}

/** Returns a statement that claims a review that nobody else holds, or extends the claim, if `when` holds. */
export function claim(
  db: Database,
  profileId: string,
  staffId: string,
  { until, now, when }: { until: number; now: number; when?: SQL },
) {
  return db
    .update(profileReviews)
    .set({ claimedBy: staffId, claimedUntil: until })
    .where(
      and(
        eq(profileReviews.profileId, profileId),
        sql`${profileReviews.submittedAt} IS NOT NULL`,
        or(
          sql`${profileReviews.claimedBy} IS NULL`,
          sql`${profileReviews.claimedUntil} <= ${now}`,
          eq(profileReviews.claimedBy, staffId),
        ),
        isOfAnother(profileId, staffId),
        when,
      ),
    )
}

/** Gives a claim back. */
export function release(db: Database, profileId: string, staffId: string) {
  return db
    .update(profileReviews)
    .set({ claimedBy: null, claimedUntil: null })
    .where(and(eq(profileReviews.profileId, profileId), eq(profileReviews.claimedBy, staffId)))
}

/** SQL condition: this edit awaits staff and has not changed since it was read. */
export function isPending(profileId: string, field: string, version: string): SQL {
  return sql`EXISTS (SELECT 1 FROM profile_edits WHERE profile_id = ${profileId} AND field = ${field}
    AND version = ${version} AND state = 'pending')`
}

/** SQL condition: this decision was made. */
export function isDecided(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM profile_decisions WHERE id = ${id})`
}

/** Selects the fields of those of these decisions that were made. */
export function selectDecided(db: Database, ids: string[]) {
  return db.select({ field: profileDecisions.field }).from(profileDecisions).where(inArray(profileDecisions.id, ids))
}

/** SQL condition: the profile is in this state, at this version. */
export function isAtVersion(profileId: string, state: ProfileState, version: number): SQL {
  return sql`EXISTS (SELECT 1 FROM profiles WHERE id = ${profileId} AND version = ${version} AND state = ${state})`
}

/** SQL condition: nothing of the profile awaits staff. */
export function hasNoPending(profileId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM profile_edits WHERE profile_id = ${profileId} AND state = 'pending')`
}

/** SQL condition: the profile has no edits at all. */
export function hasNoEdits(profileId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM profile_edits WHERE profile_id = ${profileId})`
}

export type NewDecision = Omit<typeof profileDecisions.$inferInsert, "before" | "after"> & {
  before?: string
  after?: string
}

/** Returns a statement that records a decision, if `when` holds. */
export function insertDecision(db: Database, decision: NewDecision, when: SQL) {
  return insertSelect(db, profileDecisions, decision, sql`WHERE ${when}`)
}

/** Returns a statement that deletes an approved edit. */
export function deleteEdit(db: Database, profileId: string, field: string, when: SQL) {
  return db.delete(profileEdits).where(and(eq(profileEdits.profileId, profileId), eq(profileEdits.field, field), when))
}

interface ReturnedEdit {
  profileId: string
  field: string
  answer: { reason: string; comment: string }
  when: SQL
  now: number
}

/** Returns a statement that sends an edit back to its owner. */
export function returnEdit(db: Database, { profileId, field, answer, when, now }: ReturnedEdit) {
  return db
    .update(profileEdits)
    .set({ state: "returned", reason: answer.reason, comment: answer.comment || null, updatedAt: now })
    .where(and(eq(profileEdits.profileId, profileId), eq(profileEdits.field, field), when))
}

/** Returns a statement that takes a profile from the queue, with staff's remark on the whole of it. */
export function endReview(
  db: Database,
  profileId: string,
  remark: { reason: string | null; comment: string | null },
  when: SQL,
) {
  return insertSelect(
    db,
    profileReviews,
    { profileId, submittedAt: null, claimedBy: null, claimedUntil: null, ...remark },
    sql`WHERE ${when}`,
  ).onConflictDoUpdate({
    target: profileReviews.profileId,
    set: { submittedAt: null, claimedBy: null, claimedUntil: null, ...remark },
  })
}

/** Returns a statement that gives the edits that staff did not decide back to their owner. */
export function recallPending(db: Database, profileId: string, when: SQL, now: number) {
  return db
    .update(profileEdits)
    .set({ state: "draft", updatedAt: now })
    .where(and(eq(profileEdits.profileId, profileId), eq(profileEdits.state, "pending"), when))
}

/** Returns the statements that put a returned edit before staff again, unless its owner has changed it since. */
export function resubmitEdit(
  db: Database,
  { profileId, field, when }: { profileId: string; field: string; when: SQL },
  now: number,
) {
  return [
    db
      .update(profileEdits)
      .set({ state: "pending", reason: null, comment: null, updatedAt: now })
      .where(
        and(
          eq(profileEdits.profileId, profileId),
          eq(profileEdits.field, field),
          eq(profileEdits.state, "returned"),
          when,
        ),
      ),
    returnToQueue(db, profileId, when, now),
  ] as const
}

/** Returns the statement that puts a profile in the review queue if `when` holds. */
export function returnToQueue(db: Database, profileId: string, when: SQL, now: number) {
  return db
    .update(profileReviews)
    .set({ submittedAt: sql`coalesce(submitted_at, ${now})`, reason: null, comment: null })
    .where(and(eq(profileReviews.profileId, profileId), when))
}
