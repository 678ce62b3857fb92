export { priceSteps } from "~/db/search/search-tags"

/** The filters of which a list may have several values: profiles match any of them. */
export const severalFilters = ["category", "service", "region", "city", "language"] as const
export type SeveralFilter = (typeof severalFilters)[number]

/** How many values of one filter a list may have. */
export const maxValues = 10

/** Returns the values of a filter, as an address has them: `lyon,paris`. */
export function valuesOf(filter: string | undefined): string[] {
  return filter ? filter.split(",") : []
}

/** Joins values of a filter in their one order, each once; undefined without any. */
export function joinValues(values: Iterable<string>): string | undefined {
  const all = [...new Set(values)].filter((value) => value !== "").toSorted()
  return all.length > 0 ? all.join(",") : undefined
}
