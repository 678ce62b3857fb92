import { read } from "~/db/client.server"
import { plansScope } from "~/db/content-scopes"
import { type JsonText, trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { DAY } from "~/lib/time"
import { isSignedIn } from "../core/actor/actor"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { findMissingItems } from "../core/readiness/gate.server"
import * as queries from "./plan-queries.server"
import { firstPaymentAfter, withdrawableUntil } from "./policy"
import type { Billing, CurrentPlan, Invoice, MonthlyPrice, Offer, Plan, Price } from "./schema"
import { grantEnd, hadTrial, isLive } from "./sync/subscription-rows"
import { selectTrialUse } from "./trial-queries.server"
import { hashPerson } from "./trials.server"

/** Returns the plans for sale, in the reader's language, with the trials that they can have. */
export async function listPlans(ctx: Ctx): Promise<Plan[]> {
  if (isSignedIn(ctx.actor)) return (await getPlansAndBilling(ctx)).plans
  const [rows] = await read(ctx.db, queries.selectPlans(ctx.locale))
  return rows.map(toPlan)
}

/** Returns the least price for a month of Premium that is for sale, with the trial that the reader can have; null without one. */
export async function findMonthlyPrice(ctx: Ctx): Promise<MonthlyPrice | null> {
  ctx.shows?.(plansScope)
  const prices = (await listPlans(ctx))
    .flatMap((plan) => plan.prices)
    .filter((price) => price.interval === "month" && price.interval_count === 1)
  const [least] = prices.toSorted((a, b) => a.amount - b.amount)
  return least ? { amount: least.amount, currency: least.currency, trial_days: least.trial_days } : null
}

/**
 * Returns the plans for sale, with the trials that the actor can have, and their billing: one round trip. Throws
 * `auth.required`.
 */
export async function getPlansAndBilling(ctx: Ctx): Promise<{ plans: Plan[]; billing: Billing }> {
  const { id, email } = requireUser(ctx)
  const [plans, [card], held, [due], uses] = await read(
    ctx.db,
    queries.selectPlans(ctx.locale),
    queries.selectCard(id),
    queries.selectHeld(id, ctx.locale),
    queries.selectDue(id),
    selectTrialUse(id, await hashPerson(ctx, email), ctx.now()),
  )
  const hasTrial = !hadTrial(held, uses)
  return {
    plans: plans.map((row) => withTrial(toPlan(row), hasTrial)),
    billing: toBilling(ctx, { card: card ?? null, held, due: due ?? null }),
  }
}

/**
 * Returns what the actor would buy with this price. Throws `auth.required`, and `request.not_found` for
 * a price that is not for sale.
 */
export async function getOffer(ctx: Ctx, priceId: string): Promise<Offer> {
  const user = requireUser(ctx)
  const personHash = await hashPerson(ctx, user.email)
  const [[[row], held, uses], missing] = await Promise.all([
    read(
      ctx.db,
      queries.selectPrice(priceId, ctx.locale),
      queries.selectHeld(user.id, ctx.locale),
      selectTrialUse(user.id, personHash, ctx.now()),
    ),
    findMissingItems(ctx),
  ])
  const price = trustedJson(row?.price ?? null)
  if (!row || !price) throw new AppError("request.not_found")
  const grantedUntil = grantEnd(held)
  const trialDays = grantedUntil || hadTrial(held, uses) ? 0 : price.trial_days
  return {
    plan: row.plan,
    price: { ...price, trial_days: trialDays },
    first_payment_at:
      firstPaymentAfter(grantedUntil, ctx.now()) ?? (trialDays > 0 ? ctx.now() + trialDays * DAY : null),
    is_subscribed: held.some(isLive),
    is_available: ctx.payments !== null && missing.length === 0,
  }
}

/** Returns the actor's billing: one round trip. Throws `auth.required`. */
export async function getBilling(ctx: Ctx): Promise<Billing> {
  const { id } = requireUser(ctx)
  return toBilling(ctx, await queries.findBilling(ctx.db, id, ctx.locale))
}

/** Returns the actor's invoices, the latest first: one round trip. Throws `auth.required`. */
export async function listInvoices(ctx: Ctx): Promise<Invoice[]> {
  const [rows] = await read(ctx.db, queries.selectInvoices(requireUser(ctx).id))
  return rows
}

function toPlan({
  prices,
  features,
  ...plan
}: { prices: JsonText<Price[]>; features: string } & Omit<Plan, "prices" | "features">) {
  const lines = features.split("\n").filter((line) => line.trim() !== "")
  return { ...plan, features: lines, prices: trustedJson(prices) }
}

function withTrial(plan: Plan, hasTrial: boolean): Plan {
  return hasTrial ? plan : { ...plan, prices: plan.prices.map((price) => ({ ...price, trial_days: 0 })) }
}

type Found = Awaited<ReturnType<typeof queries.findBilling>>

/** Converts what was found of a member. */
export function toBilling(ctx: Pick<Ctx, "now" | "payments">, { card, held, due }: Found): Billing {
  const live = held.find(isLive) ?? held.find(({ stripeStatus }) => stripeStatus === "incomplete")
  return {
    plan: live ? toCurrentPlan(live, ctx.now()) : null,
    card: card?.card_brand
      ? {
          brand: card.card_brand,
          last4: card.card_last4 ?? "",
          exp_month: card.card_exp_month ?? 0,
          exp_year: card.card_exp_year ?? 0,
        }
      : null,
    credit: card?.currency && card.credit > 0 ? { amount: card.credit, currency: card.currency } : null,
    overdue: due
      ? { invoice: due.id, amount: due.due, currency: due.currency, next_retry_at: due.next_retry_at }
      : null,
    complimentary_until: grantEnd(held),
    is_available: ctx.payments !== null,
  }
}

function toCurrentPlan(row: queries.HeldRow, now: number): CurrentPlan {
  const price = trustedJson(row.price)
  const isTrial = row.stripeStatus === "trialing"
  const hasNext = row.nextAmount !== null && price !== null
  return {
    name: row.plan,
    status: row.stripeStatus,
    price,
    started_at: row.startedAt ?? 0,
    period_ends_at: row.periodEndsAt ?? 0,
    trial_ends_at: isTrial ? row.trialEndsAt : null,
    ends_at: row.endsAt,
    next_payment: hasNext ? { amount: row.nextAmount ?? 0, currency: price.currency } : null,
    withdraw_until: row.hasWithdrawal ? null : withdrawableUntil(row, now),
  }
}
