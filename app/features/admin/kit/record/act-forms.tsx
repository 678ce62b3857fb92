import { useSubmit } from "@remix-run/react"
import { useState } from "react"
import type { ActView } from "~/domain/resources/schema"
import { Button } from "~/ui/button"
import { ReasonDialog } from "../reason-dialog"

/** The acts that a record allows, each a form; those that need a reason ask for it first. */
export function ActForms({ acts }: { acts: readonly ActView[] }) {
  const [asked, setAsked] = useState<ActView | null>(null)
  const submit = useSubmit()
  return (
    <>
      {acts.map((act) => (
        <form key={act.name} method="post">
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
          if (asked) submit({ intent: asked.name, ...(reason && { reason }) }, { method: "post" })
          setAsked(null)
        }}
      />
    </>
  )
}
