import { foldText } from "./fold-text"

/** How many words a member may hide messages by, and how long each may be, in characters. */
export const maxHiddenWords = 100
export const maxHiddenWord = 40

/** Returns the words and signs of a text, parted and enclosed by single spaces. */
const spaced = (text: string) => ` ${(foldText(text).match(/[\p{L}\p{N}]+|\p{S}/gu) ?? []).join(" ")} `

/**
 * Returns a function that says whether a text has one of these words or expressions, whatever its case and accents. Only
 * whole words count: “art” is not in “party”.
 */
export function createWordFilter(words: readonly string[]): (text: string) => boolean {
  const sought = words.map(spaced).filter((word) => word.trim() !== "")
  if (sought.length === 0) return () => false
  return (text) => {
    const folded = spaced(text)
    return sought.some((word) => folded.includes(word))
  }
}

/** Returns the words in their order, each once: those that differ in case and accents only are the same. */
export function uniqueWords(words: readonly string[]): string[] {
  const known = new Set<string>()
  return words.filter((word) => {
    const isNew = !known.has(spaced(word))
    known.add(spaced(word))
    return isNew
  })
}
