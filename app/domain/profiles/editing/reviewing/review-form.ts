import * as z from "zod"
import { type FieldDecisions, ReviewRemark } from "../schema"

type Decision = FieldDecisions["decisions"][number]

/** An edit that a review showed, by the version that was read. */
export interface ShownEdit {
  field: string
  version: string
}

export interface ReviewDecision {
  /** Of the profile, as it was read. */
  version: number
  /** Every edit that was shown. */
  edits: ShownEdit[]
  /** Decisions that the reviewer took. */
  decisions: Decision[]
}

const Version = z.coerce.number().int()

/**
 * The form of a review: of each edit `edit.FIELD` (its version), `decision.FIELD`, `reason.FIELD` and `comment.FIELD`.
 * An edit that is sent back needs a reason.
 */
export const ReviewForm = z
  .object({ version: Version })
  .catchall(z.unknown())
  .transform(({ version, ...rest }, context): ReviewDecision => {
    const edits = Object.entries(rest).flatMap(([name, value]): ShownEdit[] =>
      name.startsWith("edit.") ? [{ field: name.slice("edit.".length), version: String(value) }] : [],
    )
    const decisions = edits.flatMap(({ field, version }): Decision[] => {
      const decision = rest[`decision.${field}`]
      if (decision === "approve") return [{ field, version, decision }]
      if (decision !== "return") return []
      const remark = ReviewRemark.safeParse({ reason: rest[`reason.${field}`], comment: rest[`comment.${field}`] })
      if (remark.success) return [{ field, version, decision, ...remark.data }]
      for (const { path } of remark.error.issues) {
        const message = path[0] === "reason" ? "required" : "invalid"
        context.addIssue({ code: "custom", path: [`${String(path[0])}.${field}`], message })
      }
      return []
    })
    return { version, edits, decisions }
  })

/** The remark on a whole profile that is sent back, refused or suspended. */
export const VerdictForm = z.object({
  version: Version,
  verdict_reason: ReviewRemark.shape.reason,
  verdict_comment: ReviewRemark.shape.comment,
})

/** A move of a whole profile that needs no remark. */
export const MoveForm = z.object({ version: Version })

/** Confirms these proposals, as they were read. */
export const ReviewConfirmation = z.object({ proposals: z.array(z.string().max(40)).min(1).max(61) })
export type ReviewConfirmation = z.infer<typeof ReviewConfirmation>

/** The form that confirms proposals: their ids, separated by commas. */
export const ConfirmationForm = z
  .object({ proposals: z.string().transform((ids) => ids.split(",")) })
  .pipe(ReviewConfirmation)
