import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto"

/** Returns a secret for a cookie or a link: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url")
}

/** Returns a random code of six digits, to be copied by hand. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0")
}

/** Returns the SHA-256 in hex: the form in which tokens are stored. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

/** HMAC-SHA-256, hex. */
export function hmac(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex")
}

/**
 * Compares in constant time, so that the time does not disclose the common prefix. The lengths may show: those of our
 * tokens are public.
 */
export function equalsInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
