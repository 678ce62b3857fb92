import { createHash } from "node:crypto"
import { newRecoveryCode, readRecoveryCode } from "../second-factor/recovery-codes.ts"

/** Lifetime of the operator's code, in ms. */
export const staffCodeLifetime = 24 * 60 * 60 * 1_000

/** Returns a new one-time code for a staff member's first second factor, and the hash to store. */
export function newStaffCode(userId: string): { code: string; hash: string } {
  const code = newRecoveryCode()
  return { code, hash: hash(userId, code) }
}

/** Returns the hash of a typed code, or null if it cannot be a code. */
export function staffCodeHash(userId: string, typed: string): string | null {
  const code = readRecoveryCode(typed)
  return code && hash(userId, code)
}

/** Hashes a code with its user's id, so that it works for that user only and equals no other token's hash. */
function hash(userId: string, code: string): string {
  return createHash("sha256").update(`staff ${userId} ${code}`).digest("hex")
}
