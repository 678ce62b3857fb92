/** Widths in pixels that a photo is offered at; one smaller than the widest gets its own width as its last variant. */
export const photoWidths = [320, 640, 1280, 2048] as const

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
