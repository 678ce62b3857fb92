import { useEffect, useSyncExternalStore } from "react"
import type { Message } from "~/domain/chat/schema"
import { outboxOf, type Unsent } from "./outbox"

const none: readonly Unsent[] = []

/**
 * The unsent messages of a conversation. `onStored` receives each of them that is stored, before it leaves the list.
 */
export function useOutbox(userId: string, conversationId: string, onStored: (message: Message) => void) {
  const unsent = useSyncExternalStore(
    (listener) => outboxOf(userId).subscribe(listener),
    () => outboxOf(userId).list(conversationId),
    () => none,
  )
  useEffect(
    () =>
      outboxOf(userId).onStored((message) => {
        if (message.conversation_id === conversationId) onStored(message)
      }),
    [userId, conversationId, onStored],
  )
  return unsent
}
