import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"

/** SQL: the disputes of payments for subscriptions, that are not over. */
const disputes = sql.raw(`billing_issues AS d JOIN invoices AS i ON i.stripe_invoice = d.stripe_invoice
  AND d.kind = 'dispute' AND d.status IN ('open', 'lost')`)

/** SQL condition: a payment for this subscription of this member is disputed, or was lost in a dispute. */
export const hasDispute = (userId: SQL | string, stripeId: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${disputes} WHERE d.user_id = ${userId} AND i.stripe_subscription = ${stripeId})`

export async function isDisputed(db: Database, userId: string, stripeId: string): Promise<boolean> {
  const [[row]] = await read(db, sql<{ is_disputed: number }>`SELECT ${hasDispute(userId, stripeId)} AS is_disputed`)
  return row?.is_disputed === 1
}

/** Returns the members, after an id, with a plan that goes on though the bank took the money of its running period back. */
export async function findUnpaid(db: Database, now: number, after: string, limit: number): Promise<string[]> {
  const [rows] = await read(
    db,
    sql<{ user_id: string }>`SELECT DISTINCT d.user_id FROM ${disputes}
      JOIN subscriptions AS s ON s.stripe_id = i.stripe_subscription AND s.stripe_status IN ('active', 'trialing')
      WHERE d.status = 'lost' AND i.period_ends_at > ${now} AND d.user_id > ${after}
      ORDER BY d.user_id LIMIT ${limit}`,
  )
  return rows.map(({ user_id }) => user_id)
}

/** Returns a member's subscriptions whose running period is not paid any more: the bank took the money back. */
export async function findTakenBack(db: Database, userId: string, now: number): Promise<string[]> {
  const [rows] = await read(
    db,
    sql<{ ref: string }>`SELECT DISTINCT i.stripe_subscription AS ref FROM ${disputes}
      WHERE d.user_id = ${userId} AND d.status = 'lost' AND i.period_ends_at > ${now}`,
  )
  return rows.map(({ ref }) => ref)
}
