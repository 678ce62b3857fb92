import Pusher from "pusher-js"
import { callApi } from "~/browser/call-api"
import { answeredEvent, clientEvents, conversationChannel, eventName, userChannel } from "~/domain/chat/channel-names"
import type { Message, NewMessage } from "~/domain/chat/schema"
import { backoff } from "~/lib/backoff"
import type { RealtimeAddress } from "~/remix/root-data"
import { createEventStream, type LiveEvent, type MissedEvents } from "./event-stream"
import { createSignatures } from "./signatures"
import { nextTick, type SupervisionAction, type SupervisionEvent, startSupervision, supervise } from "./supervisor"

export type LiveState = "connecting" | "connected" | "disconnected"

export interface ConnectionPorts {
  address: RealtimeAddress
  userId: string
  onState: (state: LiveState) => void
  onEvent: (event: LiveEvent) => void
  onGap: () => void
  /** The server refuses: the user may be signed out. */
  onRefused: () => void
}

export interface Connection {
  join: (conversationId: string) => ConversationChannel
  /** Subscribes to a channel; `onJoined` is called each time that it is, also after a lost connection. */
  watch: (name: string, ports: { onEvent: (event: LiveEvent) => void; onJoined: () => void }) => WatchedChannel
  /** Proves to the server that the page is there; it replies without waking anything. */
  ping: () => void
  /** Returns the message once it is stored; null if the API must be used, perhaps for one that is stored already. */
  send: (conversationId: string, message: NewMessage) => Promise<Message | null>
  /** Connects now, or verifies the connection. */
  retry: () => void
  close: () => void
}

export interface ConversationChannel {
  sayTyping: () => void
  leave: () => void
}

export interface WatchedChannel {
  /** Sends a client event; nothing while the channel is not subscribed. */
  trigger: (event: string, data: object) => void
  leave: () => void
}

/** Without a reply within this time (ms) the API is used. */
const replyWithin = 3_000
/** Larger messages (bytes) may not fit into a frame, which also holds the channel. */
const largestSent = 9_500
/** The time (ms) within which a live connection replies to a ping. */
const pongWithin = 5_000
/** The time (ms) within which the server replies to a probe. */
const probedWithin = 2_500

/**
 * The one socket of this tab, for as long as the tab is open. Passes events on in the order in which they happened,
 * including those it missed.
 */
export function connect({ address, userId, onState, onEvent, onGap, onRefused }: ConnectionPorts): Connection {
  const signatures = createSignatures(failSubscription)
  const pusher = openPusher(address, signatures)
  const stream = createEventStream({ fetchAfter, onEvent, onGap })
  const supervisor = superviseConnection(pusher, { onState, onEnd: signatures.forget })
  /** Messages sent and not confirmed yet, by `client_id`. */
  const unconfirmed = new Map<string, (message: Message | null) => void>()
  const joined = new Map<string, ReturnType<Pusher["subscribe"]>>()
  let retrying: ReturnType<typeof setTimeout> | undefined
  let failedCatchUps = 0

  /** A conversation in which nobody may write now is refused, and has no events; any other failure is tried again. */
  function failSubscription(channel: string, status: number | null): void {
    if (status === 401 || status === 403) return
    setTimeout(() => [...joined.values()].find(({ name }) => name === channel)?.subscribe(), backoff(1))
  }

  /** Calls back with the status of the server's refusal; pusher-js gives none for a signature that failed. */
  function subscribe(name: string, onRefusal: (status: number) => void) {
    const channel = pusher.subscribe(name)
    channel.bind("pusher:subscription_error", ({ status }: { status?: number }) => {
      if (status !== undefined) onRefusal(status)
    })
    return channel
  }

  const catchUpLater = () => {
    clearTimeout(retrying)
    failedCatchUps += 1
    retrying = setTimeout(catchUp, backoff(failedCatchUps))
  }
  const catchUp = () => {
    const settle = () => {
      failedCatchUps = 0
    }
    stream.catchUp().then(settle, catchUpLater)
  }
  const receive = (event: LiveEvent) => {
    stream.receive(event).catch(catchUpLater)
  }

  pusher.connection.bind("state_change", ({ current }: { current: string }) => {
    if (current !== "connected") for (const settle of [...unconfirmed.values()]) settle(null)
  })
  pusher.connection.bind("disconnected", () => {
    if (!supervisor.isEnding()) onRefused()
  })
  const own = subscribe(userChannel(userId), (status) => {
    if (status === 403) onRefused()
    supervisor.fail(status === 403)
  })
  own.bind(eventName, receive)
  own.bind("pusher:subscription_succeeded", () => {
    supervisor.succeed()
    catchUp()
  })

  function send(conversationId: string, message: NewMessage): Promise<Message | null> {
    const channel = joined.get(conversationId)
    const fits = new TextEncoder().encode(JSON.stringify(message)).length <= largestSent
    // Offline, the browser would buffer the frame, and send a message tomorrow that is reported as unsent today.
    if (!channel?.subscribed || !fits || !navigator.onLine) return Promise.resolve(null)
    return new Promise((resolve) => {
      const settle = (stored: Message | null) => {
        clearTimeout(timer)
        unconfirmed.delete(message.client_id)
        resolve(stored)
      }
      const timer = setTimeout(settle, replyWithin, null)
      unconfirmed.set(message.client_id, settle)
      if (!channel.trigger(clientEvents.message, message)) settle(null)
    })
  }

  return {
    join(conversationId) {
      const name = conversationChannel(conversationId)
      const channel = subscribe(name, (status) => failSubscription(name, status))
      joined.set(conversationId, channel)
      channel.bind(answeredEvent, ({ client_id, message }: { client_id: string; message: Message | null }) =>
        unconfirmed.get(client_id)?.(message),
      )
      return {
        sayTyping: () => void (channel.subscribed && channel.trigger(clientEvents.typing, {})),
        leave() {
          joined.delete(conversationId)
          pusher.unsubscribe(channel.name)
        },
      }
    },
    watch(name, { onEvent, onJoined }) {
      const channel = subscribe(name, (status) => failSubscription(name, status))
      joined.set(name, channel)
      channel.bind(eventName, onEvent)
      channel.bind("pusher:subscription_succeeded", onJoined)
      return {
        trigger: (event, data) => void (channel.subscribed && channel.trigger(event, data)),
        leave() {
          joined.delete(name)
          channel.unbind_all()
          pusher.unsubscribe(name)
        },
      }
    },
    ping: () => void pusher.send_event("pusher:ping", {}),
    send,
    retry: supervisor.retry,
    close() {
      clearTimeout(retrying)
      supervisor.close()
      for (const channel of pusher.allChannels()) channel.unbind_all()
      pusher.unbind_all()
    },
  }
}

