import type { Ctx } from "~/domain/core/context"
import type { ProfileCard } from "~/domain/profiles/schema"
import { formatLanguage, formatList, formatPrice, languageBadge } from "~/i18n/format"
import type { ShownCard } from "./shown-card"

/** Returns what a page shows of each card: without its rate where the site hides the rates of cards. */
export function toShownCards(
  profiles: readonly ProfileCard[],
  { locale, settings }: Pick<Ctx, "locale" | "settings">,
): ShownCard[] {
  return profiles.map(({ headline, hourly_rate: rate, languages, ...card }) => {
    const names = languages.map((code) => formatLanguage(code, locale))
    return {
      ...card,
      price: settings["listing.prices"] ? formatPrice(rate, locale) : null,
      languages: languages.map(languageBadge).join(", "),
      spoken: formatList(names, locale),
    }
  })
}
