import type { ProfileCard } from "~/domain/profiles/schema"
import { formatLanguage, formatList, formatPrice, languageBadge } from "~/i18n/format"
import type { Locale } from "~/i18n/locales"
import type { ShownCard } from "./shown-card"

export function toShownCards(profiles: readonly ProfileCard[], locale: Locale): ShownCard[] {
  return profiles.map(({ headline, hourly_rate: rate, languages, ...card }) => {
    const names = languages.map((code) => formatLanguage(code, locale))
    return {
      ...card,
      price: formatPrice(rate, locale),
      languages: languages.map(languageBadge).join(", "),
      spoken: formatList(names, locale),
    }
  })
}
