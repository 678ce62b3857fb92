import { isRouteErrorResponse, useLocation } from "@remix-run/react"
import { type ComponentProps, useEffect, useRef } from "react"
import type { Lost } from "~/browser/lost"
import { toasts } from "~/browser/toasts"
import type { Translate } from "~/i18n/translate"
import { ToastRegion } from "~/ui/feedback/toast"

const lostPage = "lost-page"

/** The toasts themselves. A page that loads after all removes the toast about its failure. */
export function PageToasts(props: ComponentProps<typeof ToastRegion>) {
  const { key } = useLocation()
  const shownAt = useRef(key)
  useEffect(() => {
    if (shownAt.current !== key) toasts.remove(lostPage)
    shownAt.current = key
  }, [key])
  return <ToastRegion {...props} />
}

/** Logs a loss (product-spec 8), and shows it if the reader waits for it: for a page with a retry, or for an act. */
export function showLost({ kind, error, path }: Lost, t: Translate<"common">, navigate: (path: string) => void): void {
  console.warn(`Lost: ${kind} ${path}`, error)
  if (kind === "data") return
  const isOffline = !navigator.onLine
  const message = isRouteErrorResponse(error) ? (error.data as { message?: string } | null)?.message : undefined
  if (kind === "act") {
    const title = isOffline ? t("lost.offline") : (message ?? t("lost.act"))
    toasts.add({ id: "lost-act", title, description: message ? undefined : t("lost.act_hint"), color: "bad" })
    return
  }
  toasts.remove(lostPage)
  toasts.add({
    id: lostPage,
    title: isOffline ? t("lost.offline") : (message ?? t("lost.page")),
    description: t("lost.page_hint"),
    color: "bad",
    timeout: 0,
    actions: [{ label: t("lost.retry"), onSelect: () => navigate(path) }],
  })
}
