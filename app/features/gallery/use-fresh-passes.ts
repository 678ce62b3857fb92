import { useRevalidator } from "@remix-run/react"
import { useEffect } from "react"

/** So long before its passes run out (ms), the page's loader is asked again. */
const margin = 30_000

/** Asks for new passes before those of the page run out; while the page is out of sight, when it is seen again. */
export function useFreshPasses(expiresAt: number | undefined): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (expiresAt === undefined) return
    const renew = () => {
      if (!document.hidden && Date.now() >= expiresAt - margin) revalidate()
    }
    const timer = setTimeout(renew, expiresAt - margin - Date.now())
    document.addEventListener("visibilitychange", renew)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", renew)
    }
  }, [expiresAt, revalidate])
}
