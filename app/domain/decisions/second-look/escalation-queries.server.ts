import { and, eq, lt, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { reviewEscalations } from "~/db/schema"
import { allOf, negated } from "~/db/statements/conditions"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import { nameOf } from "../../accounts/owner-queries.server"
import { isLead } from "./queries.server"
import type { Escalation } from "./schema"

/** Returns who handed a review to leads, while they have it. */
export async function findEscalation(db: Database, profileId: string): Promise<Escalation | null> {
  const [rows] = await read(
    db,
    sql<Escalation>`SELECT ${nameOf(sql`e.staff_id`)} AS "by", e.created_at AS at, e.note
      FROM review_escalations AS e WHERE e.profile_id = ${profileId}`,
  )
  return rows[0] ?? null
}

/** Returns the statement that hands a review to leads, if `when` holds and they do not have it. */
export function escalate(
  db: Database,
  { profileId, staffId, note }: { profileId: string; staffId: string; note: string },
  when: SQL,
  now: number,
) {
  return insertSelect(
    db,
    reviewEscalations,
    { profileId, staffId, note, createdAt: now },
    sql`WHERE ${when}`,
  ).onConflictDoNothing()
}

/** SQL condition: the staff member is a lead, and the profile is not their own. */
const isLeadOfOthers = (profileId: string, staffId: string, now: number) => sql`(${isLead(staffId, now)}
  AND EXISTS (SELECT 1 FROM profiles WHERE id = ${profileId} AND owner_id <> ${staffId}))`

/** Returns the statement with which a lead gives a review back: not that of their own profile. */
export function returnEscalation(db: Database, profileId: string, staffId: string, now: number) {
  return db
    .delete(reviewEscalations)
    .where(and(eq(reviewEscalations.profileId, profileId), isLeadOfOthers(profileId, staffId, now)))
}

/** SQL condition: nothing of the profile awaits staff. */
const hasNothingWaiting = (profileId: SQL) => sql`(
  NOT EXISTS (SELECT 1 FROM profile_reviews AS r WHERE r.profile_id = ${profileId} AND r.submitted_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM media AS w WHERE w.profile_id = ${profileId} AND w.state = 'ready' AND w.is_encoded = 1))`

/**
 * SQL condition on `review_escalations`: its owner took something out of the review that was handed over. Where the whole profile was
 * decided, drafts are what staff sent back.
 */
const isTakenBack = sql`EXISTS (SELECT 1 FROM profiles AS p WHERE p.id = review_escalations.profile_id
  AND (p.state = 'withdrawn' OR (p.state NOT IN ('changes_requested', 'rejected')
    AND EXISTS (SELECT 1 FROM profile_edits AS d WHERE d.profile_id = p.id AND d.state = 'draft'
      AND d.created_at <= review_escalations.created_at AND d.updated_at >= review_escalations.created_at))))`

/**
 * Returns the statement that ends an escalation with a lead's decision, if `when` holds: that it was made. It stands last in its
 * batch. While something waits, or its owner took something back, the leads still have the review.
 */
export function endEscalation(
  db: Database,
  { profileId, staffId, when }: { profileId: string; staffId: string; when: SQL },
  now: number,
) {
  return db
    .delete(reviewEscalations)
    .where(
      allOf(
        eq(reviewEscalations.profileId, profileId),
        isLeadOfOthers(profileId, staffId, now),
        hasNothingWaiting(sql`${profileId}`),
        negated(isTakenBack),
        when,
      ),
    )
}

/** Returns the statement that deletes escalations before `before` (epoch ms) of profiles on which nobody decides any more. */
export function deleteOverEscalations(db: Database, before: number) {
  const isOver = sql`EXISTS (SELECT 1 FROM profiles AS p
    WHERE p.id = review_escalations.profile_id AND p.state IN ('rejected', 'banned'))`
  const isIdle = hasNothingWaiting(sql`review_escalations.profile_id`)
  return deleteAtMost(db, reviewEscalations, and(lt(reviewEscalations.createdAt, before), isOver, isIdle))
}
