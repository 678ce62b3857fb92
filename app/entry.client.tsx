import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { prepareOfflinePage } from "./browser/document/offline-page"
import { startI18n } from "./i18n/i18n.client"
import type { Locale } from "./i18n/locales"
import { I18nProvider } from "./i18n/use-translation"

function hydrate() {
  const texts = document.getElementById("page-texts")?.textContent ?? "{}"
  const i18n = startI18n(document.documentElement.lang as Locale, JSON.parse(texts))
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider value={i18n}>
          <RemixBrowser />
        </I18nProvider>
      </StrictMode>,
    )
  })
}

hydrate()
if (!import.meta.env.DEV) prepareOfflinePage()
