import { useNavigate } from "@remix-run/react"
import { lazy, useEffect, useState } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import { type Lost, lostEvent } from "~/browser/lost"
import { toastEvent } from "~/browser/toast-event"
import { useTranslation } from "~/i18n/use-translation"
import { Optional } from "~/ui/feedback/optional"

const loadRegion = () => importRetried(() => import("./toast-region"))
const PageToasts = lazy(() => loadRegion().then((module) => ({ default: module.PageToasts })))

/**
 * The delay after the load of the page (ms) before their code is fetched, where the browser does not report idleness.
 */
const idleMs = 3_000

/**
 * The page's toasts, and the report of the router's losses. Their code is fetched while the page is idle, not with the
 * first toast: that is often about a lost network.
 */
export function Toasts() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    const need = () => setNeeded(true)
    document.addEventListener(toastEvent, need, { once: true })
    if ("requestIdleCallback" in window) requestIdleCallback(loadRegion)
    else setTimeout(loadRegion, idleMs)
    return () => document.removeEventListener(toastEvent, need)
  }, [])
  useEffect(() => {
    const forward = ({ detail }: CustomEventInit<Lost>) =>
      detail && loadRegion().then((region) => region.showLost(detail, t, navigate))
    addEventListener(lostEvent, forward)
    return () => removeEventListener(lostEvent, forward)
  }, [t, navigate])
  return (
    isNeeded && (
      <Optional>
        <PageToasts label={t("toasts.region")} closeLabel={t("toasts.close")} />
      </Optional>
    )
  )
}
