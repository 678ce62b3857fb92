import { useNavigation, useParams, useRevalidator } from "@remix-run/react"
import { startTransition, useCallback, useEffect, useRef, useState } from "react"
import { ApiProblem, callApi } from "~/browser/call-api"
import type { Message } from "~/domain/chat/schema"
import { useRootData } from "~/remix/root-data"
import type { LiveEvent } from "./event-stream"
import { useRefresh } from "./refresh"

/** The numbers of a member's unread messages, and of their other unread notifications. */
export interface Counts {
  unread: number
  unreadNotifications: number
}

/** Events of a moment (ms) are counted together. */
const settleDelay = 400
/** A count that was requested this long (ms) after the last message includes it. */
const maxIndexDelay = 3_000
/** A message in the open conversation is read within this time (ms), or it was not in view. */
const readWithin = 3_000

/** The member's unread counts: from the page's data, updated by events since. */
export function useCounts(): Counts & { count: (event: LiveEvent) => void; recount: () => void } {
  const user = useRootData()?.user
  const { conversation: open } = useParams()
  const { revalidate } = useRevalidator()
  const [since, setSince] = useState<Counts | null>(null)
  const loaded = { unread: user?.unread ?? 0, unreadNotifications: user?.unreadNotifications ?? 0 }
  const shown = useRef<Counts>(loaded)
  shown.current = since ?? loaded
  const eventAt = useRef(0)
  const loadAt = useRef(0)
  const unseen = useRef<ReturnType<typeof setTimeout>>()
  const again = useRef<ReturnType<typeof setTimeout>>()
  useEffect(
    () => () => {
      clearTimeout(unseen.current)
      clearTimeout(again.current)
    },
    [],
  )

  const change = useCallback((next: Counts) => {
    shown.current = next
    startTransition(() => setSince(next))
  }, [])
  // Not a reload of the page's data: that would discard the result of a form.
  const recount = useRefresh(async (signal) => {
    const startedAt = Date.now()
    try {
      const me = await callApi<{ unread_messages_count: number | null; unread_notifications_count: number }>(
        "/api/auth/me",
        {
          isQuiet: true,
          signal,
        },
      )
      const unread = me.unread_messages_count ?? shown.current.unread
      change({ unread, unreadNotifications: me.unread_notifications_count })
      // A count so soon after a message may be older than it: a slow index follows by then.
      if (startedAt - eventAt.current < maxIndexDelay) {
        clearTimeout(again.current)
        again.current = setTimeout(recount, maxIndexDelay)
      }
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error
      // Nobody is signed in here any more: a reload of the page shows that.
      revalidate()
    }
  }, settleDelay)

  const isLoading = [useNavigation().state, useRevalidator().state].some((state) => state !== "idle")
  useEffect(() => {
    if (isLoading) loadAt.current = Date.now()
  }, [isLoading])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's data was reloaded, with new counts
  useEffect(() => {
    // Events received while the page's data was loading may be missing from it, and the inbox may have been too slow for it.
    const isUnknown = user !== null && user !== undefined && user.unread === null
    if (isUnknown || (eventAt.current > 0 && eventAt.current >= loadAt.current)) recount()
    else setSince(null)
  }, [user])

  function count(event: LiveEvent): void {
    if (event.type === "read" && event.user_id === user?.id) {
      clearTimeout(unseen.current)
      if (shown.current.unread > 0) recount()
    }
    if (["notification", "notifications.read", "message.deleted", "conversation"].includes(event.type)) recount()
    if (event.type !== "message") return
    const { conversation_id, author_id } = event.message as Message
    if (author_id === user?.id) return
    eventAt.current = Date.now()
    if (conversation_id === open && !document.hidden) {
      clearTimeout(unseen.current)
      unseen.current = setTimeout(recount, readWithin)
    } else change({ ...shown.current, unread: shown.current.unread + 1 })
  }

  return { ...(since ?? loaded), count, recount }
}
