import * as z from "zod"
import { clientEvents, editingEvent } from "~/domain/chat/channel-names"
import { isOfBackOffice, type RealtimeApp, readChannel } from "~/domain/chat/channels"
import { NewMessage } from "~/domain/chat/schema"
import { type ClientFrame, encodeFrame, errorFrame, type Problem, pongFrame, problems } from "./protocol"
import { isOn, isProblem, type SocketState, setEditing, signIn, subscribe, unsubscribe } from "./socket"

/** The result of a frame. */
export interface FrameOutcome {
  state: SocketState
  replies: string[]
  /** Command to execute outside of the socket. */
  command: ClientCommand | null
}

export type ClientCommand =
  | { kind: "typing"; conversationId: string }
  | { kind: "read"; conversationId: string; seq: number }
  | { kind: "message"; conversationId: string; message: NewMessage }
  /** The socket entered or left a channel of the back office. */
  | { kind: "attend"; channel: string }
  /** The socket began or ended editing a record. */
  | { kind: "editing"; channel: string }

const EditingData = z.object({ is_editing: z.boolean() })
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
      const succeeded = encodeFrame("pusher_internal:subscription_succeeded", {}, frame.channel)
      return { state: result, replies: [succeeded], command: attend(frame.channel) }
    }
    case "unsubscribe":
      return { state: unsubscribe(state, frame.channel), replies: [], command: attend(frame.channel) }
    case "signin": {
      const result = signIn(state, frame, here)
      if (isProblem(result)) return reply(state, errorFrame(result))
      return reply(result, encodeFrame("pusher:signin_success", { user_data: frame.userData }))
    }
    case "client": {
      const editing = readEditing(state, frame)
      if (editing !== null)
        return {
          state: setEditing(state, frame.channel, editing),
          replies: [],
          command: { kind: "editing", channel: frame.channel },
        }
      const command = readClientEvent(state, frame)
      return command ? { state, replies: [], command } : reply(state, errorFrame(problems.noClientEvent))
    }
    default:
      throw new Error(`Unknown frame: ${JSON.stringify(frame satisfies never)}`)
  }
}

/** Tells a client that a subscription failed: with 403 for good, with 503 for now. */
export function subscriptionError(channel: string, { message }: Problem, status: 403 | 503): string {
  const type = status === 403 ? "AuthError" : "ServerError"
  return encodeFrame("pusher:subscription_error", { type, error: message, status }, channel)
}

/** Returns the error frame, whose code clients handle, and the subscription error for the channel. */
function refusal(channel: string, problem: Problem): string[] {
  return [errorFrame(problem), subscriptionError(channel, problem, 403)]
}

function attend(channel: string): ClientCommand | null {
  return isOfBackOffice(channel) ? { kind: "attend", channel } : null
}

/** Parses what a member of staff sends in a record's channel; null for any other client event. */
function readEditing(
  state: SocketState,
  { event, channel, data }: Extract<ClientFrame, { kind: "client" }>,
): boolean | null {
  const isInRecord = isOn(state, channel) && readChannel(channel)?.kind === "record"
  const editing = isInRecord && event === editingEvent ? EditingData.safeParse(data) : null
  return editing?.success ? editing.data.is_editing : null
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
