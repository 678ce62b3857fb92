import type { AppealState, DecisionKind, DecisionSource, DecisionState, ProfileTextName } from "~/db/enums"
import { DAY } from "~/lib/time"

export type { AppealState, DecisionKind, DecisionState } from "~/db/enums"
export { appealStates, decisionKinds } from "~/db/enums"

/** The rules that decisions cite, by their slug; staff edit their texts and severity. */
export const policySlugs = [
  "adults",
  "danger",
  "consent",
  "unlawful",
  "identity",
  "company",
  "contact-details",
  "rights",
  "conduct",
  "quality",
  "terms",
] as const
export type PolicySlug = (typeof policySlugs)[number]

/** The longest appeal, and the longest answer, in characters (trust-safety R16). */
export const maxAppeal = 2_000

/** Days in which a decision can be contested: six months (DSA, article 20; trust-safety R16). */
export const contestDays = 183

/** Returns until when a decision can be contested, epoch ms: the end of its 183rd day. */
export function contestableUntil(decidedAt: number): number {
  return decidedAt + (contestDays + 1) * DAY
}

/** Whether staff can undo a decision of this kind: only the person agrees to what shows them (trust-safety R7). */
export function isOfStaff(kind: DecisionKind): boolean {
  return kind !== "consent_withdrawn"
}

/** Whether a decision can be contested, in time: a restriction that is over counts as a strike still. */
export function isContestable({ kind, state }: { kind: DecisionKind; state: DecisionState }): boolean {
  return isOfStaff(kind) && (state === "active" || state === "ended")
}

const publicText = "public."

/** Returns the field that a decision about a public text of a profile names. Refused changes of a text name their edit. */
export function fieldOfText(name: ProfileTextName | ""): string {
  return `${publicText}${name}`
}

/** Returns the public text that a decision is about; null for another subject. */
export function textOfField(field: string | null): ProfileTextName | null {
  return field?.startsWith(publicText) ? (field.slice(publicText.length) as ProfileTextName) : null
}

/** A line of the list of decisions about a member. */
export interface DecisionLine {
  reference: string
  kind: DecisionKind
  state: DecisionState
  /** Epoch ms. */
  created_at: number
  appeal: AppealState | null
}

/** A decision as its reader sees it: the statement of reasons (DSA, article 17). Times are epoch ms. */
export interface Decision extends DecisionLine {
  source: DecisionSource
  is_automatic: boolean
  /** A sentence or more in the reader's language: what was decided, where and for how long. */
  effect: string
  /** The rule: its name and its text, as they were. */
  ground: { name: string; text: string }
  /** The facts, in paragraphs. */
  facts: string[]
  /** How it was found and decided. */
  method: string
  contest: {
    /** The last moment. */
    until: number
    /** Whether an appeal can be sent now. */
    is_open: boolean
    /** The appeal, once it was sent. */
    appeal: { body: string; state: AppealState; answer: string | null; created_at: number } | null
  }
}
