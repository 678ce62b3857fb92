import { createHash } from "node:crypto"

/** Lifetime of the mailed code, in minutes. */
export const factorCodeMinutes = 15

/**
 * Returns the token of a typed code of six digits, or null if it cannot be one. Includes the user's id: two users may
 * get the same digits, and token hashes are unique.
 */
export function factorCodeToken(userId: string, typed: string): string | null {
  const digits = typed.replace(/\s/g, "")
  return /^\d{6}$/.test(digits) ? `factor ${userId} ${digits}` : null
}

/** Returns the hash that is stored of a code's token. */
export function factorCodeHash(userId: string, typed: string): string | null {
  const token = factorCodeToken(userId, typed)
  return token && createHash("sha256").update(token).digest("hex")
}
