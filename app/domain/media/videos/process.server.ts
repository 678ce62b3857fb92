import { batch } from "~/db/statements/batch"
import { newId } from "~/lib/id"
import { publish } from "../../chat/live.server"
import type { Ctx } from "../../core/context"
import type { VideoUpload } from "../../core/ports/video-provider"
import { deleteMediaFiles } from "../files.server"
import { recognise } from "../likeness/recognition.server"
import { findKind } from "../queries.server"
import { insertHashMatch } from "../review/match-queries.server"
import { findOwner, finish, release } from "../uploads/processing-queries.server"
import { RefusedVideo } from "./containers/source"
import { videoFolder, videoLease } from "./policy"
import * as queries from "./queries.server"

interface Lease {
  id: string
  leaseUntil: number
}

/**
 * Processes an uploaded video: compares its hash with the blocklists, makes the copy without metadata, and leaves it
 * `ready` for review. Safe to repeat and to run twice at once. Throws if a service is down, for a retry.
 */
export async function processVideo(ctx: Ctx, id: string): Promise<void> {
  const leaseUntil = ctx.now() + videoLease
  const video = await queries.claimVideo(ctx.db, id, ctx.now(), leaseUntil)
  const upload = video && (await queries.findUpload(ctx.db, id))
  if (!upload) return deleteLeftovers(ctx, id)
  const lease = { id, leaseUntil }
  try {
    await publish(ctx, upload.ownerId, { type: "media", id, state: "processing" })
    await makeReady(ctx, video, { ...upload, key: upload.key ?? "" }, lease)
  } catch (error) {
    if (error instanceof RefusedVideo) return refuse(ctx, lease)
    await release(ctx.db, lease)
    throw error
  }
  await deleteLeftovers(ctx, id)
}

async function makeReady(ctx: Ctx, video: queries.ClaimedVideo, upload: VideoUpload, lease: Lease): Promise<void> {
  const facts = await ctx.videos.inspect(upload)
  const prepared = facts && (await ctx.videos.prepare(upload, video.storageKey))
  // The cron asks again.
  if (!prepared) return release(ctx.db, lease)
  const { sha256 } = prepared
  const poster = { pdq: video.pdq ?? "", quality: video.pdq === null ? 0 : (video.pdqQuality ?? 0) }
  const match = await ctx.hashes.match({ sha256, ...poster })
  if (match) return quarantineVideo(ctx, lease, match)
  const pictures = [{ hash: poster.pdq, quality: poster.quality }]
  const item = { id: lease.id, profileId: video.profileId, sha256: [sha256], pictures }
  await recognise(ctx, item)
  const [, ready] = await ctx.db.batch(queries.finishVideo(ctx.db, { lease, facts, sha256, now: ctx.now() }))
  // Again: one that was processed at the same time is stored by now.
  await recognise(ctx, item)
  if (ready.meta.changes > 0) await announce(ctx, lease.id, "ready")
}

/** Rejects a video that cannot be read. */
async function refuse(ctx: Ctx, lease: Lease): Promise<void> {
  const result = { state: "rejected", reason: "unprocessable", leaseUntil: null, clientId: null } as const
  const refused = await finish(ctx.db, { lease, from: "processing", result, now: ctx.now() })
  if (refused.meta.changes === 0) return
  ctx.enqueueJob({ kind: "media_files", mediaId: lease.id })
  await announce(ctx, lease.id, "rejected")
}

/** Quarantines a video that a blocklist knows, as photos are: its owner sees that it could not be read (R12). */
async function quarantineVideo(ctx: Ctx, lease: Lease, { list, distance }: { list: string; distance: number }) {
  const now = ctx.now()
  const { db } = ctx
  const result = { state: "quarantined", reason: "unprocessable", leaseUntil: null, clientId: null } as const
  const { quarantined } = await batch(db, {
    quarantined: finish(db, { lease, from: "processing", result, now }),
    reported: insertHashMatch(db, { id: newId(now), mediaId: lease.id, list, distance }, now),
  })
  if (quarantined.meta.changes > 0) await announce(ctx, lease.id, "rejected")
}

/** Publishes a video's new state to its owner's open pages. */
async function announce(ctx: Ctx, id: string, state: "ready" | "rejected"): Promise<void> {
  const owner = await findOwner(ctx.db, id)
  if (owner) await publish(ctx, owner, { type: "media", id, state })
}

/** Deletes what was written for a video that was removed, or rejected, meanwhile, or whose profile was erased. */
async function deleteLeftovers(ctx: Ctx, id: string): Promise<void> {
  if ((await findKind(ctx.db, id)) !== null) return deleteMediaFiles(ctx, id)
  const files = await ctx.files.list(`${videoFolder(id)}/`)
  await ctx.files.delete(files.map(({ key }) => key))
}
