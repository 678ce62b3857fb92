import { useNavigation } from "@remix-run/react"
import { useFormResult, useFormResults } from "~/remix/form"
import type { SectionName } from "./sections"

/** The intents of the settings page's forms. */
export type SettingsIntent =
  | "name"
  | "avatar"
  | "remove-avatar"
  | "language"
  | "notifications"
  | "prove"
  | "email"
  | "resend-email"
  | "cancel-email"
  | "email-works"
  | "password"
  | "end-session"
  | "end-others"

/**
 * A form of the settings page: its action (with the anchor of the result), the attributes of its submit button, whether
 * it is being sent, and its result. A result is for its own form alone.
 */
export function useSettingsForm(intent: SettingsIntent, section: SectionName) {
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
