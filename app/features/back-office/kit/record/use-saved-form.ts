import { type RefObject, useEffect, useRef } from "react"
import type { FormResult } from "~/remix/form"

type Saving = {
  saved: FormResult | undefined
  /** The form that is being saved now. */
  sent: FormData | undefined
  /** Called after each save that succeeded, with whether something was typed while it was under way. */
  onSaved: (isTyped: boolean) => void
}

type SavedForm = {
  /**
   * A press of the save button: during a save, what was typed meanwhile is saved once that is stored; after a refusal,
   * it is for the reader to decide.
   */
  askAgain: () => void
  /** Whether the form has other values than those that are being saved now. */
  isTypedMeanwhile: () => boolean
}

/** Looks after what is typed into a form while it is being saved. */
export function useSavedForm(form: RefObject<HTMLFormElement>, { saved, sent, onSaved }: Saving): SavedForm {
  const latestSent = useRef<FormData>()
  const isAsked = useRef(false)
  const notify = useRef(onSaved)
  notify.current = onSaved

  useEffect(() => {
    if (sent) {
      latestSent.current = sent
      return
    }
    const [stored, isAskedAgain] = [latestSent.current, isAsked.current]
    latestSent.current = undefined
    isAsked.current = false
    if (!stored || !form.current || !saved || saved.isError) return
    const isTyped = differs(form.current, stored)
    notify.current(isTyped)
    if (isTyped && isAskedAgain)
      form.current.requestSubmit(form.current.querySelector<HTMLButtonElement>("button[value=save]"))
  }, [form, saved, sent])

  return {
    askAgain() {
      if (sent) isAsked.current = true
    },
    isTypedMeanwhile: () => sent !== undefined && form.current !== null && differs(form.current, sent),
  }
}

/** Whether a form has other values than those that were sent; each save has its own version. */
function differs(form: HTMLFormElement, sent: FormData): boolean {
  const now = new FormData(form)
  const valuesOf = (data: FormData, name: string) => JSON.stringify(data.getAll(name))
  const names = new Set([...now.keys(), ...sent.keys()])
  return [...names].some(
    (name) => name !== "version" && name !== "intent" && valuesOf(now, name) !== valuesOf(sent, name),
  )
}
