import { formatDate, formatTime } from "~/i18n/format"
import type { Locale } from "~/i18n/locales"
import { DAY } from "~/lib/time"

const dayOf = (epochMs: number) => formatDate(epochMs, "en", "date")

interface Labels {
  today: string
  yesterday: string
}

/** Formats a day for a separator of messages: today, yesterday, or its name and date. `now` is epoch ms. */
export function formatDay(epochMs: number, locale: Locale, now: number, texts: Labels): string {
  if (dayOf(epochMs) === dayOf(now)) return texts.today
  if (dayOf(epochMs) === dayOf(now - DAY)) return texts.yesterday
  const text = formatDate(epochMs, locale, now - epochMs < 300 * DAY ? "weekday" : "date")
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

/** Formats a moment as short as a list needs: a time, yesterday, a date. */
export function formatMoment(epochMs: number, locale: Locale, now: number, texts: Labels): string {
  if (dayOf(epochMs) === dayOf(now)) return formatTime(epochMs, locale)
  if (dayOf(epochMs) === dayOf(now - DAY)) return texts.yesterday
  return formatDate(epochMs, locale, "short")
}

export function isSameDay(a: number, b: number): boolean {
  return dayOf(a) === dayOf(b)
}
