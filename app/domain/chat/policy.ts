import type { CurrentUser } from "../actor/actor"
import { hasPermission, isPremium } from "../actor/actor"
import type { ContactRules, ConversationState, WriteDenial } from "./schema"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A request that nobody answered is none any more, ms. */
export const requestLifetime = 30 * DAY
/** How long the messages of a conversation are kept, ms (trust-safety R19). */
export const messageLifetime = 365 * DAY
/** Messages of one sender in any minute (trust-safety R19). */
export const perMinute = { max: 20, window: MINUTE }
/** An account as young as this sends no links, ms (trust-safety R19). */
export const linkHold = DAY

/** Where a conversation stands, as the rules see it. */
export interface Standing {
  state: ConversationState
  role: "asker" | "owner"
  /** The other one is still there, and blocks nobody. */
  isAvailable: boolean
  blocksOther: boolean
  /** When the request was made. */
  createdAt: number
}

/** Why somebody may not write now, or null. Being blocked and being left behind by a deleted account are one answer. */
export function writeDenial(
  { state, role, isAvailable, blocksOther, createdAt }: Standing,
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
      throw new Error(`There is no such state: ${state satisfies never}`)
  }
}

/** What a profile's owner wants to know of who writes to them. */
export interface Writer {
  user: CurrentUser
  /** Their identity was checked: so far only owners of profiles can have that. */
  isVerified: boolean
}

export type Refusal = "premium_required" | "verified_required" | "subscription_required" | "language_required"

/** Why somebody may not write to an owner for the first time, or null (trust-safety R19; product-spec 6). */
export function requestDenial({ user, isVerified }: Writer, rules: ContactRules): Refusal | null {
  if (!isPremium(user)) return "premium_required"
  if (rules.verified_only && !isVerified) return "verified_required"
  if (rules.premium_only && !paysForPremium(user)) return "subscription_required"
  if (rules.languages.length > 0 && !rules.languages.some((language) => language === user.locale))
    return "language_required"
  return null
}

/** Premium by a subscription, not by a profile of one's own. */
function paysForPremium(user: CurrentUser): boolean {
  return hasPermission(user) || isPremium({ ...user, profile: null })
}

export const openRules: ContactRules = { verified_only: false, premium_only: false, languages: [], daily_budget: null }
