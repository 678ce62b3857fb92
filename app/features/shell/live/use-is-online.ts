import { useEffect, useState, useSyncExternalStore } from "react"
import { useLive } from "./live-context"

/** Why nothing is received or sent: there is no network, or the server does not respond. */
export type ConnectionStatus = "offline" | "unreachable"

/** A connection that comes back within this time (ms) is not reported. */
const noticedAfter = 1_500

/** Returns what is wrong with the connection now; null also while the page connects for the first time. */
export function useConnectionStatus(): ConnectionStatus | null {
  const { state } = useLive()
  const isOnline = useSyncExternalStore(
    listenToNetwork,
    () => navigator.onLine,
    () => true,
  )
  const [isLost, setLost] = useState(false)
  const isDown = state === "connecting" || state === "disconnected"
  useEffect(() => {
    if (!isDown) return setLost(false)
    const timer = setTimeout(() => setLost(true), noticedAfter)
    return () => clearTimeout(timer)
  }, [isDown])
  if (!isOnline) return "offline"
  return isLost && isDown ? "unreachable" : null
}

export const useIsOnline = () => useConnectionStatus() === null

function listenToNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener)
  window.addEventListener("offline", listener)
  return () => {
    window.removeEventListener("online", listener)
    window.removeEventListener("offline", listener)
  }
}
