import type { Pair } from "./schema.ts"

export type Presents = "man" | "woman"

/** A sentence ready for use: typeset, and in French once for each agreement. */
export interface Fragment {
  en: string
  fr: Record<Presents, string>
}

const noBreakSpace = "\u00a0"
const narrowNoBreakSpace = "\u202f"

/** Plain French to typeset French: no-break spaces where the Imprimerie nationale puts them, curly apostrophes. */
export function typesetFrench(text: string): string {
  return text
    .replace(/'/g, "’")
    .replace(/ ([;!?%])/g, `${narrowNoBreakSpace}$1`)
    .replace(/ ([:€»])/g, `${noBreakSpace}$1`)
    .replace(/« /g, `«${noBreakSpace}`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${narrowNoBreakSpace}`)
    .replace(/(\d) h (?=\d)/g, `$1${noBreakSpace}h${noBreakSpace}`)
    .replace(/(\d) (h\b|km\b|heures?\b|minutes?\b|jours?\b|mois\b)/g, `$1${noBreakSpace}$2`)
}

/** Plain English to typeset English: curly quotes and apostrophes. */
export function typesetEnglish(text: string): string {
  return text
    .replace(/(^|[\s(])"/g, "$1“")
    .replace(/"/g, "”")
    .replace(/'/g, "’")
}

/** Keeps the man's or the woman's half of each `[man|woman]`. */
function agree(text: string, presents: Presents): string {
  return text.replace(/\[([^\][|]*)\|([^\][|]*)\]/g, (_, man: string, woman: string) =>
    presents === "man" ? man : woman,
  )
}

/** Typesets a pair once, so that composing a profile is no more than joining strings. */
export function fragment({ en, fr }: Pair): Fragment {
  const typeset = typesetFrench(fr)
  return { en: typesetEnglish(en), fr: { man: agree(typeset, "man"), woman: agree(typeset, "woman") } }
}
