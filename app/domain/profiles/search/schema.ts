import * as z from "zod"
import { lineDraft } from "../../core/shared/text"
import type { Cover } from "../schema"
import type { SuggestedName } from "./suggested-names"

export const SuggestionQuery = z.object({ q: lineDraft(100) })

/** A person whose name begins as typed. */
export interface SuggestedPerson {
  slug: string
  name: string
  /** In the reader's language. */
  city: string
  cover: Cover | null
}

/** Suggestions for a search that is being typed. */
export interface Suggestions {
  people: SuggestedPerson[]
  /** Cities, categories, services and languages. */
  names: SuggestedName[]
}
