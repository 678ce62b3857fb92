import { addDays } from "../../core/shared/site-days"
import type { Count, Counts, Measure } from "./measures"

/** Smaller counts of other people's visits are not shown: an owner could identify the visitor. */
const leastShown = 5

/** Measures of what others did unseen. Requests and replies are in the owner's own conversations. */
const isAnonymous: Record<Measure, boolean> = { views: true, favorites: true, requests: false, replies: false }

export type RawCounts = Record<Measure, number>

/** Returns a count as its owner may see it. */
export function showCount(measure: Measure, count: number): Count {
  return isAnonymous[measure] && count < leastShown ? null : count
}

/** Returns a total as its owner may see it: rounded, or the total less the days shown would be the days not shown. */
export function showTotal(measure: Measure, count: number): Count {
  const rounded = isAnonymous[measure] ? count - (count % leastShown) : count
  return showCount(measure, rounded)
}

export function showCounts(counts: RawCounts, show: (measure: Measure, count: number) => Count): Counts {
  return {
    views: show("views", counts.views),
    favorites: show("favorites", counts.favorites),
    requests: show("requests", counts.requests),
    replies: show("replies", counts.replies),
  }
}

/** Returns the Monday of a day's week. */
export function weekOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}
