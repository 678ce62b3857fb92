import { isYear } from "~/domain/safety/transparency/periods"
import { formatDate } from "~/i18n/format"
import type { Locale } from "~/i18n/locales"

/** Returns a period's name: "2026-10" -> "October 2026", "2026" -> "2026". */
export function periodName(period: string, locale: Locale): string {
  return isYear(period) ? period : formatDate(Date.parse(`${period}-15`), locale, "month")
}
