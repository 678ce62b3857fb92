import type { Locale } from "./locales"

/** 1 January 2024, a Monday. */
const monday = Date.UTC(2024, 0, 1)
const day = 86_400_000

/** Returns the name of a day of the week, from 0 for Monday, as within a sentence: `Friday`, `vendredi`. */
export function weekdayInSentence(index: number, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(monday + index * day)
}

/** Returns the name of a day of the week, from 0 for Monday, as at the start of a line: `Friday`, `Vendredi`. */
export function formatWeekday(index: number, locale: Locale): string {
  const name = weekdayInSentence(index, locale)
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
