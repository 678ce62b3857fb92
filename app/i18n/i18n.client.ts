import type { Locale } from "./locales"
import { createI18n, type I18n, type Texts } from "./translate"

/** Which file holds which namespace, by language: a page that is never left needs none of it. */
const filesOf = import.meta.glob<{ files: Record<string, () => Promise<Texts>> }>("./files/*.ts")

/**
 * Creates the browser's I18n from the texts sent with the page; further namespaces are fetched on demand. `fallback`: the default language's
 * texts, which come with a page in a language in progress.
 */
export function startI18n(locale: Locale, texts: Texts, fallback?: Texts | null): I18n {
  return createI18n(locale, texts, {
    fallback,
    load: async (namespace, language) =>
      (await filesOf[`./files/${language}.ts`]?.())?.files[`../locales/${language}/${namespace}.json`]?.(),
    onMissing: (namespace, key) => console.warn(`Missing translation: ${locale} ${namespace}:${key}`),
  })
}
