import { toasts } from "~/browser/toasts"

/**
 * Refuses forms, but those to `allowed` paths, before they are sent: what was typed stays, and a page left open cannot write for the staff member. Loads
 * the page again at `expiresAt` (epoch ms); `onShown` is called when its tab is shown, since it may have ended in another
 * one. Returns what stops all of it.
 */
export function watchImpersonation({
  expiresAt,
  sentence,
  allowed,
  onShown,
}: {
  expiresAt: number
  sentence: string
  allowed: readonly string[]
  onShown: () => void
}): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const timer = setTimeout(() => window.location.reload(), Math.max(expiresAt - Date.now(), 0) + 1_000)
  document.addEventListener("visibilitychange", () => !document.hidden && onShown(), { signal })
  window.addEventListener("submit", refuse, { capture: true, signal })
  return () => {
    clearTimeout(timer)
    stopped.abort()
  }

  function refuse(event: SubmitEvent) {
    const form = event.target as HTMLFormElement
    const method = event.submitter?.getAttribute("formmethod") ?? form.getAttribute("method")
    const target = event.submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? ""
    if (method?.toLowerCase() !== "post" || allowed.includes(target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    toasts.add({ id: "impersonation", title: sentence, color: "warn" })
  }
}
