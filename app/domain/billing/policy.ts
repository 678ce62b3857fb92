import { DAY, HOUR } from "~/lib/time"
import { type CurrentUser, hasPermission } from "../core/actor/actor"
import type { Reason, SubscriptionStatus } from "./schema"
import { grantPrefix, isProvided, type SubscriptionState, trialPrefix } from "./sync/subscription-rows"

/** The time (ms) in which a consumer may withdraw from a contract (directive 2011/83/EU, article 9). */
const withdrawalTime = 14 * DAY

/** Until when (epoch ms) the subscription can be withdrawn from; null if that time is over, or it has ended. */
export function withdrawableUntil(
  { startedAt, stripeStatus }: Pick<SubscriptionState, "startedAt" | "stripeStatus">,
  now: number,
): number | null {
  if (startedAt === null || stripeStatus === "canceled" || stripeStatus === "incomplete") return null
  const until = startedAt + withdrawalTime
  return now < until ? until : null
}

/** Returns the refund of an invoice: a share by the day, of the days not used yet (terms, "Right of withdrawal"). */
export function refundOf(
  {
    paid,
    refunded,
    periodStartsAt,
    periodEndsAt,
  }: {
    paid: number
    refunded: number
    periodStartsAt: number
    periodEndsAt: number
  },
  now: number,
): number {
  const days = Math.max(1, Math.round((periodEndsAt - periodStartsAt) / DAY))
  const used = Math.min(days, Math.max(0, Math.ceil((now - periodStartsAt) / DAY)))
  return Math.max(0, Math.ceil((paid * (days - used)) / days) - refunded)
}

/** The provider's shortest time until a first payment (ms), and some time for the member to fill the form in. */
const shortestWait = 2 * DAY + 3 * HOUR

/**
 * Returns when a plan bought now is paid first, by somebody who has access until `grantedUntil` without paying: not
 * before. Null: now.
 */
export function firstPaymentAfter(grantedUntil: number | null, now: number): number | null {
  return grantedUntil === null ? null : Math.max(grantedUntil, now + shortestWait)
}

export interface Evidence {
  holds: boolean
  reason: Reason
  since: number | null
  until: number | null
}

const lackOf: Partial<Record<SubscriptionStatus, Reason>> = {
  past_due: "past_due",
  unpaid: "unpaid",
  paused: "paused",
  incomplete: "incomplete",
  canceled: "ended",
}

/**
 * Returns whether the user has Premium (product-spec 6, as `isPremium` of actor.ts decides it) and why. `rows`: their
 * subscriptions.
 */
export function premiumEvidence(user: Pick<CurrentUser, "groups" | "profile">, rows: SubscriptionState[]): Evidence {
  const active = rows.filter(({ type, stripeStatus }) => type === "premium" && stripeStatus === "active")
  const paid = active.find(({ stripeId }) => isProvided(stripeId))
  if (paid) return { holds: true, reason: "subscription", since: paid.startedAt, until: paid.endsAt }
  const given = active.toSorted((a, b) => (b.endsAt ?? 0) - (a.endsAt ?? 0))[0]
  if (given) {
    const reason = given.stripeId.startsWith(trialPrefix) ? "trial" : "complimentary"
    return { holds: true, reason, since: given.startedAt, until: given.endsAt }
  }
  if (user.profile) return { holds: true, reason: "profile", since: null, until: null }
  if (hasPermission(user)) return { holds: true, reason: "staff", since: null, until: null }
  return lack(rows.filter(({ type }) => type === "premium"))
}

/** Returns whether one of the subscriptions is to this price, as `isSubscribedTo` of actor.ts decides it, and why. */
export function priceEvidence(price: string, rows: SubscriptionState[]): Evidence {
  const row = rows.find(({ stripePrice }) => stripePrice === price)
  if (!row) return { holds: false, reason: "none", since: null, until: null }
  const reason = row.stripeStatus === "trialing" ? "trial" : (lackOf[row.stripeStatus] ?? "subscription")
  return { holds: true, reason, since: row.startedAt, until: row.endsAt }
}

function lack(rows: SubscriptionState[]): Evidence {
  const known = rows.filter(({ stripeId }) => !stripeId.startsWith(grantPrefix))
  const live = known.find(({ stripeStatus }) => stripeStatus !== "canceled")
  if (live) {
    const reason = lackOf[live.stripeStatus] ?? "none"
    return { holds: false, reason, since: live.periodStartsAt, until: live.endsAt }
  }
  const ends = rows.flatMap(({ endsAt }) => endsAt ?? [])
  if (ends.length === 0) return { holds: false, reason: "none", since: null, until: null }
  return { holds: false, reason: "ended", since: Math.max(...ends), until: null }
}
