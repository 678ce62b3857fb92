import { useActionData, useLocation, useNavigation } from "@remix-run/react"
import { type FormResult, useFormResult } from "~/remix/form"
import type { SectionName } from "./sections"

const path = "/profile/settings"

/**
 * A form of the settings page: where it goes (its address says which act, and where on the page the answer is), whether it is on its way,
 * and what it was answered. Each act's answer is for its own form alone.
 */
export function useSettingsForm(act: string, section: SectionName) {
  const { search, pathname } = useLocation()
  const answer = useActionData<FormResult>()
  const navigation = useNavigation()
  const query = `?act=${act}`
  const result = pathname === path && search === query ? answer : undefined
  return {
    ...useFormResult(result),
    result,
    action: `${path}${query}#${section}`,
    isBusy: navigation.formAction === path + query,
  }
}
