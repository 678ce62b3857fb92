import type { i18n, Namespace, TFunction } from "i18next"
import { createContext, useContext } from "react"

const I18nContext = createContext<i18n | null>(null)

/** Gives a document its i18next instance; the language of a document never changes, another language is another document. */
export const I18nProvider = I18nContext.Provider

const translators = new WeakMap<i18n, Map<string, TFunction<Namespace>>>()

/**
 * The texts of some namespaces (`common` without a name), as react-i18next's hook gives them. It suspends while a page that the reader
 * navigated to fetches its own.
 */
export function useTranslation<const Names extends Namespace = "common">(
  names?: Names,
): { t: TFunction<Names>; i18n: i18n } {
  const instance = useContext(I18nContext)
  if (!instance) throw new Error("There is no I18nProvider above this component")
  return { t: translatorOf(instance, [names ?? "common"].flat() as string[]) as TFunction<Names>, i18n: instance }
}

/** Made once for each instance and namespaces: a page calls the hook a hundred times. */
function translatorOf(instance: i18n, names: string[]): TFunction<Namespace> {
  const known = translators.get(instance) ?? new Map<string, TFunction<Namespace>>()
  translators.set(instance, known)
  const key = names.join(" ")
  let translator = known.get(key)
  if (!translator) {
    if (!names.every((name) => instance.hasLoadedNamespace(name))) throw instance.loadNamespaces(names)
    translator = instance.getFixedT(instance.language, names as Namespace) as TFunction<Namespace>
    known.set(key, translator)
  }
  return translator
}
