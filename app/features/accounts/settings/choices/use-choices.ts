import { useSubmit } from "@remix-run/react"
import { type RefObject, useEffect, useRef, useState } from "react"
import { backoff } from "~/lib/backoff"
import { useRequestIds } from "~/remix/idempotency/request-id"
import { useLeaveGuard } from "~/remix/use-leave-guard"
import { createChoiceSaver, type SaveEnd } from "./choice-saver"
import { choiceOf, loadedChoices, putBack, readChoices } from "./form-choices"

/** How long (ms) a choice says that it was saved. */
const saidFor = 2_000

/** The outcome of the last save, and the choice that it is shown beside. */
export interface Outcome {
  of: string
  end: Exclude<SaveEnd, "left">
}

interface ChoicesForm {
  form: RefObject<HTMLFormElement>
  action: string
  /** The name and the value of the button that sends the form without script. */
  button: { name: string; value: string }
  /** Asked before a page with unsaved choices is left. */
  question: string
}

/** Saves a form's switches and choices as they change. Returns the last outcome, and the handler of changes. */
export function useChoices({ form, action, button, question }: ChoicesForm) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const changed = useRef("")
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const failures = useRef(0)
  const withId = useRequestIds()
  const submit = useSubmit()
  const saver = useRef<ReturnType<typeof createChoiceSaver>>()

  async function send(element: HTMLFormElement): Promise<SaveEnd> {
    const body = new FormData(element)
    body.set(button.name, button.value)
    const sent = new URLSearchParams([...withId(body)] as [string, string][])
    const response = await fetch(`${action}.data`, { method: "POST", body: sent, keepalive: true }).catch(() => null)
    if (!response) return "offline"
    if (response.status !== 202) return response.ok ? "saved" : "refused"
    // A redirect, to another language or to the login: the router follows it once it has sent the form itself.
    submit(withId(body), { method: "post", action })
    return "left"
  }

  function ended(end: SaveEnd): void {
    clearTimeout(timer.current)
    setOutcome(end === "left" ? null : { of: changed.current, end })
    failures.current = end === "offline" ? failures.current + 1 : 0
    if (end === "offline") timer.current = setTimeout(() => saver.current?.save(), backoff(failures.current))
    if (end === "saved") timer.current = setTimeout(() => setOutcome(null), saidFor)
  }

  const latest = useRef({ send, ended })
  latest.current = { send, ended }
  useEffect(() => {
    const element = form.current
    if (!element) return
    let isGone = false
    const own = createChoiceSaver(loadedChoices(element), {
      read: () => readChoices(element),
      send: () => latest.current.send(element),
      putBack: (choices) => putBack(element, choices),
      ended: (end) => {
        if (!isGone) latest.current.ended(end)
      },
    })
    saver.current = own
    // Pressed before the page could listen.
    if (own.hasUnsaved()) void own.save()
    const retry = () => {
      if (own.hasUnsaved()) void own.save()
    }
    addEventListener("online", retry)
    return () => {
      removeEventListener("online", retry)
      clearTimeout(timer.current)
      isGone = true
    }
  }, [form])
  useLeaveGuard(outcome?.end === "offline", question)

  function change(control: Element): void {
    const choice = choiceOf(control)
    if (choice === null) return
    changed.current = choice
    clearTimeout(timer.current)
    setOutcome(null)
    void saver.current?.save()
  }

  return { outcome, change }
}
