import { useTranslation } from "~/i18n/use-translation"
import { quickExitId } from "~/lib/quick-exit"

/** Says that nothing here is real; it stays. */
export function DemoBanner() {
  const { t } = useTranslation()
  return (
    <aside
      className="bg-sunk px-4 py-1 text-center text-badge text-ink2 in-[body:has([data-conversation])]:max-lg:hidden"
      aria-label={t("shell.demo_label")}
    >
      {t("shell.demo")}
    </aside>
  )
}

/** On every page, above whatever else is fixed at its foot, and below the toasts. What it does without our other scripts: app/lib/quick-exit.ts. */
export function QuickExit({ to }: { to: string | undefined }) {
  const { t } = useTranslation()
  return (
    <aside aria-label={t("shell.exit")}>
      <a
        id={quickExitId}
        href="/exit"
        rel="nofollow"
        data-to={to}
        title={t("shell.exit_note")}
        className="fixed right-3 bottom-[calc(var(--bottom-bar)+0.75rem+env(safe-area-inset-bottom))] z-30 flex h-8 items-center rounded-full border border-line2 bg-raised/92 px-3 text-badge text-ink2 hover:bg-sunk hover:text-ink print:hidden"
      >
        {t("shell.exit")}
      </a>
    </aside>
  )
}
