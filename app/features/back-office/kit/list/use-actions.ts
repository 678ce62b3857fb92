import { useFetcher } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { toasts } from "~/browser/toasts"
import type { ActionResult, RecordRow, ResourceView } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { useRequestIds } from "~/remix/idempotency/request-id"
import { useActionToast } from "~/remix/use-action-toast"
import type { ActionOutcome } from "./action-failures"

interface Sent {
  intent: string
  ids: readonly string[]
  reason: string | null
  titles: ReadonlyMap<string, string>
}

interface Failures {
  sent: Sent
  failed: ActionResult["failed"]
}

/**
 * Sends acts on selected records; shows what they did, with its undo, and what they did not, to try again. `onDone` gets
 * the ids that remain to be done.
 */
export function useActions(view: ResourceView, records: readonly RecordRow[], onDone: (left: string[]) => void) {
  const { t } = useTranslation("admin-kit")
  const fetcher = useFetcher<FormResult & ActionOutcome>()
  const identify = useRequestIds()
  const sent = useRef<Sent>()
  const handled = useRef<FormResult>()
  const [failures, setFailures] = useState<Failures | null>(null)
  const result = fetcher.data
  const undo = result?.intent ? undoOf(view, result.intent) : null
  const isUndoable = Boolean(undo && result?.action && result.action.done.length > 0)
  useActionToast(isUndoable ? undefined : result)

  function send(intent: string, ids: readonly string[], reason: string | null, titles?: Sent["titles"]) {
    const named = titles ?? new Map(records.map(({ id, title }) => [id, title]))
    sent.current = { intent, ids, reason, titles: named }
    const form = new FormData()
    form.set("intent", intent)
    if (reason) form.set("reason", reason)
    for (const id of ids) form.append("ids", id)
    fetcher.submit(identify(form), { method: "post" })
  }

  useEffect(() => {
    if (!result || handled.current === result) return
    handled.current = result
    const { action, message } = result
    const last = sent.current
    if (!action || !last) return
    setFailures(action.failed.length > 0 ? { sent: last, failed: action.failed } : null)
    onDone(action.failed.map(({ id }) => id))
    if (!isUndoable || !undo || !message) return
    const actions = [{ label: t("undo"), onSelect: () => send(undo, action.done, null, last.titles) }]
    toasts.add({ title: message, color: action.failed.length > 0 ? "warn" : "ok", timeout: 8_000, actions })
  })

  return {
    send,
    isBusy: fetcher.state !== "idle",
    failures,
    /** Sends the last act again, for those that it did not reach. */
    retry: () =>
      failures &&
      send(
        failures.sent.intent,
        failures.failed.map(({ id }) => id),
        failures.sent.reason,
        failures.sent.titles,
      ),
    dismiss: () => setFailures(null),
  }
}

/** Returns the inverse action. */
function undoOf(view: ResourceView, intent: string): string | null {
  if (intent === "remove") return "restore"
  return view.acts.find(({ name }) => name === intent)?.undo ?? null
}
