import { type CalledTerm, type NamedFilter, type Vocabulary, wordsOf } from "./vocabulary"

/** A search that somebody may have meant. */
export interface MeantSearch {
  /** The name that replaces a word. */
  term: CalledTerm
  /** The other words; empty if there are none. */
  words: string
}

/**
 * Finds the name of one word that a typed word may stand for: one letter more, less, other or swapped, two of them in a word of eight
 * letters or more. Returns null if there is none, or several as near.
 */
export function correctSearch(
  typed: string,
  vocabulary: Vocabulary,
  taken: readonly NamedFilter[] = [],
): MeantSearch | null {
  const words = wordsOf(typed)
  for (const [at, { key }] of words.entries()) {
    const term = nearestTerm(key, vocabulary, taken)
    const others = words.filter((_, other) => other !== at).map((word) => word.typed)
    if (term) return { term, words: others.join(" ") }
  }
  return null
}

/** Returns how many letters of a typed word may be wrong. */
const allowedSteps = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)

/** Returns whether a typed word stands for another one, or is it. Both are folded. */
export const isNearWord = (typed: string, meant: string) => stepsBetween(typed, meant) <= allowedSteps(typed)

function nearestTerm(key: string, vocabulary: Vocabulary, taken: readonly NamedFilter[]): CalledTerm | null {
  const allowed = allowedSteps(key)
  const near = [...vocabulary]
    .filter(([name]) => !name.includes(" ") && Math.abs(name.length - key.length) <= allowed)
    .map(([name, terms]) => ({
      term: terms.find(({ filter }) => !taken.includes(filter)),
      steps: stepsBetween(key, name),
    }))
    .filter(({ term, steps }) => term !== undefined && steps > 0 && steps <= allowed)
    .toSorted((a, b) => a.steps - b.steps)
  const [best] = near
  const isOther = (term: CalledTerm | undefined) =>
    term?.filter !== best?.term?.filter || term?.value !== best?.term?.value
  const rival = near.find(({ term, steps }) => steps === best?.steps && isOther(term))
  return rival ? null : (best?.term ?? null)
}

/** Returns the least number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function stepsBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let before: number[] = []
  let above = b.map((_, at) => at).concat(b.length)
  for (const [row, letter] of a.entries()) {
    const line = [row + 1]
    for (const [column, expected] of b.entries()) {
      const replaced = (above[column] ?? 0) + (letter === expected ? 0 : 1)
      const isSwapped = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === expected
      const swapped = isSwapped ? (before[column - 1] ?? 0) + 1 : replaced
      line.push(Math.min(replaced, swapped, (line[column] ?? 0) + 1, (above[column + 1] ?? 0) + 1))
    }
    ;[before, above] = [above, line]
  }
  return above[b.length] ?? 0
}
