import { AppError } from "~/lib/errors"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { requireCountry } from "../core/countries/policy"
import { isPaymentError, type PaymentProvider } from "../core/ports/payments"
import { requireLaunched } from "../core/readiness/gate.server"
import { findBilling } from "./plan-queries.server"
import { withPayments } from "./provider"
import * as queries from "./queries.server"
import { findTakenBack, isDisputed } from "./returns/issue-queries.server"
import { type CancellationReason, type ChangeForm, type PlanChange, previewLifetime } from "./schema"
import { isGone } from "./sync/gone.server"
import { isLive, type SubscriptionState } from "./sync/subscription-rows"
import { syncCustomer } from "./sync/sync.server"

/**
 * Ends the actor's plan with the period that is paid. Idempotent. Throws `auth.required`, `billing.no_plan` and what
 * `withPayments` does.
 */
export function cancelPlan(ctx: Ctx, reason?: CancellationReason): Promise<void> {
  return changePlanBy(ctx, async (payments, { stripeId, stripeStatus }) => {
    // An overdue plan has no paid period left: it ends at once, and nothing more is charged.
    if (stripeStatus === "past_due" || stripeStatus === "unpaid" || stripeStatus === "paused")
      await payments.endSubscription(stripeId)
    else await payments.setRenewal(stripeId, false, reason)
  })
}

/**
 * Lets a cancelled plan of the actor renew again, while its period lasts. Throws what `cancelPlan` does,
 * `country.no_payment`, and `billing.disputed` for one of which they dispute a payment.
 */
export async function resumePlan(ctx: Ctx): Promise<void> {
  requireCountry(ctx, "pay")
  await changePlanBy(ctx, async (payments, { stripeId }) => {
    await refuseDisputed(ctx, stripeId)
    await payments.setRenewal(stripeId, true)
  })
}

/**
 * Returns what a change of the actor's plan to this price costs now and later. Throws `auth.required`,
 * `country.no_payment`, `request.not_found` for a price that is not for sale, `billing.no_plan`, `conflict.changed` for the
 * present price, and what `requireLaunched` and `withPayments` do.
 */
export async function previewChange(ctx: Ctx, priceId: string): Promise<PlanChange> {
  const { id } = requireUser(ctx)
  requireCountry(ctx, "pay")
  await ctx.limit("billing.change", id)
  await requireLaunched(ctx)
  const subscription = (await findBilling(ctx.db, id, ctx.locale)).held.find(isLive)
  const stripePrice = await findTarget(ctx, subscription, priceId)
  if (!subscription || subscription.stripePrice === stripePrice) throw new AppError("conflict.changed")
  const { nextAt, ...change } = await withPayments(ctx, (payments) =>
    payments.previewChange(subscription.stripeId, stripePrice),
  )
  // Nothing is charged in a trial: the provider's preview is of the payment at its end.
  if (subscription.stripeStatus === "trialing")
    return { ...change, due: 0, unused: 0, credit: 0, next_at: subscription.trialEndsAt ?? nextAt }
  return { ...change, next_at: nextAt }
}

/**
 * Changes the actor's plan to another price, for what its preview said. Idempotent: the present price stays. Throws
 * what `previewChange` does otherwise, `billing.preview_expired`, and `billing.disputed`.
 */
export async function changePlan(ctx: Ctx, { price, at }: ChangeForm): Promise<void> {
  requireCountry(ctx, "pay")
  if (Math.abs(ctx.now() - at) > previewLifetime) throw new AppError("billing.preview_expired")
  requireUser(ctx)
  await requireLaunched(ctx)
  await changePlanBy(ctx, async (payments, subscription) => {
    const target = await findTarget(ctx, subscription, price)
    if (subscription.stripePrice === target) return
    const { stripeId } = subscription
    // A change renews a cancelled plan.
    await refuseDisputed(ctx, stripeId)
    await payments.changePrice(stripeId, target, at, `${stripeId} ${target} ${at}`)
  })
}

/**
 * Returns the address of the provider's page on which the actor replaces their card; `path`: where they return to.
 * Throws `auth.required`, `billing.no_plan` and what `withCustomer` does.
 */
export async function openCardPage(ctx: Ctx, path: string): Promise<string> {
  const { id } = requireUser(ctx)
  await ctx.limit("billing.change", id)
  const customer = await queries.findCustomer(ctx.db, id)
  if (!customer) throw new AppError("billing.no_plan")
  if (customer.goneAt !== null) throw new AppError("billing.customer_gone")
  const returnUrl = `${ctx.site.origin(ctx.locale)}${path}`
  const { stripeCustomer: ref } = customer
  return withCustomer(ctx, ref, (payments) => payments.openCardPage(ref, returnUrl, ctx.locale))
}

