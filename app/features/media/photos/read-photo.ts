import { maxStoredSide, photoTypes, photoUpload } from "~/domain/media/photos/policy"
import { pictureType } from "~/domain/media/pictures/picture-type"
import type { FieldProblem } from "~/lib/field-problems"
import { type Crop, wholePicture } from "./crop"

/** A photo that can be sent: upright, without the camera's metadata, 2,048 pixels a side at most. */
export interface ReadPhoto {
  blob: Blob
  width: number
  height: number
}

export type PhotoProblem = Extract<
  FieldProblem,
  "photo_type" | "photo_size" | "photo_pixels" | "picture_small" | "picture_missing" | "picture_unreadable"
>

/** Reads a chosen file. Returns what is wrong with it instead; `heic` where the browser cannot read one. */
export async function readPhoto(file: File): Promise<ReadPhoto | PhotoProblem | "heic"> {
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
    return (await drawn(bitmap, wholePicture, maxStoredSide)) ?? "picture_unreadable"
  } finally {
    bitmap.close()
  }
}

/** Brands of the first box (ISO/IEC 23008-12, 10.2): HEIC and its sequences. */
function isHeicFile(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head)
  return text.slice(4, 8) === "ftyp" && /hei[cxms]|hev[cxms]|mif1|msf1/.test(text.slice(8)) && !text.includes("avif")
}

/** Draws part of a picture, `longest` pixels a side at most; null if the browser cannot write it. */
async function drawn(bitmap: ImageBitmap, { x, y, w, h }: Crop, longest: number): Promise<ReadPhoto | null> {
  const [fromWidth, fromHeight] = [bitmap.width * w, bitmap.height * h]
  const scale = Math.min(1, longest / Math.max(fromWidth, fromHeight))
  const width = Math.max(1, Math.round(fromWidth * scale))
  const height = Math.max(1, Math.round(fromHeight * scale))
  const canvas = document.createElement("canvas")
  Object.assign(canvas, { width, height })
  const context = canvas.getContext("2d")
  context?.drawImage(bitmap, bitmap.width * x, bitmap.height * y, fromWidth, fromHeight, 0, 0, width, height)
  const written = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  let blob = await written("image/webp")
  // A browser that cannot write WebP writes PNG, which may be larger than what is accepted.
  if (blob && blob.type !== "image/webp" && context) {
    context.globalCompositeOperation = "destination-over"
    context.fillStyle = "#fff"
    context.fillRect(0, 0, width, height)
    blob = await written("image/jpeg")
  }
  return blob && { blob, width, height }
}

const previewSide = 640

/** Draws a small picture of the part that a crop leaves. */
export async function drawPreview(blob: Blob, crop: Crop): Promise<Blob> {
  const bitmap = await createImageBitmap(blob)
  try {
    return (await drawn(bitmap, crop, previewSide))?.blob ?? blob
  } finally {
    bitmap.close()
  }
}
