import { useBlocker } from "@remix-run/react"
import { useEffect } from "react"

/** Asks before the page is left while `isNeeded`. */
export function useLeaveGuard(isNeeded: boolean, question: string): void {
  useEffect(() => {
    if (!isNeeded) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", guard)
    return () => removeEventListener("beforeunload", guard)
  }, [isNeeded])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isNeeded && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== "blocked") return
    if (window.confirm(question)) blocker.proceed()
    else blocker.reset()
  }, [blocker, question])
}
