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

/** Returns the filter with a value more, or without it if it has it. */
export function toggleValue(filter: string | undefined, value: string): string | undefined {
  const values = valuesOf(filter)
  return joinValues(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
}
