import { type CompleteLocale, completeLocale, defaultLocale, type Locale } from "~/i18n/locales"
import { toFilterQuery } from "../listing/filter-query"
import type { ListingFilter } from "../schema"

/** A search, as it is the same for all who saved it. */
export interface SearchKey {
  /** The list's query, `city=lyon&language=es`; empty: every profile. */
  query: string
  /** The language whose words it is looked up among; the default one for searches without words. */
  locale: CompleteLocale
}

export function searchKey(filter: ListingFilter, locale: Locale): SearchKey {
  return { query: toFilterQuery(filter), locale: filter.q === undefined ? defaultLocale : completeLocale(locale) }
}
