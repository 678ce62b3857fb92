import { useEffect, useRef } from "react"
import { toasts } from "~/browser/toasts"
import type { Message } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"
import { chatApi } from "../chat-api"
import type { ThreadChange } from "./thread-state"

/**
 * Deletes messages. For oneself: at once from the screen, and on the server once the notice with its Undo has gone, or the page goes or
 * is left, whichever is first. For both it is asked before, and done at once.
 */
export function useRemoval(
  id: string,
  change: (change: ThreadChange) => void,
  attempt: (action: Promise<unknown>) => Promise<boolean>,
) {
  const { t } = useTranslation("chat")
  const pending = useRef(new Map<string, Message>())

  function carryOut(toast: string): void {
    const message = pending.current.get(toast)
    pending.current.delete(toast)
    toasts.remove(toast)
    if (!message) return
    void attempt(chatApi.remove(id, message.seq, "me")).then(
      (isDone) => isDone || change({ kind: "restored", message }),
    )
  }
  const latest = useRef(carryOut)
  latest.current = carryOut

  useEffect(() => {
    const all = () => {
      for (const toast of [...pending.current.keys()]) latest.current(toast)
    }
    const turn = () => {
      if (document.hidden) all()
    }
    window.addEventListener("pagehide", all)
    document.addEventListener("visibilitychange", turn)
    return () => {
      all()
      window.removeEventListener("pagehide", all)
      document.removeEventListener("visibilitychange", turn)
    }
  }, [])

  return function remove(message: Message, whose: "me" | "both"): void {
    const { seq } = message
    if (whose === "both") {
      const event = { type: "message.deleted", conversation_id: id, message_seq: seq, is_for_both: true }
      void attempt(chatApi.remove(id, seq, "both").then(() => change({ kind: "event", event, now: Date.now() })))
      return
    }
    change({ kind: "removed", seq })
    const toast = `removed ${id} ${seq}`
    pending.current.set(toast, message)
    const undo = () => {
      pending.current.delete(toast)
      change({ kind: "restored", message })
    }
    toasts.put({
      id: toast,
      title: t("removed"),
      color: "neutral",
      actions: [{ label: t("undo"), onSelect: undo }],
      onClose: () => latest.current(toast),
    })
  }
}
