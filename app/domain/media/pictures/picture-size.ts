import type { PictureType } from "./picture-type"

interface Size {
  width: number
  height: number
}

/**
 * Returns a picture's size in pixels as its first bytes declare it, before it is turned upright; null if they do not. A
 * decoder refuses a picture that it finds too large and a damaged one alike, so this is asked first.
 */
export function declaredSize(bytes: Uint8Array, type: PictureType): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readers[type](view)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const readers: Record<PictureType, (view: DataView) => Size | null> = {
  "image/jpeg": ofJpeg,
  // ISO/IEC 15948, 11.2.2: the header comes first.
  "image/png": (view) =>
    textAt(view, 12) === "IHDR" ? { width: view.getUint32(16), height: view.getUint32(20) } : null,
  "image/webp": ofWebp,
  "image/avif": ofAvif,
}

/** ITU-T T.81, B.2.2: the frame's header (SOF), after segments of any number. */
function ofJpeg(view: DataView): Size | null {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // A byte that fills, or a segment with its length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}

/** RFC 9649, 2.5 to 2.7: lossy, lossless, or extended. */
function ofWebp(view: DataView): Size | null {
  const kind = textAt(view, 12)
  if (kind === "VP8 ") return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  return kind === "VP8X" ? { width: uint24(24) + 1, height: uint24(27) + 1 } : null
}

/** ISO/IEC 23008-12, 6.5.3: the largest of the sizes (`ispe`) at the beginning; tiles and thumbnails have smaller ones. */
function ofAvif(view: DataView): Size | null {
  let largest: Size | null = null
  for (let at = 0; at + 20 <= Math.min(view.byteLength, 4_096); at += 1) {
    if (view.getUint32(at) !== 20 || textAt(view, at + 4) !== "ispe") continue
    const size = { width: view.getUint32(at + 12), height: view.getUint32(at + 16) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
