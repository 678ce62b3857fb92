import { defaultLocale } from "./resources/default-locale.ts"

/**
 * The interface languages, in the language menu's order (product-spec §3 and §9). `npm run language` adds one in progress
 * (`isComplete: false`), which shows the default language's texts where it has none.
 */
export const locales = [
  { code: "en", iso: "en-US", name: "English", isComplete: true },
  { code: "fr", iso: "fr-FR", name: "Français", isComplete: true },
] as const

export type Locale = (typeof locales)[number]["code"]
/** A language that has everything: all texts, columns of the search indexes, announcements and reasons of its own. */
export type CompleteLocale = Extract<(typeof locales)[number], { isComplete: true }>["code"]

export { defaultLocale }

export const completeLocales = /* @__PURE__ */ locales.filter(
  (locale): locale is Extract<(typeof locales)[number], { isComplete: true }> => locale.isComplete,
)

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale.code === value)
}

export function isComplete(locale: string): locale is CompleteLocale {
  return completeLocales.some(({ code }) => code === locale)
}

/** Returns a language itself if it is complete, else the default one. */
export function completeLocale(locale: Locale): CompleteLocale {
  return isComplete(locale) ? locale : defaultLocale
}
