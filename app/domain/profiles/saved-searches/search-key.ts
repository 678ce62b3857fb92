import { type Locale, locales } from "~/i18n/locales"
import { toFilterQuery } from "../listing/filter-query"
import type { ListingFilter } from "../schema"

/** A search, as it is the same for all who saved it. */
export interface SearchKey {
  /** The list's query, `city=lyon&language=es`; empty: every profile. */
  query: string
  /** The language of its words; the first one for searches without. */
  locale: Locale
}

export function searchKey(filter: ListingFilter, locale: Locale): SearchKey {
  return { query: toFilterQuery(filter), locale: filter.q === undefined ? locales[0].code : locale }
}
