import { useEffect } from "react"
import { toasts } from "../browser/toasts"

/** What an action answers when it has something to say. */
export interface ActionMessage {
  message?: string
  /** The message says what went wrong. */
  isError?: boolean
}

const shown = new WeakSet<ActionMessage>()

/** Shows an action's message as a toast: green, or red for an error (product-spec 7). Each answer once, whoever shares it. */
export function useActionToast(answer: ActionMessage | undefined): void {
  useEffect(() => {
    if (!answer?.message || shown.has(answer)) return
    shown.add(answer)
    toasts.add({ title: answer.message, color: answer.isError ? "bad" : "ok" })
  }, [answer])
}
