import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"
import { passLifetime, passMargin } from "~/domain/media/policy"
import type { Pass } from "~/domain/media/schema"

/**
 * Renews the page's passes before they expire; while the page is hidden, when it is shown again. Their lifetime is
 * counted from their arrival: the reader's clock may be wrong.
 */
export function useFreshPasses(pass: Pass | null | undefined): void {
  const { revalidate } = useRevalidator()
  const query = pass?.query
  useEffect(() => {
    if (query === undefined) return
    const time = passLifetime - passMargin
    // A second earlier: timers may fire a little early.
    const due = Date.now() + time - 1_000
    const renew = () => {
      if (!document.hidden && Date.now() >= due) revalidate()
    }
    const timer = setTimeout(renew, time)
    document.addEventListener("visibilitychange", renew)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", renew)
    }
  }, [query, revalidate])
}
