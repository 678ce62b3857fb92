import { type RefObject, useEffect, useRef } from "react"
import { readLocal, writeLocal } from "~/browser/local-text"
import { unsentPrefix } from "~/browser/unsent"

export interface FirstDraftPorts {
  userId: string | undefined
  /** The slug of the profile that the message is for. */
  profile: string
  form: RefObject<HTMLFormElement>
  /** Whether the form is being sent: a page that is left then has become a conversation. */
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
    if (stored && field.value === "") fill(field, stored)
    const store = () => writeLocal(key, field.value || null)
    field.addEventListener("input", store)
    return () => {
      field.removeEventListener("input", store)
      if (sending.current) writeLocal(key, null)
    }
  }, [userId, profile, form])
}

/** Sets the text of a field that React does not control, so that React sees the change. */
function fill(field: HTMLTextAreaElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field, text)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}
