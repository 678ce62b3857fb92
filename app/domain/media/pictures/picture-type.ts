export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const
export type PictureType = (typeof pictureTypes)[number]

/** Returns a picture's type by its first bytes, regardless of its name; null for anything but the accepted types. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const head = String.fromCharCode(...bytes.subarray(0, 64))
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg"
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png"
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp"
  // ISO base media file format: major and compatible brands of the first box.
  const brands = head.slice(4, 8) === "ftyp" ? head.slice(8, Math.min(64, bytes[3] ?? 0)).match(/.{4}/gs) : null
  return brands?.includes("avif") ? "image/avif" : null
}
