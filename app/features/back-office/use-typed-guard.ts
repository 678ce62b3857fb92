import { useCallback } from "react"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { useLeaveGuard } from "~/remix/use-leave-guard"
import { hasTyped } from "./live/has-typed"

/** Asks before a page is left with something typed that is not saved; what a refused form has kept counts too. */
export function useTypedGuard(result: FormResult | undefined): void {
  const { t } = useTranslation("admin")
  const isRefused = result?.isError === true
  const isNeeded = useCallback(() => isRefused || hasTyped(document), [isRefused])
  useLeaveGuard(isNeeded, t("leave"))
}
