import type { Locale } from "./locales"
import { createI18n, type I18n, type Texts } from "./translate"

/** Which file holds which namespace, by language: a page that is never left needs none of it. */
const filesOf: Record<Locale, () => Promise<{ files: Record<string, () => Promise<Texts>> }>> = {
  en: () => import("./files/en"),
  fr: () => import("./files/fr"),
}

/** Creates the browser's I18n from the texts sent with the page; further namespaces are fetched on demand. */
export function startI18n(locale: Locale, texts: Texts): I18n {
  return createI18n(locale, texts, {
    load: async (namespace) => (await filesOf[locale]()).files[`../locales/${locale}/${namespace}.json`]?.(),
    onMissing: (namespace, key) => console.warn(`Missing translation: ${locale} ${namespace}:${key}`),
  })
}
