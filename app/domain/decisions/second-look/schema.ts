import * as z from "zod"
import type { proposedDecisions } from "~/db/schema/moderation/second-look"
import { multilineText } from "../../core/shared/text"

/** How many decisions of a new reviewer have a second look (trust-safety R9). */
export const lookedAt = 20

/** A reviewer's place among their first decisions. */
export interface SecondLook {
  /** Proposals on which somebody else has decided. */
  done: number
  needed: number
}

/** A decision of a new reviewer that awaits a second look. */
export interface Proposal {
  id: string
  /** Of an edit; `media:ID` for a media item, empty for the whole profile. */
  field: string
  decision: (typeof proposedDecisions)[number]
  reason: string | null
  comment: string | null
  /** A name. */
  proposed_by: string | null
  /** Epoch ms. */
  proposed_at: number
  /** Proposed by who reads it: somebody else confirms it. */
  is_yours: boolean
}

/** A review that was handed to leads. */
export interface Escalation {
  /** A name. */
  by: string | null
  /** Epoch ms. */
  at: number
  note: string
}

/** Hands a review to leads. */
export const EscalationForm = z.object({ note: multilineText(1_000) })
export type EscalationForm = z.infer<typeof EscalationForm>
