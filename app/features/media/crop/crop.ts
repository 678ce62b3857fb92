import { type Crop, wholePicture } from "~/browser/draw-picture"

/** The shapes of a crop: width by height, in pixels; null is any. */
export const ratios = { portrait: 4 / 5, square: 1, free: null } as const
export type Ratio = keyof typeof ratios

interface Size {
  width: number
  height: number
}

/** The smallest crop that the server accepts, with a margin. */
const least = 0.06

/** Returns the largest crop of a shape, centred; a portrait keeps the upper part. */
export function largestCrop(ratio: Ratio, size: Size): Crop {
  const shape = ratios[ratio]
  if (shape === null) return wholePicture
  const relative = (shape * size.height) / size.width
  const [w, h] = relative <= 1 ? [relative, 1] : [1, 1 / relative]
  return { x: (1 - w) / 2, y: (1 - h) / 3, w, h }
}

/** Returns the crop moved by fractions of the picture, within it. */
export function movedCrop({ x, y, w, h }: Crop, dx: number, dy: number): Crop {
  return { x: within(x + dx, 0, 1 - w), y: within(y + dy, 0, 1 - h), w, h }
}

/** Returns the crop with its lower right corner moved; a shape is kept, and the picture's edges are not crossed. */
export function resizedCrop(
  { x, y, w, h }: Crop,
  { dx, dy, ratio, size }: { dx: number; dy: number; ratio: Ratio; size: Size },
): Crop {
  const shape = ratios[ratio]
  if (shape === null) return { x, y, w: within(w + dx, least, 1 - x), h: within(h + dy, least, 1 - y) }
  const relative = (shape * size.height) / size.width
  const widest = Math.min(1 - x, (1 - y) * relative)
  const wanted = Math.abs(dx) >= Math.abs(dy) ? w + dx : (h + dy) * relative
  const next = within(wanted, Math.min(widest, least * Math.max(1, relative)), widest)
  return { x, y, w: next, h: next / relative }
}

const within = (value: number, from: number, to: number) => Math.min(Math.max(value, from), Math.max(from, to))

/** Returns a crop as the API takes it, `x,y,w,h`; null for the whole picture. */
export function cropText({ x, y, w, h }: Crop): string | null {
  if (w > 0.999 && h > 0.999) return null
  return [x, y, w, h].map((part) => Number(part.toFixed(4))).join(",")
}
