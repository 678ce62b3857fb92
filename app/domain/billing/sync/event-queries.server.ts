import { eq, lt, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { paymentEvents } from "~/db/schema"
import { deleteAtMost, deletedAtOnce } from "~/db/statements/delete-at-most"
import type { PaymentEvent } from "../../core/ports/payments"
import { ownerOf, upsertIssue } from "../queries.server"

export type EventRow = typeof paymentEvents.$inferSelect

/** Payload of an event that is stored without what the provider sent. */
const noPayload = "{}"

/**
 * Stores an event; false if it was stored before. That of nobody known here is stored without its payload: it names
 * somebody whose account may just have been erased. Of such a one, a subscription to a price of ours that began is an
 * issue for finance.
 */
export async function insertEvent(
  db: Database,
  { id, type, customer, charge, startedPrices, happenedAt }: PaymentEvent,
  { payload, source, sessionRef }: { payload: string; source: EventRow["source"]; sessionRef: string | null },
  { now, nextTryAt }: { now: number; nextTryAt: number },
): Promise<boolean> {
  const isUnknown = sql`${customer} IS NOT NULL AND ${ownerOf(customer)} IS NULL AND EXISTS (SELECT 1 FROM prices
    WHERE stripe_price IN (SELECT value FROM json_each(${JSON.stringify(startedPrices)})))`
  const [{ meta }] = await db.batch([
    db
      .insert(paymentEvents)
      .values({
        id,
        type,
        stripeCustomer: customer,
        sessionRef,
        chargeRef: charge,
        source,
        state: "received",
        attempts: 0,
        payload: sql`iif(${ownerOf(customer)} IS NOT NULL, ${payload}, ${noPayload})`,
        seenVersion: sql`(SELECT version FROM billing_customers WHERE stripe_customer = ${customer})`,
        happenedAt,
        nextTryAt,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing(),
    ...(startedPrices.length > 0
      ? [
          upsertIssue(db, {
            userId: null,
            issue: {
              kind: "unknown_customer",
              subject: customer ?? "",
              stripeInvoice: null,
              amount: null,
              currency: null,
              status: "live",
              state: "open",
            },
            when: isUnknown,
            now,
          }),
        ]
      : []),
  ])
  return meta.changes > 0
}

export async function findEvent(db: Database, id: string): Promise<EventRow | null> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id))
  return row ?? null
}

/** Ends an event's processing, or counts a failed attempt of it, after which it is tried again at `nextTryAt`. */
export async function updateEvent(
  db: Database,
  id: string,
  {
    state,
    error,
    nextTryAt = 0,
    customer,
  }: Pick<EventRow, "state"> & { error: string | null; nextTryAt?: number; customer: string | null },
  now: number,
): Promise<void> {
  await db
    .update(paymentEvents)
    .set({
      state,
      lastError: error,
      nextTryAt,
      stripeCustomer: customer,
      updatedAt: now,
      attempts: sql`attempts + 1`,
    })
    .where(eq(paymentEvents.id, id))
}

/** Marks an event as received again, from this version of its customer on. */
export function resetEvent(db: Database, id: string, now: number) {
  return db
    .update(paymentEvents)
    .set({
      state: "received",
      attempts: 0,
      nextTryAt: now,
      updatedAt: now,
      seenVersion: sql`(SELECT version FROM billing_customers AS c WHERE c.stripe_customer = payment_events.stripe_customer)`,
    })
    .where(eq(paymentEvents.id, id))
}

/**
 * Takes events that are due, the longest first, and puts them off until `until` (epoch ms): their jobs may be lost
 * again. Returns their ids.
 */
export async function takeDue(db: Database, now: number, until: number, limit: number): Promise<string[]> {
  const due = sql`SELECT id FROM payment_events WHERE state = 'received' AND next_try_at <= ${now}
    ORDER BY next_try_at, id LIMIT ${limit}`
  const rows = await db
    .update(paymentEvents)
    .set({ nextTryAt: until })
    .where(sql`id IN (${due})`)
    .returning({ id: paymentEvents.id })
  return rows.map(({ id }) => id)
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

/** Empties the payloads of at most a thousand events that were stored before this time (epoch ms). */
export function deletePayloadsBefore(db: Database, before: number) {
  // The condition of the index, to the letter.
  const old = sql`SELECT id FROM payment_events WHERE octet_length(payload) > 2 AND created_at < ${before} LIMIT ${deletedAtOnce}`
  return db.update(paymentEvents).set({ payload: noPayload }).where(sql`id IN (${old})`)
}
