import Pusher from "pusher-js"
import { clientEvents, conversationChannel, eventName, userChannel } from "~/domain/chat/channel-names"
import type { RealtimeAddress } from "~/lib/root-data"
import { createEventStream, type LiveEvent, type MissedEvents } from "./event-stream"

export type LiveState = "connecting" | "connected" | "disconnected"

export interface ConnectionPorts {
  address: RealtimeAddress
  userId: string
  onState: (state: LiveState) => void
  onEvent: (event: LiveEvent) => void
  onGap: () => void
}

export interface Connection {
  /** Joins the channel of a conversation; gives what says there that one types, and what leaves it. */
  join: (conversationId: string) => { sayTyping: () => void; leave: () => void }
  close: () => void
}

/** A deploy drops everybody at once: they come back one by one (ms). */
const backWithin = { least: 500, most: 3_500 }
const retryMissedAfter = 3_000

/** The one socket of this tab. It says what happens in the order in which it happened, whatever the socket missed. */
export function connect({ address, userId, onState, onEvent, onGap }: ConnectionPorts): Connection {
  const { key, host, port, scheme } = address
  const pusher = new Pusher(key, {
    cluster: "",
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: scheme === "https",
    enabledTransports: ["ws", "wss"],
    channelAuthorization: { transport: "ajax", endpoint: "/broadcasting/auth" },
    userAuthentication: { transport: "ajax", endpoint: "/broadcasting/user-auth" },
  })
  const stream = createEventStream({ fetchAfter, onEvent, onGap })
  let isPausing = false
  // Each its own: what was missed may fail to come while the socket waits to come back.
  let reconnecting: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined

  const catchUpLater = () => {
    clearTimeout(retrying)
    retrying = setTimeout(catchUp, retryMissedAfter)
  }
  const catchUp = () => {
    stream.catchUp().catch(catchUpLater)
  }
  const receive = (event: LiveEvent) => {
    stream.receive(event).catch(catchUpLater)
  }

  pusher.connection.bind("state_change", ({ previous, current }: { previous: string; current: string }) => {
    onState(current === "connected" || current === "connecting" ? current : "disconnected")
    // Refused for good: who it is for may be signed in no more.
    if (current === "disconnected" && !isPausing) onGap()
    if (previous !== "connected" || current !== "connecting") return
    isPausing = true
    pusher.disconnect()
    isPausing = false
    onState("connecting")
    const { least, most } = backWithin
    clearTimeout(reconnecting)
    reconnecting = setTimeout(() => pusher.connect(), least + Math.random() * (most - least))
  })
  pusher.signin()
  pusher.user.bind(eventName, receive)
  const own = pusher.subscribe(userChannel(userId))
  own.bind(eventName, receive)
  own.bind("pusher:subscription_succeeded", catchUp)

  return {
    join(conversationId) {
      const channel = pusher.subscribe(conversationChannel(conversationId))
      return {
        sayTyping: () => void (channel.subscribed && channel.trigger(clientEvents.typing, {})),
        leave: () => pusher.unsubscribe(channel.name),
      }
    },
    close() {
      isPausing = true
      clearTimeout(reconnecting)
      clearTimeout(retrying)
      for (const channel of pusher.allChannels()) channel.unbind_all()
      pusher.unbind_all()
      pusher.disconnect()
    },
  }
}

async function fetchAfter(seq: number | null): Promise<MissedEvents> {
  const response = await fetch(`/api/events${seq === null ? "" : `?after=${seq}`}`, {
    headers: { Accept: "application/json" },
  })
  if (!response.ok) throw new Error(`What was missed was answered with ${response.status}`)
  return (await response.json()) as MissedEvents
}
