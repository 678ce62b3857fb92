import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"
import { passLifetime, passMargin } from "~/domain/media/policy"
import type { Pass } from "~/domain/media/schema"

/**
 * Asks for new passes before those of the page run out; while the page is out of sight, when it is seen again. Their time is counted from
 * when they came: the reader's clock may be wrong.
 */
export function useFreshPasses(pass: Pass | null | undefined): void {
  const { revalidate } = useRevalidator()
  const query = pass?.query
  useEffect(() => {
    if (query === undefined) return
    const time = passLifetime - passMargin
    // A second less: timers may be a little early.
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
