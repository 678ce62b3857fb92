import { dayParts } from "~/db/enums"
import { HOUR } from "~/lib/time"
import { addDays, startOfDay } from "../../../core/shared/site-days"

/** A part of a day of the site: `2026-12-04-evening`. */
export type DayPartOfDate = `${string}-${(typeof dayParts)[number]}`

/** Hours of the site's clock at which the parts of a day begin; each has six, and the night belongs to none. */
export const partsBegin = { morning: 6, afternoon: 12, evening: 18 } as const
const partHours = 6

/** Returns when a part of a day begins and ends, epoch ms: from the day's end, since clocks change in the night before. */
export function timesOf(day: string, part: (typeof dayParts)[number]): { start: number; end: number } {
  const start = startOfDay(addDays(day, 1)) - (24 - partsBegin[part]) * HOUR
  return { start, end: start + partHours * HOUR }
}

export const partsOf = (day: string): DayPartOfDate[] => dayParts.map((part) => `${day}-${part}` as const)

/** Returns stored parts that are not over on this day: they are joined by commas, and begin with their date. */
export function partsFrom(busy: string, day: string): string {
  return busy
    .split(",")
    .filter((part) => part >= day)
    .join(",")
}
