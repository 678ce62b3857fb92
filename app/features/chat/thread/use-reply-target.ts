import { useCallback, useEffect, useState } from "react"
import type { Message, Quote } from "~/domain/chat/schema"
import { chatApi } from "../chat-api"
import { currentQuote, type ThreadState } from "./thread-state"

interface ReplyChoice {
  /** The number of the message; null: none. */
  seq: number | null
  /** Chosen by the reader here, not restored with a draft. */
  isChosen: boolean
  /** The message, once it is known; null for one that the reader has deleted for themselves. */
  quote: Quote | null
  choose: (seq: number) => void
  restore: (seq: number | null) => void
}

const quoteOf = ({ seq, author_id, body }: Message): Quote => ({ seq, author_id, body })

/**
 * The message that the composer replies to: at first that of the draft, which is requested if it is not among the
 * loaded ones. It stays known when other messages are loaded in its place.
 */
export function useReplyTarget(state: ThreadState, drafted: number | null): ReplyChoice {
  const { conversationId, messages, removed } = state
  const [{ seq, isChosen }, setChoice] = useState({ seq: drafted, isChosen: false })
  const [known, setKnown] = useState<Quote | null>(null)
  const loaded = messages.find((message) => message.seq === seq)
  const quote = loaded ? quoteOf(loaded) : known?.seq === seq ? known : null

  useEffect(() => {
    if (loaded) setKnown(quoteOf(loaded))
  }, [loaded])
  const isMissing = seq !== null && quote === null
  useEffect(() => {
    if (!isMissing) return
    const controller = new AbortController()
    chatApi
      .load(conversationId, { after: seq - 1, limit: 1 }, { isQuiet: true, signal: controller.signal })
      .then(({ data }) => {
        const found = data.find((message) => message.seq === seq)
        if (found) setKnown(quoteOf(found))
      })
      // The text is there without its quote; the next page asks again.
      .catch(() => {})
    return () => controller.abort()
  }, [isMissing, conversationId, seq])

  return {
    seq,
    isChosen,
    quote: quote && !removed.has(quote.seq) ? currentQuote(state, quote) : null,
    choose: useCallback((seq: number) => setChoice({ seq, isChosen: true }), []),
    restore: useCallback((seq: number | null) => setChoice({ seq, isChosen: false }), []),
  }
}
