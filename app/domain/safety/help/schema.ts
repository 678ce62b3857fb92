import * as z from "zod"
import { multilineDraft, multilineText } from "../../core/shared/text"
import { type HelpAnswer, helpAnswers, helpStates, maxMessage } from "./answers"

/** The page whose text names who helps, country by country; staff edit it with the other pages. */
export const helpLinesPage = "help/lines"

/** An answer to the question in confidence (trust-safety R22). */
export const HelpForm = z.object({
  answer: z.enum(helpAnswers, { error: ({ input }) => (input ? undefined : "required") }),
  message: multilineDraft(maxMessage).default(""),
})
export type HelpForm = z.infer<typeof HelpForm>

/** An answer as it is stored, as JSON. */
export const StoredAnswer = z.object({ answer: z.enum(helpAnswers), message: multilineDraft(maxMessage) })
export type StoredAnswer = z.infer<typeof StoredAnswer>

/** A note of what was done about a request; only those who may read the request read it too. */
export const HelpNote = z.object({ note: multilineText(1_000) })
export type HelpNote = z.infer<typeof HelpNote>

export const HelpQuery = z.object({ state: z.enum(helpStates).default("open") })
export type HelpQuery = z.infer<typeof HelpQuery>

/** A request as the trust lead reads it. Times are epoch ms. */
export interface HelpRequest {
  id: string
  /** Null: it cannot be decrypted, as after the loss of a key. */
  answer: HelpAnswer | null
  message: string
  state: (typeof helpStates)[number]
  member: { id: string; name: string }
  /** Null while it is open, and for one that asks for nothing. */
  note: string | null
  created_at: number
  /** When somebody has to have read it; null unless it is open. */
  due_at: number | null
}
