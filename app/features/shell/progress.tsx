import { useNavigation } from "@remix-run/react"
import { useTranslation } from "~/i18n/use-translation"

/**
 * A line at the top of the window while the next page is fetched, from 200 ms on: `.page-progress` in the style sheet.
 */
export function Progress() {
  const { t } = useTranslation()
  if (useNavigation().state === "idle") return null
  return <div role="progressbar" aria-live="polite" aria-label={t("shell.loading")} className="page-progress" />
}
