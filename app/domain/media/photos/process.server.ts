import { rgbaToThumbHash } from "thumbhash"
import { batch } from "~/db/statements/batch"
import { trustedJson } from "~/db/statements/json"
import { newId } from "~/lib/id"
import { publish } from "../../chat/live.server"
import type { Ctx } from "../../core/context"
import { deleteMediaFiles } from "../files.server"
import { recognise } from "../likeness/recognition.server"
import { hashPicture } from "../pictures/hash-picture.server"
import { isBarePicture } from "../pictures/metadata"
import { type Crop, cropPixels, decodePng, encodePng } from "../pictures/png.server"
import { flatten, flattenWebp } from "../pictures/transparency.server"
import { type PhotoFormat, variantName, variantWidths } from "../pictures/variants"
import { insertHashMatch } from "../review/match-queries.server"
import { ownState } from "../states"
import {
  type Claimed,
  claim,
  findFiles,
  findOwner,
  finish,
  markFailed,
  release,
} from "../uploads/processing-queries.server"
import { maxStoredSide, processingLease } from "./policy"

/** A photo's bytes could not be read: its owner must choose another one. */
class UnreadablePhoto extends Error {}

/**
 * Processes an uploaded photo: re-encodes it without metadata, hashes it, compares the hashes with the blocklists, and
 * leaves it `ready`; a second run adds the AVIF variants, which take longest, and then it may be reviewed. Safe to repeat
 * and to run twice at once. Throws if a service is down, for a retry.
 */
export async function processPhoto(ctx: Ctx, id: string): Promise<void> {
  const leaseUntil = ctx.now() + processingLease
  const photo = await claim(ctx.db, id, ctx.now(), leaseUntil)
  if (!photo) return deleteLeftovers(ctx, id)
  const lease = { id, leaseUntil }
  try {
    if (photo.state === "processing") {
      await announce(ctx, id, "processing")
      await makeReady(ctx, photo, lease)
    } else {
      await addAvif(ctx, photo, lease)
    }
  } catch (error) {
    if (error instanceof UnreadablePhoto) return refuse(ctx, lease)
    await release(ctx.db, lease)
    throw error
  }
  await deleteLeftovers(ctx, id)
}

/** Marks a photo as failed after the last attempt; its owner may retry. */
export async function failPhoto(ctx: Ctx, id: string): Promise<void> {
  const owner = await markFailed(ctx.db, id, ctx.now())
  if (owner) await publish(ctx, owner, { type: "media", id, state: "failed" })
}

interface Lease {
  id: string
  leaseUntil: number
}

async function makeReady(ctx: Ctx, photo: Claimed, lease: Lease): Promise<void> {
  const original = photo.uploadKey ? await ctx.files.read(photo.uploadKey) : null
  if (!original) throw new UnreadablePhoto()
  const bytes = new Uint8Array(await new Response(original.body).arrayBuffer())
  const crop = trustedJson<Crop>(photo.crop)
  const largest = await toLargest(ctx, bytes, crop)
  const size = await required(ctx, ctx.images.inspect(largest))
  // The published picture, and the part that a crop leaves out.
  const pictures = [largest, ...(crop ? [bytes] : [])]
  const hashes = await Promise.all(pictures.map((picture) => required(ctx, hashPicture(ctx.images, picture))))
  const [shown] = hashes as [(typeof hashes)[number]]
  const sha256 = photo.sha256 ?? ""
  for (const { hash, quality } of hashes) {
    const match = await ctx.hashes.match({ sha256, pdq: hash, quality })
    if (match) return quarantine(ctx, lease, { ...match, pdq: hash, quality })
  }
  const widths = variantWidths(size.width).filter((width) => width < size.width)
  const [thumbhash] = await Promise.all([
    thumbhashOf(ctx, largest),
    writeVariant(ctx, { folder: photo.storageKey, width: size.width, format: "webp", bytes: largest }),
    ...widths.map(async (width) =>
      writeVariant(ctx, {
        folder: photo.storageKey,
        width,
        format: "webp" as const,
        bytes: await required(ctx, ctx.images.toWidth(largest, width, "webp")),
      }),
    ),
  ])
  await recognise(ctx, { id: lease.id, profileId: photo.profileId, sha256: [sha256], pictures: hashes })
  const facts = { width: size.width, height: size.height, thumbhash, pdq: shown.hash, pdqQuality: shown.quality }
  const result = { state: "ready", leaseUntil: null, ...facts } as const
  const ready = await finish(ctx.db, { lease, from: "processing", result, now: ctx.now() })
  if (ready.meta.changes === 0) return
  // Behind the other photos that their owner waits for.
  ctx.enqueueJob({ kind: "media", mediaId: lease.id })
  await announce(ctx, lease.id, "ready")
}

/** Returns the largest variant: upright, cropped, opaque, without metadata. */
async function toLargest(ctx: Ctx, bytes: Uint8Array<ArrayBuffer>, crop: Crop | null) {
  if (crop) {
    const whole = decodePng(await required(ctx, ctx.images.toPng(bytes, maxStoredSide)))
    return required(ctx, ctx.images.toWebp(encodePng(flatten(cropPixels(whole, crop))), maxStoredSide))
  }
  const webp = await required(ctx, ctx.images.toWebp(bytes, maxStoredSide))
  return required(ctx, flattenWebp(ctx.images, webp, maxStoredSide))
}

