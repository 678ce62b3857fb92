import { isPremium, isSignedIn } from "../accounts/policy"
import type { Actor, SignedIn } from "../accounts/schema"

/** Private pictures and videos are for premium members (product-spec 6). */
export function maySeePrivate(actor: Actor): actor is SignedIn {
  return isSignedIn(actor) && isPremium(actor.user)
}
