import { useEffect, useState } from "react"
import type { Conversation } from "~/domain/chat/schema"
import { useLiveEvents } from "../shell/live/live-context"
import { useRefresh } from "../shell/live/refresh"
import { chatApi } from "./chat-api"

/** A conversation as the page was loaded with it, updated when something about it changes. */
export function useLiveConversation(loaded: Conversation): Conversation {
  const [conversation, setConversation] = useState(loaded)
  useEffect(() => setConversation(loaded), [loaded])
  const refresh = useRefresh(async (signal) => setConversation(await chatApi.find(loaded.id, signal)))
  useLiveEvents(({ type, conversation_id }) => {
    if (type === "gap" || (type === "conversation" && conversation_id === loaded.id)) refresh()
  })
  return conversation
}
