import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireAgreement } from "../../accounts/agreement/service.server"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { DamagedPart, LostParts, type VideoFacts, type VideoUpload } from "../../core/ports/video-provider"
import { uploadFolder } from "../photos/policy"
import { RefusedVideo } from "./containers/source"
import { getOwnVideo } from "./own-videos.server"
import * as partQueries from "./part-queries.server"
import { partCount, partLength, videoFolder, videoLimits } from "./policy"
import * as queries from "./queries.server"
import type { NewVideo, OwnVideo } from "./schema"

/**
 * Opens the upload of a video to the actor's profile; the same `client_id` returns the video it opened before. Throws
 * `request.not_found` without a profile, `agreement.superseded`, `video.full`, `video.open`, `video.day`, `video.unavailable`, `rate.limited`.
 */
export async function openVideo(ctx: Ctx, { client_id: clientId, bytes, visibility }: NewVideo): Promise<OwnVideo> {
  const { userId, profileId } = requireOwner(ctx)
  const known = await queries.findByClient(ctx.db, profileId, clientId)
  if (known) return requireSameFile(await getOwnVideo(ctx, known), bytes)
  await requireAgreement(ctx, userId)
  await ctx.limit("video.open", userId)
  const now = ctx.now()
  const id = newId(now)
  const uploadKey = `${uploadFolder(profileId)}${id}`
  const uploadId = await available(ctx.videos.open(uploadKey, bytes))
  const video = { id, profileId, visibility, clientId, bytes, uploadKey, uploadId, storageKey: videoFolder(id) }
  let isInserted = false
  try {
    isInserted = await queries.insertVideo(ctx.db, video, videoLimits, now)
  } finally {
    // Should this fail too, the store discards the parts after a week.
    if (!isInserted) await ctx.videos.discard({ key: uploadKey, uploadId, bytes })
  }
  if (isInserted) return getOwnVideo(ctx, id)
  // Another tab opened the same upload, or a limit is reached.
  const other = await queries.findByClient(ctx.db, profileId, clientId)
  if (other) return requireSameFile(await getOwnVideo(ctx, other), bytes)
  throw await limitReached(ctx, profileId)
}

async function limitReached(ctx: Ctx, profileId: string): Promise<AppError> {
  const used = await queries.countUsed(ctx.db, profileId)
  if (used.videos >= videoLimits.videos) return new AppError("video.full", { values: { count: videoLimits.videos } })
  if (used.open >= videoLimits.open) return new AppError("video.open", { values: { count: videoLimits.open } })
  return new AppError("video.day", { values: { count: videoLimits.bytesPerDay / 1024 ** 3 } })
}

function requireSameFile(video: OwnVideo, bytes: number): OwnVideo {
  if (video.bytes !== bytes) throw new AppError("conflict.changed")
  return video
}

/** A part as it arrives. */
export interface ArrivingPart {
  number: number
  /** Of the body, as the client says. */
  length: number | null
  /** Hex. */
  sha256: string
  body: ReadableStream<Uint8Array> | null
}

/**
 * Stores a part of an open upload, in any order; one that is stored already is not stored twice. Throws
 * `request.not_found`, `conflict.changed` if the upload is not open or has another content there, `video.part_damaged`
 * for a wrong number, length or hash, `video.unavailable` and `rate.limited`.
 */
export async function storePart(ctx: Ctx, id: string, part: ArrivingPart): Promise<void> {
  const { userId } = requireOwner(ctx)
  const upload = await requireUpload(ctx, userId, id)
  if (upload.state !== "uploading") throw new AppError("conflict.changed")
  await ctx.limit("video.part", userId)
  const { number, sha256, body } = part
  const bytes = partLength(upload.bytes, number)
  if (bytes === null || part.length !== bytes || !body) throw new AppError("video.part_damaged")
  const stored = (await partQueries.findParts(ctx.db, id)).find((one) => one.number === number)
  if (stored?.sha256 === sha256) return
  if (stored) throw new AppError("conflict.changed")
  const etag = await available(ctx.videos.writePart(upload, { number, bytes, sha256, body }))
  if (!(await partQueries.savePart(ctx.db, id, { number, etag, sha256 }, ctx.now())))
    throw new AppError("conflict.changed")
}

async function requireUpload(ctx: Ctx, userId: string, id: string): Promise<queries.UploadRow & VideoUpload> {
  const upload = await queries.findOwnUpload(ctx.db, userId, id)
  if (!upload) throw new AppError("request.not_found")
  return { ...upload, key: upload.key ?? "" }
}

/** Waits for the store. Throws `video.part_damaged` for a damaged part, and `video.unavailable` if the store fails. */
async function available<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result
  } catch (cause) {
    if (cause instanceof DamagedPart) throw new AppError("video.part_damaged", { cause })
    if (cause instanceof LostParts || cause instanceof RefusedVideo) throw cause
    throw new AppError("video.unavailable", { cause })
  }
}

/**
 * Completes an upload: joins its parts, reads the file and enqueues its processing; safe to repeat. Throws
 * `request.not_found`, `video.parts_missing`, `validation.failed` (field `video`) for a file that is no MP4, MOV or WebM of
 * an accepted codec, which is deleted, `conflict.changed` and `video.unavailable`.
 */
export async function completeVideo(ctx: Ctx, id: string): Promise<OwnVideo> {
  const { userId } = requireOwner(ctx)
  const upload = await requireUpload(ctx, userId, id)
  if (upload.state !== "uploading") return getOwnVideo(ctx, id)
  const parts = await partQueries.findParts(ctx.db, id)
  const missing = partCount(upload.bytes) - parts.length
  if (missing > 0) throw new AppError("video.parts_missing", { values: { count: missing } })
  const facts = await joinParts(ctx, upload, parts)
  if (!(await queries.closeUpload(ctx.db, id, facts, ctx.now()))) {
    // Another tab completed it, or it was removed.
    const other = await getOwnVideo(ctx, id)
    if (other.state === "uploading") throw new AppError("conflict.changed")
    return other
  }
  ctx.enqueueJob({ kind: "media", mediaId: id })
  return getOwnVideo(ctx, id)
}

async function joinParts(
  ctx: Ctx,
  upload: queries.UploadRow & VideoUpload,
  parts: partQueries.StoredPart[],
): Promise<VideoFacts | null> {
  try {
    await available(ctx.videos.complete(upload, parts))
    return await available(ctx.videos.inspect(upload))
  } catch (error) {
    if (error instanceof LostParts) {
      await partQueries.deleteParts(ctx.db, upload.id)
      throw new AppError("video.parts_missing", { values: { count: parts.length }, cause: error })
    }
    if (!(error instanceof RefusedVideo)) throw error
    await queries.dropUpload(ctx.db, upload.id, ctx.now())
    ctx.enqueueJob({ kind: "media_files", mediaId: upload.id })
    throw new AppError("validation.failed", { fields: { video: [error.problem] } })
  }
}
