import { createHash } from "node:crypto"

/** A visitor who opens more profiles than this in a day is a crawler. */
const maxProfiles = 300
/** Counters in each row of the count-min sketch: a visitor shares one of each row with others, and their lowest is believed. */
const width = 2 ** 18
const rows = 4

/**
 * Hashes visitors under a salt that is drawn each day and never stored: nobody who reads the storage can test whether
 * somebody has seen a profile. Takes 2 MB of memory for any number of visitors.
 */
export class Visitors {
  #day = ""
  #salt = ""
  readonly #profiles = new Uint16Array(rows * width)

  /** Returns whether the day is another than before, whose visitors are then forgotten. */
  startDay(day: string): boolean {
    if (day === this.#day) return false
    this.#day = day
    this.#salt = crypto.randomUUID()
    this.#profiles.fill(0)
    return true
  }

  /** Returns the hash of a visitor's view of a profile, 32 bits: no other profile's is alike, so that visits cannot be linked. */
  hashView(visitor: string, slug: string): number {
    return this.#hash(`${visitor} ${slug}`)[0] ?? 0
  }

  isCrawler(visitor: string): boolean {
    return Math.min(...this.#placesOf(visitor).map((place) => this.#profiles[place] ?? 0)) >= maxProfiles
  }

  /** Counts one more profile that a visitor has seen. */
  addProfile(visitor: string): void {
    for (const place of this.#placesOf(visitor))
      this.#profiles[place] = Math.min((this.#profiles[place] ?? 0) + 1, maxProfiles)
  }

  /** Forgets everyone. */
  clear(): void {
    this.startDay("")
  }

  #placesOf(visitor: string): number[] {
    return this.#hash(visitor).map((hash, row) => row * width + (hash % width))
  }

  /** Returns the first four words of a salted SHA-256. */
  #hash(text: string): number[] {
    const digest = createHash("sha256").update(`${this.#salt} ${text}`).digest()
    return Array.from({ length: rows }, (_, word) => digest.readUInt32BE(word * Uint32Array.BYTES_PER_ELEMENT))
  }
}
