import { useFetcher } from "@remix-run/react"
import { useRef } from "react"
import type { FormResult } from "~/remix/form"
import { useActionToast } from "~/remix/use-action-toast"

/** Keys of the fetchers that decide on a media item, and take down an approved one. */
export const decisionKeys = {
  review: (id: string) => `review ${id}`,
  takeDown: (id: string) => `take down ${id}`,
}

/**
 * Shows the results of decisions on these media items. An item that leaves its list by its decision may be gone before it
 * is rendered with the result; this remains with the page, and goes on with every item that was there.
 */
export function DecisionToasts({ media }: { media: readonly { id: string }[] }) {
  const ids = useRef(new Set<string>())
  for (const { id } of media) ids.current.add(id)
  return (
    <>
      {[...ids.current].map((id) => (
        <DecisionToast key={id} id={id} />
      ))}
    </>
  )
}

function DecisionToast({ id }: { id: string }) {
  useActionToast(useFetcher<FormResult>({ key: decisionKeys.review(id) }).data)
  useActionToast(useFetcher<FormResult>({ key: decisionKeys.takeDown(id) }).data)
  return null
}
