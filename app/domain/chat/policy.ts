import { DAY } from "~/lib/time"
import type { CurrentUser } from "../core/actor/actor"
import { hasPermission, isPremium } from "../core/actor/actor"
import type { ContactRules, ConversationState, WriteDenial } from "./schema"

/** Lifetime of an unanswered request, ms. */
export const requestLifetime = 30 * DAY
/** Retention of messages, ms (trust-safety R19). */
export const messageLifetime = 365 * DAY
/** Accounts younger than this may not send links, ms (trust-safety R19). */
export const linkHold = DAY

/** Key of a pair's only conversation, whichever of the two requested it. */
export const pairOf = (a: string, b: string) => [a, b].toSorted().join(" ")

/** The facts that decide whether a member may write in a conversation. */
export interface PermissionsInput {
  state: ConversationState
  role: "asker" | "owner"
  /** The other member's account exists and they do not block this one. */
  isAvailable: boolean
  blocksOther: boolean
  /** When the request was sent, epoch ms. */
  createdAt: number
}

/** Returns why a member may not write now, or null. A blocking member and a deleted account give the same reason. */
export function writeDenial(
  { state, role, isAvailable, blocksOther, createdAt }: PermissionsInput,
  now: number,
): WriteDenial | null {
  if (blocksOther) return "blocked_by_you"
  if (!isAvailable) return "unavailable"
  switch (state) {
    case "accepted":
      return null
    case "request":
      if (now - createdAt >= requestLifetime) return "expired"
      return role === "asker" ? "pending" : "accept_first"
    case "declined":
      return "declined"
    case "closed":
      return "closed"
    default:
      throw new Error(`Unknown conversation state: ${state satisfies never}`)
  }
}

/** The contact rules that first messages are held to. */
export type RequestRules = Omit<ContactRules, "private_for">

/** Facts of a writer that an owner's contact rules check. */
export interface Writer {
  user: CurrentUser
  /** Their identity was verified: so far only profile owners' can be. */
  isVerified: boolean
}

export type Refusal = "premium_required" | "verified_required" | "subscription_required" | "language_required"

/** Returns why a member may not send a first message to an owner, or null (trust-safety R19; product-spec 6). */
export function requestDenial({ user, isVerified }: Writer, rules: RequestRules): Refusal | null {
  if (!isPremium(user)) return "premium_required"
  if (rules.verified_only && !isVerified) return "verified_required"
  if (rules.premium_only && !paysForPremium(user)) return "subscription_required"
  if (rules.languages.length > 0 && !rules.languages.some((language) => language === user.locale))
    return "language_required"
  return null
}

/** Returns whether a user is premium by subscription, not by their own profile. */
function paysForPremium(user: CurrentUser): boolean {
  return hasPermission(user) || isPremium({ ...user, profile: null })
}

export const openRules: ContactRules = {
  verified_only: false,
  premium_only: false,
  languages: [],
  daily_budget: null,
  private_for: "premium",
}