/** A thumbhash is made of at most 100 pixels a side. */
const thumbSide = 100

async function thumbhashOf(ctx: Ctx, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { width, height, rgba } = decodePng(await required(ctx, ctx.images.toPng(bytes, thumbSide)))
  return btoa(String.fromCharCode(...rgbaToThumbHash(width, height, rgba)))
}

/** Adds the AVIF variants of a ready photo, from its largest one. */
async function addAvif(ctx: Ctx, photo: Claimed, lease: Lease): Promise<void> {
  const { id, profileId, storageKey, sha256, pdq, pdqQuality } = photo
  // Again, before anybody reviews it: one that was processed at the same time is stored by now.
  await recognise(ctx, { id, profileId, sha256: [sha256], pictures: [{ hash: pdq ?? "", quality: pdqQuality ?? 0 }] })
  const files = await ctx.files.list(`${storageKey}/`)
  const widths = files.flatMap(({ key }) => Number(/\/(\d+)\.webp$/.exec(key)?.[1] ?? 0) || [])
  const largest = await ctx.files.read(`${storageKey}/${variantName(Math.max(0, ...widths), "webp")}`)
  if (!largest) return
  const bytes = new Uint8Array(await new Response(largest.body).arrayBuffer())
  // Two at a time: each takes seconds of a processor.
  const queue = widths.toSorted((a, b) => b - a).values()
  const encodeNext = async () => {
    for (const width of queue)
      await writeVariant(ctx, {
        folder: storageKey,
        width,
        format: "avif" as const,
        bytes: await required(ctx, ctx.images.toWidth(bytes, width, "avif")),
      })
  }
  await Promise.all([encodeNext(), encodeNext()])
  await finish(ctx.db, { lease, from: "ready", result: { isEncoded: true, leaseUntil: null }, now: ctx.now() })
}

/**
 * Stores a variant, if it holds nothing but the picture: otherwise it throws, and the photo never becomes public. For an
 * AVIF that it finds too large, the IMAGES binding returns a WebP, which browsers recognise by its first bytes.
 */
async function writeVariant(
  ctx: Ctx,
  { folder, width, format, bytes }: { folder: string; width: number; format: PhotoFormat; bytes: Uint8Array },
): Promise<void> {
  if (!isBarePicture(bytes, format) && !isBarePicture(bytes, "webp"))
    throw new Error(`The ${format} of ${width} pixels holds more than its picture`)
  const file = await ctx.files.write(`${folder}/${variantName(width, format)}`, `image/${format}`)
  await file.write(bytes)
  await file.close()
}

/** Waits for a picture. Throws UnreadablePhoto if the file is at fault, another error if the service is. */
async function required<Result>(ctx: Ctx, result: Promise<Result | null>): Promise<Result> {
  const found = await result
  if (found !== null) return found
  if (await ctx.images.isAvailable()) throw new UnreadablePhoto()
  throw new Error("The image service does not respond")
}

/** Rejects a photo that cannot be read. */
async function refuse(ctx: Ctx, lease: Lease): Promise<void> {
  const result = { state: "rejected", reason: "unprocessable", leaseUntil: null } as const
  const refused = await finish(ctx.db, { lease, from: "processing", result, now: ctx.now() })
  if (refused.meta.changes === 0) return
  ctx.enqueueJob({ kind: "media_files", mediaId: lease.id })
  await announce(ctx, lease.id, "rejected")
}

/**
 * Quarantines a photo that a blocklist knows, and reports it to staff with the highest priority. Its owner gets the
 * message of an unreadable photo, and nobody is banned by it (trust-safety R12).
 */
async function quarantine(
  ctx: Ctx,
  lease: Lease,
  { list, distance, pdq, quality }: { list: string; distance: number; pdq: string; quality: number },
): Promise<void> {
  const now = ctx.now()
  const { db } = ctx
  const result = { state: "quarantined", reason: "unprocessable", pdq, pdqQuality: quality } as const
  const { quarantined } = await batch(db, {
    quarantined: finish(db, { lease, from: "processing", result: { ...result, leaseUntil: null }, now }),
    reported: insertHashMatch(db, { id: newId(now), mediaId: lease.id, list, distance }, now),
  })
  if (quarantined.meta.changes > 0) await announce(ctx, lease.id, "quarantined")
}

/** Publishes a photo's new state to its owner's open pages. */
async function announce(ctx: Ctx, id: string, state: "processing" | "ready" | "rejected" | "quarantined") {
  const owner = await findOwner(ctx.db, id)
  if (owner) await publish(ctx, owner, { type: "media", id, state: ownState(state) })
}

/** Deletes what was written for a photo that was removed, or rejected, meanwhile. */
async function deleteLeftovers(ctx: Ctx, id: string): Promise<void> {
  const places = await findFiles(ctx.db, id)
  if (!places || places.state === "deleted" || places.state === "rejected") await deleteMediaFiles(ctx, id)
}
