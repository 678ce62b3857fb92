/** What may be sent as one's picture, and the side in pixels of the square that is kept of it. */
export const avatarUpload = {
  maxBytes: 8 * 1024 * 1024,
  /** In pixels: a small file can hold a picture that fills a machine's memory. */
  maxSide: 12_000,
  maxPixels: 64_000_000,
  side: 256,
} as const

/** Returns the path of a user's picture. Its version is never used again: a new picture has a new path. */
export function avatarPath(userId: string, version: string): string {
  return `/media/avatars/${userId}/${version}.webp`
}
