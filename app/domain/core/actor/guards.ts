import { formatDate, formatTime } from "~/i18n/format"
import type { Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { type Actor, type CurrentUser, hasRole, isSignedIn, type Restriction, type SignedIn } from "./actor"
import { type Permission, permissionsOf } from "./roles"

interface WithActor {
  actor: Actor
}
interface WithActorAndClock extends WithActor {
  /** Epoch ms. */
  now: () => number
}

/** Returns the actor and their session. Throws `auth.required` for visitors. */
export function requireSession(ctx: WithActor): SignedIn {
  if (!isSignedIn(ctx.actor)) throw new AppError("auth.required")
  return ctx.actor
}

/** Returns the actor's user. Throws `auth.required` for visitors. */
export function requireUser(ctx: WithActor): CurrentUser {
  return requireSession(ctx).user
}

/** Throws `account.suspended` or `account.refused` for a member whose account is restricted. */
export function requireActive(ctx: WithActor & { locale: Locale }): void {
  const restriction = isSignedIn(ctx.actor) ? ctx.actor.session.restriction : null
  if (restriction) throw restrictionError(ctx, restriction)
}

/**
 * Returns the error that refuses a member what their restriction closes: `account.suspended` (trust-safety R17), or
 * `account.refused`, which does not say why (R3).
 */
export function restrictionError({ locale }: { locale: Locale }, restriction: Restriction): AppError {
  if (restriction.kind === "underage") return new AppError("account.refused")
  const { until } = restriction
  const date = `${formatDate(until, locale, "date")}, ${formatTime(until, locale)}`
  return new AppError("account.suspended", { values: { date } })
}

/**
 * Returns the ids of the actor and of the profile that they edit, in whatever state. Throws `auth.required`, and
 * `request.not_found` without one.
 */
export function requireOwner(ctx: WithActor): { userId: string; profileId: string } {
  const { id: userId, workshop } = requireUser(ctx)
  if (!workshop) throw new AppError("request.not_found")
  return { userId, profileId: workshop.id }
}

/** How long an authentication counts as recent, in ms (trust-safety R23). */
const proofLifetime = 10 * 60_000

/**
 * Returns the actor if they authenticated within ten minutes: by signing in or on `/auth/confirm`, with their second
 * factor if they have one. Sensitive operations (second factor, e-mail change, export, erasure) call this first. Throws
 * `auth.required` and `auth.confirm_required`, which sends a page's reader to `/auth/confirm` and back.
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

/** Returns whether the actor is staff with this permission, in a session that has their rights. */
export function isPermitted(actor: Actor, permission: Permission): boolean {
  return actor.kind === "staff" && permissionsOf(actor.user.roles).has(permission)
}

/**
 * Returns the acting staff member, whatever their roles. Throws `auth.required`, `request.not_found` for members, and
 * for staff without their rights (trust-safety R23) what they must do first: `auth.second_factor_required` or
 * `auth.confirm_required`.
 */
export function requireAnyStaff(ctx: WithActor): SignedIn {
  const actor = requireSession(ctx)
  if (actor.kind === "staff") return actor
  if (!actor.session.isHeldBack) throw new AppError("request.not_found")
  throw new AppError(actor.session.isEnrolled ? "auth.confirm_required" : "auth.second_factor_required")
}

/**
 * Returns the acting staff member if one of their roles has the permission (trust-safety R24). Throws what
 * `requireAnyStaff` does, and `request.not_found` without the permission.
 */
export function requireStaff(ctx: WithActor, permission: Permission): SignedIn {
  const actor = requireAnyStaff(ctx)
  if (!isPermitted(actor, permission)) throw new AppError("request.not_found")
  return actor
}

/**
 * Returns the acting staff member if they authenticated within ten minutes (trust-safety R23): call this before staff
 * change other people's data. Throws what `requireStaff` does, and `auth.confirm_required`.
 */
export function requireStaffProof(ctx: WithActorAndClock, permission: Permission): SignedIn {
  const actor = requireStaff(ctx, permission)
  if (!hasRecentProof(ctx, actor)) throw new AppError("auth.confirm_required")
  return actor
}

/**
 * Nobody acts on their own account in the back office: call this with the member that an act of staff is about. Throws
 * `staff.own_account`.
 */
export function requireOther({ user }: SignedIn, memberId: string): void {
  if (user.id === memberId) throw new AppError("staff.own_account")
}

/** Returns whether this user must have a second factor. */
export function requiresSecondFactor(ctx: { staffNeeds2fa: boolean }, user: CurrentUser): boolean {
  return ctx.staffNeeds2fa && hasRole(user)
}
