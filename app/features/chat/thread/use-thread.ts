import { useCallback, useEffect, useReducer, useRef } from "react"
import { ApiProblem } from "~/browser/call-api"
import { toasts } from "~/browser/toasts"
import type { Conversation, Message, Thread } from "~/domain/chat/schema"
import type { ConversationChannel } from "~/features/shell/live/connection"
import { useLive, useLiveEvents } from "~/features/shell/live/live-context"
import { useRefresh } from "~/features/shell/live/refresh"
import { useTranslation } from "~/i18n/use-translation"
import { chatApi } from "../chat-api"
import { outboxOf, type Unsent } from "../outbox/outbox"
import { useOutbox } from "../outbox/use-outbox"
import { changeThread, startThread, type ThreadChange, type ThreadState } from "./thread-state"
import { useRemoval } from "./use-removal"

/** How long the other member is shown as typing after an event, ms; the user's own event is repeated before that. */
const typingFor = 6_000
const sayTypingEvery = 3_000
/** The number of messages in one response, and the most that a refresh asks for. */
const pieceSize = 100
const maxPieces = 5

/** The messages of an open conversation: loaded, sent, and received. */
export function useThread(conversation: Conversation, thread: Thread, userId: string) {
  const { t } = useTranslation("chat")
  const { id, others_read_seq, unread_messages_count: count, read_seq: after } = conversation
  const [state, change] = useReducer(changeThread, undefined, () =>
    startThread({
      conversationId: id,
      userId,
      thread,
      othersReadSeq: others_read_seq,
      unread: { count, after },
    }),
  )
  const loading = useRef(false)
  const store = useCallback((message: Message) => change({ kind: "stored", message }), [])
  const unsent = useOutbox(userId, id, store)

  useEffect(() => change({ kind: "reloaded", thread }), [thread])
  useEffect(() => change({ kind: "shared", othersReadSeq: others_read_seq }), [others_read_seq])
  useFresh(state, change)
  useDelivered(state, unsent)

  /** Returns whether it succeeded; if not, the reader is shown why. */
  const attempt = useCallback(
    async (action: Promise<unknown>): Promise<boolean> => {
      try {
        await action
        return true
      } catch (error) {
        // The server's own sentence is shown already.
        if (!(error instanceof ApiProblem) || error.sentence === null)
          toasts.put({ id: "not done", title: t("not_done"), color: "bad" })
        return false
      }
    },
    [t],
  )
  const removal = useRemoval(id, change, attempt)

  async function load(action: () => Promise<ThreadChange>): Promise<boolean> {
    if (loading.current) return false
    loading.current = true
    const isDone = await attempt(action().then(change))
    loading.current = false
    return isDone
  }

  return {
    state,
    unsent,
    send: (body: string, replyTo: number | null) => outboxOf(userId).add(id, body, replyTo),
    retry: (one: Unsent) => outboxOf(userId).retry(one),
    drop: (one: Unsent) => outboxOf(userId).remove(one),
    edit: (seq: number, body: string) => attempt(chatApi.edit(id, seq, body).then(store)),
    remove: removal,
    load: (where: "before" | "after") =>
      load(async () => {
        const edge = (where === "before" ? state.messages[0] : state.messages.at(-1))?.seq ?? 0
        const thread = await chatApi.load(id, { [where]: edge })
        return { kind: "loaded", where, thread }
      }),
    /** Replaces what is loaded by the end of the conversation. */
    jump: () => load(async () => ({ kind: "jumped", thread: await chatApi.load(id, {}), seen: 0 })),
    /** Replaces what is loaded by the messages around one. `seen`: up to which message the reader has seen them. */
    jumpTo: (seq: number, seen: number) =>
      load(async () => ({ kind: "jumped", thread: await chatApi.load(id, { around: seq }), seen })),
    sayTyping: useChannel(id),
  }
}

/** Applies the conversation's events, and reloads its messages where an event does not hold enough. */
function useFresh(
  { conversationId: id, userId, messages, typingAt }: ThreadState,
  change: (change: ThreadChange) => void,
) {
  const refresh = useRefresh(async (signal) => {
    const last = messages.at(-1)?.seq ?? 0
    for (let from = messages[0]?.seq ?? 0, pieces = 0; pieces < maxPieces; pieces++) {
      const piece = { after: Math.max(0, from - 1), limit: pieceSize }
      const thread = await chatApi.load(id, piece, { isQuiet: true, signal })
      change({ kind: "refreshed", thread, from, knownTo: last })
      from = (thread.data.at(-1)?.seq ?? 0) + 1
      if (!thread.has_after || from > last) return
    }
  })
  useLiveEvents((event) => {
    const isOwn = event.user_id === userId
    if ((event.type === "typing" || event.type === "read") && isOwn) return
    change({ kind: "event", event, now: Date.now() })
    // Blocking and unblocking change what is shown of the other member.
    if (event.type === "gap" || (event.type === "conversation" && event.conversation_id === id)) refresh()
  })
  useEffect(() => {
    if (typingAt === null) return
    const timer = setTimeout(() => change({ kind: "quiet" }), typingFor)
    return () => clearTimeout(timer)
  }, [typingAt, change])
}

/** Removes from the outbox what the thread has, even if the response was lost. */
function useDelivered({ messages, userId }: ThreadState, unsent: readonly Unsent[]): void {
  useEffect(() => {
    for (const one of unsent)
      if (messages.some(({ client_id }) => client_id === one.client_id)) outboxOf(userId).remove(one)
  }, [messages, unsent, userId])
}

/** Joins the conversation's channel. Returns a function that publishes that the reader is typing. */
function useChannel(id: string): () => void {
  const { connection } = useLive()
  const channel = useRef<ConversationChannel | null>(null)
  const saidAt = useRef(0)
  useEffect(() => {
    if (!connection) return
    const joined = connection.join(id)
    channel.current = joined
    return () => {
      channel.current = null
      joined.leave()
    }
  }, [connection, id])
  return () => {
    const now = Date.now()
    if (now - saidAt.current < sayTypingEvery) return
    saidAt.current = now
    channel.current?.sayTyping()
  }
}
