/** Widths in pixels that a photo is offered at; one smaller than the widest gets its own width as its last variant. */
const photoWidths = [320, 640, 1280, 2048] as const

/** Best first: what `<picture>` offers, and what is kept for each width. */
export const photoFormats = ["avif", "webp"] as const
export type PhotoFormat = (typeof photoFormats)[number]

/** The widths, ascending, that a photo of this width (pixels) is kept at. Nothing is ever enlarged. */
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

/** A video itself, beside the variants of its poster. */
export const videoName = "video.mp4"

/** A video's captions in a language (ISO 639-1). */
export function captionsName(locale: string): string {
  return `captions.${locale}.vtt`
}

/** What the variant of this name holds; null when a medium like this has none of that name. An original is never one. */
export function contentTypeOf(
  name: string,
  { kind, width, captions }: { kind: "photo" | "video"; width: number; captions: string },
): string | null {
  const format = photoFormats.find((one) => variantWidths(width).some((size) => variantName(size, one) === name))
  if (format) return `image/${format}`
  if (kind !== "video") return null
  if (name === videoName) return "video/mp4"
  return splitCodes(captions).some((code) => captionsName(code) === name) ? "text/vtt; charset=utf-8" : null
}

/** Codes as columns keep them, joined by commas. */
export function splitCodes(codes: string): string[] {
  return codes === "" ? [] : codes.split(",")
}
