import type { Review } from "~/domain/profiles/editing/schema"
import type { Locale } from "~/i18n/locales"

/** A piece of a text; marked where the other version differs. */
export interface TextPart {
  text: string
  isMarked: boolean
}

/** An edit of a field as texts. */
export interface ShownField extends Omit<Review["edits"][number], "field" | "live" | "value"> {
  field: string
  label: string
  /** The language of the text. */
  lang: Locale | null
  live: TextPart[]
  proposed: TextPart[]
  /** By how much the rate rises: "+14%". */
  rise: string | null
}
