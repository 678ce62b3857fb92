import X from "lucide-react/icons/x"
import { useId, useState } from "react"
import type { ActionView, RecordRow, ResourceView } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import { IconButton } from "~/ui/button"
import { ReasonDialog } from "../reason-dialog"

type BulkBarProps = {
  view: ResourceView
  records: readonly RecordRow[]
  /** The ids of the selected records. */
  chosen: readonly string[]
  isBusy: boolean
  onAction: (action: string, ids: readonly string[], reason: string | null) => void
  onClear: () => void
}

/** Of every resource whose records may be deleted. Nothing asks before it: it can be undone. */
const removalAction = { name: "remove", done: "", isDanger: false, needsReason: false, undo: "restore" }

/** Actions on the selected records; each names how many of them allow it. */
export function BulkBar({ view, records, chosen, isBusy, onAction, onClear }: BulkBarProps) {
  const { t } = useTranslation("admin-kit")
  const [asked, setAsked] = useState<ActionView | null>(null)
  const id = useId()
  const removal: ActionView = { ...removalAction, label: t("form.delete") }
  const actions = view.mayDelete ? [...view.acts, removal] : view.acts
  if (actions.length === 0) return null
  const allowing = (action: string) =>
    records
      .filter((record) => chosen.includes(record.id) && (action === removal.name || record.acts.includes(action)))
      .map((record) => record.id)
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {chosen.length > 0 && t("selected", { count: chosen.length })}
      </p>
      {chosen.length > 0 && (
        <div
          id={id}
          className="sticky top-(--header-height) z-20 mt-4 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-field bg-ink px-4 py-1.5 text-meta text-paper"
        >
          <span className="font-medium tabular-nums">{t("selected", { count: chosen.length })}</span>
          {actions.map((action) => {
            const ids = allowing(action.name)
            return (
              <button
                key={action.name}
                type="button"
                disabled={isBusy || ids.length === 0}
                onClick={() =>
                  action.needsReason || action.isDanger ? setAsked(action) : onAction(action.name, ids, null)
                }
                className="touch-target rounded-badge font-medium underline-offset-4 hover:underline disabled:opacity-40"
              >
                {action.label}
                {ids.length !== chosen.length && ` (${ids.length})`}
              </button>
            )
          })}
          <IconButton
            aria-keyshortcuts="Escape"
            label={t("clear_selection")}
            onClick={onClear}
            className="ml-auto text-paper! hover:bg-paper/10!"
          >
            <X />
          </IconButton>
        </div>
      )}
      <ReasonDialog
        action={asked}
        count={asked ? allowing(asked.name).length : 0}
        onCancel={() => setAsked(null)}
        onConfirm={(reason) => {
          if (asked) onAction(asked.name, allowing(asked.name), reason)
          setAsked(null)
        }}
      />
    </>
  )
}
