import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { videoPartBytes } from "../../core/ports/video-provider"
import type { OwnState } from "../own-media"
import { splitCodes } from "../pictures/variants"
import { findColors } from "../service.server"
import { writePass } from "../signed-url.server"
import { hasPreview, ownState, rejectedSince } from "../states"
import { summarizeMedia } from "../summary-queries.server"
import { isTextEditable, restartOwn } from "../uploads/queries.server"
import { setMediaText } from "../uploads/texts.server"
import { partCount } from "./policy"
import * as queries from "./queries.server"
import type { OwnVideo, VideoEdit } from "./schema"

/** Lists the actor's own videos, in order. Throws `request.not_found` without a profile. */
export async function listOwnVideos(ctx: Ctx): Promise<OwnVideo[]> {
  const { userId } = requireOwner(ctx)
  const rows = await queries.findOwnVideos(ctx.db, userId, { rejectedSince: rejectedSince(ctx.now()) })
  return Promise.all(rows.map((row) => toOwnVideo(ctx, row)))
}

/** Returns one of the actor's videos. Throws `request.not_found`. */
export async function getOwnVideo(ctx: Ctx, id: string): Promise<OwnVideo> {
  const { userId } = requireOwner(ctx)
  const [row] = await queries.findOwnVideos(ctx.db, userId, { rejectedSince: rejectedSince(ctx.now()), id })
  if (!row) throw new AppError("request.not_found")
  return toOwnVideo(ctx, row)
}

async function toOwnVideo(ctx: Ctx, row: queries.OwnVideoRow): Promise<OwnVideo> {
  const { id, visibility, version, duration, type, reason, comment, approved_at, created_at } = row
  const { frame_width, frame_height } = row
  const state = ownState(row.state) as OwnState
  const bytes = row.bytes ?? 0
  const isShown = hasPreview(state)
  const hasPoster = row.width > 0
  return {
    id,
    visibility,
    state,
    version,
    bytes,
    duration,
    type,
    frame_width,
    frame_height,
    reason,
    comment,
    approved_at,
    created_at,
    upload:
      state === "uploading"
        ? {
            client_id: row.client_id ?? "",
            part_bytes: videoPartBytes,
            part_count: partCount(bytes),
            parts: trustedJson(row.parts),
          }
        : null,
    has_poster: hasPoster,
    width: hasPoster ? row.width : null,
    height: hasPoster ? row.height : null,
    captions: splitCodes(row.captions),
    texts: trustedJson(row.texts),
    pass: isShown ? await writePass(ctx, id) : null,
  }
}

/** Whether a media item is closed to its owner's changes: staff have approved it, or are to look at it after a report. */
export const isHeld = (state: OwnState) => state === "approved" || state === "reported"

/**
 * Changes visibility and texts of an own video. Throws `request.not_found`, `video.reviewed` for texts of an approved
 * one, and `conflict.changed` for another version or a rejected video.
 */
export async function editOwnVideo(ctx: Ctx, id: string, edit: VideoEdit): Promise<OwnVideo> {
  const { userId, profileId } = requireOwner(ctx)
  const { state } = await getOwnVideo(ctx, id)
  if (edit.texts && isHeld(state)) throw new AppError("video.reviewed")
  const { db } = ctx
  const { version, texts = {}, visibility } = edit
  const colors = await findColors(ctx, profileId)
  const [, changed] = await db.batch([
    // Before the change of the version that it depends on.
    setMediaText(ctx, { mediaId: id, texts, when: isTextEditable(userId, id, version) }),
    queries.setVisibility(db, { ownerId: userId, id, version }, { visibility, hasTexts: edit.texts !== undefined }),
    summarizeMedia(db, profileId, colors, ctx.now()),
  ])
  if (changed.meta.changes === 0) throw new AppError("conflict.changed")
  return getOwnVideo(ctx, id)
}

/** Processes a failed video of the actor again. Throws `request.not_found`, `conflict.changed` and `rate.limited`. */
export async function retryOwnVideo(ctx: Ctx, id: string): Promise<OwnVideo> {
  const { userId } = requireOwner(ctx)
  await getOwnVideo(ctx, id)
  await ctx.limit("video.file", userId)
  if (!(await restartOwn(ctx.db, userId, id, ctx.now()))) throw new AppError("conflict.changed")
  ctx.enqueueJob({ kind: "media", mediaId: id })
  return getOwnVideo(ctx, id)
}
