import * as z from "zod"

/** Pusher Channels protocol 7 (pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol), the server's side. */

export const maxFrameBytes = 10_000
/** Seconds of silence after which a client sends a ping. */
const activityTimeout = 30

/** Exactly as clients send it: the runtime replies without waking the object. */
export const pingFrame = '{"event":"pusher:ping","data":{}}'
export const pongFrame = '{"event":"pusher:pong","data":"{}"}'

/** The supported protocol version, as in the query of a connection. */
export const protocolVersion = "7"

/** The header in which the Worker passes the session of a connection to the Durable Object: JSON of an `OwnSession`. */
export const sessionHeader = "X-Salon-Session"

/**
 * Error and close codes. Clients do not reconnect after 4000 to 4099 and 4300 onwards, reconnect after a second for 4100 to 4199, and
 * at once for 4200 to 4299: so only connections that can never succeed are closed with 4000 to 4099.
 */
export const problems = {
  unknownKey: { code: 4001, message: "Application does not exist" },
  otherProtocol: { code: 4007, message: "Unsupported protocol version" },
  noProtocol: { code: 4008, message: "No protocol version supplied" },
  unauthorized: { code: 4009, message: "Connection is unauthorized" },
  foreignOrigin: { code: 4009, message: "Origin not allowed" },
  ended: { code: 4100, message: "Session ended" },
  displaced: { code: 4101, message: "Closed for a newer connection" },
  idle: { code: 4102, message: "Closed after inactivity" },
  tooMany: { code: 4103, message: "Too many connections or messages" },
  unavailable: { code: 4104, message: "Temporarily unavailable" },
  badFrame: { code: 4200, message: "Invalid message format" },
  tooLarge: { code: 4200, message: "Message too large" },
  /** For a dropped frame; the socket stays open. */
  tooFast: { code: 4301, message: "Rate limit exceeded" },
  noClientEvent: { code: 4301, message: "Client event rejected" },
} as const satisfies Record<string, Problem>

export interface Problem {
  code: number
  message: string
}

export type ClientFrame =
  | { kind: "ping" }
  | { kind: "pong" }
  | { kind: "subscribe"; channel: string; auth: string }
  | { kind: "unsubscribe"; channel: string }
  | { kind: "signin"; auth: string; userData: string }
  | { kind: "client"; event: string; channel: string; data: unknown }
  | { kind: "problem"; problem: Problem }

const Channel = z.string().min(1).max(200)
const Subscribe = z.object({ channel: Channel, auth: z.string().max(500).default("") })
const Unsubscribe = z.object({ channel: Channel })
/** The member as whom a socket signs in: JSON in `user_data`. */
export const SignedInUser = z.object({ id: z.string() })
const SignIn = z.object({ auth: z.string().max(500), user_data: z.string().max(2_000) })
const Frame = z.object({ event: z.string().max(200), channel: Channel.optional(), data: z.unknown().optional() })

const bad = (problem: Problem): ClientFrame => ({ kind: "problem", problem })

/** Parses a client's frame. Never throws. */
export function readFrame(message: string | ArrayBuffer): ClientFrame {
  if (typeof message !== "string") return bad(problems.badFrame)
  if (message.length > maxFrameBytes || new TextEncoder().encode(message).length > maxFrameBytes)
    return bad(problems.tooLarge)
  const frame = Frame.safeParse(parseJson(message))
  if (!frame.success) return bad(problems.badFrame)
  const { event, channel } = frame.data
  // Some clients send data as JSON in JSON, as servers do.
  const data = typeof frame.data.data === "string" ? parseJson(frame.data.data) : frame.data.data
  switch (event) {
    case "pusher:ping":
      return { kind: "ping" }
    case "pusher:pong":
      return { kind: "pong" }
    case "pusher:subscribe": {
      const asked = Subscribe.safeParse(data)
      return asked.success ? { kind: "subscribe", ...asked.data } : bad(problems.badFrame)
    }
    case "pusher:unsubscribe": {
      const asked = Unsubscribe.safeParse(data)
      return asked.success ? { kind: "unsubscribe", ...asked.data } : bad(problems.badFrame)
    }
    case "pusher:signin": {
      const asked = SignIn.safeParse(data)
      return asked.success
        ? { kind: "signin", auth: asked.data.auth, userData: asked.data.user_data }
        : bad(problems.badFrame)
    }
    default:
      return event.startsWith("client-") && channel ? { kind: "client", event, channel, data } : bad(problems.badFrame)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Encodes a frame of the server: its data is JSON in JSON. */
export function encodeFrame(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, channel, data: JSON.stringify(data) })
}

export const errorFrame = (problem: Problem) => encodeFrame("pusher:error", problem)

export const helloFrame = (socketId: string) =>
  encodeFrame("pusher:connection_established", { socket_id: socketId, activity_timeout: activityTimeout })

/** Returns a random `<int>.<int>`, the format that clients expect; it cannot be guessed. */
export function newSocketId(): string {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2))
  return `${first}.${second}`
}
