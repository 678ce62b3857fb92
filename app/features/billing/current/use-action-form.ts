import { useActionData, useNavigation } from "@remix-run/react"
import { useRef } from "react"
import { useFormResult } from "~/remix/form"
import type { LeaveResult } from "../leave-for-payment"

/** The intents of the billing page's forms. */
export type BillingIntent = "cancel" | "resume" | "pay" | "card"

/**
 * The last result of the page's forms. It stays when the page's data is reloaded: an act that fails changes the billing,
 * and its event would take the sentence away.
 */
export function useLastResult(): LeaveResult | undefined {
  const result = useActionData<LeaveResult>()
  const { state, formData } = useNavigation()
  const last = useRef(result)
  if (result) last.current = result
  else if (state === "submitting" && formData) last.current = undefined
  useFormResult(result)
  return last.current
}

/** A form of the billing page: its action, the attributes of its button, and whether it is being sent. */
export interface ActionForm {
  action: string
  button: { type: "submit"; name: "intent"; value: BillingIntent }
  isBusy: boolean
}

export function useActionForms(): (intent: BillingIntent) => ActionForm {
  const { formData } = useNavigation()
  return (intent) => ({
    action: "/profile/billing",
    button: { type: "submit", name: "intent", value: intent },
    isBusy: formData?.get("intent") === intent,
  })
}
