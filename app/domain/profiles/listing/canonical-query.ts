import { partsOfTime } from "../content/rhythm"
import type { ListingQuery } from "../schema"

/**
 * Returns the one query of a list that several ask for: without empty filters, the lower price first, and on a day, which has one weekday,
 * of a time of the week the part of the day alone.
 */
export function canonicalQuery(given: ListingQuery): ListingQuery {
  const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "")) as ListingQuery
  const { min_price: from, max_price: to, on, when } = query
  return {
    ...query,
    ...(from !== undefined && to !== undefined && from > to && { min_price: to, max_price: from }),
    ...(on !== undefined && when !== undefined && { when: partsOfTime(when).part }),
  }
}
