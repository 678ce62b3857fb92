import i18next, { type i18n, type ResourceKey } from "i18next"
import type { Locale } from "./locales"
import { i18nOptions } from "./options"

const files = import.meta.glob<ResourceKey>("./locales/*/*.json", { import: "default" })

/** Starts i18next with the texts that came with the page; those of further pages are fetched as they are needed. */
export async function startI18n(locale: Locale, texts: Record<string, ResourceKey>): Promise<i18n> {
  const instance = i18next.createInstance()
  await instance
    .use({ type: "backend", read: (language: string, namespace: string) => loadNamespace(language, namespace) })
    .init({
      ...i18nOptions(locale),
      ns: Object.keys(texts),
      resources: { [locale]: texts },
      partialBundledLanguages: true,
    })
  return instance
}

async function loadNamespace(language: string, namespace: string): Promise<ResourceKey> {
  const load = files[`./locales/${language}/${namespace}.json`]
  if (!load) throw new Error(`There are no texts called ${namespace}`)
  return load()
}
