import { turnsOfPrice } from "~/db/listing-places"
import { AppError } from "~/lib/errors"
import type { Sort } from "./schema"

/** A profile's place in an order of the listing, from which a page goes on or back. */
export interface ListingPlace {
  /** Row number in the order's search index: a list time in seconds, or a price (cents) with its turns. */
  place: number
  id: string
  /** Of a search by words, newest first: the place is among those whose services none of the words names, who come last. */
  isOther: boolean
  /** The page ends before the place instead of starting after it. */
  isBack: boolean
}

/**
 * Encodes a place by what it means in any database: list time and id, or price, the profile's turn at that price, and
 * id. A leading "-" says that the page goes back, a "_" that the place is among the others of a search by words.
 */
export function encodeCursor({ place, id, isOther, isBack }: ListingPlace, sort: Sort): string {
  const key = sort === "newest" ? [place] : [Math.floor(place / turnsOfPrice), place % turnsOfPrice]
  return `${isBack ? "-" : ""}${isOther ? "_" : ""}${key.map((part) => part.toString(36)).join(".")}.${id}`
}

/** Decodes a cursor of the same order. Throws `cursor.invalid` for any other text. */
export function decodeCursor(cursor: string, sort: Sort): ListingPlace {
  const [, back, other, numbers = "", id = ""] =
    /^(-?)(_?)([0-9a-z]{1,11}(?:\.[0-9a-z]{1,6})?)\.([\w-]{1,64})$/.exec(cursor) ?? []
  const [first = Number.NaN, turn = 0] = numbers.split(".").map((number) => Number.parseInt(number, 36))
  const place = sort === "newest" ? first : first * turnsOfPrice + turn
  const from = { place, id, isOther: other === "_", isBack: back === "-" }
  if (!Number.isSafeInteger(from.place) || encodeCursor(from, sort) !== cursor) throw new AppError("cursor.invalid")
  return from
}
