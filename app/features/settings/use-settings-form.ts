import { useNavigation } from "@remix-run/react"
import { useFormResult, useFormResults } from "~/remix/form"
import type { SectionName } from "./sections"

/**
 * A form of the settings page: its action (with the anchor of the result), the attributes of its submit button, whether
 * it is being sent, and its result. A result is for its own form alone.
 */
export function useSettingsForm(intent: string, section: SectionName) {
  const { formData } = useNavigation()
  const result = useFormResults()(intent)
  return {
    ...useFormResult(result),
    result,
    action: `/profile/settings#${section}`,
    button: { type: "submit", name: "intent", value: intent } as const,
    isBusy: formData?.get("intent") === intent,
  }
}
