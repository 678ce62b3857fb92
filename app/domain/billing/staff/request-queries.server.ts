import { and, eq, lte, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { billingRequests } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"

export type RequestRow = typeof billingRequests.$inferSelect
type NewRequest = Pick<
  RequestRow,
  "id" | "userId" | "kind" | "subject" | "key" | "amount" | "reason" | "staffId" | "expiresAt"
>

/** Returns the statement that asks for an act, unless another request about the same is pending. */
export function insertRequest(db: Database, request: NewRequest, now: number) {
  return insertSelect(
    db,
    billingRequests,
    { ...request, userId: sql`id`, state: "pending", createdAt: now, updatedAt: now },
    sql`FROM users WHERE id = ${request.userId}`,
  ).onConflictDoNothing()
}

export async function findRequest(db: Database, id: string): Promise<RequestRow | null> {
  const [row] = await db.select().from(billingRequests).where(eq(billingRequests.id, id))
  return row ?? null
}

/** Returns what was asked for by a call, or null. */
export async function findRequestOf(
  db: Database,
  { kind, subject, key }: Pick<RequestRow, "kind" | "subject" | "key">,
): Promise<RequestRow | null> {
  const [row] = await db
    .select()
    .from(billingRequests)
    .where(and(eq(billingRequests.kind, kind), eq(billingRequests.subject, subject), eq(billingRequests.key, key)))
  return row ?? null
}

/** SQL condition: the request waits for a second person, who is not `staffId`. */
const awaits = (id: string, staffId: string, now: number) =>
  and(
    eq(billingRequests.id, id),
    eq(billingRequests.state, "pending"),
    sql`expires_at > ${now}`,
    sql`staff_id IS NOT ${staffId}`,
  )

/** Returns the statement with which a second person confirms a request. */
export function confirmRequest(db: Database, id: string, staffId: string, now: number) {
  return db
    .update(billingRequests)
    .set({ state: "confirmed", secondStaffId: staffId, updatedAt: now })
    .where(awaits(id, staffId, now))
}

/** SQL condition: this person confirmed the request at this time. */
export const isConfirmedBy = (id: string, staffId: string, now: number) =>
  sql`EXISTS (SELECT 1 FROM billing_requests WHERE id = ${id} AND state = 'confirmed' AND second_staff_id = ${staffId}
    AND updated_at = ${now})`

/** Returns the statement that ends a pending request whose refund is not under way. `actId`: of the refund. */
export function dropRequest(
  db: Database,
  id: string,
  { state, staffId, actId: actionId }: { state: "refused" | "withdrawn"; staffId: string; actId: string },
  now: number,
) {
  const secondStaffId = state === "refused" ? staffId : null
  return db
    .update(billingRequests)
    .set({ state, secondStaffId, updatedAt: now })
    .where(
      and(
        eq(billingRequests.id, id),
        eq(billingRequests.state, "pending"),
        sql`NOT EXISTS (SELECT 1 FROM billing_customers AS c WHERE c.user_id = billing_requests.user_id
          AND c.refund_key = ${actionId} AND c.refund_until > ${now})`,
      ),
    )
}

/** Returns the statement that ends requests that nobody confirmed in time. */
export function expireRequests(db: Database, now: number) {
  return db
    .update(billingRequests)
    .set({ state: "expired", updatedAt: now })
    .where(and(eq(billingRequests.state, "pending"), lte(billingRequests.expiresAt, now)))
}
