import type { Ctx } from "~/domain/core/context"
import type { ProfileCard } from "~/domain/profiles/schema"
import { formatDay } from "~/i18n/days"
import { formatLanguage, formatList, formatPrice, languageBadge } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { ShownCard } from "./shown-card"

/** Returns what a page shows of each card: without its rate where the site hides the rates of cards. */
export function toShownCards(
  profiles: readonly ProfileCard[],
  { locale, settings }: Pick<Ctx, "locale" | "settings">,
): ShownCard[] {
  const t = translator(locale, "listing")
  return profiles.map(({ headline, hourly_rate: rate, languages, city, pictures, on_tour_until: until, ...card }) => {
    const names = languages.map((code) => formatLanguage(code, locale))
    return {
      ...card,
      city: until ? t("card.until", { city, date: formatDay(until, locale, "short") }) : city,
      more: pictures.slice(1),
      price: settings["listing.prices"] ? formatPrice(rate, locale) : null,
      languages: languages.map(languageBadge).join(", "),
      spoken: formatList(names, locale),
    }
  })
}
