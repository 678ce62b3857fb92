import type { FieldProblem } from "~/lib/field-problems"
import type { Images } from "../../core/ports/images"
import { declaredSize } from "./picture-size"
import { pictureType } from "./picture-type"

/** In bytes and pixels: a small file can decode to a picture that exhausts memory. */
export interface PictureLimits {
  maxBytes: number
  maxSide: number
  maxPixels: number
  /** Of the shorter side: a smaller picture would be enlarged wherever it is shown. */
  minSide: number
}

/** Returns why these bytes are refused as a picture; null if they may be re-encoded. */
export async function pictureProblem(
  images: Images,
  bytes: Uint8Array<ArrayBuffer>,
  { maxBytes, maxSide, maxPixels, minSide }: PictureLimits,
): Promise<FieldProblem | null> {
  if (bytes.length === 0) return "picture_missing"
  if (bytes.length > maxBytes) return "picture_size"
  const type = pictureType(bytes)
  if (!type) return "picture_type"
  const isTooLarge = ({ width, height }: { width: number; height: number }) =>
    Math.max(width, height) > maxSide || width * height > maxPixels
  const declared = declaredSize(bytes, type)
  if (declared && isTooLarge(declared)) return "picture_pixels"
  const found = await images.inspect(bytes)
  if (found?.type !== type) return "picture_unreadable"
  if (isTooLarge(found)) return "picture_pixels"
  return Math.min(found.width, found.height) < minSide ? "picture_small" : null
}
