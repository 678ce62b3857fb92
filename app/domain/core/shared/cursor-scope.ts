import { AppError } from "~/lib/errors"

/** The order and filters that a list's cursor belongs to, by name; a missing, empty or null value is the list's default. */
export type CursorScope = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The scope of a list that has one order and no filters. */
export const plainList: CursorScope = {}

/** Marks a cursor with its list's order and filters; the cursor of an unfiltered list in its default order stays as it is. */
export function bindCursor(cursor: string, scope: CursorScope): string {
  const mark = markOf(scope)
  return mark ? `${cursor}~${mark}` : cursor
}

/** Returns the cursor that `bindCursor` was given. Throws `cursor.invalid` for one of another order or other filters. */
export function unbindCursor(bound: string, scope: CursorScope): string {
  const [cursor = "", mark = "", ...rest] = bound.split("~")
  if (rest.length > 0 || mark !== markOf(scope) || bindCursor(cursor, scope) !== bound)
    throw new AppError("cursor.invalid")
  return cursor
}

/** Returns a checksum of a scope (FNV-1a, 32 bits, base 36); empty for the default one. Not a signature: it only distinguishes scopes. */
function markOf(scope: CursorScope): string {
  const named = Object.entries(scope).filter(([, value]) => value !== undefined && value !== null && value !== "")
  if (named.length === 0) return ""
  const text = JSON.stringify(named.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}
