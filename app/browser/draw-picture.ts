/** A part of a picture, in fractions of its width and height. */
export interface Crop {
  x: number
  y: number
  w: number
  h: number
}

export const wholePicture: Crop = { x: 0, y: 0, w: 1, h: 1 }

/** A picture as this browser has drawn it: upright, without the camera's metadata. */
export interface DrawnPicture {
  blob: Blob
  /** In pixels. */
  width: number
  height: number
}

/**
 * Reads a chosen file. Applies a picture's orientation, drops the camera's metadata, and limits the maxSide side to
 * `maxSide` pixels: a phone's pictures would take long to send. Returns null if the browser cannot read it.
 */
export async function readPicture(file: Blob, maxSide: number, part = wholePicture): Promise<DrawnPicture | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null)
  if (!bitmap) return null
  try {
    return await drawPart(bitmap, part, maxSide)
  } finally {
    bitmap.close()
  }
}

/** Draws part of a picture, `maxSide` pixels a side at most; null if the browser cannot write it. */
export async function drawPart(bitmap: ImageBitmap, part: Crop, maxSide: number): Promise<DrawnPicture | null> {
  const [fromWidth, fromHeight] = [bitmap.width * part.w, bitmap.height * part.h]
  const scale = Math.min(1, maxSide / Math.max(fromWidth, fromHeight))
  const width = Math.max(1, Math.round(fromWidth * scale))
  const height = Math.max(1, Math.round(fromHeight * scale))
  const canvas = document.createElement("canvas")
  Object.assign(canvas, { width, height })
  const context = canvas.getContext("2d")
  context?.drawImage(bitmap, bitmap.width * part.x, bitmap.height * part.y, fromWidth, fromHeight, 0, 0, width, height)
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
