import { AppError } from "~/lib/errors"
import type { Ctx } from "../../../core/context"
import { isReviewedWhole } from "../policy"
import { claimReview, decideFields, decideProfile, getReview } from "../review.server"
import type { ReviewRemark } from "../schema"
import type { ReviewDecision } from "./review-form"

/** The outcome of a review: `stale` are the fields that the owner changed meanwhile, on which nothing was decided. */
export interface ReviewOutcome {
  stale: string[]
  /** Nothing of the profile's fields awaits staff any more. */
  isOver: boolean
}

/**
 * Approves every edit that was shown, and the whole profile where that is reviewed; claims the review first. Throws what
 * `claimReview`, `decideFields` and `decideProfile` do.
 */
export async function approveReview(ctx: Ctx, id: string, { version, edits }: ReviewDecision): Promise<ReviewOutcome> {
  await claimReviewAt(ctx, id, version)
  const decisions = edits.map((edit) => ({ ...edit, decision: "approve" as const }))
  const stale = await decideShown(ctx, id, decisions)
  const { state, version: current } = await getReview(ctx, id)
  const isDone = stale.length === 0 && isReviewedWhole(state)
  if (isDone) await decideProfile(ctx, id, { move: "approve", version: current })
  return outcomeOf(ctx, id, stale)
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
  const stale = await decideShown(ctx, id, decisions)
  const { state, version: current } = await getReview(ctx, id)
  if (remark && stale.length === 0 && isReviewedWhole(state)) {
    await decideProfile(ctx, id, { move: "request_changes", version: current, ...remark })
  }
  return outcomeOf(ctx, id, stale)
}

/**
 * Rejects or suspends a profile at the version that was read; claims the review of a submitted one first. Throws what
 * `claimReview` and `decideProfile` do.
 */
export async function refuseProfile(
  ctx: Ctx,
  id: string,
  { version: seen, ...refusal }: ReviewRemark & { move: "reject" | "suspend"; version: number },
): Promise<void> {
  const { state } = await readSeen(ctx, id, seen)
  if (state !== "submitted") return decideProfile(ctx, id, { ...refusal, version: seen })
  await claimReview(ctx, id)
  const { version } = await getReview(ctx, id)
  await decideProfile(ctx, id, { ...refusal, version })
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

async function decideShown(ctx: Ctx, id: string, decisions: ReviewDecision["decisions"]): Promise<string[]> {
  if (decisions.length === 0) return []
  return (await decideFields(ctx, id, { decisions })).stale
}

async function outcomeOf(ctx: Ctx, id: string, stale: string[]): Promise<ReviewOutcome> {
  const { submitted_at } = await getReview(ctx, id)
  return { stale, isOver: submitted_at === null }
}