function openPusher(
  { key, host, port, scheme }: RealtimeAddress,
  signatures: ReturnType<typeof createSignatures>,
): Pusher {
  return new Pusher(key, {
    cluster: "",
    wsHost: host,
    wsPort: port,
    wssPort: port,
    forceTLS: scheme === "https",
    // With `forceTLS` this one is encrypted, too. Without it, pusher-js tries `wss` as well.
    enabledTransports: ["ws"],
    pongTimeout: pongWithin,
    channelAuthorization: signatures.channelAuthorization,
  })
}

interface SupervisedPorts {
  onState: (state: LiveState) => void
  /** Ends everything pending on the connection. */
  onEnd: () => void
}

/** Supervises a connection: carries out the supervisor's decisions, and reports events to it. */
function superviseConnection(pusher: Pusher, { onState, onEnd }: SupervisedPorts) {
  const clock = () => ({ now: Date.now(), random: Math.random })
  let state = startSupervision(!document.hidden, Date.now())
  let ticking: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let isEnding = false
  /** A first try may take long on a slow line: the page does not call that an outage. */
  let isFirstTry = true

  function dispatch(event: SupervisionEvent): void {
    if (isClosed) return
    const next = supervise(state, event, clock())
    state = next.state
    if (next.action) action(next.action)
    if (state.phase !== "trying") isFirstTry = false
    if (!isFirstTry)
      onState(({ live: "connected", trying: "connecting", waiting: "disconnected" } as const)[state.phase])
    clearTimeout(ticking)
    const wait = nextTick(state) - Date.now()
    if (Number.isFinite(wait)) ticking = setTimeout(() => dispatch({ kind: "tick" }), Math.max(0, wait))
  }

  function action(kind: SupervisionAction): void {
    if (kind === "check") check()
    else if (kind === "probe") void probe().then((isReachable) => dispatch({ kind: "probed", isReachable }))
    else {
      end()
      if (kind === "connect") pusher.connect()
    }
  }

  function end(): void {
    isEnding = true
    onEnd()
    pusher.disconnect()
    isEnding = false
  }

  function fail(isRefused: boolean): void {
    // Several events report one end.
    if (isClosed || state.phase === "waiting") return
    dispatch({ kind: isRefused ? "refused" : "lost" })
    // pusher-js is in the middle of its next step, which is not wanted.
    queueMicrotask(() => state.phase === "waiting" && end())
  }

  function check(): void {
    const { connection } = pusher
    const alive = () => {
      clearTimeout(lost)
      connection.unbind("message", alive)
    }
    const lost = setTimeout(() => {
      alive()
      if (state.phase === "live") fail(false)
    }, pongWithin)
    connection.bind("message", alive)
    pusher.send_event("pusher:ping", {})
  }

  pusher.connection.bind("state_change", ({ previous, current }: { previous: string; current: string }) => {
    if (isEnding) return
    if (current === "disconnected") fail(true)
    else if (current === "connected") dispatch({ kind: "answered" })
    else if (current === "failed" || (previous === "connected" && current === "connecting")) fail(false)
  })
  // A closed connection stays `connected` until pusher-js retries, which the supervisor does.
  pusher.connection.bind("connecting_in", () => fail(false))

  const online = () => dispatch({ kind: "online" })
  const turn = () => dispatch({ kind: document.hidden ? "hidden" : "visible" })
  window.addEventListener("online", online)
  document.addEventListener("visibilitychange", turn)
  // The constructor of pusher-js connects by itself.
  ticking = setTimeout(() => dispatch({ kind: "tick" }), nextTick(state) - Date.now())

  return {
    fail,
    succeed: () => dispatch({ kind: "live" }),
    retry: online,
    isEnding: () => isEnding || isClosed,
    close() {
      isClosed = true
      clearTimeout(ticking)
      window.removeEventListener("online", online)
      document.removeEventListener("visibilitychange", turn)
      end()
    },
  }
}

/** Returns whether the Worker responds at all. Without a cookie it does no lookups for this. */
async function probe(): Promise<boolean> {
  const init = {
    method: "HEAD",
    cache: "no-store",
    credentials: "omit",
    signal: AbortSignal.timeout(probedWithin),
  } as const
  const response = await fetch("/health", init).catch(() => null)
  return response !== null && response.status < 500
}

function fetchAfter(seq: number | null): Promise<MissedEvents> {
  return callApi<MissedEvents>(`/api/events${seq === null ? "" : `?after=${seq}`}`, { isQuiet: true })
}
