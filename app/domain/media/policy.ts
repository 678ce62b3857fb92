import type { Actor, SignedIn } from "../actor/actor"
import { isPremium, isSignedIn } from "../actor/actor"

/** How long a pass opens what it is for, in ms: a copied address is worth nothing soon, and nothing at all to anyone else. */
export const passLifetime = 5 * 60 * 1_000
/** A page asks for the next one so long before (ms): what is being fetched then still arrives. */
export const passMargin = 30_000

/** Private pictures and videos are for premium members (product-spec 6). */
export function maySeePrivate(actor: Actor): actor is SignedIn {
  return isSignedIn(actor) && isPremium(actor.user)
}
