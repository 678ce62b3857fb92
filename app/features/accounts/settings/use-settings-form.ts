import { useNavigation } from "@remix-run/react"
import { useFormResult, useFormResults } from "~/remix/form"
import { pathOfIntent, type SettingsIntent } from "./sections"

/**
 * A form of the settings: its action (the address of its section), the attributes of its submit button, whether it is
 * being sent, and its result. A result is for its own form alone.
 */
export function useSettingsForm(intent: SettingsIntent) {
  const { formData } = useNavigation()
  const result = useFormResults()(intent)
  return {
    ...useFormResult(result),
    result,
    action: pathOfIntent(intent),
    button: { type: "submit", name: "intent", value: intent } as const,
    isBusy: formData?.get("intent") === intent,
  }
}
