import type { stripeStatuses } from "~/db/schema/billing"
import type { returnReasons } from "~/db/schema/mail"
import type { profileStates } from "~/db/schema/profiles/profiles"
import type { Locale } from "~/i18n/locales"
import type { StaffRole } from "./roles"

/** A signed-in user, in the fields of product-spec 3; `GET /api/auth/me` adds the count of unread messages. */
export interface CurrentUser {
  id: string
  email: string
  name: string
  locale: Locale
  /** URL path of their avatar, or null. */
  avatar: string | null
  subscriptions: Subscription[]
  groups: Group[]
  /** Roles in the back office (trust-safety R24): `owner` for the root group, and the active grants. Empty for members. */
  roles: StaffRole[]
  /** The profile that they have in the sense of product-spec 6: one that `rightfulStates` and no refused check let count. */
  profile: OwnProfile | null
  /** The profile that they edit, in whatever state: it gives no rights. */
  workshop: OwnProfile | null
  /** Without those of conversations, which count their messages. */
  unread_notifications_count: number
}

export interface Subscription {
  type: string
  stripe_status: (typeof stripeStatuses)[number]
  stripe_price: string | null
}

export interface Group {
  name: string
  /** Root means admin. */
  root: boolean
}

export interface OwnProfile {
  id: string
  slug: string
  state: (typeof profileStates)[number]
}

/** States in which a profile gives its owner rights: staff have approved it, and neither they nor the owner ended it. */
export const rightfulStates = ["approved", "published", "paused"] as const satisfies OwnProfile["state"][]

/**
 * The reason why an account is closed but for what page-policy.ts allows it: a suspension, until then (epoch ms), or an
 * identity check that found its owner to be a minor (trust-safety R3), until staff reopen the check.
 */
export type Restriction = { kind: "suspended"; until: number } | { kind: "underage" }

export interface SessionInfo {
  id: string
  familyId: string
  kind: "web" | "api"
  /** When the user's account was created, epoch ms. */
  accountCreatedAt: number
  /** Epoch ms; `startedAt` is the time of sign-in, on any domain. */
  startedAt: number
  lastUsedAt: number
  expiresAt: number
  /** The user's current permissions, serialised; `hasOldRights`: they changed since the token was issued. */
  rights: string
  hasOldRights: boolean
  /** When the user last authenticated, epoch ms; null: not in this session. */
  confirmedAt: number | null
  /** A second factor was given in this session. */
  isStrong: boolean
  /** The user has a second factor, whether or not it was given here. */
  isEnrolled: boolean
  /**
   * The user is staff whose rights are withheld until a second factor is given here: `roles` is empty, and `groups`
   * lacks the root ones.
   */
  isHeldBack: boolean
  /** Null: the account is open. */
  restriction: Restriction | null
  /** When the account will be erased, epoch ms; null without an erasure request. */
  erasureDueAt: number | null
  /** Why mails to the address are not sent; null if they are. */
  mailReturned: (typeof returnReasons)[number] | null
  /** Staff see the site as a member in this session, or did until just now; null in every other one. */
  impersonation: Impersonation | null
}

/** A member as whom staff see the site, read only (domain/accounts/impersonation). */
export interface Impersonation {
  id: string
  staffId: string
  memberId: string
  /** Epoch ms. */
  expiresAt: number
  /** The actor's user is the member; otherwise it has expired or was revoked, and the user is the staff member again. */
  isActive: boolean
}

/** When a session ends unless it is used before. */
export interface SessionEnd {
  /** Epoch ms. */
  at: number
  /** Idle timeout, ms; null: it ends only at `at`. */
  idleLimit: number | null
  /** Absolute end, epoch ms, however much it is used; null: the row's `expires_at` already accounts for it. */
  latest: number | null
}

export type Actor =
  | { kind: "visitor" }
  | { kind: "member"; user: CurrentUser; session: SessionInfo }
  | { kind: "staff"; user: CurrentUser; session: SessionInfo }

export type SignedIn = Exclude<Actor, { kind: "visitor" }>

type Rights = Pick<CurrentUser, "subscriptions" | "groups" | "profile">

/** Returns whether one of the user's groups is root (product-spec 6): Premium without a plan, and the role `owner`. */
export function hasPermission(user: Pick<Rights, "groups">): boolean {
  return user.groups.some((group) => group.root)
}

/** Returns whether the user is staff: they have a role, whichever (trust-safety R24). */
export function hasRole(user: Pick<CurrentUser, "roles">): boolean {
  return user.roles.length > 0
}

/** Returns whether the user is staff, even while their rights are withheld (`isHeldBack`). */
export function belongsToStaff({ user, session }: SignedIn): boolean {
  return hasRole(user) || session.isHeldBack
}

/**
 * Returns whether the user has premium access: an active premium subscription, root, or an own profile (product-spec
 * 6). A trial or an overdue payment is not active.
 */
export function isPremium(user: Rights): boolean {
  const subscribed = user.subscriptions.some(
    ({ type, stripe_status }) => type === "premium" && stripe_status === "active",
  )
  return subscribed || hasPermission(user) || user.profile !== null
}

/** Returns whether the user subscribes to this Stripe price (product-spec 6). */
export function isSubscribedTo(user: Pick<Rights, "subscriptions">, price: string): boolean {
  return user.subscriptions.some(({ stripe_price }) => stripe_price === price)
}

/** Returns the active impersonation, in which staff see the site as the actor's user; else null. */
export function impersonationOf(actor: Actor): Impersonation | null {
  const impersonation = isSignedIn(actor) ? actor.session.impersonation : null
  return impersonation?.isActive ? impersonation : null
}

/** Returns the id of the user whose session it is: the staff member's during an impersonation. */
export function sessionOwnerOf({ user, session }: SignedIn): string {
  return session.impersonation?.isActive ? session.impersonation.staffId : user.id
}

export function isSignedIn(actor: Actor): actor is SignedIn {
  return actor.kind !== "visitor"
}
