import type { PhotoFormat } from "./variants"

/** Chunks of a WebP that hold the picture itself. */
const pictureChunks = new Set(["VP8 ", "VP8L", "VP8X", "ALPH"])
/** Top-level boxes of an AVIF, and item types that are pictures. */
const pictureBoxes = new Set(["ftyp", "meta", "mdat", "free"])
const pictureItems = new Set(["av01", "grid"])

/**
 * Returns whether a file is a WebP or AVIF and holds nothing but its picture: no Exif, no XMP, and no bytes
 * after its end. Variants are stored only if it does (trust-safety R10).
 */
export function isBarePicture(bytes: Uint8Array, format: PhotoFormat): boolean {
  return format === "webp" ? isBareWebp(bytes) : isBareAvif(bytes)
}

const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

function isBareWebp(bytes: Uint8Array): boolean {
  if (bytes.length < 20 || textAt(bytes, 0) !== "RIFF" || textAt(bytes, 8) !== "WEBP") return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(4, true) + 8 !== bytes.length) return false
  let at = 12
  while (at + 8 <= bytes.length) {
    if (!pictureChunks.has(textAt(bytes, at))) return false
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return at === bytes.length
}

function isBareAvif(bytes: Uint8Array): boolean {
  if (textAt(bytes, 4) !== "ftyp") return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at)
    if (length < 8 || !pictureBoxes.has(textAt(bytes, at + 4))) return false
    if (textAt(bytes, at + 4) === "meta" && !namesOnlyPictures(bytes.subarray(at, at + length))) return false
    at += length
  }
  return at === bytes.length
}

/** Looks at the item entries (`infe`, ISO/IEC 14496-12, 8.11.6, version 2): the type is 8 bytes after the version. */
function namesOnlyPictures(meta: Uint8Array): boolean {
  for (let at = 0; at + 16 <= meta.length; at += 1) {
    if (textAt(meta, at) !== "infe") continue
    if (meta[at + 4] !== 2 || !pictureItems.has(textAt(meta, at + 12))) return false
  }
  return true
}
