import { useNavigation } from "@remix-run/react"
import { type RefObject, useEffect, useState } from "react"
import { readLocal, writeLocal } from "~/browser/local-text"
import { unsentPrefix } from "~/browser/unsent"

/** Fields of the form that the page fills in itself. */
const isOwn = (name: string) => /^(decision|reason|comment)\.|^verdict_/.test(name)

interface Marked {
  approved: number
  returned: number
}

/**
 * Counts the decisions that a review's form has marked, and stores them with their words in this browser until they are
 * sent: the page on which staff confirm who they are comes between. Erased with the unsent messages after logging out.
 */
export function useReviewDraft(form: RefObject<HTMLFormElement>, id: string): { marked: Marked; onChange: () => void } {
  const [marked, setMarked] = useState<Marked>({ approved: 0, returned: 0 })
  const key = `${unsentPrefix} review ${id}`
  const { formData, location } = useNavigation()

  const read = () => [...new FormData(form.current ?? undefined)].filter(([name]) => isOwn(name)) as [string, string][]
  const count = () => {
    const values = read().filter(([name]) => name.startsWith("decision."))
    const of = (decision: string) => values.filter(([, value]) => value === decision).length
    setMarked({ approved: of("approve"), returned: of("return") })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each profile, from its form as it was rendered
  useEffect(() => {
    const stored: unknown = JSON.parse(readLocal(key) ?? "[]")
    if (Array.isArray(stored)) for (const [name, value] of stored) restore(form.current, String(name), String(value))
    count()
  }, [key])

  // A decision that took effect leads to another page.
  useEffect(() => {
    const isSent = formData && ["send_back", "approve_all", "reject"].includes(String(formData.get("intent")))
    const { pathname, search } = location ?? {}
    if (isSent && pathname && !pathname.startsWith("/auth/") && search?.includes("done=")) writeLocal(key, null)
  }, [formData, location, key])

  return {
    marked,
    onChange: () => {
      count()
      const values = read().filter(([, value]) => value !== "")
      writeLocal(key, values.length > 0 ? JSON.stringify(values) : null)
    },
  }
}

function restore(form: HTMLFormElement | null, name: string, value: string): void {
  const control = form?.elements.namedItem(name)
  if (control instanceof RadioNodeList) control.value = value
  else if (control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement) control.value = value
}
