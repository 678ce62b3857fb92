import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { HOUR } from "~/lib/time"
import { insertStartConsent } from "../accounts/queries.server"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { requireCountry } from "../core/countries/policy"
import type { PaymentProvider } from "../core/ports/payments"
import { requireLaunched } from "../core/readiness/gate.server"
import { firstPaymentAfter } from "./policy"
import { withPayments } from "./provider"
import * as queries from "./queries.server"
import { isGone } from "./sync/gone.server"
import { grantEnd, hadTrial, isLive } from "./sync/subscription-rows"
import { syncCustomer } from "./sync/sync.server"
import { extendReservation, releaseTrial, reserveTrial } from "./trial-queries.server"
import { hashPerson } from "./trials.server"

/** The month of the text by which members ask for an immediate start (CheckoutForm). */
const startVersion = "2026-11"
/** A checkout is offered again until this long (ms) before it expires. */
const margin = 10 * 60_000
/** How long (ms) a request may take to open the checkout that it reserved. */
const patience = 60_000
/** How long (ms) the word that a checkout was completed may be under way: so long its trial stays reserved. */
const lateness = HOUR
/** Requests of one member that overtake each other, before the last one gives up. */
const maxTries = 4

/** Where the member goes after a payment, and when they give it up: paths of this site. */
export interface CheckoutPaths {
  success: string
  cancel: string
}

/**
 * Starts the payment of a price and returns the address of the provider's page. A member has one open checkout and one
 * plan: two tabs get the same page, and a checkout of another price replaces the one before. Throws `auth.required`,
 * `country.no_payment`, `request.not_found` for a price that is not for sale, `billing.subscribed`, and what
 * `requireLaunched` and `withPayments` do.
 */
export async function startCheckout(ctx: Ctx, priceId: string, paths: CheckoutPaths): Promise<string> {
  const user = requireUser(ctx)
  requireCountry(ctx, "pay")
  await ctx.limit("billing.checkout", user.id)
  await requireLaunched(ctx)
  const personHash = await hashPerson(ctx, user.email)
  const find = () => queries.findPurchase(ctx.db, { userId: user.id, priceId, personHash }, ctx.now())
  return withPayments(ctx, async (payments) => {
    for (let tries = 0; tries < maxTries; tries++) {
      let purchase = refuseImpossible(await find())
      if (await giveCustomer(ctx, payments, user, purchase.customer)) purchase = refuseImpossible(await find())
      const url = await openCheckout(ctx, payments, { ...purchase, personHash }, paths).catch(
        async (error: unknown) => {
          const ref = purchase.customer?.stripeCustomer
          if (ref && (await isGone(ctx, payments, ref, error))) return null
          throw error
        },
      )
      if (url) {
        await insertStartConsent(ctx.db, { userId: user.id, version: startVersion, locale: ctx.locale }, ctx.now())
        return url
      }
    }
    throw new AppError("billing.unavailable")
  })
}

/** Makes a member a customer, or a new one in the place of a deleted one; false if they are one. */
async function giveCustomer(
  ctx: Ctx,
  payments: PaymentProvider,
  { id: userId, email }: { id: string; email: string },
  customer: queries.CustomerRow | null,
): Promise<boolean> {
  if (customer && customer.goneAt === null) return false
  const previous = customer?.stripeCustomer ?? null
  const ref = await payments.createCustomer({ userId, email, locale: ctx.locale, previous })
  if (previous) await queries.replaceCustomer(ctx.db, userId, { previous, ref }, ctx.now())
  else await queries.insertCustomer(ctx.db, userId, ref, ctx.now())
  return true
}

/** Throws for a purchase that is not possible. */
function refuseImpossible(purchase: queries.Purchase) {
  const { price, subscriptions } = purchase
  if (!price) throw new AppError("request.not_found")
  if (subscriptions.some(isLive)) throw new AppError("billing.subscribed")
  return { ...purchase, price }
}

/**
 * Returns the address of the member's one open checkout, for which the person's trial is reserved if they can have it;
 * null if another request changed it meanwhile.
 */
async function openCheckout(
  ctx: Ctx,
  payments: PaymentProvider,
  {
    price,
    customer,
    trialUses,
    subscriptions,
    personHash,
  }: ReturnType<typeof refuseImpossible> & { personHash: string },
  paths: CheckoutPaths,
): Promise<string | null> {
  if (!customer) return null
  const { userId, checkoutKey, checkoutSession, checkoutPrice, checkoutUrl, checkoutExpiresAt } = customer
  if (checkoutSession) {
    const isSame = checkoutPrice === price.id && (checkoutExpiresAt ?? 0) > ctx.now() + margin
    const checkout = isSame
      ? await payments.readCheckout(checkoutSession)
      : await payments.expireCheckout(checkoutSession)
    if (checkout.state === "open") return checkoutUrl
    if (checkout.state === "complete" && (await syncCustomer(ctx, payments, customer.stripeCustomer)) !== 0)
      throw new AppError("billing.subscribed")
  }
  // A key without a session: another request is under way, and the same key makes the same session; or it died.
  const isPending = (checkoutExpiresAt ?? 0) > ctx.now()
  const isResumed = checkoutKey !== null && !checkoutSession && checkoutPrice === price.id && isPending
  const key = isResumed ? checkoutKey : newId(ctx.now())
  if (
    !isResumed &&
    !(await queries.reserveCheckout(
      ctx.db,
      userId,
      { key, price: price.id, previous: checkoutKey, until: ctx.now() + patience },
      ctx.now(),
    ))
  )
    return null
  const paysFrom = firstPaymentAfter(grantEnd(subscriptions), ctx.now())
  const isOffered = price.trialDays > 0 && paysFrom === null && !hadTrial(subscriptions, trialUses)
  const reservation = { personHash, key, previous: checkoutKey, until: ctx.now() + patience }
  const hasTrial = isOffered && (await reserveTrial(ctx.db, reservation, ctx.now()))
  if (!hasTrial && checkoutKey) await releaseTrial(ctx.db, checkoutKey)
  const origin = ctx.site.origin(ctx.locale)
  const checkout = await payments.createCheckout({
    customer: customer.stripeCustomer,
    price: price.stripePrice,
    type: price.type,
    userId,
    locale: ctx.locale,
    key,
    trialDays: hasTrial ? price.trialDays : 0,
    paysFrom,
    successUrl: `${origin}${paths.success}`,
    cancelUrl: `${origin}${paths.cancel}`,
  })
  if (hasTrial) await extendReservation(ctx.db, key, checkout.expiresAt + lateness)
  await queries.updateCheckout(ctx.db, { userId, key, checkout, now: ctx.now() })
  return checkout.url
}

/**
 * Enqueues a copy of the actor's customer: called when they come back from a payment, in case its event is late. Returns
 * `refused` once their trial was ended as a second one, and `nothing` if they never started a payment.
 */
export async function expectPayment(ctx: Ctx): Promise<"waiting" | "refused" | "nothing"> {
  const { id } = requireUser(ctx)
  const [customer, isRefused] = await Promise.all([
    queries.findCustomer(ctx.db, id),
    queries.hasRefusedTrial(ctx.db, id, ctx.now()),
  ])
  if (!customer?.checkoutSession) return "nothing"
  if (isRefused) return "refused"
  await ctx.limit("billing.expect", id)
  ctx.enqueueJob({ kind: "payment_sync", customer: customer.stripeCustomer })
  return "waiting"
}
