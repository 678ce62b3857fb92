import type { PictureSet } from "./demo.ts"

/** A day in milliseconds. */
export const day = 24 * 60 * 60 * 1000

export interface SeedOptions {
  /** Seed of the random numbers: an equal one gives equal rows. */
  seed: number
  /** Epoch milliseconds; everything happened before it. */
  now: number
  pictures: PictureSet
}

/** A row and its table, in an order that foreign keys accept. */
export interface TableRow {
  table: string
  row: Record<string, string | number | null>
}
