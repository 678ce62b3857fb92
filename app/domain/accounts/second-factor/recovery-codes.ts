/** Crockford's base 32: without letters that look like digits or other letters. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
const length = 12

/** How many codes a set has. */
export const recoveryCodeCount = 10

/** Returns a new code of 60 random bits, such as `7gk2-m0xq-9d4t`. */
export function newRecoveryCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return grouped([...bytes].map((byte) => alphabet[byte % alphabet.length]).join(""))
}

/**
 * Normalises a typed code: case, spaces and hyphens are ignored; o counts as 0, i and l as 1. Null if it cannot be a
 * code.
 */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1")
  return plain.length === length && [...plain].every((char) => alphabet.includes(char)) ? grouped(plain) : null
}

function grouped(code: string): string {
  return (code.match(/.{4}/g) ?? []).join("-")
}
