import { useBlocker } from "@remix-run/react"
import { useEffect } from "react"

/** Asks before the page is left while `isNeeded`, which may be a function: it is called when the page is left. */
export function useLeaveGuard(isNeeded: boolean | (() => boolean), question: string): void {
  useEffect(() => {
    if (!isNeeded) return
    const guard = (event: BeforeUnloadEvent) => {
      if (holds(isNeeded)) event.preventDefault()
    }
    addEventListener("beforeunload", guard)
    return () => removeEventListener("beforeunload", guard)
  }, [isNeeded])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && holds(isNeeded),
  )
  useEffect(() => {
    if (blocker.state !== "blocked") return
    if (window.confirm(question)) blocker.proceed()
    else blocker.reset()
  }, [blocker, question])
}

const holds = (condition: boolean | (() => boolean)) => (typeof condition === "function" ? condition() : condition)
