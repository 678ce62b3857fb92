import { AppError } from "~/lib/errors"
import { requireStaffProof } from "../../../core/actor/guards"
import type { Ctx } from "../../../core/context"
import { findProposals, type OpenProposal } from "../../../decisions/second-look/queries.server"
import { findSecondLook } from "../../../decisions/second-look/second-look.server"
import { isReviewedWhole } from "../policy"
import type { ReturnReason } from "../reasons"
import { claimReview, decideFields, decideProfile } from "../review.server"
import type { ReviewRemark } from "../schema"
import { getReview } from "./read-review.server"
import type { ReviewConfirmation, ReviewDecision } from "./review-form"

/** The outcome of a review: `stale` are the fields that the owner changed meanwhile, on which nothing was decided. */
export interface ReviewOutcome {
  stale: string[]
  /** Nothing of the profile's fields awaits the reviewer any more. */
  isOver: boolean
  /** The decisions await a second look. */
  isProposed: boolean
}

/**
 * Approves every edit that was shown, and the whole profile where that is reviewed; claims the review first. Throws what
 * `claimReview`, `decideFields` and `decideProfile` do.
 */
export async function approveReview(ctx: Ctx, id: string, { version, edits }: ReviewDecision): Promise<ReviewOutcome> {
  await claimReviewAt(ctx, id, version)
  const decisions = edits.map((edit) => ({ ...edit, decision: "approve" as const }))
  return decideAll(ctx, id, { decisions, whole: { move: "approve" } })
}

/**
 * Decides on edits one by one; a profile that is reviewed as a whole goes back to its owner with `remark`. The other
 * edits of a published one await staff still. Claims the review first. Throws what `approveReview` does, and
 * `workshop.open_edits` for no decision at all.
 */
export async function returnReview(
  ctx: Ctx,
  id: string,
  { version, decisions }: ReviewDecision,
  remark: ReviewRemark | null,
): Promise<ReviewOutcome> {
  if (decisions.length === 0 && remark === null) throw new AppError("workshop.open_edits")
  await claimReviewAt(ctx, id, version)
  return decideAll(ctx, id, { decisions, whole: remark && { move: "request_changes", ...remark } })
}

/** A decision on the whole profile; `version` is that of the proposal which it confirms. */
type WholeDecision = { version?: number } & (
  | { move: "approve" }
  | (ReviewRemark & { move: "request_changes" | "reject" })
)

/**
 * Confirms the proposals of a profile that the actor saw: each takes effect as if the actor had decided so (trust-safety R9).
 * Claims the review first. Throws what `claimReview`, `decideFields` and `decideProfile` do, `review.second_look` for a
 * proposal of the actor's own and for a new reviewer, and `conflict.changed` if one of them is no longer open.
 */
export async function confirmReview(ctx: Ctx, id: string, { proposals }: ReviewConfirmation): Promise<ReviewOutcome> {
  const { user } = requireStaffProof(ctx, "profiles.review")
  const open = (await findProposals(ctx.db, id)).filter((one) => proposals.includes(one.id))
  if (open.length < proposals.length) throw new AppError("conflict.changed")
  const isOwn = open.some(({ proposed_by_id }) => proposed_by_id === user.id)
  if (isOwn || (await findSecondLook(ctx))) throw new AppError("review.second_look")
  await claimReview(ctx, id)
  const decisions = open.flatMap(({ field, version, decision, reason, comment }): ReviewDecision["decisions"] => {
    if (field === "") return []
    if (decision === "approve") return [{ field, version, decision }]
    return [{ field, version, decision: "return", ...remarkOf({ reason, comment }) }]
  })
  const whole = open.find(({ field }) => field === "")
  return decideAll(ctx, id, { decisions, whole: whole ? wholeOf(whole) : null, seen: proposals })
}

function wholeOf({ version: proposed, decision, reason, comment }: OpenProposal): WholeDecision {
  const version = Number(proposed)
  if (decision === "approve") return { version, move: "approve" }
  return { version, move: decision === "reject" ? "reject" : "request_changes", ...remarkOf({ reason, comment }) }
}

const remarkOf = ({ reason, comment }: Pick<OpenProposal, "reason" | "comment">): ReviewRemark => ({
  reason: reason as ReturnReason,
  comment: comment ?? "",
})

/**
 * Rejects or suspends a profile at the version that was read; claims the review of a submitted one first. Throws what
 * `claimReview` and `decideProfile` do.
 */
export async function refuseProfile(
  ctx: Ctx,
  id: string,
  { version: seen, ...refusal }: ReviewRemark & { move: "reject" | "suspend"; version: number },
): Promise<"decided" | "proposed"> {
  const { state } = await readSeen(ctx, id, seen)
  if (state !== "submitted") return decideProfile(ctx, id, { ...refusal, version: seen })
  await claimReview(ctx, id)
  const { version } = await getReview(ctx, id)
  return decideProfile(ctx, id, { ...refusal, version })
}

/** Claims the review of the profile at the version that was read: the claim itself may raise it. */
async function claimReviewAt(ctx: Ctx, id: string, seen: number): Promise<void> {
  await readSeen(ctx, id, seen)
  await claimReview(ctx, id)
}

/** Returns the review if it is the version that was read. Throws `conflict.changed` for any other. */
async function readSeen(ctx: Ctx, id: string, seen: number) {
  const review = await getReview(ctx, id)
  if (review.version !== seen) throw new AppError("conflict.changed")
  return review
}

interface AllDecisions {
  decisions: ReviewDecision["decisions"]
  whole: WholeDecision | null
  /** The proposals that they confirm. */
  seen?: readonly string[]
}

/** Decides on edits, then on the profile if that is reviewed as a whole and every decision on its edits took effect. */
async function decideAll(ctx: Ctx, id: string, { decisions, whole, seen }: AllDecisions): Promise<ReviewOutcome> {
  const nothing = { stale: [], proposed: [] }
  const { stale, proposed } = decisions.length > 0 ? await decideFields(ctx, id, { decisions }, seen) : nothing
  const { state, version } = await getReview(ctx, id)
  let isProposed = proposed.length > 0
  if (whole && stale.length === 0 && isReviewedWhole(state)) {
    // A proposal gives the claim back.
    if (isProposed) await claimReview(ctx, id)
    isProposed = (await decideProfile(ctx, id, { version, ...whole }, seen)) === "proposed"
  }
  const { submitted_at } = await getReview(ctx, id)
  return { stale, isOver: isProposed || submitted_at === null, isProposed }
}