/** Charges the actor's card for the payment that failed. Throws `billing.nothing_due` and what `requireLaunched` and `withCustomer` do. */
export async function payOverdue(ctx: Ctx): Promise<void> {
  const { id } = requireUser(ctx)
  await ctx.limit("billing.change", id)
  await requireLaunched(ctx)
  const [customer, invoice] = await Promise.all([
    queries.findCustomer(ctx.db, id),
    queries.findOverdueInvoice(ctx.db, id),
  ])
  if (!customer || !invoice) throw new AppError("billing.nothing_due")
  await withCustomer(ctx, customer.stripeCustomer, async (payments) => {
    try {
      await payments.payInvoice(invoice)
    } finally {
      await syncCustomer(ctx, payments, customer.stripeCustomer)
    }
  })
}

/** Returns a member's id at the provider, with the subscriptions that can be paid; null if they never paid. */
export async function findLiveCustomer(
  ctx: Ctx,
  userId: string,
): Promise<{ ref: string; subscriptions: string[] } | null> {
  const { card, held } = await findBilling(ctx.db, userId, ctx.locale)
  return card && { ref: card.ref, subscriptions: held.filter(isLive).map(({ stripeId }) => stripeId) }
}

/**
 * Stops the renewal of a member's plan, if they have one; a plan whose running period their bank took the money back of
 * ends at once. Idempotent. Throws PaymentError.
 */
export async function stopRenewal(ctx: Ctx, userId: string): Promise<void> {
  const customer = await findLiveCustomer(ctx, userId)
  if (!customer || customer.subscriptions.length === 0 || !ctx.payments) return
  const { payments } = ctx
  const unpaid = await findTakenBack(ctx.db, userId, ctx.now())
  for (const subscription of customer.subscriptions) {
    try {
      if (unpaid.includes(subscription)) await payments.endSubscription(subscription)
      else await payments.setRenewal(subscription, false)
    } catch (error) {
      // An ended subscription has no renewal: its copy says so.
      if (!isPaymentError(error) || error.problem !== "refused") throw error
    }
  }
  await syncCustomer(ctx, payments, customer.ref)
}

/** Runs an act on the actor's plan, then replaces our copy, so that the next page shows it. */
async function changePlanBy(
  ctx: Ctx,
  action: (payments: PaymentProvider, subscription: SubscriptionState) => Promise<void>,
): Promise<void> {
  const { id } = requireUser(ctx)
  await ctx.limit("billing.change", id)
  const { card, held } = await findBilling(ctx.db, id, ctx.locale)
  const live = held.find(isLive)
  if (card?.is_gone) throw new AppError("billing.customer_gone")
  if (!live || !card) throw new AppError("billing.no_plan")
  await withCustomer(ctx, card.ref, async (payments) => {
    await action(payments, live)
    await syncCustomer(ctx, payments, card.ref)
  })
}

/**
 * Runs calls about a customer as `withPayments` does. Throws `billing.customer_gone` if the provider refuses them as it
 * has deleted the customer.
 */
function withCustomer<Result>(
  ctx: Ctx,
  ref: string,
  action: (payments: PaymentProvider) => Promise<Result>,
): Promise<Result> {
  return withPayments(ctx, async (payments) => {
    try {
      return await action(payments)
    } catch (error) {
      if (await isGone(ctx, payments, ref, error)) throw new AppError("billing.customer_gone", { cause: error })
      throw error
    }
  })
}

/** Throws `billing.disputed` for a plan of the actor of which a payment is disputed: its renewal would be, too. */
async function refuseDisputed(ctx: Ctx, stripeId: string): Promise<void> {
  if (await isDisputed(ctx.db, requireUser(ctx).id, stripeId)) throw new AppError("billing.disputed")
}

/** Returns the provider's id of a price that a plan can change to. */
async function findTarget(ctx: Ctx, subscription: SubscriptionState | undefined, priceId: string): Promise<string> {
  const price = await queries.findPriceForSale(ctx.db, priceId)
  if (!price) throw new AppError("request.not_found")
  if (subscription?.stripeStatus !== "active" && subscription?.stripeStatus !== "trialing")
    throw new AppError("billing.no_plan")
  return price
}
