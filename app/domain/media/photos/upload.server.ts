import type { SQL } from "drizzle-orm"
import { AppError } from "~/lib/errors"
import type { FieldProblem } from "~/lib/field-problems"
import { newId } from "~/lib/id"
import { requireAgreement } from "../../accounts/agreement/service.server"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import type { FileWriter } from "../../core/ports/files"
import { recognise } from "../likeness/recognition.server"
import type { OwnMediaItem } from "../own-media"
import { getOwnMediaItem } from "../own-media.server"
import { pictureProblem } from "../pictures/check-picture.server"
import { sha256Of } from "../pictures/hash-picture.server"
import { declaredSize } from "../pictures/picture-size"
import { type PictureType, pictureType } from "../pictures/picture-type"
import type { Crop } from "../pictures/png.server"
import * as queries from "../uploads/queries.server"
import type { UploadQuery } from "./forms"
import { photoTypes, photoUpload, profileLimits, uploadFolder, variantFolder } from "./policy"

/**
 * Stores a photo for the actor's profile and enqueues its processing; the same `client_id` returns the same media item.
 * Throws `request.not_found` without a profile, `agreement.superseded`, `validation.failed` (field `photo`), `media.full`,
 * `media.unavailable` and `rate.limited`.
 */
export async function uploadPhoto(
  ctx: Ctx,
  { client_id: clientId, visibility, crop }: UploadQuery,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<OwnMediaItem> {
  const { profileId, userId } = requireOwner(ctx)
  const known = await queries.findByClient(ctx.db, profileId, clientId)
  if (known) return getOwnMediaItem(ctx, known)
  await requireAgreement(ctx, userId)
  await ctx.limit("media.upload", userId)
  await requirePhoto(ctx, bytes, crop)
  const id = await storePhoto(ctx, { profileId, clientId, visibility, crop: crop ? JSON.stringify(crop) : null }, bytes)
  if (id) return getOwnMediaItem(ctx, id)
  // Another tab sent the same upload, or the profile is full.
  const other = await queries.findByClient(ctx.db, profileId, clientId)
  if (!other) throw new AppError("media.full", { values: { count: profileLimits.photos } })
  return getOwnMediaItem(ctx, other)
}

type Storing = Pick<Ctx, "db" | "files" | "now" | "enqueueJob">

/**
 * Stores a photo that is known to be one, and enqueues its processing. Returns its id; null if its profile is full or has
 * the client's id already, or `when` does not hold. Throws `media.unavailable`.
 */
export async function storePhoto(
  ctx: Storing,
  photo: Pick<queries.NewUpload, "profileId" | "clientId" | "visibility" | "crop">,
  bytes: Uint8Array<ArrayBuffer>,
  when?: SQL,
): Promise<string | null> {
  const id = newId(ctx.now())
  const uploadKey = `${uploadFolder(photo.profileId)}${id}`
  await storeOriginal(ctx, uploadKey, bytes)
  const file = { uploadKey, storageKey: variantFolder(id), bytes: bytes.length, sha256: await sha256Of(bytes) }
  if (!(await insertOrDelete(ctx, { ...photo, ...file, id }, when))) return null
  await recognise(ctx, { id, profileId: photo.profileId, sha256: [file.sha256], pictures: [] })
  ctx.enqueueJob({ kind: "media", mediaId: id })
  return id
}

/** Inserts the row; without one the original is deleted again. */
async function insertOrDelete(ctx: Storing, upload: queries.NewUpload, when?: SQL): Promise<boolean> {
  let isInserted = false
  try {
    isInserted = await queries.insertUpload(ctx.db, upload, { ...profileLimits, when }, ctx.now())
    return isInserted
  } finally {
    // Should this fail too, the sweeper finds the file.
    if (!isInserted) await ctx.files.delete([upload.uploadKey])
  }
}

const photoProblems: Partial<Record<FieldProblem, FieldProblem>> = {
  picture_size: "photo_size",
  picture_type: "photo_type",
  picture_pixels: "photo_pixels",
}

/** Whether less remains of a photo than is shown; a JPEG may have to be turned upright first, which swaps its sides. */
function isCropSmall(bytes: Uint8Array, type: PictureType, { w, h }: Crop): boolean {
  const size = declaredSize(bytes, type)
  if (!size) return false
  const upright = Math.min(size.width * w, size.height * h)
  const turned = type === "image/jpeg" ? Math.min(size.height * w, size.width * h) : 0
  return Math.round(Math.max(upright, turned)) < photoUpload.minSide
}

async function requirePhoto(ctx: Ctx, bytes: Uint8Array<ArrayBuffer>, crop?: Crop): Promise<void> {
  const type = pictureType(bytes)
  const isAccepted = type === null || photoTypes.some((one) => one === type)
  const found = isAccepted ? await pictureProblem(ctx.images, bytes, photoUpload) : "picture_type"
  const problem = found ?? (type && crop && isCropSmall(bytes, type, crop) ? "picture_small" : null)
  if (!problem) return
  if (problem === "picture_unreadable" && !(await ctx.images.isAvailable())) throw new AppError("media.unavailable")
  throw new AppError("validation.failed", { fields: { photo: [photoProblems[problem] ?? problem] } })
}

async function storeOriginal(ctx: Storing, key: string, bytes: Uint8Array): Promise<void> {
  let file: FileWriter | null = null
  try {
    file = await ctx.files.write(key, "application/octet-stream")
    await file.write(bytes)
    await file.close()
  } catch (cause) {
    // The store discards unfinished uploads by itself after a week.
    await file?.abort().catch(() => {})
    throw new AppError("media.unavailable", { cause })
  }
}
