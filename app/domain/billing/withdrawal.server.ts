import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { isPaymentError, type PaymentProvider } from "../core/ports/payments"
import { type Place, placeAfter } from "../core/shared/lane"
import { findBilling } from "./plan-queries.server"
import { refundOf, withdrawableUntil } from "./policy"
import { findCustomer } from "./queries.server"
import { refundOnce } from "./returns/refunds.server"
import type { Money } from "./schema"
import { isLive } from "./sync/subscription-rows"
import { syncCustomer } from "./sync/sync.server"
import * as queries from "./withdrawal-queries.server"

/** Refund that a withdrawal would give now. */
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
      id: newId(now),
      userId: user.id,
      stripeSubscription: ref,
      amount: amountOf(paid, now),
      currency: paid[0]?.currency ?? currency,
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

/** Refusals by the provider after which a withdrawal is left to finance. */
const maxRefusals = 5

/**
 * Carries out a recorded withdrawal. Safe to repeat: amounts follow from the time of the record, and what was refunded
 * meanwhile counts as done. One that the provider refuses again and again is given up, and finance is told. Throws
 * PaymentError.
 */
export async function runWithdrawal(ctx: Ctx, id: string): Promise<void> {
  const row = await queries.findWithdrawal(ctx.db, id)
  if (row?.state !== "requested" || row.failedAt !== null || !ctx.payments) return
  try {
    await carryOut(ctx, ctx.payments, row)
  } catch (error) {
    if (!isPaymentError(error) || error.problem === "unavailable") throw error
    const refusals = await queries.countRefusal(ctx.db, id, ctx.now())
    if (refusals < maxRefusals) throw error
    await queries.failWithdrawal(ctx.db, row, ctx.now())
    ctx.logError("withdrawal.dead", error, { withdrawalId: id, refusals })
  }
}

async function carryOut(ctx: Ctx, payments: PaymentProvider, row: queries.WithdrawalRow): Promise<void> {
  const { id, userId, stripeSubscription } = row
  await payments.endSubscription(stripeSubscription)
  const customer = await findCustomer(ctx.db, userId)
  // Credit is money of the payments that are refunded now: it goes first, lest a member has both.
  if (customer) await payments.clearCredit(customer.stripeCustomer)
  const refunded = await refundOnce(ctx, userId, id, async () => {
    let sum = 0
    for (const invoice of await queries.findPaid(ctx.db, stripeSubscription))
      sum += await refundUnused(payments, row, invoice, row.amount - sum)
    return sum
  })
  await queries.markDone(ctx.db, id, refunded, ctx.now())
  if (customer) await syncCustomer(ctx, payments, customer.stripeCustomer)
}

/** Refunds the unused days of one invoice, less what came back of it otherwise; returns how much. `most`: what is left of the withdrawal. */
async function refundUnused(
  payments: PaymentProvider,
  { id, createdAt }: queries.WithdrawalRow,
  invoice: queries.PaidInvoice,
  most: number,
): Promise<number> {
  const key = `${id} ${invoice.ref}`
  const { left, done } = await payments.readRefundable(invoice.ref, key)
  if (done !== null) return done
  const unused = refundOf({ ...invoice, refunded: invoice.paid - left }, createdAt)
  const amount = Math.min(most, unused, left)
  if (amount > 0) await payments.refund(invoice.ref, amount, `withdrawal ${id}`, key)
  return Math.max(0, amount)
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
