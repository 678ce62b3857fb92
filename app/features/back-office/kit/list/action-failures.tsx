import TriangleAlert from "lucide-react/icons/triangle-exclamation-point"
import { useEffect, useRef } from "react"
import type { ActionResult } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import type { ErrorCode } from "~/lib/errors"
import { Button } from "~/ui/button"

/** Outcome of an action, in a form's result. */
export interface ActionOutcome {
  action?: ActionResult
}

type ActionFailuresProps = {
  failed: ActionResult["failed"]
  titleOf: (id: string) => string
  isBusy?: boolean
  /** Repeats the act for these alone. */
  onRetry?: () => void
  onDismiss?: () => void
}

/** The records that an act did not reach, each with its reason, and the way to try again. */
export function ActionFailures({ failed, titleOf, isBusy, onRetry, onDismiss }: ActionFailuresProps) {
  const { t } = useTranslation(["admin-kit", "errors"])
  const box = useRef<HTMLDivElement>(null)
  // Focused once it appears: what was pressed may be gone with the selection.
  useEffect(() => box.current?.focus(), [])
  if (failed.length === 0) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="act-failures"
      className="mt-4 rounded-card border border-warn/40 bg-warn-soft p-5 outline-none"
    >
      <h2 id="act-failures" className="flex items-center gap-2 text-ui font-medium text-warn">
        <TriangleAlert className="size-4.5" />
        {t("not_done", { count: failed.length })}
      </h2>
      <ul className="mt-3 grid gap-1.5 text-ui">
        {failed.map(({ id, code }) => (
          <li key={id} className="wrap-anywhere">
            <strong className="font-medium">{titleOf(id)}</strong> –{" "}
            {t(`errors:${code as ErrorCode & "conflict.changed"}`)}
          </li>
        ))}
      </ul>
      {onRetry && (
        <div className="mt-4 flex flex-wrap gap-2.5">
          <Button size="small" isBusy={isBusy} onClick={onRetry}>
            {t("retry")}
          </Button>
          <Button size="small" variant="ghost" onClick={onDismiss}>
            {t("dismiss")}
          </Button>
        </div>
      )}
    </section>
  )
}
