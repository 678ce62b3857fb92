/** A picture's hashes: SHA-256 of the original file and PDQ of what it shows, both hex; `quality` is PDQ's, 0 to 100. */
export interface PictureHashes {
  sha256: string
  pdq: string
  quality: number
}

/** Compares pictures with lists of hashes of pictures that are never shown (trust-safety R12). */
export interface HashMatcher {
  /** Returns the list that knows the picture and in how many bits it differs, or null. */
  match: (picture: PictureHashes) => Promise<{ list: string; distance: number } | null>
}
