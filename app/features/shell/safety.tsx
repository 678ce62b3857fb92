import { quickExitId } from "~/browser/document/quick-exit"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"

/** Says that this is a demonstration; it cannot be closed. */
export function DemoBanner({ isClosed }: { isClosed: boolean }) {
  const { t } = useTranslation()
  return (
    <aside
      className="bg-sunk px-4 py-1 text-center text-badge text-ink2 in-[body:has([data-conversation])]:max-lg:hidden"
      aria-label={t("shell.demo_label")}
    >
      {t(isClosed ? "shell.demo_closed" : "shell.demo")}
    </aside>
  )
}

/** The team's announcement on every page; it cannot be closed. */
export function Announcement({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <aside
      className="border-b border-line bg-surface px-4 py-2 text-center text-ui text-balance in-[body:has([data-conversation])]:max-lg:hidden"
      aria-label={t("shell.announcement_label")}
    >
      {text}
    </aside>
  )
}

/**
 * In the header of every page, which stays in view, with enough space around it to prevent a press by accident. How it
 * works without any other script: app/browser/document/quick-exit.ts.
 */
export function QuickExit() {
  const { t } = useTranslation()
  return (
    <a
      id={quickExitId}
      href="/exit"
      rel="nofollow"
      data-to={useRootData()?.app.exitUrl}
      title={t("shell.exit_note")}
      className="flex h-11 w-min min-w-11 shrink-0 items-center justify-center text-center text-badge leading-tight text-ink2 underline decoration-line2 underline-offset-4 hover:text-ink sm:w-auto print:hidden"
    >
      {t("shell.exit")}
    </a>
  )
}
