import { batch } from "~/db/statements/batch"
import { allOf } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import * as looks from "../../decisions/second-look/queries.server"
import { endedBy, findSecondLook, requireNotEscalated } from "../../decisions/second-look/second-look.server"
import * as queries from "./queries.server"

/** A decision on a media item that awaits review, in the version that staff saw. */
interface ReviewDecision {
  id: string
  version: number
  decision: "approve" | "reject"
  reason: string | null
  comment: string | null
  /** The proposal that it confirms. */
  seen?: string
}

/**
 * Returns what a decision of this reviewer requires and ends (trust-safety R9), or null if they are new: their decision is then
 * stored as a proposal. Throws `review.escalated`, `review.second_look` for a proposal of their own, or of anybody if they are
 * new, and `conflict.changed`, also for another proposal than the one that it confirms.
 */
export async function lookAtDecision(
  ctx: Ctx,
  { profileId }: Pick<queries.ReviewedRow, "profileId">,
  decision: ReviewDecision,
  staffId: string,
) {
  await requireNotEscalated(ctx, profileId)
  const [proposal] = await looks.findProposals(ctx.db, profileId, decision.id)
  if (!(await findSecondLook(ctx))) {
    const ended = endedBy(proposal, { ...decision, staffId })
    if (decision.seen && decision.seen !== ended?.id) throw new AppError("conflict.changed")
    const mayDecide = looks.mayDecide({ profileId, field: looks.mediaField(decision.id) }, staffId, ctx.now())
    return { may: ended ? allOf(mayDecide, looks.isStillOpen(ended.id)) : mayDecide, ended }
  }
  if (proposal) throw new AppError("review.second_look")
  await propose(ctx, profileId, decision, staffId)
  return null
}

async function propose(ctx: Ctx, profileId: string, decision: ReviewDecision, staffId: string): Promise<void> {
  const now = ctx.now()
  const { id: mediaId, version, reason } = decision
  const proposal = {
    id: newId(now),
    profileId,
    field: looks.mediaField(mediaId),
    mediaId,
    version: String(version),
    decision: decision.decision,
    reason,
    comment: decision.comment,
    proposedBy: staffId,
    createdAt: now,
  }
  const { proposed } = await batch(ctx.db, {
    proposals: looks.propose(ctx.db, proposal, queries.isReviewable({ id: mediaId, version, staffId }, ["ready"])),
    audited: auditEntry(ctx, {
      action: "medium.propose",
      target: { kind: "medium", id: mediaId },
      details: { decision: decision.decision, version, reason },
    }),
    proposed: looks.selectProposed(ctx.db, [proposal.id]),
  })
  if (proposed.length === 0) throw new AppError("conflict.changed")
}
