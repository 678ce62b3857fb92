import type { InitOptions } from "i18next"
import type { Locale } from "./locales"

/** What server and browser set alike; React escapes by itself. */
export function i18nOptions(locale: Locale): InitOptions {
  return {
    lng: locale,
    fallbackLng: false,
    defaultNS: "common",
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as InitOptions
}
