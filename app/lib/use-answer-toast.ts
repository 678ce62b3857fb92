import { useEffect } from "react"
import { toasts } from "./toasts"

/** What an action answers when it has something to say. */
export interface Answer {
  message?: string
  /** The message says what went wrong. */
  isError?: boolean
}

/** Shows an action's message as a toast: green, or red for an error (product-spec 7). Each answer once. */
export function useAnswerToast(answer: Answer | undefined): void {
  useEffect(() => {
    if (answer?.message) toasts.add({ title: answer.message, color: answer.isError ? "bad" : "ok" })
  }, [answer])
}
