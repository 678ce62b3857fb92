import type { ChoicesFormProps } from "~/features/accounts/settings/choices/choices-form"
import { type FormResult, useFormResult } from "~/remix/form"

/** Intents of the two forms that save themselves: what others see in a chat, and the rules for first messages. */
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
