import { AppError } from "~/lib/errors"
import type { Ctx } from "../context"
import { findPublicPhoto } from "./queries.server"
import { type PhotoFormat, photoFormats, variantName, variantWidths } from "./variants"

/** Where a public photo's variant (`640.webp`) lies in R2, and what it is. Throws `request.not_found`. */
export async function findServedMedia(
  ctx: Ctx,
  id: string,
  variant: string,
): Promise<{ key: string; contentType: string }> {
  const format = photoFormats.find((format) => variant.endsWith(`.${format}`))
  const photo = format && (await findPublicPhoto(ctx.db, id))
  if (!photo || !namesOf(photo.width, format).includes(variant)) throw new AppError("request.not_found")
  return { key: `${photo.storageKey}/${variant}`, contentType: `image/${format}` }
}

function namesOf(width: number, format: PhotoFormat): string[] {
  return variantWidths(width).map((variant) => variantName(variant, format))
}
