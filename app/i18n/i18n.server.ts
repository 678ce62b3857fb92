import { defaultLocale, isComplete, type Locale } from "./locales"
import { type Namespace, resources } from "./resources.server"
import { createI18n, type I18n, type Translate } from "./translate"

const known = new Map<Locale, I18n>()

/** Returns the I18n of a language, created once per isolate. A missing key is logged as a warning once. */
export function serverI18n(locale: Locale): I18n {
  const fallback = isComplete(locale) ? undefined : resources[defaultLocale]
  const i18n = known.get(locale) ?? createI18n(locale, resources[locale], { fallback, onMissing: warnOnce(locale) })
  known.set(locale, i18n)
  return i18n
}

function warnOnce(locale: Locale) {
  const warned = new Set<string>()
  return (namespace: string, key: string) => {
    if (warned.has(`${namespace}:${key}`)) return
    warned.add(`${namespace}:${key}`)
    console.warn(JSON.stringify({ level: "warn", event: "translation.missing", locale, namespace, key }))
  }
}

/** Translates on the server: `translator(locale, "errors")("auth.required")`. */
export function translator<N extends Namespace>(locale: Locale, namespace: N): Translate<N> {
  return serverI18n(locale).translator(namespace)
}
