import { useEffect, useRef, useState } from "react"
import { ApiProblem } from "~/browser/call-api"
import { useLiveEvents } from "~/features/shell/live/live-context"
import { useRefresh } from "~/features/shell/live/refresh"
import { type ConversationPage, chatApi } from "../chat-api"
import { applyToList, mergeLoaded, putFetched } from "./list-state"

const typingFor = 6_000

export interface LoadedList extends ConversationPage {
  /** The page's own search, `?q=…`, in the API's format. */
  search: string
  userId: string
}

/**
 * A member's list of conversations, kept up to date, and the conversations with somebody typing. A failure in the
 * background does not clear it.
 */
export function useConversationList(loaded: LoadedList) {
  const { search, userId } = loaded
  const [page, setPage] = useState<ConversationPage>(loaded)
  const latest = useRef(page)
  latest.current = page
  // Read after each request: the list may have become another search's while it waited.
  const shownSearch = useRef(search)
  shownSearch.current = search
  const missing = useRef(new Set<string>())
  const { typing, onTyping } = useTyping(userId)

  const show = (next: ConversationPage) => {
    latest.current = next
    setPage(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's own data was reloaded
  useEffect(() => {
    if (loaded.data === latest.current.data) return
    show({ data: mergeLoaded(loaded.data, latest.current.data), next_cursor: loaded.next_cursor })
  }, [loaded.data])

  const refreshMissing = useRefresh(async (signal) => {
    for (const id of [...missing.current]) {
      try {
        const found = await chatApi.find(id, signal)
        const { data } = latest.current
        // A conversation that was fetched need not belong to a search.
        const isListed = shownSearch.current === "" || data.some((one) => one.id === id)
        if (isListed) show({ ...latest.current, data: putFetched(data, found) })
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.isPassing) throw error
      }
      missing.current.delete(id)
    }
  })
  const refreshAll = useRefresh(async (signal) => {
    const fresh = await chatApi.list(search, signal)
    if (shownSearch.current !== search) return
    show({ ...fresh, data: mergeLoaded(fresh.data, latest.current.data) })
  })

  useLiveEvents((event) => {
    onTyping(event)
    if (event.type === "gap") return refreshAll()
    const { list, missing: id } = applyToList(latest.current.data, event, userId, search === "")
    if (list !== latest.current.data) show({ ...latest.current, data: list })
    if (id === null) return
    missing.current.add(id)
    refreshMissing()
  })
  return { conversations: page.data, next: page.next_cursor, typing }
}

/** The conversations in which somebody is typing: for some seconds after each typing event. */
function useTyping(userId: string) {
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set())
  const ends = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  function stop(id: string): void {
    if (!ends.current.has(id)) return
    clearTimeout(ends.current.get(id))
    ends.current.delete(id)
    setTyping((now) => new Set([...now].filter((one) => one !== id)))
  }

  function onTyping(event: { type: string; [field: string]: unknown }): void {
    if (event.type === "message") stop((event.message as { conversation_id: string }).conversation_id)
    if (event.type !== "typing" || event.user_id === userId) return
    const id = String(event.conversation_id)
    clearTimeout(ends.current.get(id))
    ends.current.set(
      id,
      setTimeout(() => stop(id), typingFor),
    )
    setTyping((now) => new Set([...now, id]))
  }

  useEffect(() => {
    const running = ends.current
    return () => {
      for (const end of running.values()) clearTimeout(end)
    }
  }, [])
  return { typing, onTyping }
}
