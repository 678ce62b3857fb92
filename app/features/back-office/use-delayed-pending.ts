import { useEffect, useState } from "react"

/** How long something may take before its place shows a skeleton, ms. */
const patience = 150

/** Returns whether something has been pending for a moment: what is quick shows no skeleton. */
export function useDelayedPending(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setSlow(true), patience)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isPending])
  return isPending && isSlow
}
