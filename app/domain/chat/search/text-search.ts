import { foldText } from "../words/fold-text"

/** A part of a text: what a search found in it, or what lies between. */
export interface MarkedPart {
  text: string
  isFound: boolean
}

export interface TextSearch {
  /** Whether a text has all words that are searched for, each anywhere in it. */
  matches: (text: string) => boolean
  /** Splits a text into what was searched for and the rest. */
  mark: (text: string) => MarkedPart[]
}

/** Returns a search for the words of a query, whatever their case and accents: “ete” finds “été”. */
export function createTextSearch(query: string): TextSearch {
  const words = [...new Set(foldText(query).split(/\s+/))].filter((word) => word !== "")
  return {
    matches: (text) => {
      if (words.length === 0) return false
      const folded = foldText(text)
      return words.every((word) => folded.includes(word))
    },
    mark: (text) => split(text, findWords(text, words)),
  }
}

/** Returns for each character of a text whether it belongs to one of these folded words. */
function findWords(text: string, words: string[]): boolean[] {
  let folded = ""
  /** Of each character of `folded`: where the character begins that it comes from. */
  const places: number[] = []
  let at = 0
  for (const character of text) {
    for (const part of foldText(character)) {
      folded += part
      for (let unit = 0; unit < part.length; unit += 1) places.push(at)
    }
    at += character.length
  }
  places.push(text.length)
  const found = new Array<boolean>(text.length).fill(false)
  for (const word of words)
    for (let from = folded.indexOf(word); from !== -1; from = folded.indexOf(word, from + word.length)) {
      const last = places[from + word.length - 1]
      // An accent of its own, and the second letter of a ligature, belong to the letter before.
      const end = places.find((place, index) => index >= from + word.length && place !== last)
      found.fill(true, places[from], end)
    }
  return found
}

function split(text: string, found: boolean[]): MarkedPart[] {
  const parts: MarkedPart[] = []
  let from = 0
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && found[at] === found[from]) continue
    parts.push({ text: text.slice(from, at), isFound: found[from] === true })
    from = at
  }
  return parts
}

/** Returns a stretch of a text around the first thing found in it, of about `length` characters, on one line. */
export function excerptOf(text: string, { mark }: TextSearch, length: number): MarkedPart[] {
  const line = text.replace(/\s+/g, " ")
  const characters = [...line]
  if (characters.length <= length) return mark(line)
  const [before] = mark(line)
  const first = before?.isFound === false ? [...before.text].length : 0
  const start = Math.max(0, Math.min(first - Math.floor(length / 4), characters.length - length))
  const end = Math.min(characters.length, start + length)
  const excerpt = characters.slice(start, end).join("")
  return mark(`${start > 0 ? "…" : ""}${excerpt}${end < characters.length ? "…" : ""}`)
}
