import { useParams, useRevalidator } from "@remix-run/react"
import { startTransition, useCallback, useEffect, useRef, useState } from "react"
import type { Message } from "~/domain/chat/schema"
import { useRootData } from "~/lib/root-data"
import type { LiveEvent } from "./event-stream"

/** What a member has not read: messages, and notifications of anything else. */
export interface Counts {
  unread: number
  news: number
}

/** Whether a message is before the reader's eyes: its conversation is open, and the tab in front. */
export function isInSight(conversationId: string, open: string | undefined): boolean {
  return conversationId === open && !document.hidden
}

/** What the member has not read: as the page was loaded with it, and what happened since. */
export function useCounts(): Counts & { count: (event: LiveEvent) => void; recount: () => void } {
  const user = useRootData()?.user
  const { conversation: open } = useParams()
  const { revalidate } = useRevalidator()
  const [since, setSince] = useState<Counts | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const loaded = { unread: user?.unread ?? 0, news: user?.news ?? 0 }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's data came anew, and counts them
  useEffect(() => setSince(null), [user])
  useEffect(() => () => clearTimeout(timer.current), [])

  const recount = useCallback(() => {
    clearTimeout(timer.current)
    // Not the page's data anew: that would take away what a form was just answered.
    timer.current = setTimeout(async () => {
      const answer = await fetch("/api/auth/me", { headers: { Accept: "application/json" } }).catch(() => null)
      if (answer?.ok) {
        const me = (await answer.json()) as { unread_messages_count: number; unread_notifications_count: number }
        startTransition(() => setSince({ unread: me.unread_messages_count, news: me.unread_notifications_count }))
      }
      // Nobody is signed in here any more: the page shall say so.
      else if (answer?.status === 401) revalidate()
    }, 250)
  }, [revalidate])

  function count(event: LiveEvent): void {
    if (event.type === "read" && event.user_id === user?.id) recount()
    if (event.type === "notification" || event.type === "notifications.read") recount()
    if (event.type !== "message") return
    const { conversation_id, author_id } = event.message as Message
    if (author_id === user?.id || isInSight(conversation_id, open)) return
    startTransition(() => setSince((known) => ({ ...loaded, ...known, unread: (known ?? loaded).unread + 1 })))
  }

  return { ...(since ?? loaded), count, recount }
}
