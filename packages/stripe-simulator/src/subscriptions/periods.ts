export interface Interval {
  interval: string
  interval_count: number
}

export interface Period {
  start: number
  end: number
}

const secondsPerDay = 24 * 3600

/**
 * Returns the time `times` intervals after `anchor`. Months keep the anchor's day, or take their last day if they are
 * shorter: https://docs.stripe.com/billing/subscriptions/billing-cycle
 */
export function addIntervals(anchor: number, { interval, interval_count: count }: Interval, times: number): number {
  const steps = count * times
  if (interval === "day") return anchor + steps * secondsPerDay
  if (interval === "week") return anchor + steps * 7 * secondsPerDay
  const date = new Date(anchor * 1000)
  const months = date.getUTCMonth() + steps * (interval === "year" ? 12 : 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  const midnight = Date.UTC(date.getUTCFullYear(), months, day) / 1000
  return midnight + (anchor % secondsPerDay)
}

/** Returns the period around `time` of a billing cycle with this anchor, which may lie in the future. */
export function periodAt(anchor: number, interval: Interval, time: number): Period {
  let index = 0
  while (addIntervals(anchor, interval, index) > time) index--
  while (addIntervals(anchor, interval, index + 1) <= time) index++
  return { start: addIntervals(anchor, interval, index), end: addIntervals(anchor, interval, index + 1) }
}

/** Returns the start of a billing cycle near `anchor` in whose last of `cycles` periods `now` lies. */
export function startOfHistory(anchor: number, interval: Interval, cycles: number, now: number): number {
  const { start: current } = periodAt(anchor, interval, now)
  const start = addIntervals(current, interval, 1 - cycles)
  // The end of a short month gives a cycle of an earlier day, which may have begun its next period already.
  return addIntervals(start, interval, cycles) > now ? start : addIntervals(start, interval, 1)
}

/** Returns the part of an amount for the rest of a period, rounded to cents. */
export function prorate(amount: number, { start, end }: Period, time: number): number {
  return Math.round((amount * (end - time)) / (end - start))
}
