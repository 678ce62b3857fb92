import i18next, { type i18n, type TFunction } from "i18next"
import type { Locale } from "./locales"
import { i18nOptions } from "./options"
import { type Namespace, resources } from "./resources.server"

const instances = new Map<Locale, i18n>()

/** The i18next instance of a language, holding every text, made once an isolate. A missing key is a warning in the log. */
export function serverI18n(locale: Locale): i18n {
  const known = instances.get(locale)
  if (known) return known
  const instance = i18next.createInstance()
  instance.init({
    ...i18nOptions(locale),
    initAsync: false,
    ns: Object.keys(resources[locale]),
    resources: { [locale]: resources[locale] },
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => {
      console.warn(JSON.stringify({ level: "warn", event: "translation.missing", locale, namespace, key }))
    },
  })
  instances.set(locale, instance)
  return instance
}

/** Translates on the server: `translator(locale, "errors")("auth.required")`. */
export function translator<N extends Namespace>(locale: Locale, namespace: N): TFunction<N> {
  return serverI18n(locale).getFixedT(locale, namespace)
}

/** The texts that travel with a page: these namespaces, in the page's language. */
export function pageTexts(locale: Locale, namespaces: Namespace[]) {
  return Object.fromEntries(namespaces.map((namespace) => [namespace, resources[locale][namespace]]))
}
