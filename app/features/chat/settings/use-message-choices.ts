import type { ChoicesFormProps } from "~/features/accounts/settings/choices/choices-form"
import { type FormResult, useFormResult } from "~/remix/form"

/** The intents of the forms for what others see, and for who may write and sees the private media. */
export type ChoicesIntent = "shared" | "rules"

/** A form of the message settings whose choices save themselves; `result` is that of the form sent without script. */
export function useMessageChoices(intent: ChoicesIntent, result: FormResult | undefined): ChoicesFormProps["settings"] {
  const { form } = useFormResult(result)
  return {
    form,
    result,
    action: "/profile/settings/messages",
    button: { type: "submit", name: "intent", value: intent },
  }
}
