import { type RefObject, useEffect, useRef } from "react"
import type { WatchedChannel } from "./connection"
import type { LiveEvent } from "./event-stream"
import { useLive } from "./live-context"

interface Handlers {
  onEvent: (event: LiveEvent) => void
  /** The channel is subscribed, also again after a lost connection: what happened before is not known. */
  onJoined: () => void
}

/** Subscribes to a channel while the component is mounted; none for null. Returns it, for sending. */
export function useChannel(name: string | null, handlers: Handlers): RefObject<WatchedChannel | null> {
  const { connection } = useLive()
  const channel = useRef<WatchedChannel | null>(null)
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    if (!connection || name === null) return
    const watched = connection.watch(name, {
      onEvent: (event) => latest.current.onEvent(event),
      onJoined: () => latest.current.onJoined(),
    })
    channel.current = watched
    return () => {
      channel.current = null
      watched.leave()
    }
  }, [connection, name])
  return channel
}
