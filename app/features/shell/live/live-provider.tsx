import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { importRetried } from "~/browser/loading/retried-import"
import { useRootData } from "~/remix/root-data"
import { Optional } from "~/ui/feedback/optional"
import type { Connection, LiveState } from "./connection"
import type { LiveEvent } from "./event-stream"
import { LiveContext } from "./live-context"
import { useCounts } from "./use-counts"

/**
 * Opens a socket for members once the page has loaded; its code is fetched then. Its updates are transitions: they wait
 * for the parts of the page that are still hydrating.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const root = useRootData()
  const userId = root?.user?.id
  const address = root?.realtime
  const { unread, unreadNotifications, count, recount } = useCounts()
  const [state, setState] = useState<LiveState | null>(null)
  const [connection, setConnection] = useState<Connection | null>(null)
  const [Notices, setNotices] = useState<ComponentType | null>(null)
  const listeners = useRef(new Set<(event: LiveEvent) => void>())
  const addressKey = JSON.stringify(address)
  const latestCount = useRef(count)
  latestCount.current = count

  // biome-ignore lint/correctness/useExhaustiveDependencies: every response brings a new, equal address
  useEffect(() => {
    if (!userId || !address) return
    const end = new AbortController()
    const dispatch = (event: LiveEvent) => {
      for (const listener of [...listeners.current]) listener(event)
    }
    const parts = [importRetried(() => import("./connection")), importRetried(() => import("./live-notices"))] as const
    Promise.all(parts).then(([{ connect }, { LiveNotices }]) => {
      if (end.signal.aborted) return
      const open = connect({
        address,
        userId,
        onState: (next) => startTransition(() => setState(next)),
        onEvent: (event) => {
          latestCount.current(event)
          dispatch(event)
        },
        onGap: () => {
          recount()
          dispatch({ type: "gap" })
        },
        onRefused: recount,
      })
      end.signal.addEventListener("abort", () => open.close())
      startTransition(() => {
        setConnection(open)
        setNotices(() => LiveNotices)
      })
    })
    return () => {
      end.abort()
      setConnection(null)
      setState(null)
    }
  }, [userId, addressKey, recount])

  const listen = useCallback((listener: (event: LiveEvent) => void) => {
    listeners.current.add(listener)
    return () => {
      listeners.current.delete(listener)
    }
  }, [])
  const live = useMemo(
    () => ({ state, listen, connection, unread, unreadNotifications }),
    [state, listen, connection, unread, unreadNotifications],
  )
  return (
    <LiveContext.Provider value={live}>
      {children}
      {connection && Notices && (
        <Optional>
          <Notices />
        </Optional>
      )}
    </LiveContext.Provider>
  )
}
