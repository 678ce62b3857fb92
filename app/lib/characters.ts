/** Returns the length of a text as its limits count it: in code points of its composed form (NFC). */
export function countCharacters(text: string): number {
  return [...text.normalize("NFC")].length
}

/** Returns at most the first `max` code points of a text: none is cut in half. */
export function firstCharacters(text: string, max: number): string {
  return [...text].slice(0, max).join("")
}
