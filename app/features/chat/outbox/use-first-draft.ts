import { type RefObject, useEffect, useRef } from "react"
import { readLocal, writeLocal } from "~/browser/local-text"
import { unsentPrefix } from "~/browser/unsent"

export interface FirstDraftPorts {
  userId: string | undefined
  /** The slug of the profile that the message is for. */
  profile: string
  form: RefObject<HTMLFormElement>
  /** Whether a form is being sent. */
  isSending: boolean
}

/** Stores the first message to a profile in this browser while it is typed, since no conversation can store it yet, and restores it. */
export function useFirstDraft({ userId, profile, form, isSending }: FirstDraftPorts): void {
  const sending = useRef(isSending)
  sending.current = isSending
  useEffect(() => {
    const field = form.current?.elements.namedItem("body")
    if (!userId || !(field instanceof HTMLTextAreaElement)) return
    const key = `${unsentPrefix} draft ${userId} to ${profile}`
    const stored = readLocal(key)
    if (stored && field.value === "") fillField(field, stored)
    const store = () => writeLocal(key, field.value || null)
    field.addEventListener("input", store)
    return () => {
      field.removeEventListener("input", store)
      if (sending.current && isConversation(window.location.pathname)) writeLocal(key, null)
    }
  }, [userId, profile, form])
}

/** Whether a path is that of a conversation, where a first message leads once it is stored. */
function isConversation(path: string): boolean {
  return path.startsWith("/profile/chat/") && path !== "/profile/chat/new"
}

/** Sets the text of a field that React does not control, so that React sees the change. */
export function fillField(field: HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, text)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}
