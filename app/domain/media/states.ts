import { DAY } from "~/lib/time"
import type { OwnState } from "./own-media"

/** After a rejection, until the row is deleted, ms. */
export const rejectedLifetime = 30 * DAY

/** Returns since when (epoch ms) media must have been rejected, or quarantined, to be seen by their owner. */
export const rejectedSince = (now: number) => now - rejectedLifetime

/** After a removal, until the row is deleted and its files are deleted once more, ms. */
export const removedLifetime = DAY

/** Returns what the owner sees of a state, or null if nothing. A match with a blocklist is never revealed (R12). */
export function ownState(state: OwnState | "quarantined" | "deleted"): OwnState | null {
  if (state === "quarantined") return "rejected"
  return state === "deleted" ? null : state
}

/** Whether the texts of a media item are, or were, public: staff review their edits. */
export function hasReviewedTexts(state: OwnState): boolean {
  return state === "approved" || state === "reported"
}

/** Whether variants of a media item exist that its owner may see. */
export function hasPreview(state: OwnState): boolean {
  return state === "ready" || state === "approved" || state === "reported"
}
