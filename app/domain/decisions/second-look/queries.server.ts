import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { reviewProposals, secondLooks } from "~/db/schema"
import { allOf, negated } from "~/db/statements/conditions"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import { hasPermission, nameOf } from "../../accounts/owner-queries.server"
import { lookedAt, type Proposal } from "./schema"

/** The subject of a decision: an edit, a media item (`media:ID`) or with an empty field the whole profile. */
export interface Item {
  profileId: string
  field: string
}

/** The field of a media item. */
export const mediaField = (id: string) => `media:${id}`

/** SQL condition: the reviewer is a lead. */
export const isLead = (staffId: string, now: number) => hasPermission(sql`${staffId}`, "reviews.lead", now)

/** SQL condition: the reviewer needs no second look. */
function decidesAlone(staffId: string, now: number): SQL {
  return sql`(${isLead(staffId, now)}
    OR coalesce((SELECT confirmed + changed FROM second_looks WHERE user_id = ${staffId}), 0) >= ${lookedAt})`
}

/** SQL condition: a review was handed to leads, and none of them has decided it or given it back. */
export function isEscalated(profileId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM review_escalations AS e WHERE e.profile_id = ${profileId})`
}

/** SQL condition: the reviewer may take the review up, since nobody handed it to leads, or they are one. */
export function mayReview(profileId: string | SQL, staffId: string, now: number): SQL {
  return sql`(NOT ${isEscalated(sql`${profileId}`)} OR ${isLead(staffId, now)})`
}

/** SQL condition on `review_proposals AS q`: what was decided on still awaits a decision, in the version that was read. */
export const isOpen = sql`CASE
  WHEN q.media_id IS NOT NULL THEN EXISTS (SELECT 1 FROM media AS w WHERE w.id = q.media_id AND w.state = 'ready'
    AND w.is_encoded = 1 AND CAST(w.version AS TEXT) = q.version)
  WHEN q.field <> '' THEN EXISTS (SELECT 1 FROM profile_edits AS w WHERE w.profile_id = q.profile_id AND w.field = q.field
    AND w.version = q.version AND w.state = 'pending')
  ELSE EXISTS (SELECT 1 FROM profiles AS w WHERE w.id = q.profile_id AND w.state = 'in_review'
      AND CAST(w.version AS TEXT) = q.version)
    AND NOT EXISTS (SELECT 1 FROM profile_edits AS w WHERE w.profile_id = q.profile_id AND w.state <> 'returned'
      AND w.updated_at > q.created_at)
  END`

const ofItem = ({ profileId, field }: Item) => sql`q.profile_id = ${profileId} AND q.field = ${field}`

/** SQL condition: the reviewer decides on the item: alone, not against who handed it to leads, and not on their own proposal. */
export function mayDecide(item: Item, staffId: string, now: number): SQL {
  const isOwn = sql`EXISTS (SELECT 1 FROM review_proposals AS q
    WHERE ${ofItem(item)} AND q.proposed_by = ${staffId} AND ${isOpen})`
  return allOf(decidesAlone(staffId, now), mayReview(item.profileId, staffId, now), negated(isOwn))
}

export async function findLooks(db: Database, staffId: string): Promise<number> {
  const [row] = await db
    .select({ done: sql<number>`${secondLooks.confirmed} + ${secondLooks.changed}` })
    .from(secondLooks)
    .where(eq(secondLooks.userId, staffId))
  return row?.done ?? 0
}

export interface OpenProposal extends Omit<Proposal, "is_yours"> {
  proposed_by_id: string
  version: string
}

/** Returns the proposals of a profile that await a second look: of its fields and the whole, or of one media item. */
export async function findProposals(
  db: Database,
  profileId: string,
  mediaId: string | null = null,
): Promise<OpenProposal[]> {
  const [rows] = await read(
    db,
    sql<OpenProposal>`SELECT q.id, q.field, q.version, q.decision, q.reason, q.comment, q.proposed_by AS proposed_by_id,
        ${nameOf(sql`q.proposed_by`)} AS proposed_by, q.created_at AS proposed_at
      FROM review_proposals AS q WHERE q.profile_id = ${profileId} AND q.media_id IS ${mediaId} AND ${isOpen}
      ORDER BY q.field`,
  )
  return rows
}

/** SQL expression: JSON of the proposal that awaits a second look of a media item, or null. */
export function proposalJson(mediaId: SQL): SQL {
  return sql`(SELECT json_object('id', q.id, 'field', q.field, 'decision', q.decision, 'reason', q.reason, 'comment', q.comment,
      'proposed_by_id', q.proposed_by, 'proposed_by', ${nameOf(sql`q.proposed_by`)}, 'proposed_at', q.created_at,
      'version', q.version)
    FROM review_proposals AS q WHERE q.media_id = ${mediaId} AND ${isOpen})`
}

type NewProposal = typeof reviewProposals.$inferInsert

/**
 * Returns the statements that propose a decision if `when` holds, the reviewer is new, and no other proposal about the item
 * awaits a second look.
 */
export function propose(db: Database, proposal: NewProposal, when: SQL) {
  const { profileId, field, proposedBy, createdAt } = proposal
  const isFallen = sql`id IN (SELECT q.id FROM review_proposals AS q WHERE ${ofItem({ profileId, field })} AND NOT ${isOpen})`
  const mayPropose = allOf(
    when,
    negated(decidesAlone(proposedBy, createdAt)),
    mayReview(profileId, proposedBy, createdAt),
  )
  return [
    db.delete(reviewProposals).where(isFallen),
    insertSelect(db, reviewProposals, proposal, sql`WHERE ${mayPropose}`).onConflictDoNothing(),
  ] as const
}

/** SQL condition: this proposal was made. */
export function isProposed(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM review_proposals WHERE id = ${id})`
}

/** Selects the fields of these proposals that were made. */
export function selectProposed(db: Database, ids: string[]) {
  return db
    .select({ field: reviewProposals.field })
    .from(reviewProposals)
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
}

/** SQL condition: this proposal still awaits a second look. */
export function isStillOpen(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM review_proposals AS q WHERE q.id = ${id} AND ${isOpen})`
}

/**
 * Returns the statements that end a proposal by somebody's decision and count it for its author, if `when` holds: that the
 * decision was recorded, which itself requires `isStillOpen`.
 */
export function endProposal(db: Database, { id, isConfirmed }: { id: string; isConfirmed: boolean }, when: SQL) {
  const [confirmed, changed] = isConfirmed ? [1, 0] : [0, 1]
  return [
    insertSelect(
      db,
      secondLooks,
      { userId: sql`q.proposed_by`, confirmed, changed },
      sql`FROM review_proposals AS q WHERE q.id = ${id} AND ${when}`,
    ).onConflictDoUpdate({
      target: secondLooks.userId,
      set: {
        confirmed: sql`${secondLooks.confirmed} + excluded.confirmed`,
        changed: sql`${secondLooks.changed} + excluded.changed`,
      },
    }),
    db.delete(reviewProposals).where(and(eq(reviewProposals.id, id), when)),
  ] as const
}

/** Returns the statement that deletes proposals before `before` (epoch ms) that count for nothing any more. */
export function deleteFallenProposals(db: Database, before: number) {
  const isFallen = sql`review_proposals.id IN (SELECT q.id FROM review_proposals AS q WHERE q.created_at < ${before} AND NOT ${isOpen})`
  return deleteAtMost(db, reviewProposals, isFallen)
}
