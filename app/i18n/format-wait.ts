import { formatDuration, formattingTag } from "./format"
import type { Locale } from "./locales"

const minutesOfDay = 24 * 60
/** From how many minutes on a wait is stated in days: two days. */
const daysFrom = 2 * minutesOfDay

/** Formats how long something waits or took, in minutes: "45 min", "11 h 20", from two days on "6 days", "6 jours", with no-break spaces. */
export function formatWait(minutes: number, locale: Locale): string {
  if (minutes < daysFrom) return formatDuration(minutes)
  const format = new Intl.NumberFormat(formattingTag(locale), { style: "unit", unit: "day", unitDisplay: "long" })
  return format.format(Math.floor(minutes / minutesOfDay)).replace(/\s/g, "\u00a0")
}
