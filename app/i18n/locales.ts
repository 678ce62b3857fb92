/** The interface languages, in the language menu's order (product-spec §3 and §9). */
export const locales = [
  { code: "en", iso: "en-US", name: "English" },
  { code: "fr", iso: "fr-FR", name: "Français" },
] as const

export type Locale = (typeof locales)[number]["code"]

export const defaultLocale: Locale = "en"

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale.code === value)
}
