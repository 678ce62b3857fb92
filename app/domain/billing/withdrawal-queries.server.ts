import { and, eq, gt, lt, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { withdrawals } from "~/db/schema"

export type WithdrawalRow = typeof withdrawals.$inferSelect

/** A paid invoice of a subscription. Amounts are minor units of `currency`, times epoch ms. */
export interface PaidInvoice {
  ref: string
  paid: number
  refunded: number
  currency: string
  periodStartsAt: number
  periodEndsAt: number
}

/** Returns the invoices of a subscription that were paid. */
export async function findPaid(db: Database, subscription: string): Promise<PaidInvoice[]> {
  const [rows] = await read(
    db,
    sql<PaidInvoice>`SELECT stripe_invoice AS ref, paid, refunded, currency, period_starts_at AS periodStartsAt,
        period_ends_at AS periodEndsAt FROM invoices
      WHERE stripe_subscription = ${subscription} AND paid > 0
        AND user_id = (SELECT user_id FROM subscriptions WHERE stripe_id = ${subscription}) ORDER BY issued_at`,
  )
  return rows
}

/** Records a withdrawal, unless the subscription has one; returns the recorded one. */
export async function insertWithdrawal(
  db: Database,
  withdrawal: Pick<WithdrawalRow, "id" | "userId" | "stripeSubscription" | "amount" | "currency">,
  now: number,
): Promise<WithdrawalRow | null> {
  const [, [row]] = await db.batch([
    db
      .insert(withdrawals)
      .values({ ...withdrawal, state: "requested", createdAt: now, updatedAt: now })
      .onConflictDoNothing(),
    db
      .select()
      .from(withdrawals)
      .where(
        and(
          eq(withdrawals.stripeSubscription, withdrawal.stripeSubscription),
          eq(withdrawals.userId, withdrawal.userId),
        ),
      ),
  ])
  return row ?? null
}

export async function findWithdrawal(db: Database, id: string): Promise<WithdrawalRow | null> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
  return row ?? null
}

export async function markDone(db: Database, id: string, now: number): Promise<void> {
  await db.update(withdrawals).set({ state: "done", updatedAt: now }).where(eq(withdrawals.id, id))
}

/** Withdrawals recorded before this time and not carried out yet. */
export async function findOpen(db: Database, before: number, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(sql`state = 'requested'`, lt(withdrawals.createdAt, before), gt(withdrawals.id, after)))
    .orderBy(withdrawals.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}
