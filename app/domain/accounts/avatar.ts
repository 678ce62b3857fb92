/** Limits of an uploaded avatar, and the side in pixels of the stored square. */
export const avatarUpload = {
  maxBytes: 8 * 1024 * 1024,
  /** Pixels. Bounds the decoded size: a small file can decode to a picture that exhausts memory. */
  maxSide: 12_000,
  maxPixels: 64_000_000,
  /** The largest avatar of a page is shown at this side. */
  minSide: 96,
  side: 256,
} as const

/** Returns the URL path of a user's avatar. Versions are never reused: a new picture has a new path. */
export function avatarPath(userId: string, version: string): string {
  return `/media/avatars/${userId}/${version}.webp`
}
