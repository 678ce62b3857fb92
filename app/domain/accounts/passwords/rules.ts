import * as z from "zod"
import type { FieldProblem } from "~/lib/field-problems"

/** 8 to 128 characters, and no rules about which (NIST SP 800-63B 3.1.1). */
export const passwordLength = { min: 8, max: 128 } as const

/** A bound for the machine's sake; `passwordProblem` judges the length that counts, in characters. */
export const NewPassword = z.string().min(1).max(1_000, { abort: true })

/** What is wrong with a password that someone chooses; null when it will do. */
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
