import type { Images } from "../../core/ports/images"
import { decodePng, encodePng, type Pixels } from "./png.server"

/** The background of transparent pictures in each channel: white, as browsers draw one that is written as JPEG. */
const background = 255

/** Returns the pixels on the background, all of them opaque: what people see, and what is hashed. */
export function flatten({ width, height, rgba }: Pixels): Pixels {
  const out = new Uint8Array(rgba.length)
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] as number
    for (let channel = at; channel < at + 3; channel += 1) {
      out[channel] = Math.round(((rgba[channel] as number) * alpha + background * (255 - alpha)) / 255)
    }
    out[at + 3] = 255
  }
  return { width, height, rgba: out }
}

/** Returns a WebP (as `Images` writes it, of `side` pixels at most) on the background; null if it cannot be read. */
export async function flattenWebp(
  images: Images,
  webp: Uint8Array<ArrayBuffer>,
  side: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!hasAlpha(webp)) return webp
  const png = await images.toPng(webp, side)
  return png && images.toWebp(encodePng(flatten(decodePng(png))), side)
}

/** Whether a WebP declares transparency (RFC 9649, 2.7.1 and 3.4). */
function hasAlpha(webp: Uint8Array): boolean {
  const kind = String.fromCharCode(...webp.subarray(12, 16))
  if (kind === "VP8X") return ((webp[20] ?? 0) & 0x10) !== 0
  return kind === "VP8L" && ((webp[24] ?? 0) & 0x10) !== 0
}
