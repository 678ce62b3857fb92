/**
 * Applies a picture's orientation, drops the camera's metadata, and limits the longest side to `longestSide` pixels: a
 * phone's pictures would take long to send. Returns the file itself if the browser cannot read it: the server says what
 * is wrong with it.
 */
export async function normalizeImage(file: File, maxSide: number): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" })
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement("canvas")
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    // A browser that cannot write WebP writes PNG.
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/webp", 0.92))
  } catch {
    return file
  }
}
