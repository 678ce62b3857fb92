import type { decisionKinds } from "~/db/schema/profiles/workshop"
import type { ProfileState } from "../schema"

/** How long a claim lasts, in ms (trust-safety R9). */
export const claimLifetime = 30 * 60_000

/** The owner's acts on the state of their profile (trust-safety R6, R21). */
export const ownerMoves = {
  submit: { from: ["draft", "changes_requested", "withdrawn"], to: "submitted" },
  publish: { from: ["approved", "paused"], to: "published" },
  pause: { from: ["published"], to: "paused" },
  withdraw: {
    from: ["draft", "submitted", "in_review", "changes_requested", "approved", "published", "paused", "suspended"],
    to: "withdrawn",
  },
} as const satisfies Record<string, { from: readonly ProfileState[]; to: ProfileState }>
export type OwnerMove = keyof typeof ownerMoves

/** Staff's acts on it, and what the owner is notified of. `approve` makes a profile publishable; its owner publishes it. */
export const staffMoves = {
  approve: { from: ["in_review"], to: "approved", outcome: "approved" },
  request_changes: { from: ["in_review"], to: "changes_requested", outcome: "changes_requested" },
  reject: { from: ["in_review"], to: "rejected", outcome: "rejected" },
  suspend: { from: ["approved", "published", "paused"], to: "suspended", outcome: "suspended" },
  reinstate: { from: ["suspended"], to: "paused", outcome: "reinstated" },
} as const satisfies Record<
  string,
  { from: readonly ProfileState[]; to: ProfileState; outcome: (typeof decisionKinds)[number] }
>
export type StaffMove = keyof typeof staffMoves

/** Returns whether an owner's act is possible in a state. */
export function mayMove(move: OwnerMove, state: ProfileState): boolean {
  return (ownerMoves[move].from as readonly ProfileState[]).includes(state)
}

/** States in which the owner may edit: not once it was refused or banned. */
export const editableStates = [
  "draft",
  "submitted",
  "in_review",
  "changes_requested",
  "approved",
  "published",
  "paused",
  "suspended",
  "withdrawn",
] as const satisfies ProfileState[]

/** Returns whether the owner may edit in a state, and submit what they edited. */
export function isEditable(state: ProfileState): boolean {
  return (editableStates as readonly ProfileState[]).includes(state)
}

/** States in which the whole profile awaits approval; in all others only its edits do. */
const unapprovedStates: readonly ProfileState[] = [
  "draft",
  "submitted",
  "in_review",
  "changes_requested",
  "rejected",
  "withdrawn",
]

/** Returns whether the whole profile is reviewed, also fields that nobody changed. */
export function isReviewedWhole(state: ProfileState): boolean {
  return unapprovedStates.includes(state)
}
