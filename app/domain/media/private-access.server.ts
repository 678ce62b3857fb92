import { type Actor, hasPermission, impersonationOf, isPremium, isSignedIn, type SignedIn } from "../core/actor/actor"
import { isPermitted } from "../core/actor/guards"

/**
 * Returns whether the actor may see private media that their owner shows to all Premium members: premium members only
 * (product-spec 6), nobody whose account is restricted, and nobody who sees the site as one of them.
 */
export function maySeePrivate(actor: Actor): actor is SignedIn {
  if (!isSignedIn(actor) || actor.session.restriction) return false
  return isPremium(actor.user) && impersonationOf(actor) === null
}

/**
 * Who may see more than public media: their own, with `seesPrivate` those in galleries as their owners choose, with
 * `isRoot` whatever an owner chose, with `isReviewer` what staff review.
 */
export interface Viewer {
  id: string
  seesPrivate: boolean
  isRoot: boolean
  isReviewer: boolean
}

/** Returns the actor as a viewer of media that are not public; null if they may see none. */
export function viewerOf(actor: Actor): Viewer | null {
  if (!isSignedIn(actor)) return null
  const [seesPrivate, isReviewer] = [maySeePrivate(actor), isPermitted(actor, "media.review")]
  // In the workshop, whether or not the profile gives rights.
  const isOwner = actor.user.workshop !== null && impersonationOf(actor) === null
  if (!seesPrivate && !isReviewer && !isOwner) return null
  return { id: actor.user.id, seesPrivate, isRoot: hasPermission(actor.user), isReviewer }
}
