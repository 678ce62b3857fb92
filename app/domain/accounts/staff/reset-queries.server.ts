import { and, eq, lte, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { factorResets } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"
import { hasPermission } from "../owner-queries.server"
import { isStaffMember } from "./grant-queries.server"

const mayReset = (userId: SQL, now: number) => hasPermission(userId, "staff.grant", now)

/** SQL condition: the user has a second factor. */
const isEnrolled = (
  userId: SQL,
) => sql`(EXISTS (SELECT 1 FROM two_factor WHERE user_id = ${userId} AND enrolled_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${userId}))`

/** SQL condition on `factor_resets`: a proposal is open, its subject is still staff, and its author may still propose. */
function isOpenReset(now: number): SQL {
  return sql`(factor_resets.expires_at > ${now} AND ${isStaffMember(sql`factor_resets.user_id`, now)}
    AND ${mayReset(sql`factor_resets.proposed_by`, now)})`
}

/** Returns the statement that proposes a reset for another member of staff with a second factor, unless one is open. */
export function insertReset(
  db: Database,
  reset: { userId: string; proposedBy: string; reason: string; expiresAt: number },
  now: number,
) {
  const { userId, proposedBy, reason, expiresAt } = reset
  return insertSelect(
    db,
    factorResets,
    { userId: sql`u.id`, proposedBy, reason, createdAt: now, expiresAt },
    sql`FROM users AS u WHERE u.id = ${userId} AND u.id <> ${proposedBy} AND ${isStaffMember(sql`u.id`, now)}
      AND ${isEnrolled(sql`u.id`)} AND ${mayReset(sql`${proposedBy}`, now)}`,
  ).onConflictDoUpdate({
    target: factorResets.userId,
    set: { proposedBy, reason, createdAt: now, expiresAt },
    setWhere: sql`NOT ${isOpenReset(now)}`,
  })
}

/** SQL condition: this person proposed the reset just now. */
export function isProposedNow(userId: string, by: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM factor_resets WHERE user_id = ${userId} AND proposed_by = ${by} AND created_at = ${now})`
}

interface Confirmation {
  userId: string
  /** Of the proposal that was read, epoch ms. */
  proposedAt: number
  by: string
}

const confirmable = ({ userId, proposedAt, by }: Confirmation, now: number) =>
  and(
    eq(factorResets.userId, userId),
    eq(factorResets.createdAt, proposedAt),
    isOpenReset(now),
    sql`factor_resets.proposed_by <> ${by}`,
    sql`factor_resets.user_id <> ${by}`,
    mayReset(sql`${by}`, now),
  )

/** Subquery: the id of the user whose reset this person may confirm. */
export function confirmedSubject(confirmation: Confirmation, now: number): SQL {
  return sql`(SELECT user_id FROM factor_resets WHERE ${confirmable(confirmation, now)})`
}

/** SQL condition: this person may confirm the reset, which another proposed. */
export function isConfirmable(confirmation: Confirmation, now: number): SQL {
  return sql`EXISTS ${confirmedSubject(confirmation, now)}`
}

/** Returns the statement that ends a proposal which this person confirms: the last one of its batch. */
export function endConfirmed(db: Database, confirmation: Confirmation, now: number) {
  return db.delete(factorResets).where(confirmable(confirmation, now))
}

/** Returns the statement that deletes proposals which expired. */
export function deleteExpiredResets(db: Database, now: number) {
  return deleteAtMost(db, factorResets, lte(factorResets.expiresAt, now))
}

/** Returns the statement that withdraws an open proposal: by its subject, or by somebody with the permission. */
export function withdrawReset(db: Database, userId: string, by: string, now: number) {
  const may = sql`(factor_resets.user_id = ${by} OR ${mayReset(sql`${by}`, now)})`
  return db.delete(factorResets).where(and(eq(factorResets.userId, userId), isOpenReset(now), may))
}

export interface ResetRow extends RowOf<typeof factorResets, "user_id" | "reason" | "created_at" | "expires_at"> {
  proposed_by_id: string
  /** A name. */
  proposed_by: string
}

/** Returns the resets that await a second person: of one user, or of all. */
export async function findResets(db: Database, now: number, userId: string | null = null): Promise<ResetRow[]> {
  const [rows] = await read(
    db,
    sql<ResetRow>`SELECT user_id, proposed_by AS proposed_by_id, (SELECT name FROM users WHERE id = proposed_by) AS proposed_by,
        reason, created_at, expires_at
      FROM factor_resets WHERE ${isOpenReset(now)} AND ${userId === null ? sql`1` : sql`user_id = ${userId}`}`,
  )
  return rows
}
