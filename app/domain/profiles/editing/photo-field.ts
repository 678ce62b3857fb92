const prefix = "photo_alt:"

/** The field of a profile's edits that holds the alt texts of an approved photo, by language. */
export type PhotoField = `${typeof prefix}${string}`

export const photoField = (mediaId: string): PhotoField => `${prefix}${mediaId}`

/** Returns the photo that a field of an edit is about; null for a field of the profile. */
export function photoOf(field: string): string | null {
  return field.startsWith(prefix) ? field.slice(prefix.length) : null
}
