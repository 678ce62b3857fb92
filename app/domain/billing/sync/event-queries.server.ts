import { eq, lt, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { deleteAtMost } from "~/db/delete-at-most"
import { paymentEvents } from "~/db/schema"
import type { PaymentEvent } from "../../ports/payments"

export type EventRow = typeof paymentEvents.$inferSelect

/**
 * Stores an event; false if it was stored before. That of nobody known here is stored without its payload: it names
 * somebody whose account may just have been erased.
 */
export async function insertEvent(
  db: Database,
  { id, type, customer, happenedAt }: PaymentEvent,
  { payload, source, sessionRef }: { payload: string; source: EventRow["source"]; sessionRef: string | null },
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .insert(paymentEvents)
    .values({
      ...{ id, type, stripeCustomer: customer, sessionRef, source, state: "received", attempts: 0, happenedAt },
      payload: sql`iif(EXISTS (SELECT 1 FROM billing_customers WHERE stripe_customer = ${customer}), ${payload}, '{}')`,
      seenVersion: sql`(SELECT version FROM billing_customers WHERE stripe_customer = ${customer})`,
      ...{ createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing()
  return meta.changes > 0
}

export async function findEvent(db: Database, id: string): Promise<EventRow | null> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id))
  return row ?? null
}

/** Ends an event's processing, or counts a failed attempt of it. */
export async function updateEvent(
  db: Database,
  id: string,
  { state, error }: { state: EventRow["state"]; error: string | null },
  now: number,
): Promise<void> {
  await db
    .update(paymentEvents)
    .set({ state, lastError: error, attempts: sql`attempts + 1`, updatedAt: now })
    .where(eq(paymentEvents.id, id))
}

/** Marks an event as received again, from this version of its customer on. */
export function resetEvent(db: Database, id: string, now: number) {
  return db
    .update(paymentEvents)
    .set({
      state: "received",
      seenVersion: sql`(SELECT version FROM billing_customers AS c WHERE c.stripe_customer = payment_events.stripe_customer)`,
      updatedAt: now,
    })
    .where(eq(paymentEvents.id, id))
}

/** Events stored before this time and not processed yet, oldest first, after a place in that order: their job was lost. */
export async function findWaiting(
  db: Database,
  before: number,
  after: { at: number; id: string },
  limit: number,
): Promise<{ id: string; at: number }[]> {
  const [rows] = await read(
    db,
    sql<{ id: string; at: number }>`SELECT id, created_at AS at FROM payment_events
      WHERE state = 'received' AND created_at < ${before} AND created_at >= ${after.at}
        AND (created_at, id) > (${after.at}, ${after.id}) ORDER BY created_at, id LIMIT ${limit}`,
  )
  return rows
}

/** Returns which of these events are stored. */
export async function findKnown(db: Database, ids: string[]): Promise<Set<string>> {
  const [rows] = await read(
    db,
    sql<{
      id: string
    }>`SELECT id FROM payment_events WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  )
  return new Set(rows.map(({ id }) => id))
}

export function deleteEventsBefore(db: Database, before: number) {
  return deleteAtMost(db, paymentEvents, lt(paymentEvents.createdAt, before))
}
