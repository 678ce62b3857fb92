import { AppError } from "~/lib/errors"

/** The place of a profile in the newest-first order of the listing. */
export interface Place {
  /** Epoch ms. */
  publishedAt: number
  profileId: string
}

/** A place as an address carries it: `mhx3k2a0.01JF…`. */
export function encodeCursor({ publishedAt, profileId }: Place): string {
  return `${publishedAt.toString(36)}.${profileId}`
}

/** Reads a cursor of ours. Throws `cursor.invalid` for any other text. */
export function decodeCursor(cursor: string): Place {
  const [, time, profileId] = /^([0-9a-z]{1,10})\.([0-9A-Z]{26})$/.exec(cursor) ?? []
  if (!time || !profileId) throw new AppError("cursor.invalid")
  return { publishedAt: Number.parseInt(time, 36), profileId }
}
