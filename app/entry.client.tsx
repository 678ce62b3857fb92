import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { prepareOfflinePage } from "./browser/document/offline-page"
import { startI18n } from "./i18n/i18n.client"
import type { Locale } from "./i18n/locales"
import type { I18n, Texts } from "./i18n/translate"
import { I18nProvider } from "./i18n/use-translation"

async function hydrate() {
  // Until Remix has decoded the page's data it throws a promise of them, even at the root: React has no answer to a press
  // during a first render that waits (its error 345).
  try {
    RemixBrowser({})
  } catch (decoding) {
    await decoding
  }
  // Of root.tsx; `fallback`: the default language's texts, with a page in a language in progress.
  const sent = JSON.parse(document.getElementById("page-texts")?.textContent ?? '{"own": {}}')
  const i18n = startI18n(document.documentElement.lang as Locale, sent.own, sent.fallback)
  performance.mark("hydration-start")
  startTransition(() => {
    const root = hydrateRoot(document, appWith(i18n))
    if (import.meta.hot) showChanges(import.meta.hot, i18n, (next) => root.render(appWith(next)))
  })
}

function appWith(i18n: I18n) {
  const app = (
    <I18nProvider value={i18n}>
      <RemixBrowser />
    </I18nProvider>
  )
  // Elsewhere it does nothing.
  return import.meta.env.DEV ? <StrictMode>{app}</StrictMode> : app
}

/** Message of `npm run dev` after a change of translations, of the database or of the server's own files. */
interface Changed {
  texts?: { locale: string; namespace: string; texts: Texts }
}

/** Shows changed texts and data without a reload, which would lose what was typed. */
function showChanges(hot: NonNullable<ImportMeta["hot"]>, i18n: I18n, render: (i18n: I18n) => void): void {
  let current = i18n
  let timer: number | undefined
  hot.on("salon:changed", ({ texts: changed }: Changed) => {
    if (changed?.locale === i18n.language && changed.namespace in current.texts) {
      current = startI18n(i18n.language, { ...current.texts, [changed.namespace]: changed.texts }, current.fallback)
      render(current)
    }
    // A save can be several events.
    window.clearTimeout(timer)
    timer = window.setTimeout(() => window.__remixRouter?.revalidate(), 100)
  })
}

void hydrate()
if (!import.meta.env.DEV) prepareOfflinePage()
