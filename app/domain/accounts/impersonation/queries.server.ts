import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { impersonations, users } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import { isStaffMember } from "../staff/grant-queries.server"
import { mayBeImpersonated } from "./session-queries.server"

type NewImpersonation = Pick<
  typeof impersonations.$inferInsert,
  "id" | "memberId" | "familyId" | "reason" | "startedAt" | "expiresAt"
> & { staffId: string }

/** Returns the statement that starts an impersonation of a member for whom it is allowed, in a sign-in that is open. */
export function insertImpersonation(db: Database, row: NewImpersonation) {
  const { memberId, familyId, staffId, startedAt: now } = row
  return insertSelect(
    db,
    impersonations,
    { ...row, memberId: sql`u.id` },
    sql`FROM users AS u WHERE u.id = ${memberId} AND ${mayBeImpersonated(sql`u`, now)}
      AND EXISTS (SELECT 1 FROM sessions WHERE family_id = ${familyId} AND user_id = ${staffId} AND expires_at > ${now})`,
  )
}

/** Returns the staff member's open impersonation, in whichever browser, or null. */
export async function findOpen(db: Database, staffId: string) {
  const [open] = await db
    .select({ id: impersonations.id, memberId: impersonations.memberId })
    .from(impersonations)
    .where(and(eq(impersonations.staffId, staffId), isNull(impersonations.endedAt)))
  return open ?? null
}

/** Returns the statement that ends an open impersonation: at its expiry, if that is over. */
export function endOpen(db: Database, id: string, now: number) {
  return db
    .update(impersonations)
    .set({ endedAt: sql`min(expires_at, ${now})` })
    .where(and(eq(impersonations.id, id), isNull(impersonations.endedAt)))
}

/** Returns the statement that ends whatever a staff member has open, such as what another request has just started. */
export function endAllOf(db: Database, staffId: string, now: number) {
  return db
    .update(impersonations)
    .set({ endedAt: sql`min(expires_at, ${now})` })
    .where(and(eq(impersonations.staffId, staffId), isNull(impersonations.endedAt)))
}

/** SQL condition: no entry of the audit log has this action, target and details. */
export function isUnrecorded(action: string, memberId: string, details: object): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM audit_log WHERE target_id = ${memberId} AND target_kind = 'member'
    AND action = ${action} AND details = ${JSON.stringify(details)})`
}

/** Returns whether a user is staff, or null without such a user. */
export async function findIsStaff(db: Database, userId: string, now: number): Promise<boolean | null> {
  const [row] = await db
    .select({ isStaff: sql<number>`${isStaffMember(sql`${users.id}`, now)}` })
    .from(users)
    .where(eq(users.id, userId))
  return row ? row.isStaff === 1 : null
}

/** Ends what is over, and deletes what began before a time. */
export async function sweep(db: Database, now: number, before: number) {
  const [, deleted] = await db.batch([
    db
      .update(impersonations)
      .set({ endedAt: sql`expires_at` })
      .where(and(isNull(impersonations.endedAt), lt(impersonations.expiresAt, now))),
    deleteAtMost(db, impersonations, lt(impersonations.startedAt, before)),
  ])
  return [deleted]
}
