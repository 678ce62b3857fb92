import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Footer } from "./footer"
import { Header } from "./header"

/**
 * The default layout: header, page, footer. A page with `data-whole-window` inside takes the height below the header.
 */
export function DefaultShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex grow flex-col has-data-whole-window:min-h-0">
      <SkipLink />
      {/* A conversation on a phone has a head of its own. */}
      <div className="contents in-[body:has([data-conversation])]:max-lg:hidden">
        <Header />
      </div>
      <main
        id="content"
        tabIndex={-1}
        className="grow outline-none has-data-whole-window:flex has-data-whole-window:min-h-0 has-data-whole-window:flex-col"
      >
        {children}
      </main>
      <div className="in-[body:has([data-whole-window])]:hidden">
        <Footer />
      </div>
    </div>
  )
}

/**
 * The blank layout: a page that takes the height below the banner; with `data-whole-window` inside it is no higher than
 * that.
 */
export function BlankShell({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="flex grow flex-col has-data-whole-window:block has-data-whole-window:min-h-0">
      {children}
    </main>
  )
}

type SkipLinkProps = { href?: string; className?: string; children?: ReactNode }

/** A link to the page's content, or past a long part of it, which shows while it has the focus. */
export function SkipLink({ href = "#content", className, children }: SkipLinkProps) {
  const { t } = useTranslation()
  return (
    <a
      href={href}
      className={classNames(
        "fixed top-2 left-2 z-50 -translate-y-16 rounded-field bg-ink px-4 py-2 text-ui text-paper focus:translate-y-0",
        className,
      )}
    >
      {children ?? t("shell.skip")}
    </a>
  )
}
