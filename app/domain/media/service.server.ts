import { thumbHashToAverageRGBA, thumbHashToDataURL } from "thumbhash"
import { trustedJson } from "~/db/statements/json"
import type { Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { readerOf } from "../chat/hiding/reader.server"
import type { Ctx } from "../core/context"
import { contentTypeOf, splitCodes } from "./pictures/variants"
import { findServed, type MediaRow } from "./queries.server"
import type { PassQuery, Photo, Video } from "./schema"
import { findHolder } from "./signed-url.server"
import { findThumbhashes } from "./uploads/queries.server"

/**
 * Returns the R2 key and type of a variant (`640.webp`, `video.mp4`) and whether it is public; a private one needs a
 * pass. Throws `request.not_found`, for hidden media as for missing ones.
 */
export async function findServedMedia(
  ctx: Ctx,
  id: string,
  variant: string,
  pass: PassQuery | null,
): Promise<{ key: string; contentType: string; isPublic: boolean }> {
  const mediaItem = await findServed(ctx.db, id, await findHolder(ctx, id, pass), await readerOf(ctx))
  const contentType = mediaItem && contentTypeOf(variant, mediaItem)
  if (!contentType) throw new AppError("request.not_found")
  return { key: `${mediaItem.storage_key}/${variant}`, contentType, isPublic: mediaItem.visibility === "public" }
}

export function toPhoto({ id, width, height, thumbhash, alt }: MediaRow): Photo {
  return { id, width, height, color: averageColor(thumbhash), alt }
}

export function toVideo(row: MediaRow, locale: Locale): Video {
  const texts = trustedJson(row.texts)
  const written = [texts[locale], ...Object.values(texts)].find((text) => text?.title || text?.description)
  const { title = "", description = "" } = written ?? {}
  const facts = { type: row.type ?? ("mp4" as const), duration: row.duration ?? 0, captions: splitCodes(row.captions) }
  return { ...toPhoto(row), ...facts, title, description }
}

const bytesOf = (thumbhash: string) => Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0))

/** Returns the average colour of a thumbhash (base64) as `#rrggbb`. */
export function averageColor(thumbhash: string): string {
  const { r, g, b } = thumbHashToAverageRGBA(bytesOf(thumbhash))
  return `#${[r, g, b]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`
}

/** Returns the colours of a profile's photos by id, for `summarizeMedia`. */
export async function findColors(ctx: Pick<Ctx, "db">, profileId: string): Promise<Record<string, string>> {
  const photos = await findThumbhashes(ctx.db, profileId)
  return Object.fromEntries(photos.map(({ id, thumbhash }) => [id, averageColor(thumbhash)]))
}

/** Renders a thumbhash (base64) as a `data:` URL of some 30 pixels: all that is shown of a private media item. */
export function drawPlaceholder(thumbhash: string): string {
  return thumbHashToDataURL(bytesOf(thumbhash))
}
