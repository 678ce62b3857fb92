import { addDays } from "../../core/shared/site-days"
import { type Figure, type FigurePoint, flows, type Measure } from "./measures"

/** Longer periods are shown by week. */
const maxDaysByDay = 92

export interface Span {
  from: string
  to: string
  days: number
}

/** Returns the days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns as many days, right before them. */
export function spanBefore({ from, days }: Span): Span {
  return { from: addDays(from, -days), to: addDays(from, -1), days }
}

export const unitOf = (days: number): "day" | "week" => (days > maxDaysByDay ? "week" : "day")

const isFlow = (measure: Measure) => (flows as readonly Measure[]).includes(measure)

/** A line's values by day, and the days of which the night has made figures. */
export interface DayValues {
  measure: Measure
  values: ReadonlyMap<string, number>
  made: ReadonlySet<string>
}

/**
 * Returns the figure of some days, or null if the night has made none: their sum, in which a day without a row counts
 * nothing, or the last value.
 */
export function figureOf({ measure, values, made }: DayValues, days: readonly string[]): Figure {
  if (isFlow(measure)) {
    const known = days.filter((day) => values.has(day) || made.has(day))
    return known.length === 0 ? null : known.reduce((sum, day) => sum + (values.get(day) ?? 0), 0)
  }
  const last = days.findLast((day) => values.has(day))
  return last === undefined ? null : (values.get(last) ?? null)
}

/** Returns the points of a period, each with the one of the same place before it. */
export function pointsOf(line: DayValues, now: readonly string[], before: readonly string[]): FigurePoint[] {
  const step = unitOf(now.length) === "week" ? 7 : 1
  return Array.from({ length: Math.ceil(now.length / step) }, (_, index) => {
    const [start, end] = [index * step, (index + 1) * step]
    return {
      day: now[start] ?? "",
      value: figureOf(line, now.slice(start, end)),
      before: figureOf(line, before.slice(start, end)),
    }
  })
}
