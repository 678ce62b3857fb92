import { translator } from "~/i18n/i18n.server"
import { type Locale, locales } from "~/i18n/locales"
import type { Translate } from "~/i18n/translate"
import type { Text } from "./schema"

type Values = Parameters<Translate<"records">>[1]

/** Returns a text in each language, made when it is read. */
export function textOf(inLanguage: (locale: Locale) => string): Text {
  const properties = locales.map(({ code }) => [code, { enumerable: true, get: () => inLanguage(code) }])
  return Object.defineProperties({} as Text, Object.fromEntries(properties))
}

/** Returns a text of the namespace `records` in each language, looked up when it is read. Only the server has them all. */
export function t(key: Parameters<Translate<"records">>[0], values?: Values): Text {
  return textOf((locale) => translator(locale, "records")(key, values))
}
