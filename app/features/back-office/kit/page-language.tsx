import type { ReactNode } from "react"
import { I18nProvider } from "react-aria-components"
import { locales } from "~/i18n/locales"
import { useLocale } from "~/i18n/use-locale"

/** Lets React Aria announce in the page's language: it would take the browser's, whose texts the build leaves out. */
export function PageLanguage({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const iso = locales.find(({ code }) => code === locale)?.iso
  return <I18nProvider locale={iso}>{children}</I18nProvider>
}
