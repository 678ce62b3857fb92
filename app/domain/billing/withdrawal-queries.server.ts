import { and, eq, lt, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { withdrawals } from "~/db/schema"
import { upsertIssue } from "./queries.server"

export type WithdrawalRow = typeof withdrawals.$inferSelect

/** A paid invoice of a subscription. Amounts are minor units of `currency`, times epoch ms. */
export interface PaidInvoice {
  ref: string
  paid: number
  /** Amount that came back already, refunded or in a dispute. */
  refunded: number
  currency: string
  periodStartsAt: number
  periodEndsAt: number
}

/** Returns the invoices of a subscription that were paid. */
export async function findPaid(db: Database, subscription: string): Promise<PaidInvoice[]> {
  const [rows] = await read(
    db,
    sql<PaidInvoice>`SELECT stripe_invoice AS ref, paid, refunded + disputed AS refunded, currency, period_starts_at AS periodStartsAt,
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

/** Ends a withdrawal; `amount`: what it refunded. */
export async function markDone(db: Database, id: string, amount: number, now: number): Promise<void> {
  await db.update(withdrawals).set({ state: "done", amount, updatedAt: now }).where(eq(withdrawals.id, id))
}

/** Counts a refusal of a withdrawal; returns how many there were. */
export async function countRefusal(db: Database, id: string, now: number): Promise<number> {
  const [row] = await db
    .update(withdrawals)
    .set({ refusals: sql`refusals + 1`, updatedAt: now })
    .where(eq(withdrawals.id, id))
    .returning({ refusals: withdrawals.refusals })
  return row?.refusals ?? 0
}

/** Marks a withdrawal as failed, and opens an issue for finance. */
export async function failWithdrawal(db: Database, row: WithdrawalRow, now: number): Promise<void> {
  const { id, userId, amount, currency } = row
  await db.batch([
    db
      .update(withdrawals)
      .set({ failedAt: now, updatedAt: now })
      .where(and(eq(withdrawals.id, id), eq(withdrawals.state, "requested"))),
    upsertIssue(db, {
      userId,
      issue: {
        kind: "failed_withdrawal",
        subject: id,
        stripeInvoice: null,
        amount,
        currency,
        status: "failed",
        state: "open",
      },
      when: sql`EXISTS (SELECT 1 FROM withdrawals WHERE id = ${id} AND failed_at = ${now})`,
      now,
    }),
  ])
}

/** Returns the statement that starts a withdrawal again which was given up. */
export function restartWithdrawal(db: Database, id: string, now: number) {
  return db
    .update(withdrawals)
    .set({ failedAt: null, refusals: 0, updatedAt: now })
    .where(and(eq(withdrawals.id, id), eq(withdrawals.state, "requested")))
}

/** Withdrawals recorded before this time and neither carried out nor given up, after an id. */
export async function findOpen(db: Database, before: number, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(sql`state = 'requested' AND failed_at IS NULL AND id > ${after}`, lt(withdrawals.createdAt, before)))
    .orderBy(withdrawals.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}
