import { AppError } from "~/lib/errors"
import { bindCursor, type CursorScope, unbindCursor } from "./cursor-scope"

/** A row's place in a list ordered by time (epoch ms) and id. */
export interface KeysetPlace {
  at: number
  id: string
}

/** Splits rows read with `LIMIT length + 1` into the page's and the cursor of the next page, for the same order and filters; null if there is none. */
export function pageOf<Row>(
  rows: Row[],
  length: number,
  placeOf: (row: Row) => KeysetPlace,
  scope: CursorScope,
): { shown: Row[]; next_cursor: string | null } {
  const shown = rows.slice(0, length)
  const last = rows.length > length ? shown.at(-1) : undefined
  return { shown, next_cursor: last ? cursorAfter(placeOf(last), scope) : null }
}

/** Returns the cursor of what comes after a place, for the same order and filters. */
export function cursorAfter(place: KeysetPlace, scope: CursorScope): string {
  return bindCursor(encodeKeyset(place), scope)
}

function encodeKeyset({ at, id }: KeysetPlace): string {
  return `${at.toString(36)}.${id}`
}

/** Reads a cursor that `pageOf` wrote for the same order and filters. Throws `cursor.invalid` for any other text. */
export function decodeKeyset(cursor: string, scope: CursorScope): KeysetPlace {
  const [, at, id] = /^([0-9a-z]{1,10})\.([\w-]{1,64})$/.exec(unbindCursor(cursor, scope)) ?? []
  if (!at || !id) throw new AppError("cursor.invalid")
  return { at: Number.parseInt(at, 36), id }
}
