import type { ProvidedSubscription } from "../../core/ports/payments"
import type { SubscriptionStatus } from "../schema"

/** A subscription as it is stored, without its id, owner and times of writing. */
export interface SubscriptionState {
  stripeId: string
  type: string
  stripeStatus: SubscriptionStatus
  stripePrice: string | null
  quantity: number | null
  trialEndsAt: number | null
  endsAt: number | null
  startedAt: number | null
  periodStartsAt: number | null
  periodEndsAt: number | null
  nextAmount: number | null
}

/** Prefix of the row that opens Premium during a trial, whose own status is not `active` (product-spec 6). */
export const trialPrefix = "trial:"
/** Prefix of access that staff gave. */
export const grantPrefix = "grant:"

/** Whether a row is a subscription at the provider. */
export const isProvided = (stripeId: string) => !stripeId.startsWith(trialPrefix) && !stripeId.startsWith(grantPrefix)

/** Statuses of a subscription that still can be paid: a member has one of them at most. */
const liveStatuses: readonly SubscriptionStatus[] = ["trialing", "active", "past_due", "unpaid", "paused"]

export const isLive = ({ stripeId, stripeStatus }: Pick<SubscriptionState, "stripeId" | "stripeStatus">) =>
  isProvided(stripeId) && liveStatuses.includes(stripeStatus)

/** The end of access given by staff, epoch ms; null without any. */
export function grantEnd(rows: SubscriptionState[]): number | null {
  const grants = rows.filter(
    ({ stripeId, stripeStatus }) => stripeId.startsWith(grantPrefix) && stripeStatus === "active",
  )
  return grants.length > 0 ? Math.max(...grants.map(({ endsAt }) => endsAt ?? 0)) : null
}

/** Whether this person had their one trial, with this account or (`uses`: rows of trial_uses) another. */
export const hadTrial = (rows: SubscriptionState[], uses: unknown[]) =>
  uses.length > 0 || rows.some(({ trialEndsAt }) => trialEndsAt !== null)

/** A subscription whose type is known. */
type TypedSubscription = Omit<ProvidedSubscription, "type"> & { type: string }

/**
 * Gives subscriptions the type of the plan whose price they pay (`types`: by the provider's id of the price), wherever
 * they were made; that of their purchase if no plan has their price; `default`, which opens nothing, if there is neither.
 */
export function withTypes(provided: ProvidedSubscription[], types: ReadonlyMap<string, string>): TypedSubscription[] {
  return provided.map((one) => ({ ...one, type: types.get(one.price ?? "") ?? one.type ?? "default" }))
}

/**
 * Returns the rows of a customer: a pure function of what the provider knows and of the rows so far, so that any order
 * of events ends with the same rows. `incomplete_expired` has no row (laravel/cashier). A row of a subscription that
 * the provider does not know any more is canceled at `now` (epoch ms).
 */
export function reduceSubscriptions(
  provided: TypedSubscription[],
  stored: SubscriptionState[],
  now: number,
): SubscriptionState[] {
  const rows = provided.filter(({ status }) => status !== "incomplete_expired").flatMap(rowsOf)
  const known = new Set(rows.map(({ stripeId }) => stripeId))
  const lost = stored
    .filter(({ stripeId }) => !known.has(stripeId) && !stripeId.startsWith(grantPrefix))
    .filter(({ stripeId }) => !provided.some(({ ref }) => ref === stripeId))
    .map((row) =>
      row.stripeStatus === "canceled"
        ? row
        : { ...row, stripeStatus: "canceled" as const, endsAt: Math.min(row.endsAt ?? now, now), nextAmount: null },
    )
  return [...rows, ...lost]
}

function rowsOf(subscription: TypedSubscription): SubscriptionState[] {
  const { ref, status, type, trialEndsAt, createdAt, periodStartsAt, periodEndsAt, endsAt } = subscription
  const row: SubscriptionState = {
    stripeId: ref,
    type,
    stripeStatus: status,
    stripePrice: subscription.price,
    quantity: subscription.quantity,
    trialEndsAt,
    endsAt,
    startedAt: createdAt,
    periodStartsAt,
    periodEndsAt,
    nextAmount: subscription.next?.amount ?? null,
  }
  if (trialEndsAt === null) return [row]
  const isRunning = status === "trialing"
  const trial: SubscriptionState = {
    stripeId: `${trialPrefix}${ref}`,
    type,
    stripePrice: null,
    quantity: null,
    trialEndsAt: null,
    stripeStatus: isRunning ? "active" : "canceled",
    endsAt: isRunning ? trialEndsAt : Math.min(trialEndsAt, endsAt ?? trialEndsAt),
    startedAt: createdAt,
    periodStartsAt: null,
    periodEndsAt: null,
    nextAmount: null,
  }
  return [row, trial]
}
