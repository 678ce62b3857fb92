import { useSubmit } from "@remix-run/react"
import { useState } from "react"
import type { ActionView } from "~/domain/back-office/records/schema"
import { useRequestIds } from "~/remix/idempotency/request-id"
import { RequestId } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { ReasonDialog } from "../reason-dialog"

/** The acts that a record allows, each a form; those that need a reason ask for it first. */
export function ActionForms({ actions }: { actions: readonly ActionView[] }) {
  const [asked, setAsked] = useState<ActionView | null>(null)
  const submit = useSubmit()
  const identify = useRequestIds()
  return (
    <>
      {actions.map((action) => (
        <form key={action.name} method="post">
          <RequestId />
          <Button
            type="submit"
            name="intent"
            value={action.name}
            variant={action.isDanger ? "danger" : "secondary"}
            onClick={(event) => {
              if (!action.needsReason && !action.isDanger) return
              event.preventDefault()
              setAsked(action)
            }}
          >
            {action.label}
          </Button>
        </form>
      ))}
      <ReasonDialog
        action={asked}
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
