import { AppError } from "~/lib/errors"
import { publish } from "../../chat/live.server"
import { requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { findColors } from "../service.server"
import { summarizeMedia } from "../summary-queries.server"
import * as queries from "./queries.server"
import { findReviewable, noticeOf } from "./review.server"
import type { Rejection } from "./schema"

/**
 * Rejects a media item that awaits review, notifies its owner, and has its files deleted. Throws what `approveMediaItem` does.
 */
export async function rejectMediaItem(ctx: Ctx, id: string, rejection: Rejection): Promise<void> {
  return decline(ctx, id, rejection, "rejected")
}

/** Takes an approved media item down for good; otherwise like `rejectMediaItem`. */
export async function takeDownMediaItem(ctx: Ctx, id: string, rejection: Rejection): Promise<void> {
  return decline(ctx, id, rejection, "removed")
}

async function decline(ctx: Ctx, id: string, rejection: Rejection, outcome: "rejected" | "removed"): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "media.review")
  const { db } = ctx
  const now = ctx.now()
  const { version, reason, comment = null } = rejection
  const mediaItem = await findReviewable(ctx, staff.id, id)
  const isDone = queries.isReviewedNow(id, "rejected", staff.id, now)
  const notice = noticeOf(ctx, mediaItem, outcome, isDone)
  const from = outcome === "rejected" ? (["ready"] as const) : (["approved", "reported"] as const)
  const colors = await findColors(ctx, mediaItem.profileId)
  const [rejected, , , , notified] = await db.batch([
    queries.reject(db, { id, version, staffId: staff.id }, { reason, comment, from: [...from] }, now),
    auditEntry(ctx, {
      action: outcome === "rejected" ? "medium.reject" : "medium.take_down",
      target: { kind: "medium", id },
      details: { version, reason },
    }),
    queries.deleteTexts(db, id, isDone),
    summarizeMedia(db, mediaItem.profileId, colors, now),
    notice.insert,
  ])
  if (rejected.meta.changes === 0) throw new AppError("conflict.changed")
  ctx.announceSaved("profiles", [mediaItem.profileId])
  ctx.enqueueJob({ kind: "media_files", mediaId: id })
  notice.publish(notified)
  await publish(ctx, mediaItem.ownerId, { type: "media", id, state: "rejected" })
}
