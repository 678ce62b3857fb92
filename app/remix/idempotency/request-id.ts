import { useNavigation } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"

/** The hidden field of every form that acts: its action runs once for each value (single-action.server.ts). */
export const requestIdField = "request_id"

/** What sends a form in the background. */
interface Sending {
  state: string
  formData?: FormData
}

const newId = () => crypto.randomUUID()

/**
 * Returns the id of what a form sends. It changes once a response has arrived; after a lost one it stays, so that the
 * form can be sent again. `fetcher` sends it in the background.
 */
export function useRequestId(fetcher?: Sending): string {
  const [id, setId] = useState(newId)
  const navigation = useNavigation()
  const isAnswered = isAnswer(fetcher ?? navigation, id)
  useEffect(() => {
    if (isAnswered) setId(newId())
  }, [isAnswered])
  return id
}

/**
 * Returns a function that adds the id to what is sent without a form. The same content has the same id until a response
 * has arrived.
 */
export function useRequestIds(fetcher?: Sending): (content: FormData) => FormData {
  const last = useRef<{ text: string; id: string }>()
  const navigation = useNavigation()
  if (last.current && isAnswer(fetcher ?? navigation, last.current.id)) last.current = undefined
  return (content) => {
    const text = JSON.stringify([...content])
    if (last.current?.text !== text) last.current = { text, id: newId() }
    content.set(requestIdField, last.current.id)
    return content
  }
}

/** Whether the response to what was sent with this id has arrived: the page's data are being loaded again. */
function isAnswer({ state, formData }: Sending, id: string): boolean {
  return state === "loading" && formData?.get(requestIdField) === id
}
