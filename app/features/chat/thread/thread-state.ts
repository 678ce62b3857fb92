import type { Message, Quote, Thread } from "~/domain/chat/schema"
import type { LiveEvent } from "~/features/shell/live/event-stream"

/** A conversation as this tab has loaded it. */
export interface ThreadState {
  conversationId: string
  userId: string
  messages: Message[]
  /** Numbers of messages that the reader has deleted for themselves, which the server may not know yet. */
  removed: ReadonlySet<number>
  hasBefore: boolean
  /** There are later messages that are not loaded: a new one does not follow the last of these. */
  hasAfter: boolean
  /** How many unread messages of the other member come after the loaded ones. */
  unreadAfter: number
  /** The last message that the other member has read; null: not shared. */
  othersReadSeq: number | null
  /** The other member's last typing event, epoch ms. */
  typingAt: number | null
}

export type ThreadChange =
  | { kind: "loaded"; where: "before" | "after"; thread: Thread }
  /** The page's own data was loaded again. */
  | { kind: "reloaded"; thread: Thread }
  /** How far the other member has read, according to the conversation; null: they do not share it. */
  | { kind: "shared"; othersReadSeq: number | null }
  /** All messages from `from` to the end of this piece, as they were when the thread went up to `knownTo`. */
  | { kind: "refreshed"; thread: Thread; from: number; knownTo: number }
  /** The reader jumped to messages that do not follow the loaded ones, of which they had seen those up to `seen`. */
  | { kind: "jumped"; thread: Thread; seen: number }
  | { kind: "stored"; message: Message }
  | { kind: "removed"; seq: number }
  /** The removal of a message failed. */
  | { kind: "restored"; message: Message }
  | { kind: "event"; event: LiveEvent; now: number }
  | { kind: "quiet" }

export interface ThreadStart {
  conversationId: string
  userId: string
  thread: Thread
  othersReadSeq: number | null
  unread?: { count: number; after: number }
}

/** `unread`: how many messages the user has not read, all after this one. */
export function startThread({ conversationId, userId, thread, othersReadSeq, unread }: ThreadStart): ThreadState {
  const { data, has_before, has_after } = thread
  const loadedUnread = unread ? countOthers(data, userId, unread.after) : 0
  return {
    conversationId,
    userId,
    messages: data,
    removed: new Set(),
    hasBefore: has_before,
    hasAfter: has_after,
    unreadAfter: has_after ? Math.max(0, (unread?.count ?? 0) - loadedUnread) : 0,
    othersReadSeq,
    typingAt: null,
  }
}

/** Counts the messages after `after` that the other member wrote and did not remove. */
export function countOthers(messages: Message[], userId: string, after: number): number {
  return messages.filter(({ seq, author_id, body }) => seq > after && author_id !== userId && body !== null).length
}

export function changeThread(state: ThreadState, change: ThreadChange): ThreadState {
  return withoutRemoved(apply(state, change))
}

function withoutRemoved(state: ThreadState): ThreadState {
  const isRemoved = ({ seq }: Message) => state.removed.has(seq)
  return state.messages.some(isRemoved)
    ? { ...state, messages: state.messages.filter((message) => !isRemoved(message)) }
    : state
}

function apply(state: ThreadState, change: ThreadChange): ThreadState {
  switch (change.kind) {
    case "loaded":
      return load(state, change.where, change.thread)
    case "reloaded":
      return reload(state, change.thread)
    case "shared": {
      const { othersReadSeq: read } = change
      return { ...state, othersReadSeq: read === null ? null : Math.max(read, state.othersReadSeq ?? 0) }
    }
    case "refreshed":
      return refresh(state, change)
    case "jumped":
      return jump(state, change)
    case "stored":
      return store(state, change.message)
    case "removed":
      return { ...state, removed: new Set([...state.removed, change.seq]) }
    case "restored": {
      const { message } = change
      const removed = new Set([...state.removed].filter((seq) => seq !== message.seq))
      return { ...state, removed, messages: merge(state.messages, [message]) }
    }
    case "event":
      return applyToThread(state, change.event, change.now)
    case "quiet":
      return { ...state, typingAt: null }
    default:
      throw new Error(`There is no such change: ${JSON.stringify(change satisfies never)}`)
  }
}

const lastOf = ({ messages }: ThreadState) => messages.at(-1)?.seq ?? 0

function load(state: ThreadState, where: "before" | "after", { data, has_before, has_after }: Thread): ThreadState {
  const messages = merge(state.messages, data)
  if (where === "before") return { ...state, messages, hasBefore: has_before }
  const unreadAfter = Math.max(0, state.unreadAfter - countOthers(data, state.userId, lastOf(state)))
  return { ...state, messages, hasAfter: has_after, unreadAfter: has_after ? unreadAfter : 0 }
}

