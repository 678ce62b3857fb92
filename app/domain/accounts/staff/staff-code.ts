import { createHash } from "node:crypto"
import { newRecoveryCode, readRecoveryCode } from "../second-factor/recovery-codes.ts"

/** How long the operator's code lives, in ms. */
export const staffCodeLifetime = 24 * 60 * 60 * 1_000

/** A new one-time code by which a member of staff sets up their first second factor, and the hash that is stored. */
export function newStaffCode(userId: string): { code: string; hash: string } {
  const code = newRecoveryCode()
  return { code, hash: hash(userId, code) }
}

/** The hash of what somebody typed; null: it cannot be a code. */
export function staffCodeHash(userId: string, typed: string): string | null {
  const code = readRecoveryCode(typed)
  return code && hash(userId, code)
}

/** With the user's id: nobody else's code is worth anything, and no other token has such a hash. */
function hash(userId: string, code: string): string {
  return createHash("sha256").update(`staff ${userId} ${code}`).digest("hex")
}
