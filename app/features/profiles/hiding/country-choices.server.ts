import { countryCodes, torCode, unknownCode } from "~/domain/core/countries/codes"
import { countryName } from "~/features/safety/country-name.server"
import type { Locale } from "~/i18n/locales"
import type { NamedCountry } from "./hidden-countries"

/** Returns the countries with their names in a language, in its order: those that are none last. */
export function namedCountries(codes: readonly string[], locale: Locale): NamedCountry[] {
  const { compare } = new Intl.Collator(locale)
  const isLast = ({ code }: NamedCountry) => code === torCode || code === unknownCode
  return codes
    .map((code) => ({ code, name: countryName(code, locale) }))
    .sort((a, b) => Number(isLast(a)) - Number(isLast(b)) || compare(a.name, b.name))
}

/** Returns all of them. */
export const countryChoices = (locale: Locale): NamedCountry[] => namedCountries(countryCodes, locale)
