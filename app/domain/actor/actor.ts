import type { stripeStatuses } from "~/db/schema/plans"
import type { profileStates } from "~/db/schema/profiles"
import type { Locale } from "~/i18n/locales"

/** A signed-in user, in the fields of product-spec 3. It is also what `GET /api/auth/me` answers. */
export interface CurrentUser {
  id: string
  email: string
  name: string
  locale: Locale
  /** The address of their picture; null: none. */
  avatar: string | null
  subscriptions: Subscription[]
  groups: Group[]
  profile: OwnProfile | null
  unread_messages_count: number
  /** But for those of conversations, which count their messages. */
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

export interface SessionInfo {
  id: string
  familyId: string
  kind: "web" | "api"
  /** Epoch ms; `startedAt` is when its user signed in, on whichever domain. */
  startedAt: number
  lastUsedAt: number
  expiresAt: number
  /** What its user may do, as one text; and that it is no longer what the token was given for. */
  rights: string
  hasOldRights: boolean
  /** When its owner last proved who they are, epoch ms; null: not since it was opened. */
  confirmedAt: number | null
  /** A second factor was given in this session. */
  isStrong: boolean
  /** Its user has a second factor, given here or not. */
  isEnrolled: boolean
  /** Its user is staff, whose rights wait until a second factor is given here: `groups` names none that has them. */
  isHeldBack: boolean
  /** When the account goes, epoch ms, if its owner asked for that. */
  erasedAt: number | null
}

/** When a session ends unless it is used before. */
export interface SessionEnd {
  /** Epoch ms. */
  at: number
  /** It ends when unused for so long, ms; null: only when it expires. */
  idleLimit: number | null
  /** It ends then, epoch ms, however much it is used; null: `expires_at` of its row is never later. */
  latest: number | null
}

export type Actor =
  | { kind: "visitor" }
  | { kind: "member"; user: CurrentUser; session: SessionInfo }
  | { kind: "staff"; user: CurrentUser; session: SessionInfo }

export type SignedIn = Exclude<Actor, { kind: "visitor" }>

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
