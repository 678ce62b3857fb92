/** Widths in pixels of a photo's variants; a photo narrower than the widest gets its own width as its last variant. */
const photoWidths = [320, 640, 1280, 2048] as const

/** Formats stored for each width and offered by `<picture>`, best first. */
export const photoFormats = ["avif", "webp"] as const
export type PhotoFormat = (typeof photoFormats)[number]

/** Returns the stored widths of a photo of this width (pixels), ascending. Photos are never enlarged. */
export function variantWidths(originalWidth: number): number[] {
  const widths: number[] = photoWidths.filter((width) => width <= originalWidth)
  const widest = photoWidths[photoWidths.length - 1] as number
  if (originalWidth < widest && widths.at(-1) !== originalWidth) widths.push(originalWidth)
  return widths
}

/** The path segment after `/media/{id}/`, and the object's name below its storage key. */
export function variantName(width: number, format: PhotoFormat): string {
  return `${width}.${format}`
}

/** Name of a video, stored beside the variants of its poster. */
export const videoFileName = (type: "mp4" | "webm") => `video.${type}`

/** A video's captions in a language (ISO 639-1). */
export function captionsName(locale: string): string {
  return `captions.${locale}.vtt`
}

/**
 * Returns the content type of a variant, or null if such a media item has none of this name. Originals are never served.
 */
export function contentTypeOf(
  name: string,
  { kind, width, captions }: { kind: "photo" | "video"; width: number; captions: string },
): string | null {
  const format = photoFormats.find((one) => variantWidths(width).some((size) => variantName(size, one) === name))
  if (format) return `image/${format}`
  if (kind !== "video") return null
  if (name === videoFileName("mp4")) return "video/mp4"
  if (name === videoFileName("webm")) return "video/webm"
  return splitCodes(captions).some((code) => captionsName(code) === name) ? "text/vtt; charset=utf-8" : null
}

/** Splits a column's comma-separated codes. */
export function splitCodes(codes: string): string[] {
  return codes === "" ? [] : codes.split(",")
}
