import type { ProfileHead, ProfileTimes, PublicProfile } from "~/domain/profiles/schema"
import { formatDay, formatDays } from "~/i18n/days"
import { formatDate, formatList, formatNumber, sentenceCase } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import { inCity } from "../cards/in-city"
import type { AsideTexts } from "./profile-aside"
import type { NearbyTexts } from "./profile-nearby"

/** Days that the column names as the next free ones. */
const shownDays = 3

/** Returns the texts of the column beside a section, so that browsers need not format them. */
export function toAsideTexts(
  { profile, times }: { profile: ProfileHead; times: ProfileTimes },
  locale: Locale,
): AsideTexts {
  const t = translator(locale, "profile")
  const { reply_speed, verified_at } = profile
  const name = profile.name.split(" ", 1).join("")
  const free = times.days.filter((day) => day.free.length > 0).slice(0, shownDays)
  const tours = times.tours.map(({ city, first_day, last_day }) =>
    t("panel.tour", { city: city?.name, days: formatDays(first_day, last_day, locale) }),
  )
  return {
    free: free.map((day) => {
      const parts = day.free.map((part) => t(`panel.parts.${part}`))
      return t("panel.free", {
        day: sentenceCase(formatDay(day.day, locale, "weekday"), locale),
        parts: formatList(parts, locale),
      })
    }),
    facts: [
      ...tours.map((text) => ({ icon: "map-pin" as const, text })),
      ...(reply_speed ? [{ icon: "clock" as const, text: t(`panel.replies.${reply_speed}`) }] : []),
    ],
    identity: verified_at
      ? t("note_confirmed", { name, month: formatDate(verified_at, locale, "month") })
      : t("note_not_confirmed"),
    direct: t("panel.direct", { name }),
  }
}

/** Returns the texts around the other profiles of the same city. */
export function toNearbyTexts(
  { city, nearby_total }: Pick<PublicProfile, "city" | "nearby_total">,
  locale: Locale,
): NearbyTexts {
  const t = translator(locale, "profile")
  return {
    title: t("nearby.title", { place: inCity(translator(locale, "listing"), city.name) }),
    all: t("nearby.all", { number: formatNumber(nearby_total, locale) }),
  }
}
