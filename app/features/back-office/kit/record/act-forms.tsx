import { useSubmit } from "@remix-run/react"
import { useState } from "react"
import type { ActView } from "~/domain/back-office/records/schema"
import { useRequestIds } from "~/remix/idempotency/request-id"
import { RequestId } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { ReasonDialog } from "../reason-dialog"

/** The acts that a record allows, each a form; those that need a reason ask for it first. */
export function ActForms({ acts }: { acts: readonly ActView[] }) {
  const [asked, setAsked] = useState<ActView | null>(null)
  const submit = useSubmit()
  const identify = useRequestIds()
  return (
    <>
      {acts.map((act) => (
        <form key={act.name} method="post">
          <RequestId />
          <Button
            type="submit"
            name="intent"
            value={act.name}
            variant={act.isDanger ? "danger" : "secondary"}
            onClick={(event) => {
              if (!act.needsReason && !act.isDanger) return
              event.preventDefault()
              setAsked(act)
            }}
          >
            {act.label}
          </Button>
        </form>
      ))}
      <ReasonDialog
        act={asked}
        count={1}
        onCancel={() => setAsked(null)}
        onConfirm={(reason) => {
          if (asked) submit(identify(contentOf(asked.name, reason)), { method: "post" })
          setAsked(null)
        }}
      />
    </>
  )
}

function contentOf(intent: string, reason: string | null): FormData {
  const content = new FormData()
  content.set("intent", intent)
  if (reason) content.set("reason", reason)
  return content
}
