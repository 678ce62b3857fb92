import type { PictureSet } from "./demo.ts"

/** A day in milliseconds. */
export const day = 24 * 60 * 60 * 1000

export interface SeedOptions {
  /** The same number, the same rows. */
  seed: number
  /** Epoch milliseconds; everything happened before it. */
  now: number
  pictures: PictureSet
}

/** One row and the table it goes into, in an order that foreign keys accept. */
export interface TableRow {
  table: string
  row: Record<string, string | number | null>
}
