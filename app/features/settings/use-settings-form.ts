import { useActionData, useLocation, useNavigation } from "@remix-run/react"
import { type FormResult, useFormResult } from "~/remix/form"
import type { SectionName } from "./sections"

const path = "/profile/settings"

/**
 * A form of the settings page: its action (the address holds the act, and the anchor of the result), whether it is
 * being sent, and its result. The result of an act is for its own form alone.
 */
export function useSettingsForm(act: string, section: SectionName) {
  const { search, pathname } = useLocation()
  const actionData = useActionData<FormResult>()
  const navigation = useNavigation()
  const query = `?act=${act}`
  const result = pathname === path && search === query ? actionData : undefined
  return {
    ...useFormResult(result),
    result,
    action: `${path}${query}#${section}`,
    isBusy: navigation.formAction === path + query,
  }
}
