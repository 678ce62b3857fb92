import { useTranslation } from "~/i18n/use-translation"
import type { Locale } from "./locales"

/** Returns the page's language, for formatting numbers, prices and dates. */
export function useLocale(): Locale {
  return useTranslation().i18n.language
}
