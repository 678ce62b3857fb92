import Keyboard from "lucide-react/icons/keyboard"
import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { buttonClass } from "~/ui/button"

function Cap({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-[5px] border border-current/35 px-1 font-sans text-[0.6875rem]/none font-medium">
      {children}
    </kbd>
  )
}

/** A key in a small box, beside the words of its control; `aria-keyshortcuts` names it to screen readers. */
export function KeyCap({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="contents max-lg:hidden">
      <Cap>{children}</Cap>
    </span>
  )
}

const caps: Record<string, string> = { ArrowRight: "→", ArrowLeft: "←" }

/** The keys of a page and what they do, opened by "?". */
export function KeyLegend({
  keys,
  className,
}: {
  keys: readonly { keys: readonly string[]; text: string }[]
  className?: string
}) {
  const { t } = useTranslation("admin-kit")
  return (
    <details className={classNames("relative max-lg:hidden", className)}>
      <summary aria-keyshortcuts="?" className={`${buttonClass({ variant: "ghost", size: "small" })} list-none`}>
        <Keyboard aria-hidden className="size-4" />
        {t("keys.title")}
        <KeyCap>?</KeyCap>
      </summary>
      <dl className="absolute right-0 z-30 mt-1.5 grid w-72 grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5 rounded-card border border-line bg-raised p-4 text-ui shadow-float">
        {[...keys, { keys: ["Ctrl K"], text: t("keys.palette") }].map(({ keys, text }) => (
          <div key={text} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Cap key={key}>{caps[key] ?? key}</Cap>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
