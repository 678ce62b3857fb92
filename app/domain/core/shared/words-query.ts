const maxWords = 8
const maxWord = 40

/**
 * Words as the search indexes cut them (unicode61): letters and digits, with the marks of Latin letters. A word that they cut in two would be
 * the query of a phrase, which they refuse: they do not store where a word stands.
 */
const words =
  /[\p{L}\p{N}](?:[\p{L}\p{N}]|[\u0300-\u0304\u0306-\u030c\u030f\u0311\u0323-\u0328\u032d\u032e\u0330\u0331])*/gu
/** Letters to Unicode, separators to the indexes. */
const separators = /[\u19b0-\u19c9\u1cf2\u1cf3]/g

/**
 * Converts typed text to a full-text query: every word (with "OR": one of them) must match as a prefix, single letters exactly. Null
 * without any word. Query syntax cannot be injected: words consist of letters and digits.
 */
export function wordsQuery(typed: string, joint: "AND" | "OR" = "AND"): string | null {
  const found = typed.normalize("NFC").replace(separators, " ").match(words) ?? []
  if (found.length === 0) return null
  return found
    .slice(0, maxWords)
    .map((word) => `"${[...word].slice(0, maxWord).join("")}"${[...word].length > 1 ? "*" : ""}`)
    .join(` ${joint} `)
}
