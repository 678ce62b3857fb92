import { type DateStyle, formatDate } from "./format"
import type { Locale } from "./locales"

/** Formats a day of a calendar (YYYY-MM-DD), whatever the time zone. */
export function formatDay(day: string, locale: Locale, style: DateStyle): string {
  return formatDate(Date.parse(day), locale, style, "UTC")
}

/** Formats the days from one to another, both included: "3 to 6 December", "du 3 au 6 décembre"; of one day "3 December", "le 3 décembre". */
export function formatDays(first: string, last: string, locale: Locale): string {
  const end = formatDay(last, locale, "day")
  if (first === last) return locale === "fr" ? `le ${end}` : end
  const start = formatDay(first, locale, "day")
  if (locale !== "en" && locale !== "fr") return `${start} – ${end}`
  // Both in one month: the day alone.
  const from = first.slice(0, 7) === last.slice(0, 7) ? start.split(" ", 1).join("") : start
  return locale === "fr" ? `du ${from} au ${end}` : `${from} to ${end}`
}
