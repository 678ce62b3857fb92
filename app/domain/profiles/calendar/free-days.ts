import { dayParts, parseRhythm } from "../content/rhythm"
import { type PartOfDay, weekDayOf } from "./days"

/** An owner's usual week, and the days that differ from it. */
export interface OwnerCalendar {
  /** As `profiles.rhythm` stores it. */
  rhythm: string
  entries: readonly { kind: "off" | "tour"; first_day: string; last_day: string }[]
  /** As `calendar_feeds.busy` stores it. */
  busy: string
}

/**
 * Returns the parts of a day in which an owner is free: the usual ones of that weekday, on tour all of them if they state no usual week,
 * without busy ones; none on a day off, also during a tour.
 */
export function freePartsOf({ rhythm, entries, busy }: OwnerCalendar, day: string): PartOfDay[] {
  const isOn = (kind: "off" | "tour") =>
    entries.some((entry) => entry.kind === kind && entry.first_day <= day && entry.last_day >= day)
  if (isOn("off")) return []
  const usual = parseRhythm(rhythm)
  const isUsual = (part: PartOfDay) => (usual.length > 0 ? usual.includes(`${weekDayOf(day)}-${part}`) : isOn("tour"))
  return dayParts.filter((part) => isUsual(part) && !busy.split(",").includes(`${day}-${part}`))
}
