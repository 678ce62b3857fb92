import { createContext, useContext } from "react"
import type { I18n, Namespaces, Translate } from "./translate"

const I18nContext = createContext<I18n | null>(null)

/** Provides a document's translations. A document's language never changes: another language is another document. */
export const I18nProvider = I18nContext.Provider

/**
 * Returns the translation function of some namespaces (`common` by default). Suspends while a page navigated to loads
 * its texts.
 */
export function useTranslation<const Names extends Namespaces = "common">(
  names?: Names,
): { t: Translate<Names>; i18n: I18n } {
  const i18n = useContext(I18nContext)
  if (!i18n) throw new Error("useTranslation needs an I18nProvider above it")
  return { t: i18n.translator((names ?? "common") as Names), i18n }
}
