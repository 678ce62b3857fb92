import { addDays, startOfDay } from "../../core/shared/site-days"
import { isYear, monthsOf } from "./periods"

/** Returns when a period begins, and when it is over: epoch ms, by the site's days. */
export function spanOf(period: string): { from: number; before: number } {
  const [first, last] = isYear(period) ? [`${period}-01`, `${period}-12`] : [period, period]
  const next = `${addDays(`${last}-01`, 31).slice(0, 7)}-01`
  return { from: startOfDay(`${first}-01`), before: startOfDay(next) }
}

/** Returns the months and years that are over and of which no row was deleted yet, latest first; a year follows its December. */
export function draftablePeriods(now: number, keptFor: number): string[] {
  const years = Array.from({ length: 5 }, (_, ago) => String(new Date(now).getUTCFullYear() - ago))
  return years
    .flatMap((year) => [year, ...monthsOf(year).reverse()])
    .filter((period) => periodProblem(period, now, keptFor) === null)
}

/** Returns why a period cannot be drafted: it is not over, or rows of it were deleted already; null if it can. */
export function periodProblem(period: string, now: number, keptFor: number): "unfinished" | "deleted" | null {
  const { from, before } = spanOf(period)
  if (before > now) return "unfinished"
  return from < now - keptFor ? "deleted" : null
}
