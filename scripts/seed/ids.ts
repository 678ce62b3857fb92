import type { Random } from "./random.ts"

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Builds a ULID (github.com/ulid/spec): 48 bits of `time` (epoch ms), then 80 bits from `random`; 26 characters. */
export function ulid(time: number, random: Random): string {
  let rest = time
  let text = ""
  for (let at = 0; at < 10; at++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  for (let word = 0; word < 4; word++) {
    const bits = random.next()
    for (let at = 0; at < 4; at++) text += alphabet.charAt((bits >>> (at * 5 + 8)) & 31)
  }
  return text
}
