import { createContext, useContext } from "react"
import type { I18n, Namespaces, Translate } from "./translate"

const I18nContext = createContext<I18n | null>(null)

/** Gives a document its texts; the language of a document never changes, another language is another document. */
export const I18nProvider = I18nContext.Provider

/** The texts of some namespaces (`common` without a name). It suspends while a page that the reader navigated to fetches its own. */
export function useTranslation<const Names extends Namespaces = "common">(
  names?: Names,
): { t: Translate<Names>; i18n: I18n } {
  const i18n = useContext(I18nContext)
  if (!i18n) throw new Error("There is no I18nProvider above this component")
  return { t: i18n.translator((names ?? "common") as Names), i18n }
}
