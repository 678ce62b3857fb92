/** Divisible by 2, 3 and 4: the last row of a full page is full at every width. */
export const pageSize = 24
/** Maximum number of cards that a page can grow to; then the next page begins. */
export const maxPage = 4 * pageSize

/** How many matches are counted of a list whose number is not stored. */
export const maxCounted = 150

/** All filters, in the URL's order. */
export const filterNames = [
  "q",
  "category",
  "service",
  "region",
  "city",
  "language",
  "on",
  "when",
  "min_price",
  "max_price",
  "verified",
  "available",
] as const
export type FilterName = (typeof filterNames)[number]

/** The listing's query parameters, in the URL's order. */
export const listingParameters = [...filterNames, "sort", "show", "cursor"] as const
