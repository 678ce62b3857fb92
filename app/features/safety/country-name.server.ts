import { torCode, unknownCode } from "~/domain/core/countries/codes"
import { formatCountry } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"

/** Returns the name of a country in the reader's language, also of those that are none. */
export function countryName(code: string, locale: Locale): string {
  if (code === torCode) return translator(locale, "admin-countries")("special.tor")
  if (code === unknownCode) return translator(locale, "admin-countries")("special.unknown")
  return formatCountry(code, locale) ?? code
}