function jump(state: ThreadState, { thread, seen }: Extract<ThreadChange, { kind: "jumped" }>): ThreadState {
  const { data, has_before, has_after } = thread
  const end = data.at(-1)?.seq ?? 0
  const left = state.messages.filter(({ seq }) => seq > end)
  const unreadAfter = has_after ? state.unreadAfter + countOthers(left, state.userId, seen) : 0
  return { ...state, messages: data, hasBefore: has_before, hasAfter: has_after, unreadAfter }
}

/** Appends the messages that follow the loaded ones. Others are loaded later: nothing on the screen is replaced. */
function reload(state: ThreadState, { data, has_before, has_after }: Thread): ThreadState {
  if (state.messages.length === 0) return { ...state, messages: data, hasBefore: has_before, hasAfter: has_after }
  const last = lastOf(state)
  const isBeyond = has_before && (data[0]?.seq ?? 0) > last + 1
  if (isBeyond) return { ...state, hasAfter: true }
  const isFurther = (data.at(-1)?.seq ?? 0) >= last
  return { ...state, messages: merge(state.messages, data), hasAfter: isFurther ? has_after : state.hasAfter }
}

/**
 * A message missing from the piece was deleted; one that arrived while the piece was loading may be missing from it.
 */
function refresh(
  state: ThreadState,
  { thread: { data, has_after }, from, knownTo }: Extract<ThreadChange, { kind: "refreshed" }>,
): ThreadState {
  const end = data.at(-1)?.seq ?? 0
  const to = has_after ? end : Math.max(end, knownTo)
  const others = state.messages.filter(({ seq }) => seq < from || seq > to)
  const hasAfter = has_after && end < lastOf(state) ? state.hasAfter : has_after
  return { ...state, messages: merge(others, data), hasAfter, unreadAfter: hasAfter ? state.unreadAfter : 0 }
}

function applyToThread(state: ThreadState, event: LiveEvent, now: number): ThreadState {
  const { conversationId } = state
  switch (event.type) {
    case "message":
    case "message.changed": {
      const message = event.message as Message
      if (message.conversation_id !== conversationId) return state
      const messages = withQuoted(state.messages, message.seq, message.body)
      return store({ ...state, messages, typingAt: null }, message)
    }
    case "message.deleted": {
      const { conversation_id, message_seq, is_for_both } = event
      if (conversation_id !== conversationId) return state
      const quoting = withQuoted(state.messages, Number(message_seq), null)
      const emptied = { body: null, reply_to: null, deleted_at: now }
      const messages = is_for_both
        ? quoting.map((one) => (one.seq === message_seq ? { ...one, ...emptied } : one))
        : quoting.filter(({ seq }) => seq !== message_seq)
      return { ...state, messages }
    }
    case "read": {
      // The server sends it only where it is shared, which the page may not know yet.
      const isLater = Number(event.read_seq) > (state.othersReadSeq ?? 0)
      return event.conversation_id === conversationId && isLater
        ? { ...state, othersReadSeq: Number(event.read_seq) }
        : state
    }
    case "typing":
      return event.conversation_id === conversationId ? { ...state, typingAt: now } : state
    default:
      return state
  }
}

function store(state: ThreadState, message: Message): ThreadState {
  const isKnown = state.messages.some(({ seq }) => seq === message.seq)
  // There are messages between the loaded ones and this one: it is loaded with them.
  if (state.hasAfter && !isKnown && message.seq > lastOf(state)) {
    const isOthers = message.author_id !== state.userId
    return { ...state, unreadAfter: state.unreadAfter + (isOthers ? 1 : 0) }
  }
  return { ...state, messages: merge(state.messages, [message]) }
}

function merge(loaded: Message[], added: Message[]): Message[] {
  const bySeq = new Map([...loaded, ...added].map((message) => [message.seq, message]))
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

/** Changes the text of the quotes of a message, which need not be loaded. */
function withQuoted(messages: Message[], seq: number, body: string | null): Message[] {
  if (!messages.some(({ reply_to }) => reply_to?.seq === seq)) return messages
  return messages.map((one) => (one.reply_to?.seq === seq ? { ...one, reply_to: { ...one.reply_to, body } } : one))
}

/** Returns the current state of a quoted message: of the loaded message where there is one. */
export function currentQuote({ messages, removed }: ThreadState, quote: Quote): Quote {
  const { seq } = quote
  if (removed.has(seq)) return { seq, author_id: "", body: null }
  const original = messages.find((message) => message.seq === seq)
  return original ? { seq, author_id: original.author_id, body: original.body } : quote
}
