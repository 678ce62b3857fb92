import { useParams } from "@remix-run/react"
import { useEffect, useState } from "react"
import type { Message } from "~/domain/chat/schema"
import { useRootData } from "~/lib/root-data"
import { useLiveEvents } from "./live-provider"

/** Whether a message is before the reader's eyes: its conversation is open, and the tab in front. */
export function isInSight(conversationId: string, open: string | undefined): boolean {
  return conversationId === open && !document.hidden
}

/** How many messages the member has not read: what the page was loaded with, and what came since. */
export function useUnread(): number {
  const user = useRootData()?.user
  const { conversation } = useParams()
  const [since, setSince] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's data came anew, and counts them
  useEffect(() => setSince(0), [user])
  useLiveEvents((event) => {
    if (event.type !== "message") return
    const { conversation_id, author_id } = event.message as Message
    if (author_id !== user?.id && !isInSight(conversation_id, conversation)) setSince((count) => count + 1)
  })
  return (user?.unread ?? 0) + since
}
