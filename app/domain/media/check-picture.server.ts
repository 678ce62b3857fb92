import type { FieldProblem } from "~/lib/field-problems"
import type { Images } from "../ports/images"
import { pictureType } from "./picture-type"

/** In bytes and pixels: a small file can decode to a picture that exhausts memory. */
export interface PictureLimits {
  maxBytes: number
  maxSide: number
  maxPixels: number
}

/** Returns why these bytes are refused as a picture; null if they may be re-encoded. */
export async function pictureProblem(
  images: Images,
  bytes: Uint8Array<ArrayBuffer>,
  { maxBytes, maxSide, maxPixels }: PictureLimits,
): Promise<FieldProblem | null> {
  if (bytes.length === 0) return "picture_missing"
  if (bytes.length > maxBytes) return "picture_size"
  const type = pictureType(bytes)
  if (!type) return "picture_type"
  const found = await images.inspect(bytes)
  if (found?.type !== type) return "picture_unreadable"
  const { width, height } = found
  return Math.max(width, height) > maxSide || width * height > maxPixels ? "picture_pixels" : null
}
