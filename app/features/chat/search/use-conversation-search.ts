import { useEffect, useMemo, useRef, useState } from "react"
import { ApiProblem } from "~/browser/call-api"
import type { Message } from "~/domain/chat/schema"
import type { FoundMessages } from "~/domain/chat/search/schema"
import { createTextSearch } from "~/domain/chat/search/text-search"
import { useIsOnline } from "~/features/shell/live/use-is-online"
import { chatApi } from "../chat-api"
import type { ThreadState } from "../thread/thread-state"

/** A pause in typing (ms) after which the search begins. */
const pause = 300

interface Result {
  q: string
  data: Message[]
  next_cursor: string | null
}

const nothing: Result = { q: "", data: [], next_cursor: null }

/**
 * A search in the open conversation: on the server, and offline in what is loaded here. What is edited or deleted meanwhile
 * leaves the results.
 */
export function useConversationSearch(thread: ThreadState) {
  const { conversationId: id, messages, removed } = thread
  const isOnline = useIsOnline()
  const [query, setQuery] = useState("")
  const [result, setResult] = useState(nothing)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [attempt, setAttempt] = useState(0)
  const running = useRef<AbortController | null>(null)
  const q = query.trim()
  const search = useMemo(() => createTextSearch(q), [q])

  async function load(before: Result, signal: AbortSignal): Promise<void> {
    try {
      const page: FoundMessages = await chatApi.search(id, q, before.next_cursor, signal)
      if (!signal.aborted) setResult({ q, data: [...before.data, ...page.data], next_cursor: page.next_cursor })
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof ApiProblem ? error : new ApiProblem())
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the search begins again with its words alone
  useEffect(() => {
    setProblem(null)
    if (q === "" || !isOnline) return
    const controller = new AbortController()
    running.current = controller
    const timer = setTimeout(() => load({ ...nothing, q }, controller.signal), pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q, isOnline, attempt, id])

  const isSeen = ({ seq, body }: Message) => !removed.has(seq) && body !== null && search.matches(body)
  const found = isOnline
    ? (result.q === q ? result.data : []).map((message) => messages.find(({ seq }) => seq === message.seq) ?? message)
    : messages.toReversed()
  return {
    query,
    setQuery,
    search,
    isOnline,
    problem,
    isLoading: q !== "" && isOnline && problem === null && result.q !== q,
    found: q === "" ? [] : found.filter(isSeen),
    hasMore: isOnline && q !== "" && result.q === q && result.next_cursor !== null,
    /** Searches earlier messages; after a failure, the same again. */
    more: () => {
      setProblem(null)
      if (result.q !== q) setAttempt(attempt + 1)
      else if (running.current) void load(result, running.current.signal)
    },
  }
}
