const mostWords = 8
const longestWord = 40

/**
 * Converts typed text to a full-text query: every word must match as a prefix, single letters exactly. Null without any
 * word. Query syntax cannot be injected: words consist of letters and digits.
 */
export function wordsQuery(typed: string): string | null {
  const words = typed.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return null
  return words
    .slice(0, mostWords)
    .map((word) => `"${[...word].slice(0, longestWord).join("")}"${[...word].length > 1 ? "*" : ""}`)
    .join(" AND ")
}
