import { useCallback, useEffect, useReducer, useRef } from "react"
import type { Conversation, Thread } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"
import { toasts } from "~/lib/toasts"
import { readUnsent, storeUnsent } from "~/lib/unsent"
import type { ConversationChannel } from "../live/connection"
import { useLive, useLiveEvents } from "../live/live-provider"
import { ChatProblem, chatApi } from "./chat-api"
import { changeThread, type Outgoing, startThread } from "./thread-state"

/** The other one is taken to type for so long after they said so, ms; we say it again before that. */
const typingFor = 6_000
const sayTypingEvery = 3_000

/** The messages of an open conversation: loaded, sent, heard of, and read while they are in sight. */
export function useThread(conversation: Conversation, thread: Thread, userId: string) {
  const { t } = useTranslation("chat")
  const { id, others_read_seq, last_seq, read_seq } = conversation
  const [state, change] = useReducer(changeThread, undefined, () => startThread(id, thread, others_read_seq))
  const { connection } = useLive()
  const sending = useRef(Promise.resolve())
  const readSeq = useRef(read_seq)
  const channel = useRef<ConversationChannel | null>(null)
  const saidTypingAt = useRef(0)

  useLiveEvents((event) => {
    if (event.type === "typing" && event.user_id === userId) return
    if (event.type === "read" && event.user_id === userId) return
    change({ kind: "event", event, now: Date.now() })
  })

  // What could not be told is in what the page was loaded with anew.
  useEffect(() => change({ kind: "reloaded", thread, othersReadSeq: others_read_seq }), [thread, others_read_seq])

  useEffect(() => {
    for (const one of readUnsent<Outgoing>(id))
      change({ kind: "sending", outgoing: { ...one, problem: t("not_sent") } })
  }, [id, t])
  useEffect(() => storeUnsent(id, state.outgoing), [id, state.outgoing])

  useEffect(() => {
    if (!connection) return
    const joined = connection.join(id)
    channel.current = joined
    return () => {
      channel.current = null
      joined.leave()
    }
  }, [connection, id])

  useEffect(() => {
    if (state.typingAt === null) return
    const timer = setTimeout(() => change({ kind: "quiet" }), typingFor)
    return () => clearTimeout(timer)
  }, [state.typingAt])

  const lastSeq = state.hasAfter ? last_seq : (state.messages.at(-1)?.seq ?? 0)
  useEffect(() => {
    const read = () => {
      if (document.hidden || lastSeq <= readSeq.current) return
      readSeq.current = lastSeq
      chatApi.read(id, lastSeq).catch(() => {
        readSeq.current = 0
      })
    }
    read()
    document.addEventListener("visibilitychange", read)
    return () => document.removeEventListener("visibilitychange", read)
  }, [id, lastSeq])

  const post = useCallback(
    (outgoing: Outgoing) => {
      change({ kind: "sending", outgoing: { ...outgoing, problem: null } })
      const { client_id, body } = outgoing
      const store = async () =>
        (await channel.current?.send({ client_id, body })) ?? (await chatApi.send(id, { client_id, body }))
      // One after the other: they arrive in the order in which they were written.
      sending.current = sending.current.then(() =>
        store().then(
          (message) => change({ kind: "stored", message }),
          (error: unknown) =>
            change({ kind: "failed", clientId: client_id, problem: sentenceOf(error, t("not_sent")) }),
        ),
      )
    },
    [id, t],
  )

  const attempt = async (act: Promise<unknown>) => {
    try {
      await act
      return true
    } catch (error) {
      toasts.add({ title: sentenceOf(error, t("not_done")), color: "bad" })
      return false
    }
  }

  return {
    state,
    send: (body: string) => post({ client_id: crypto.randomUUID(), body, created_at: Date.now(), problem: null }),
    retry: post,
    drop: (clientId: string) => change({ kind: "dropped", clientId }),
    edit: (seq: number, body: string) =>
      attempt(chatApi.edit(id, seq, body).then((message) => change({ kind: "stored", message }))),
    remove: (seq: number, whose: "me" | "both") =>
      attempt(
        chatApi.remove(id, seq, whose).then(() =>
          change(
            whose === "me"
              ? { kind: "removed", seq }
              : {
                  kind: "event",
                  event: { type: "message.deleted", conversation_id: id, message_seq: seq, is_for_both: true },
                  now: Date.now(),
                },
          ),
        ),
      ),
    load: (where: "before" | "after") => {
      const edge = where === "before" ? state.messages[0] : state.messages.at(-1)
      return attempt(
        chatApi.load(id, where, edge?.seq ?? 0).then((more) => change({ kind: "loaded", where, thread: more })),
      )
    },
    sayTyping: () => {
      const now = Date.now()
      if (now - saidTypingAt.current < sayTypingEvery) return
      saidTypingAt.current = now
      channel.current?.sayTyping()
    },
  }
}

function sentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ChatProblem && error.sentence) || otherwise
}
