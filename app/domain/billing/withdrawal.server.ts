import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireUser } from "../actor/guards"
import type { Ctx } from "../context"
import { isPaymentError } from "../ports/payments"
import { type Place, placeAfter } from "../shared/lane"
import { findBilling } from "./plan-queries.server"
import { refundOf, withdrawableUntil } from "./policy"
import { findCustomer } from "./queries.server"
import type { Money } from "./schema"
import { isLive } from "./sync/subscription-rows"
import { syncCustomer } from "./sync/sync.server"
import * as queries from "./withdrawal-queries.server"

/** What a withdrawal would refund now. */
export interface WithdrawalOffer extends Money {
  /** The last moment, epoch ms. */
  until: number
}

/** Returns what the actor would get back by withdrawing now. Throws `auth.required` and `billing.not_withdrawable`. */
export async function getWithdrawalOffer(ctx: Ctx): Promise<WithdrawalOffer> {
  const { ref, until, currency } = await findWithdrawable(ctx)
  const paid = await queries.findPaid(ctx.db, ref)
  return { until, amount: amountOf(paid, ctx.now()), currency: paid[0]?.currency ?? currency }
}

/**
 * Records the actor's withdrawal and carries it out: the plan ends at once, and what was paid for the days to come is
 * refunded. If the provider is down, that follows later. Throws `auth.required` and `billing.not_withdrawable`.
 */
export async function withdraw(ctx: Ctx): Promise<Money & { is_done: boolean }> {
  const user = requireUser(ctx)
  const now = ctx.now()
  const { ref, currency } = await findWithdrawable(ctx)
  const paid = await queries.findPaid(ctx.db, ref)
  const recorded = await queries.insertWithdrawal(
    ctx.db,
    {
      ...{ id: newId(now), userId: user.id, stripeSubscription: ref },
      ...{ amount: amountOf(paid, now), currency: paid[0]?.currency ?? currency },
    },
    now,
  )
  if (!recorded) throw new AppError("billing.not_withdrawable")
  const { id, amount } = recorded
  try {
    await runWithdrawal(ctx, id)
    return { amount, currency: recorded.currency, is_done: true }
  } catch (error) {
    if (!isPaymentError(error)) throw error
    ctx.enqueueJob({ kind: "withdrawal", withdrawalId: id })
    return { amount, currency: recorded.currency, is_done: false }
  }
}

/** Carries out a recorded withdrawal. Safe to repeat: amounts follow from the time of the record. Throws PaymentError. */
export async function runWithdrawal(ctx: Ctx, id: string): Promise<void> {
  const row = await queries.findWithdrawal(ctx.db, id)
  if (!row || row.state === "done" || !ctx.payments) return
  const { payments } = ctx
  await payments.endSubscription(row.stripeSubscription)
  let rest = row.amount
  for (const invoice of await queries.findPaid(ctx.db, row.stripeSubscription)) {
    const amount = Math.min(rest, refundOf({ ...invoice, refunded: 0 }, row.createdAt))
    rest -= amount
    if (amount > 0) await payments.refund(invoice.ref, amount, `withdrawal ${id}`, `${id} ${invoice.ref}`)
  }
  const customer = await findCustomer(ctx.db, row.userId)
  // Credit is money of the payments that were just refunded.
  if (customer) await payments.clearCredit(customer.stripeCustomer)
  await queries.markDone(ctx.db, id, ctx.now())
  if (customer) await syncCustomer(ctx, payments, customer.stripeCustomer)
}

/** Withdrawals wait this long (ms) for their job before the cron enqueues them again. */
const patience = 5 * 60_000

const atOnce = 100

/** Enqueues withdrawals whose jobs were lost. */
export async function requeueWithdrawals(ctx: Ctx, place: Place = null): Promise<Place> {
  const open = await queries.findOpen(ctx.db, ctx.now() - patience, place ?? "", atOnce)
  for (const withdrawalId of open) ctx.enqueueJob({ kind: "withdrawal", withdrawalId })
  return placeAfter(open, atOnce, (id) => id)
}

const amountOf = (paid: queries.PaidInvoice[], now: number) =>
  paid.reduce((sum, invoice) => sum + refundOf(invoice, now), 0)

async function findWithdrawable(ctx: Ctx): Promise<{ ref: string; until: number; currency: string }> {
  const { id } = requireUser(ctx)
  const { held } = await findBilling(ctx.db, id, ctx.locale)
  const live = held.find(isLive)
  const until = live && !live.hasWithdrawal ? withdrawableUntil(live, ctx.now()) : null
  if (!live || until === null) throw new AppError("billing.not_withdrawable")
  return { ref: live.stripeId, until, currency: "eur" }
}
