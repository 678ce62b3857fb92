import * as z from "zod"
import { clientEvents } from "~/domain/chat/channel-names"
import { type RealtimeApp, readChannel } from "~/domain/chat/channels"
import { NewMessage } from "~/domain/chat/schema"
import { type ClientFrame, encodeFrame, errorFrame, type Problem, pongFrame, problems } from "./protocol"
import { isOn, isProblem, type SocketState, signIn, subscribe, unsubscribe } from "./socket"

/** The result of a frame. */
export interface FrameOutcome {
  state: SocketState
  replies: string[]
  /** What to execute outside of the socket. */
  command: ClientCommand | null
}

export type ClientCommand =
  | { kind: "typing"; conversationId: string }
  | { kind: "read"; conversationId: string; seq: number }
  | { kind: "message"; conversationId: string; message: NewMessage }

const ReadData = z.object({ seq: z.number().int().min(0) })

/** Handles a frame of a member's socket. */
export function handleFrame(
  state: SocketState,
  frame: ClientFrame,
  here: { userId: string; app: RealtimeApp },
): FrameOutcome {
  const reply = (next: SocketState, ...replies: string[]): FrameOutcome => ({ state: next, replies, command: null })
  switch (frame.kind) {
    case "problem":
      return reply(state, errorFrame(frame.problem))
    case "ping":
      return reply(state, pongFrame)
    case "pong":
      return reply(state)
    case "subscribe": {
      const result = subscribe(state, frame, here)
      if (isProblem(result)) return reply(state, ...refusal(frame.channel, result))
      return reply(result, encodeFrame("pusher_internal:subscription_succeeded", {}, frame.channel))
    }
    case "unsubscribe":
      return reply(unsubscribe(state, frame.channel))
    case "signin": {
      const result = signIn(state, frame, here)
      if (isProblem(result)) return reply(state, errorFrame(result))
      return reply(result, encodeFrame("pusher:signin_success", { user_data: frame.userData }))
    }
    case "client": {
      const command = readClientEvent(state, frame)
      return command ? { state, replies: [], command } : reply(state, errorFrame(problems.noClientEvent))
    }
    default:
      throw new Error(`Unknown frame: ${JSON.stringify(frame satisfies never)}`)
  }
}

/** Returns the error frame, whose code clients handle, and the subscription error for the channel. */
function refusal(channel: string, problem: Problem): string[] {
  const detail = { type: "AuthError", error: problem.message, status: 403 }
  return [errorFrame(problem), encodeFrame("pusher:subscription_error", detail, channel)]
}

/** Parses a client event: only known events, and only in a subscribed conversation. Unknown data is never relayed. */
function readClientEvent(
  state: SocketState,
  { event, channel, data }: Extract<ClientFrame, { kind: "client" }>,
): ClientCommand | null {
  const name = readChannel(channel)
  if (!isOn(state, channel) || name?.kind !== "conversation") return null
  const { conversationId } = name
  if (event === clientEvents.typing) return { kind: "typing", conversationId }
  if (event === clientEvents.read) {
    const read = ReadData.safeParse(data)
    return read.success ? { kind: "read", conversationId, seq: read.data.seq } : null
  }
  const message = event === clientEvents.message ? NewMessage.safeParse(data) : null
  return message?.success ? { kind: "message", conversationId, message: message.data } : null
}
