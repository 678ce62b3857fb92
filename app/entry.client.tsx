import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { I18nextProvider } from "react-i18next"
import { startI18n } from "./i18n/i18n.client"
import type { Locale } from "./i18n/locales"

async function hydrate() {
  const texts = document.getElementById("page-texts")?.textContent ?? "{}"
  const i18n = await startI18n(document.documentElement.lang as Locale, JSON.parse(texts))
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    )
  })
}

hydrate()
