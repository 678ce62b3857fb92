import { AppError } from "~/lib/errors"

/** Encodes a place as a cursor: the row number in a search index, an integer below 2^53. */
export function encodeCursor(place: number): string {
  return place.toString(36)
}

/** Decodes a cursor. Throws `cursor.invalid` for any other text. */
export function decodeCursor(cursor: string): number {
  const place = Number.parseInt(cursor, 36)
  if (!Number.isSafeInteger(place) || place < 0 || encodeCursor(place) !== cursor) throw new AppError("cursor.invalid")
  return place
}
