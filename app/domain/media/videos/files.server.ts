import { rgbaToThumbHash } from "thumbhash"
import { batch } from "~/db/statements/batch"
import type { Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import type { FieldProblem } from "~/lib/field-problems"
import { newId } from "~/lib/id"
import { requireAgreement } from "../../accounts/agreement/service.server"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { recognise } from "../likeness/recognition.server"
import { maxStoredSide, posterUpload } from "../photos/policy"
import { pictureProblem } from "../pictures/check-picture.server"
import { isBarePicture } from "../pictures/metadata"
import { hashPdq } from "../pictures/pdq"
import { decodePng } from "../pictures/png.server"
import { flattenWebp } from "../pictures/transparency.server"
import { captionsName, variantName, variantWidths } from "../pictures/variants"
import { insertHashMatch } from "../review/match-queries.server"
import { captionsProblem } from "./captions"
import { getOwnVideo, isHeld } from "./own-videos.server"
import { videoFolder } from "./policy"
import * as queries from "./queries.server"
import type { OwnVideo } from "./schema"

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Sets the poster of an own video that is not approved yet: re-encoded, without metadata. Throws `request.not_found`,
 * `agreement.superseded`, `validation.failed` (field `poster`), `video.reviewed`, `conflict.changed`, `video.unavailable`
 * and `rate.limited`.
 */
export async function setPoster(ctx: Ctx, id: string, version: number, bytes: Bytes): Promise<OwnVideo> {
  const { userId, profileId } = requireOwner(ctx)
  await requireDraft(ctx, id)
  await requireAgreement(ctx, userId)
  await ctx.limit("video.file", userId)
  const poster = await encodePoster(ctx, bytes)
  const match = await ctx.hashes.match({ sha256: poster.sha256, pdq: poster.pdq, quality: poster.pdqQuality })
  if (match) {
    await quarantine(ctx, { id, version }, { ...match, pdq: poster.pdq, pdqQuality: poster.pdqQuality })
    throw refused("poster", "picture_unreadable")
  }
  return changeFiles(ctx, { id, version }, async () => {
    for (const { width, bytes } of poster.variants) {
      await writeFile(ctx, `${videoFolder(id)}/${variantName(width, "webp")}`, "image/webp", bytes)
    }
    const { width, height, thumbhash, pdq, pdqQuality } = poster
    // Staff cannot approve it meanwhile.
    const pictures = [{ hash: pdq, quality: pdqQuality }]
    await recognise(ctx, { id, profileId, sha256: [poster.sha256], pictures })
    return { poster: { width, height, thumbhash, pdq, pdqQuality } }
  })
}

/** Quarantines the video of a poster that a blocklist knows, and reports it; its owner is notified of neither (R12). */
async function quarantine(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  { list, distance, ...hash }: { list: string; distance: number; pdq: string; pdqQuality: number },
): Promise<void> {
  const { userId } = requireOwner(ctx)
  const now = ctx.now()
  const reportId = newId(now)
  const report = { id: reportId, reference: `R-${reportId.slice(-8)}`, mediaId: id, list, distance }
  await batch(ctx.db, {
    quarantined: queries.quarantineDraft(ctx.db, { ownerId: userId, id, version }, hash, now),
    reported: insertHashMatch(ctx.db, report, now),
  })
}

async function encodePoster(ctx: Ctx, bytes: Bytes) {
  const problem = await pictureProblem(ctx.images, bytes, posterUpload)
  if (problem) throw refused("poster", problem)
  const whole = await required(ctx, ctx.images.toWebp(bytes, maxStoredSide))
  const largest = await required(ctx, flattenWebp(ctx.images, whole, maxStoredSide))
  const { width, height } = await required(ctx, ctx.images.inspect(largest))
  const narrower = variantWidths(width).filter((one) => one < width)
  const variants = [{ width, bytes: largest }]
  for (const one of narrower) {
    variants.push({ width: one, bytes: await required(ctx, ctx.images.toWidth(largest, one, "webp")) })
  }
  if (!variants.every((one) => isBarePicture(one.bytes, "webp")))
    throw new Error("The poster holds more than its picture")
  const { hash, quality } = hashPdq(decodePng(await required(ctx, ctx.images.toPng(largest, 512))))
  const small = decodePng(await required(ctx, ctx.images.toPng(largest, 100)))
  const thumbhash = btoa(String.fromCharCode(...rgbaToThumbHash(small.width, small.height, small.rgba)))
  return { variants, width, height, thumbhash, pdq: hash, pdqQuality: quality, sha256: await hexDigest(bytes) }
}

async function hexDigest(bytes: Bytes): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes)
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

async function required<Result>(ctx: Ctx, result: Promise<Result | null>): Promise<Result> {
  const found = await result
  if (found !== null) return found
  throw (await ctx.images.isAvailable()) ? refused("poster", "picture_unreadable") : new AppError("video.unavailable")
}

/**
 * Sets the captions of an own video in a language, from a WebVTT file; null removes them. Throws what `setPoster` does
 * (field `captions`).
 */
export async function setCaptions(
  ctx: Ctx,
  id: string,
  { version, locale, text }: { version: number; locale: Locale; text: string | null },
): Promise<OwnVideo> {
  const { userId } = requireOwner(ctx)
  const before = await requireDraft(ctx, id)
  if (text !== null) await requireAgreement(ctx, userId)
  await ctx.limit("video.file", userId)
  const problem = text === null ? null : captionsProblem(text)
  if (problem) throw refused("captions", problem)
  const others = before.captions.filter((code) => code !== locale)
  return changeFiles(ctx, { id, version }, async () => {
    const key = `${videoFolder(id)}/${captionsName(locale)}`
    if (text === null) await ctx.files.delete([key])
    else await writeFile(ctx, key, "text/vtt", new TextEncoder().encode(text))
    return { captions: (text === null ? others : [...others, locale].toSorted()).join(",") }
  })
}

async function requireDraft(ctx: Ctx, id: string): Promise<OwnVideo> {
  const video = await getOwnVideo(ctx, id)
  if (isHeld(video.state)) throw new AppError("video.reviewed")
  return video
}

/** Writes files of a video while it is reserved: staff cannot approve what they have not seen. */
async function changeFiles(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  write: () => Promise<queries.FilesChange>,
): Promise<OwnVideo> {
  const { userId } = requireOwner(ctx)
  if (!(await queries.reserveFiles(ctx.db, userId, id, version))) throw new AppError("conflict.changed")
  let change: queries.FilesChange = {}
  try {
    change = await write()
  } catch (cause) {
    throw new AppError("video.unavailable", { cause })
  } finally {
    const isSaved = await queries.saveFiles(ctx.db, userId, id, { ...change, version: version + 1 })
    // The video was removed meanwhile: the file just written goes too.
    if (!isSaved) ctx.enqueueJob({ kind: "media_files", mediaId: id })
  }
  return getOwnVideo(ctx, id)
}

async function writeFile(ctx: Ctx, key: string, contentType: string, bytes: Uint8Array): Promise<void> {
  const file = await ctx.files.write(key, contentType)
  await file.write(bytes)
  await file.close()
}

const refused = (field: "poster" | "captions", problem: FieldProblem) =>
  new AppError("validation.failed", { fields: { [field]: [problem] } })
