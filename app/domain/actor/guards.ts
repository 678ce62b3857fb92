import { AppError } from "~/lib/errors"
import { type Actor, type CurrentUser, hasPermission, isSignedIn, type SignedIn } from "./actor"

interface WithActor {
  actor: Actor
}
interface WithActorAndClock extends WithActor {
  /** Epoch ms. */
  now: () => number
}

/** The user that asks, with their session. Throws `auth.required` for visitors. */
export function requireSession(ctx: WithActor): SignedIn {
  if (!isSignedIn(ctx.actor)) throw new AppError("auth.required")
  return ctx.actor
}

/** The user that asks. Throws `auth.required` for visitors. */
export function requireUser(ctx: WithActor): CurrentUser {
  return requireSession(ctx).user
}

/** For how long who proved who they are need not do so again, in ms (trust-safety R23). */
export const proofLifetime = 10 * 60_000

/**
 * The user that asks, who proved who they are within ten minutes: by signing in, or on `/auth/confirm`; by their second factor, if they
 * have one. Sensitive acts (a second factor,
 * the address, an export, an erasure) begin with this. Throws `auth.required`, and `auth.confirm_required`, which takes a page's reader
 * to `/auth/confirm` and back.
 */
export function requireRecentProof(ctx: WithActorAndClock): SignedIn {
  const actor = requireSession(ctx)
  if (!hasRecentProof(ctx, actor)) throw new AppError("auth.confirm_required")
  return actor
}

export function hasRecentProof(ctx: Pick<WithActorAndClock, "now">, { session }: SignedIn): boolean {
  if (session.isEnrolled && !session.isStrong) return false
  return session.confirmedAt !== null && ctx.now() - session.confirmedAt < proofLifetime
}

/**
 * The member of staff that asks. Throws `auth.required`, `request.not_found` for members, and for staff who are held back
 * (trust-safety R23) what they have to do first: `auth.second_factor_required` or `auth.confirm_required`.
 */
export function requireStaff(ctx: WithActor): SignedIn {
  const actor = requireSession(ctx)
  if (actor.kind === "staff") return actor
  if (!actor.session.isHeldBack) throw new AppError("request.not_found")
  throw new AppError(actor.session.isEnrolled ? "auth.confirm_required" : "auth.second_factor_required")
}

/**
 * The member of staff that asks, who proved who they are within ten minutes (trust-safety R23): whatever staff change for others begins
 * with this. Throws what `requireStaff` does, and `auth.confirm_required`.
 */
export function requireStaffProof(ctx: WithActorAndClock): SignedIn {
  const actor = requireStaff(ctx)
  if (!hasRecentProof(ctx, actor)) throw new AppError("auth.confirm_required")
  return actor
}

/** Whether this user may not be without any second factor. */
export function requiresSecondFactor(ctx: { staffNeeds2fa: boolean }, user: CurrentUser): boolean {
  return ctx.staffNeeds2fa && hasPermission(user)
}
