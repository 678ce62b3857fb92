import { foldText } from "~/i18n/fold-text"
import type { FilterName } from "../listing-parameters"

/** A filter that words can name. */
export type NamedFilter = Exclude<FilterName, "q" | "min_price" | "max_price">

/** A filter with one of its values: the city `lyon`, the language `es`. */
export interface Term {
  filter: NamedFilter
  value: string
}

/** A term with its names in any language. */
export interface NamedTerm extends Term {
  names: readonly string[]
}

/** A term by one of its names. */
export interface CalledTerm extends Term {
  name: string
}

/** Terms by the words of their names, each as `wordKey` returns it, joined by spaces. */
export type Vocabulary = ReadonlyMap<string, readonly CalledTerm[]>

/** Words of a name or a search that say nothing of whom is looked for: articles, prepositions, and what people write around a wish. */
const fillers = new Set(
  `an the in at on of for to with and or who that is are be can me my we us near from by some any someone somebody anyone anybody person people
  want looking search find speak speaks speaking spoken please then
  le la les un une des de du au aux en dans pour avec et ou qui que chez pres sur par mon ma mes je nous quelqu quelque personne personnes
  cherche cherchons voudrais parle parlent parlant svp puis`.split(/\s+/),
)

/** The longest name, in words without fillers. */
export const maxNameWords = 6

/** Cuts a text into its words, without accents, single letters and fillers, but with single digits: each as typed, and as it is compared. */
export function wordsOf(text: string): { typed: string; key: string }[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
    .map(([typed]) => ({ typed, key: wordKey(typed) }))
    .filter(({ key }) => (isTelling(key) || /^\d$/.test(key)) && !fillers.has(key))
}

/** Whether a word says something by itself: a single digit is only part of a date. */
export const isTelling = (key: string) => key.length > 1

/** Returns the words to look up in texts: those that say something, or all if none does. */
export function tellingWords(typed: string): string {
  const telling = wordsOf(typed)
    .filter(({ key }) => isTelling(key))
    .map((word) => word.typed)
  return telling.length > 0 ? telling.join(" ") : typed
}

/** Folds a word as it is compared: `Dîners` and `diner` are one. */
function wordKey(word: string): string {
  const folded = foldText(word)
  return folded.length > 3 ? folded.replace(/[sx]$/, "") : folded
}

/** Builds the vocabulary; of several terms with one name, the earlier ones come first. */
export function buildVocabulary(terms: readonly NamedTerm[]): Vocabulary {
  const vocabulary = new Map<string, CalledTerm[]>()
  for (const { filter, value, names } of terms) {
    for (const name of names) {
      const key = wordsOf(name)
        .map((word) => word.key)
        .join(" ")
      const known = vocabulary.get(key) ?? []
      if (key === "" || known.some((term) => term.filter === filter && term.value === value)) continue
      vocabulary.set(key, [...known, { filter, value, name }])
    }
  }
  return vocabulary
}
