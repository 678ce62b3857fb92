import type { Message, Thread } from "~/domain/chat/schema"
import type { LiveEvent } from "../live/event-stream"

/** A message of one's own that the server has not confirmed. */
export interface Outgoing {
  client_id: string
  body: string
  /** Epoch ms. */
  created_at: number
  /** Null while it is on its way. */
  problem: string | null
}

/** A conversation as this tab knows it. */
export interface ThreadState {
  conversationId: string
  messages: Message[]
  outgoing: Outgoing[]
  hasBefore: boolean
  /** There are later ones that are not loaded: what is new does not follow on the last of these. */
  hasAfter: boolean
  /** Up to where the other one has read; null: not shared. */
  othersReadSeq: number | null
  /** When the other one last said that they type, epoch ms. */
  typingAt: number | null
}

export type ThreadChange =
  | { kind: "loaded"; where: "before" | "after"; thread: Thread }
  /** The page's own answer came anew. */
  | { kind: "reloaded"; thread: Thread; othersReadSeq: number | null }
  | { kind: "stored"; message: Message }
  | { kind: "sending"; outgoing: Outgoing }
  | { kind: "failed"; clientId: string; problem: string }
  | { kind: "dropped"; clientId: string }
  | { kind: "removed"; seq: number }
  | { kind: "event"; event: LiveEvent; now: number }
  | { kind: "quiet" }

export function startThread(
  conversationId: string,
  { data, has_before, has_after }: Thread,
  othersReadSeq: number | null,
  unsent: Outgoing[] = [],
): ThreadState {
  return {
    ...{ conversationId, messages: data, outgoing: unsent, hasBefore: has_before, hasAfter: has_after },
    ...{ othersReadSeq, typingAt: null },
  }
}

export function changeThread(state: ThreadState, change: ThreadChange): ThreadState {
  switch (change.kind) {
    case "loaded": {
      const { data, has_before, has_after } = change.thread
      const messages = merge(state.messages, data)
      return change.where === "before"
        ? { ...state, messages, hasBefore: has_before }
        : { ...state, messages, hasAfter: has_after }
    }
    case "reloaded":
      return reload(state, change.thread, change.othersReadSeq)
    case "stored":
      return store(state, change.message)
    case "sending": {
      const others = state.outgoing.filter(({ client_id }) => client_id !== change.outgoing.client_id)
      return { ...state, outgoing: [...others, change.outgoing] }
    }
    case "failed":
      return {
        ...state,
        outgoing: state.outgoing.map((one) =>
          one.client_id === change.clientId ? { ...one, problem: change.problem } : one,
        ),
      }
    case "dropped":
      return { ...state, outgoing: state.outgoing.filter(({ client_id }) => client_id !== change.clientId) }
    case "removed":
      return { ...state, messages: state.messages.filter(({ seq }) => seq !== change.seq) }
    case "event":
      return hear(state, change.event, change.now)
    case "quiet":
      return { ...state, typingAt: null }
    default:
      throw new Error(`There is no such change: ${JSON.stringify(change satisfies never)}`)
  }
}

/** What follows on the messages that are there is added to them; what does not, takes their place: there must be no hole. */
function reload(state: ThreadState, thread: Thread, othersReadSeq: number | null): ThreadState {
  const { data, has_before, has_after } = thread
  const last = state.messages.at(-1)?.seq ?? 0
  const follows = !has_before || (data[0]?.seq ?? 0) <= last + 1
  const known = { ...state, othersReadSeq }
  if (!follows) return { ...known, messages: data, hasBefore: has_before, hasAfter: has_after }
  const isFurther = (data.at(-1)?.seq ?? 0) >= last
  return { ...known, messages: merge(state.messages, data), hasAfter: isFurther ? has_after : state.hasAfter }
}

function hear(state: ThreadState, event: LiveEvent, now: number): ThreadState {
  const { conversationId } = state
  switch (event.type) {
    case "message":
    case "message.changed": {
      const message = event.message as Message
      return message.conversation_id === conversationId ? store({ ...state, typingAt: null }, message) : state
    }
    case "message.deleted": {
      const { conversation_id, message_seq, is_for_both } = event
      if (conversation_id !== conversationId) return state
      const messages = is_for_both
        ? state.messages.map((one) => (one.seq === message_seq ? { ...one, body: null, deleted_at: now } : one))
        : state.messages.filter(({ seq }) => seq !== message_seq)
      return { ...state, messages }
    }
    case "read": {
      const isOthers = event.conversation_id === conversationId && state.othersReadSeq !== null
      const isLater = Number(event.read_seq) > (state.othersReadSeq ?? 0)
      return isOthers && isLater ? { ...state, othersReadSeq: Number(event.read_seq) } : state
    }
    case "typing":
      return event.conversation_id === conversationId ? { ...state, typingAt: now } : state
    default:
      return state
  }
}

function store(state: ThreadState, message: Message): ThreadState {
  const outgoing = message.client_id
    ? state.outgoing.filter(({ client_id }) => client_id !== message.client_id)
    : state.outgoing
  const isKnown = state.messages.some(({ seq }) => seq === message.seq)
  // Between what is loaded and this one there are others: it comes with them.
  if (state.hasAfter && !isKnown && message.seq > (state.messages.at(-1)?.seq ?? 0)) return { ...state, outgoing }
  return { ...state, outgoing, messages: merge(state.messages, [message]) }
}

function merge(present: Message[], added: Message[]): Message[] {
  const bySeq = new Map([...present, ...added].map((message) => [message.seq, message]))
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}
