import { AppError } from "~/lib/errors"

/** A place in the listing from which a page goes on or back. */
export interface ListingPlace {
  /** A row number in a search index: an integer below 2^53. */
  place: number
  /** The page ends before the place instead of starting after it. */
  isBack: boolean
}

/** Encodes a place; a leading "-" says that the page goes back. */
export function encodeCursor({ place, isBack }: ListingPlace): string {
  return `${isBack ? "-" : ""}${place.toString(36)}`
}

/** Decodes a cursor. Throws `cursor.invalid` for any other text. */
export function decodeCursor(cursor: string): ListingPlace {
  const isBack = cursor.startsWith("-")
  const from = { place: Number.parseInt(isBack ? cursor.slice(1) : cursor, 36), isBack }
  if (!Number.isSafeInteger(from.place) || from.place < 0 || encodeCursor(from) !== cursor)
    throw new AppError("cursor.invalid")
  return from
}
