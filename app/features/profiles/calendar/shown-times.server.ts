import type { ProfileTimes } from "~/domain/profiles/schema"
import { formatDay, formatDays } from "~/i18n/days"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import type { ShownTimes } from "./shown-times"

/** Returns what the details show of an owner's times: dates as texts, so that browsers need not format them. */
export function toShownTimes({ rhythm, days, tours }: ProfileTimes, locale: Locale): ShownTimes {
  const t = translator(locale, "sections")
  return {
    rhythm,
    days: days.map(({ day, free }) => ({
      free,
      name: formatDay(day, locale, "weekday"),
      weekday: formatDay(day, locale, "day_of_week").split(" ", 1).join(""),
      date: Number(day.slice(-2)),
    })),
    tours: tours.map(({ city, first_day, last_day }) =>
      t("infos.tour_days", { city: city?.name, days: formatDays(first_day, last_day, locale) }),
    ),
  }
}
