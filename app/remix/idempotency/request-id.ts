import { useNavigation } from "@remix-run/react"
import { useRef } from "react"
import { type Lost, lostEvent } from "~/browser/lost"

/** The hidden field of every form that acts: its action runs once for each value (single-action.server.ts). */
export const requestIdField = "request_id"

/** A navigation or fetcher that sends a form. */
interface Sending {
  state: string
  formData?: FormData
}

const newId = () => crypto.randomUUID()

let lastSent: string | undefined
/** The ids of what was sent and got no response. */
const lost = new Set<string>()

if (typeof window !== "undefined") {
  window.addEventListener(lostEvent, (event) => {
    const { kind } = (event as CustomEvent<Lost>).detail
    if (kind === "act" && lastSent) lost.add(lastSent)
  })
}

/**
 * Returns the id of what a form sends, for its hidden field, and what to call when it is sent: the id is another one
 * each time, unless the last one got no response or is still under way. `fetcher` sends it in the background.
 */
export function useRequestId(fetcher?: Sending) {
  const field = useRef<HTMLInputElement>(null)
  const current = useRef({ id: "", isSent: false })
  current.current.id ||= newId()
  const navigation = useNavigation()
  const { state, formData } = fetcher ?? navigation
  function onSend() {
    const { id, isSent } = current.current
    const isPending = state === "submitting" && formData?.get(requestIdField) === id
    const isKept = !isSent || isPending || lost.has(id)
    current.current = { id: isKept ? id : newId(), isSent: true }
    lastSent = current.current.id
    if (field.current) field.current.value = lastSent
  }
  return { id: current.current.id, field, onSend }
}

/** Returns a function that adds the id to what is sent without a form: that of the same content, if it got no response. */
export function useRequestIds(): (content: FormData) => FormData {
  const last = useRef({ text: "", id: "" })
  return (content) => {
    const text = JSON.stringify([...content])
    const isKept = last.current.text === text && lost.has(last.current.id)
    last.current = { text, id: isKept ? last.current.id : newId() }
    lastSent = last.current.id
    content.set(requestIdField, lastSent)
    return content
  }
}
