const mostWords = 8
const longestWord = 40

/**
 * What someone typed as a full-text query: every word must be there, each as the beginning of one, save single letters, which stand for
 * themselves. Null when there is no word in it. Nothing of the query's own syntax can be typed: a word is letters and digits.
 */
export function wordsQuery(typed: string): string | null {
  const words = typed.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return null
  return words
    .slice(0, mostWords)
    .map((word) => `"${[...word].slice(0, longestWord).join("")}"${[...word].length > 1 ? "*" : ""}`)
    .join(" AND ")
}
