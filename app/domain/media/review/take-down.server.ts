import { batch } from "~/db/statements/batch"
import { allOf, always } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { publish } from "../../chat/live.server"
import { requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { planDecision } from "../../decisions/decisions.server"
import { contestableUntil } from "../../decisions/kinds"
import { endEscalation } from "../../decisions/second-look/escalation-queries.server"
import { endProposal, findProposals, type OpenProposal } from "../../decisions/second-look/queries.server"
import { findColors } from "../service.server"
import { summarizeMedia } from "../summary-queries.server"
import { lookAtDecision } from "./proposals.server"
import * as queries from "./queries.server"
import { policyOfMediaReason } from "./reasons"
import { approveMediaItem, findReviewable, noticeOf, type ReviewOutcome } from "./review.server"
import type { MediaConfirmation, Rejection } from "./schema"

/**
 * Rejects a media item that awaits review, notifies its owner, who may contest it, and hides its files, which stay until
 * that is over; a new reviewer proposes it. `seen` is the proposal that they confirm. Throws what `approveMediaItem` does.
 */
export async function rejectMediaItem(
  ctx: Ctx,
  id: string,
  rejection: Rejection,
  seen?: string,
): Promise<ReviewOutcome> {
  return decline(ctx, id, rejection, { outcome: "rejected", seen })
}

/** Takes an approved media item down; otherwise like `rejectMediaItem`. */
export async function takeDownMediaItem(ctx: Ctx, id: string, rejection: Rejection): Promise<void> {
  await decline(ctx, id, rejection, { outcome: "removed" })
}

/** Taking down ends what was reviewed before: it needs no second look. */
const withoutLook = { may: always, ended: null }

async function decline(
  ctx: Ctx,
  id: string,
  rejection: Rejection,
  { outcome, seen }: { outcome: "rejected" | "removed"; seen?: string },
): Promise<ReviewOutcome> {
  const { user: staff } = requireStaffProof(ctx, "media.review")
  const { db } = ctx
  const now = ctx.now()
  const { version, reason, comment = null } = rejection
  const mediaItem = await findReviewable(ctx, staff.id, id)
  const from = outcome === "rejected" ? (["ready"] as const) : (["approved", "reported"] as const)
  const look =
    outcome === "rejected"
      ? await lookAtDecision(ctx, mediaItem, { id, version, decision: "reject", reason, comment, seen }, staff.id)
      : withoutLook
  if (!look) return "proposed"
  const { may, ended } = look
  const isReviewable = allOf(queries.isReviewable({ id, version, staffId: staff.id }, from), may)
  const decision = planDecision(
    ctx,
    {
      id: newId(now),
      kind: outcome === "rejected" ? "media_refused" : "media_removed",
      userId: mediaItem.ownerId,
      subjectId: id,
      field: null,
      // An item that a report hid was approved before.
      priorState: outcome === "rejected" ? "ready" : "approved",
      policy: policyOfMediaReason[reason],
      facts: comment,
      source: outcome === "rejected" ? "review" : "staff",
      isAutomatic: false,
      staffId: staff.id,
      proposedBy: ended?.isConfirmed ? ended.by : null,
      now,
    },
    isReviewable,
  )
  const isDone = queries.isReviewedNow(id, "rejected", staff.id, now)
  const notice = noticeOf(ctx, mediaItem, outcome, isDone)
  const colors = await findColors(ctx, mediaItem.profileId)
  const { rejected, notified } = await batch(db, {
    decided: decision.statements,
    rejected: queries.reject(
      db,
      { id, version, staffId: staff.id },
      { reason, comment, from, heldUntil: contestableUntil(now), when: may },
      now,
    ),
    audited: auditEntry(ctx, {
      action: outcome === "rejected" ? "medium.reject" : "medium.take_down",
      target: { kind: "medium", id },
      details: ended
        ? { version, reason, [ended.isConfirmed ? "confirmed" : "changed"]: ended.by }
        : { version, reason },
    }),
    looked: ended ? endProposal(db, ended, isDone) : [],
    // Taking down decides nothing of what was handed to leads.
    returned:
      outcome === "rejected"
        ? endEscalation(db, { profileId: mediaItem.profileId, staffId: staff.id, when: isDone }, now)
        : null,
    summary: summarizeMedia(db, mediaItem.profileId, colors, now),
    notified: notice.insert,
  })
  if (rejected.meta.changes === 0) throw new AppError("conflict.changed")
  ctx.announceSaved("profiles", [mediaItem.profileId])
  ctx.enqueueJob({ kind: "media_files", mediaId: id })
  decision.deliver(null)
  notice.publish(notified)
  await publish(ctx, mediaItem.ownerId, { type: "media", id, state: "rejected" })
  return "decided"
}

/**
 * Confirms the decision of a new reviewer on a media item: it takes effect as if the actor had decided so. Throws what
 * `approveMediaItem` does, `review.second_look` for the actor's own and for a new reviewer, and `conflict.changed` if
 * this proposal no longer awaits a second look.
 */
export async function confirmMediaItem(ctx: Ctx, id: string, { proposal: seen }: MediaConfirmation): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "media.review")
  const { profileId } = await findReviewable(ctx, staff.id, id)
  const [proposal] = await findProposals(ctx.db, profileId, id)
  if (proposal?.id !== seen) throw new AppError("conflict.changed")
  const version = Number(proposal.version)
  if (proposal.decision === "approve") await approveMediaItem(ctx, id, { version }, seen)
  else await rejectMediaItem(ctx, id, { version, ...remarkOf(proposal) }, seen)
}

/** Returns the reason and comment of a proposal, as `Rejection` parsed them. */
const remarkOf = ({ reason, comment }: OpenProposal) => ({
  reason: reason as Rejection["reason"],
  comment: comment ?? undefined,
})
