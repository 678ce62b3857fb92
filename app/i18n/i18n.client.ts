import type { Locale } from "./locales"
import { createI18n, type I18n, type Texts } from "./translate"

const files = import.meta.glob<Texts>("./locales/*/*.json", { import: "default" })

/** Creates the browser's I18n from the texts sent with the page; further namespaces are fetched on demand. */
export function startI18n(locale: Locale, texts: Texts): I18n {
  return createI18n(locale, texts, {
    load: async (namespace) => files[`./locales/${locale}/${namespace}.json`]?.(),
    onMissing: (namespace, key) => console.warn(`Missing translation: ${locale} ${namespace}:${key}`),
  })
}
