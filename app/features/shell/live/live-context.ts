import { createContext, useContext, useEffect, useRef } from "react"
import type { Connection, LiveState } from "./connection"
import type { LiveEvent } from "./event-stream"
import type { Counts } from "./use-counts"

interface Live extends Counts {
  /** Null for visitors, and until the socket's code has loaded. */
  state: LiveState | null
  /**
   * Calls back for every event from now on, and with `gap` when some cannot be recovered; returns a function that ends
   * it.
   */
  listen: (listener: (event: LiveEvent) => void) => () => void
  connection: Connection | null
}

export const LiveContext = createContext<Live>({
  state: null,
  listen: () => () => {},
  connection: null,
  unread: 0,
  unreadNotifications: 0,
})

export function useLive(): Live {
  return useContext(LiveContext)
}

/** Calls back for every event while the component is mounted. */
export function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const { listen } = useLive()
  const latest = useRef(onEvent)
  latest.current = onEvent
  useEffect(() => listen((event) => latest.current(event)), [listen])
}
