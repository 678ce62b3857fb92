import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { Footer } from "./footer"
import { Header } from "./header"

/** The default layout: header, page, footer. */
export function DefaultShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** The blank layout: a page that has the window to itself; one with `data-whole-window` inside is as high as what the banner leaves of it. */
export function BlankShell({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="min-h-dvh has-data-whole-window:min-h-0 has-data-whole-window:grow">
      {children}
    </main>
  )
}

export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-field bg-ink px-4 py-2 text-ui text-paper focus:translate-y-0"
    >
      {t("shell.skip")}
    </a>
  )
}
