export type PasswordStrength = 1 | 2 | 3 | 4

/** Words that add nothing to any password. */
const plainWords = ["password", "motdepasse", "qwerty", "azerty", "salon"]

/** The upper bounds, in bits, of a weak, a fair and a solid password; above, it is strong. */
const bounds = { weak: 40, fair: 60, solid: 85 }

/**
 * Estimates how hard a password is to guess: 1 weak, 2 fair, 3 solid, 4 strong. Length counts most, then variety;
 * repetitions, sequences and words of the e-mail hardly count. It is advice and decides nothing.
 */
export function passwordStrength(password: string, email = ""): PasswordStrength {
  const characters = [...password]
  if (characters.length < 8) return 1
  const surprising = [...withoutKnownWords(password.toLowerCase(), email)].filter(isSurprising)
  const effective = Math.min(surprising.length, 2 * new Set(surprising).size)
  const bits = effective * Math.log2(alphabetSize(password))
  if (bits <= bounds.weak) return 1
  if (bits <= bounds.fair) return 2
  return bits <= bounds.solid ? 3 : 4
}

/** Shrinks known words to one character each, and a repeated piece to a single one. */
function withoutKnownWords(text: string, email: string): string {
  const ofEmail = email.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const words = [...plainWords, ...ofEmail].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length)
  const shrunk = words.reduce((rest, word) => rest.replaceAll(word, word.charAt(0)), text)
  return shrunk.replace(/(.{1,32}?)\1+/gu, "$1")
}

/** Returns false for a further step of an ascending or descending sequence, such as 3 in 123. */
function isSurprising(_: string, index: number, all: string[]): boolean {
  const code = (at: number) => all[at]?.codePointAt(0) ?? Number.NaN
  const step = code(index) - code(index - 1)
  return Math.abs(step) !== 1 || code(index - 1) - code(index - 2) !== step
}

function alphabetSize(text: string): number {
  const kinds: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{N}/u, 10],
    [/[^\p{L}\p{N}]/u, 33],
    [/[^\p{ASCII}]/u, 60],
  ]
  return kinds.reduce((size, [kind, letters]) => size + (kind.test(text) ? letters : 0), 2)
}
