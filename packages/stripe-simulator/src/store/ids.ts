import { randomInt } from "node:crypto"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Returns `length` random letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("")
}

/** Returns a random id such as Stripe's: `newId("sub")` is `sub_1…`, 24 characters after the prefix. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_1${randomText(length - 1)}`
}
