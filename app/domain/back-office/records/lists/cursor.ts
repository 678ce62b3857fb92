import { AppError } from "~/lib/errors"

/** A row's place in the order of a list. */
export interface Place {
  at: string | number
  id: string
}

/** Returns a place as a cursor; with `-` before it, of the page before the place. */
export function encodePlace({ at, id }: Place, isBackward: boolean): string {
  const bytes = new TextEncoder().encode(JSON.stringify([at, id]))
  const text = btoa(String.fromCharCode(...bytes))
  return (isBackward ? "-" : "") + text.replaceAll("+", ".").replaceAll("/", "_").replaceAll("=", "")
}

/** Reads a cursor that `encodePlace` wrote. Throws `cursor.invalid` for any other text. */
export function decodePlace(cursor: string): { place: Place; isBackward: boolean } {
  const isBackward = cursor.startsWith("-")
  try {
    const text = atob(cursor.replace(/^-/, "").replaceAll(".", "+").replaceAll("_", "/"))
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const [at, id, ...rest]: unknown[] = Array.isArray(value) ? value : []
    const isPlace = (typeof at === "string" || typeof at === "number") && typeof id === "string"
    if (isPlace && rest.length === 0) return { place: { at, id }, isBackward }
  } catch {
    // Not one of ours.
  }
  throw new AppError("cursor.invalid")
}
