import { useEffect } from "react"
import { toasts } from "../browser/toasts"
import type { ErrorCode } from "../lib/errors"

/** An action's result with a message. */
export interface ActionMessage {
  message?: string
  /** The message is an error. */
  isError?: boolean
  /** Why the form was refused. */
  code?: ErrorCode
}

const shown = new WeakSet<ActionMessage>()

/**
 * Shows an action's message as a toast: green, or red for an error (product-spec 7). Each result once, however many
 * components share it.
 */
export function useActionToast(result: ActionMessage | undefined): void {
  useEffect(() => {
    if (!result?.message || shown.has(result)) return
    shown.add(result)
    toasts.add({ title: result.message, color: result.isError ? "bad" : "ok" })
  }, [result])
}
