import { lazy, Suspense, useEffect, useState } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { toastEvent } from "~/lib/toast-event"

const ToastRegion = lazy(() => import("~/ui/toast").then((module) => ({ default: module.ToastRegion })))

/** The page's toasts. Their code is fetched with the first of them: most pages show none. */
export function Toasts() {
  const { t } = useTranslation()
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    const need = () => setNeeded(true)
    document.addEventListener(toastEvent, need, { once: true })
    return () => document.removeEventListener(toastEvent, need)
  }, [])
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <ToastRegion label={t("toasts.region")} closeLabel={t("toasts.close")} />
    </Suspense>
  )
}
