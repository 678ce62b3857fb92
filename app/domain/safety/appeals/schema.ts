import * as z from "zod"
import { multilineText } from "../../core/shared/text"
import { type AppealState, type Decision, maxAppeal } from "../../decisions/kinds"

/** An appeal, in the words of who sends it (trust-safety R16). */
export const AppealForm = z.object({ body: multilineText(maxAppeal) })
export type AppealForm = z.infer<typeof AppealForm>

/** Staff's answer to an appeal: who appealed reads `answer`. */
export const AppealAnswer = z.object({
  outcome: z.enum(["upheld", "overturned"], { error: ({ input }) => (input ? undefined : "required") }),
  answer: multilineText(maxAppeal),
})
export type AppealAnswer = z.infer<typeof AppealAnswer>

/** A line of the staff's queue of appeals. Times are epoch ms. */
export interface DeskAppealLine {
  reference: string
  kind: Decision["kind"]
  state: AppealState
  /** When the appeal was sent. */
  created_at: number
  decided_at: number
  /** Whether the reader may decide: they neither made the decision nor are its subject. */
  may_decide: boolean
}

/** An appeal as staff see it, with the decision that it contests. */
export interface DeskAppeal extends DeskAppealLine {
  decision: Decision
  /** Id of the restricted member, or null: a reporter, or erased. */
  member_id: string | null
  /** Reference of the case that the decision comes from, or null. */
  case_reference: string | null
  subject_id: string
  body: string
  answer: string | null
  /** Name of who decided on the appeal, or null. */
  decided_by: string | null
  /** Whether the reader could overturn the decision: a refused identity check takes a trust lead. */
  may_overturn: boolean
}
