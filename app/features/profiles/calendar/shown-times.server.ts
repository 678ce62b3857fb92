import type { ProfileTimes } from "~/domain/profiles/schema"
import { formatDay } from "~/i18n/days"
import type { Locale } from "~/i18n/locales"
import type { ShownTimes } from "./shown-times"

/** Returns what the details show of an owner's times: dates as texts, so that browsers need not format them. */
export function toShownTimes({ rhythm, days }: ProfileTimes, locale: Locale): ShownTimes {
  return {
    rhythm,
    days: days.map(({ day, free }) => ({
      free,
      name: formatDay(day, locale, "weekday"),
      weekday: formatDay(day, locale, "day_of_week").split(" ", 1).join(""),
      date: Number(day.slice(-2)),
    })),
  }
}
