import Pusher from "pusher-js"
import { answeredEvent, clientEvents, conversationChannel, eventName, userChannel } from "~/domain/chat/channel-names"
import type { Message, NewMessage } from "~/domain/chat/schema"
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
  join: (conversationId: string) => ConversationChannel
  close: () => void
}

export interface ConversationChannel {
  sayTyping: () => void
  /** Gives the message once it is stored; null when the API must be asked, which may be for one that is stored already. */
  send: (message: NewMessage) => Promise<Message | null>
  leave: () => void
}

/** A deploy drops everybody at once: they come back one by one (ms). */
const backWithin = { least: 500, most: 3_500 }
const retryMissedAfter = 3_000
/** What is not answered by then (ms) is asked of the API. */
const answerWithin = 3_000
/** Larger ones (bytes) may not fit into a frame, which says where they go, too. */
const largestSent = 9_500

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
  /** What was sent and not answered yet, by `client_id`. */
  const unanswered = new Map<string, (message: Message | null) => void>()
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
    if (current !== "connected") for (const settle of [...unanswered.values()]) settle(null)
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
      channel.bind(answeredEvent, ({ client_id, message }: { client_id: string; message: Message | null }) =>
        unanswered.get(client_id)?.(message),
      )
      return {
        sayTyping: () => void (channel.subscribed && channel.trigger(clientEvents.typing, {})),
        send(message) {
          const fits = new TextEncoder().encode(JSON.stringify(message)).length <= largestSent
          // Offline, the browser would keep the frame, and send tomorrow what it says today was not sent.
          if (!fits || !navigator.onLine || !channel.subscribed) return Promise.resolve(null)
          return new Promise((resolve) => {
            const settle = (stored: Message | null) => {
              clearTimeout(timer)
              unanswered.delete(message.client_id)
              resolve(stored)
            }
            const timer = setTimeout(settle, answerWithin, null)
            unanswered.set(message.client_id, settle)
            if (!channel.trigger(clientEvents.message, message)) settle(null)
          })
        },
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
