import { useTranslation } from "~/i18n/use-translation"
import type { Locale } from "./locales"

/** The language of the page, for what formats numbers, prices and dates. */
export function useLocale(): Locale {
  return useTranslation().i18n.language
}
