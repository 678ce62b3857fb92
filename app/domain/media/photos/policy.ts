import { DAY, HOUR } from "~/lib/time"
import type { PictureLimits } from "../pictures/check-picture.server"

/**
 * Limits of one upload; a browser shrinks a photo to 2,048 pixels before it sends it. The least side is what a card of
 * the listing takes on a phone: 150 pixels of CSS, and two of the screen for each.
 */
export const photoUpload: PictureLimits = {
  maxBytes: 20 * 1024 * 1024,
  maxSide: 16_384,
  maxPixels: 40_000_000,
  minSide: 300,
}
/** A poster is a frame of its video, which may be smaller than a photo. */
export const posterUpload: PictureLimits = { ...photoUpload, minSide: 64 }
export const photoTypes = ["image/jpeg", "image/png", "image/webp"] as const

/** The longest side of a stored photo, in pixels. */
export const maxStoredSide = 2_048

/** Of one profile: its photos, and the bytes of originals that are not deleted yet. */
export const profileLimits = { photos: 60, bytes: 600 * 1024 * 1024 }

/** How long a worker may process a photo before another one takes over, ms. */
export const processingLease = 3 * 60_000
/** After an approval, until the original is deleted (trust-safety R10), ms. */
export const originalLifetime = 7 * DAY
/** Files of uploads younger than this may have no row yet, ms. */
export const orphanAge = HOUR

/** The folder of a profile's originals, which are never served. */
export const uploadFolder = (profileId: string) => `uploads/${profileId}/`
export const variantFolder = (mediaId: string) => `photos/${mediaId}`
