import { AppError } from "~/lib/errors"

/** A place as an address carries it: the row number of a search index, which is a whole number below 2^53. */
export function encodeCursor(place: number): string {
  return place.toString(36)
}

/** Reads a cursor of ours. Throws `cursor.invalid` for any other text. */
export function decodeCursor(cursor: string): number {
  const place = Number.parseInt(cursor, 36)
  if (!Number.isSafeInteger(place) || place < 0 || encodeCursor(place) !== cursor) throw new AppError("cursor.invalid")
  return place
}
