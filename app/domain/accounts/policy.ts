import type { Actor, CurrentUser, SignedIn } from "./schema"

type Rights = Pick<CurrentUser, "subscriptions" | "groups" | "profile">

/** May do everything the back office offers: a group of theirs is root (product-spec 6). */
export function hasPermission(user: Pick<Rights, "groups">): boolean {
  return user.groups.some((group) => group.root)
}

/** Is staff, also while their rights wait for a second factor (`isHeldBack`). */
export function belongsToStaff({ user, session }: SignedIn): boolean {
  return hasPermission(user) || session.isHeldBack
}

/**
 * Sees what premium members see: an active subscription of type premium, or root, or a profile of their own (product-spec 6).
 * A trial or a late payment is not active.
 */
export function isPremium(user: Rights): boolean {
  const subscribed = user.subscriptions.some(
    ({ type, stripe_status }) => type === "premium" && stripe_status === "active",
  )
  return subscribed || hasPermission(user) || user.profile !== null
}

/** Holds a subscription to this Stripe price (product-spec 6). */
export function isSubscribedTo(user: Pick<Rights, "subscriptions">, price: string): boolean {
  return user.subscriptions.some(({ stripe_price }) => stripe_price === price)
}

export function isSignedIn(actor: Actor): actor is SignedIn {
  return actor.kind !== "visitor"
}
