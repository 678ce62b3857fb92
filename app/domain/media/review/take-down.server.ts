import { batch } from "~/db/statements/batch"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { publish } from "../../chat/live.server"
import { requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { planDecision } from "../../decisions/decisions.server"
import { contestableUntil } from "../../decisions/kinds"
import { findColors } from "../service.server"
import { summarizeMedia } from "../summary-queries.server"
import * as queries from "./queries.server"
import { policyOfMediaReason } from "./reasons"
import { findReviewable, noticeOf } from "./review.server"
import type { Rejection } from "./schema"

/**
 * Rejects a media item that awaits review, notifies its owner, who may contest it, and hides its files, which stay until
 * that is over. Throws what `approveMediaItem` does.
 */
export async function rejectMediaItem(ctx: Ctx, id: string, rejection: Rejection): Promise<void> {
  return decline(ctx, id, rejection, "rejected")
}

/** Takes an approved media item down; otherwise like `rejectMediaItem`. */
export async function takeDownMediaItem(ctx: Ctx, id: string, rejection: Rejection): Promise<void> {
  return decline(ctx, id, rejection, "removed")
}

async function decline(ctx: Ctx, id: string, rejection: Rejection, outcome: "rejected" | "removed"): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "media.review")
  const { db } = ctx
  const now = ctx.now()
  const { version, reason, comment = null } = rejection
  const mediaItem = await findReviewable(ctx, staff.id, id)
  const from = outcome === "rejected" ? (["ready"] as const) : (["approved", "reported"] as const)
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
      now,
    },
    queries.isReviewable({ id, version, staffId: staff.id }, from),
  )
  const isDone = queries.isReviewedNow(id, "rejected", staff.id, now)
  const notice = noticeOf(ctx, mediaItem, outcome, isDone)
  const colors = await findColors(ctx, mediaItem.profileId)
  const { rejected, notified } = await batch(db, {
    decided: decision.statements,
    rejected: queries.reject(
      db,
      { id, version, staffId: staff.id },
      { reason, comment, from, heldUntil: contestableUntil(now) },
      now,
    ),
    audited: auditEntry(ctx, {
      action: outcome === "rejected" ? "medium.reject" : "medium.take_down",
      target: { kind: "medium", id },
      details: { version, reason },
    }),
    summary: summarizeMedia(db, mediaItem.profileId, colors, now),
    notified: notice.insert,
  })
  if (rejected.meta.changes === 0) throw new AppError("conflict.changed")
  ctx.announceSaved("profiles", [mediaItem.profileId])
  ctx.enqueueJob({ kind: "media_files", mediaId: id })
  decision.deliver(null)
  notice.publish(notified)
  await publish(ctx, mediaItem.ownerId, { type: "media", id, state: "rejected" })
}
