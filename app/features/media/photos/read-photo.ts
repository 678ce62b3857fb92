import { type Crop, type DrawnPicture, drawPart, readPicture, wholePicture } from "~/browser/draw-picture"
import { maxStoredSide, photoTypes, photoUpload } from "~/domain/media/photos/policy"
import { pictureType } from "~/domain/media/pictures/picture-type"
import type { FieldProblem } from "~/lib/field-problems"

export type PhotoProblem = Extract<
  FieldProblem,
  "photo_type" | "photo_size" | "photo_pixels" | "picture_small" | "picture_missing" | "picture_unreadable"
>

/** Reads a chosen file: a photo that can be sent, 2,048 pixels a side at most. Returns what is wrong with it instead; `heic` where the browser cannot read one. */
export async function readPhoto(file: File): Promise<DrawnPicture | PhotoProblem | "heic"> {
  if (file.size === 0) return "picture_missing"
  if (file.size > photoUpload.maxBytes) return "photo_size"
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  const isHeic = isHeicFile(head)
  if (!isHeic && !photoTypes.some((type) => type === pictureType(head))) return "photo_type"
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null)
  if (!bitmap) return isHeic ? "heic" : "picture_unreadable"
  try {
    const { maxPixels, maxSide } = photoUpload
    if (bitmap.width * bitmap.height > maxPixels || Math.max(bitmap.width, bitmap.height) > maxSide)
      return "photo_pixels"
    if (Math.min(bitmap.width, bitmap.height) < photoUpload.minSide) return "picture_small"
    return (await drawPart(bitmap, wholePicture, maxStoredSide)) ?? "picture_unreadable"
  } finally {
    bitmap.close()
  }
}

/** Brands of the first box (ISO/IEC 23008-12, 10.2): HEIC and its sequences. */
function isHeicFile(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head)
  return text.slice(4, 8) === "ftyp" && /hei[cxms]|hev[cxms]|mif1|msf1/.test(text.slice(8)) && !text.includes("avif")
}

const previewSide = 640

/** Draws a small picture of the part that a crop leaves. */
export async function drawPreview(blob: Blob, crop: Crop): Promise<Blob> {
  return (await readPicture(blob, previewSide, crop))?.blob ?? blob
}
