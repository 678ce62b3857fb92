import * as z from "zod"
import type { FieldProblem } from "~/lib/field-problems"

/** 8 to 128 characters and no composition rules (NIST SP 800-63B 3.1.1). */
export const passwordLength = { min: 8, max: 128 } as const

/** Bounds the input's size only; `passwordProblem` checks the real limit, in characters. */
export const NewPassword = z.string().min(1).max(1_000, { abort: true })

/** Returns why a new password is refused, or null if it is acceptable. */
export function passwordProblem(
  password: string,
  email: string,
  isCommon: (password: string) => boolean,
): FieldProblem | null {
  const length = [...password].length
  if (length < passwordLength.min || length > passwordLength.max) return "password_length"
  const plain = password.normalize("NFKC").trim().toLowerCase()
  if (plain === email.toLowerCase()) return "password_is_email"
  return isCommon(plain) ? "password_common" : null
}
