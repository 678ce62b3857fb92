import * as z from "zod"
import type { CaseSubject, QuestionState } from "~/db/enums"
import { lineText, multilineText } from "../../../core/shared/text"
import { maxQuestionLength } from "./limits"

/** A question of staff to a person of a case (trust-safety R14), who reads `body`. */
export const QuestionForm = z.object({ to: lineText(20), body: multilineText(maxQuestionLength) })
export type QuestionForm = z.infer<typeof QuestionForm>

/** Names a question to withdraw. */
export const QuestionReference = z.object({ question: lineText(20) })

/** An answer, in the words of who was asked. */
export const AnswerForm = z.object({ answer: multilineText(maxQuestionLength) })
export type AnswerForm = z.infer<typeof AnswerForm>

/** A question as staff see it. Times are epoch ms. */
export interface CaseQuestion {
  reference: string
  /** The reference of the report whose author is asked; null: the member whom the case is about. */
  report: string | null
  /** Name of who asked; null once they are erased. */
  asked_by: string | null
  body: string
  state: QuestionState | "expired"
  asked_at: number
  expires_at: number
  answer: string | null
  answered_at: number | null
}

/**
 * A question as who is asked sees it: `late`: it has expired, and an answer is read still; `withdrawn` and `ended`: none is needed any
 * more. Times are epoch ms.
 */
export interface AskedQuestion {
  state: "open" | "late" | "answered" | "withdrawn" | "ended"
  /** Its subject: something of theirs, or a report of theirs, by its reference. */
  about: { kind: CaseSubject } | { kind: "report"; reference: string }
  body: string
  expires_at: number
  answer: string | null
  answered_at: number | null
}
