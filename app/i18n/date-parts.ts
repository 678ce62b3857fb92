import { formattingTag, sentenceCase } from "./format"
import type { Locale } from "./locales"

/** Returns the names of a date's parts: "Day", "Month", "Year"; "Jour", "Mois", "Année". */
export function datePartNames(locale: Locale): { day: string; month: string; year: string } {
  const names = new Intl.DisplayNames(formattingTag(locale), { type: "dateTimeField" })
  const nameOf = (part: "day" | "month" | "year") => sentenceCase(names.of(part) ?? part, locale)
  return { day: nameOf("day"), month: nameOf("month"), year: nameOf("year") }
}

/** Returns the twelve months by their two digits: "11" is "November", "novembre". */
export function monthNames(locale: Locale): { value: string; label: string }[] {
  const format = new Intl.DateTimeFormat(formattingTag(locale), { month: "long", timeZone: "UTC" })
  return Array.from({ length: 12 }, (_, month) => ({
    value: String(month + 1).padStart(2, "0"),
    label: format.format(Date.UTC(2026, month, 1)),
  }))
}
