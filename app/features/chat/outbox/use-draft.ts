import { useCallback, useEffect, useRef } from "react"
import { unsentPrefix } from "~/browser/unsent"
import { maxDraft } from "~/domain/chat/limits"
import type { Message } from "~/domain/chat/schema"
import { useLiveEvents } from "~/features/shell/live/live-context"
import { countCharacters } from "~/lib/characters"
import { chatApi } from "../chat-api"
import { dropDraft, dropSaved, findDraft, keepDraft } from "./kept-draft"
import { outboxOf } from "./outbox"

const saveAfter = 800
/** How long (ms) the copy of an accepted draft stays here: a page that was requested before it was accepted may be on its way. */
const copiedFor = 10_000

export interface DraftPorts {
  conversationId: string
  userId: string
  /** The server's draft when the page was loaded. */
  draft: string
  /** The user's last message, of those on the page. */
  lastOwn: string | undefined
  text: string
  setText: (text: string) => void
}

/**
 * Saves the draft for all of the user's devices: a moment after the last key, and when the conversation or the page is
 * left. A draft that the server did not accept, or only just accepted, stays in this browser. Returns a function to
 * call when the text becomes a message, which ends the draft everywhere.
 */
export function useDraft({ conversationId, userId, draft, lastOwn, text, setText }: DraftPorts): () => void {
  const key = `${unsentPrefix} draft ${userId} ${conversationId}`
  const saved = useRef(draft)
  const typed = useRef(text)
  typed.current = text
  const saving = useRef(Promise.resolve())
  const pending = useRef(0)
  const change = useRef(setText)
  change.current = setText
  const sent = useRef(lastOwn)
  sent.current = lastOwn

  // Once for each conversation: later, what is typed here is newer than its copy.
  useEffect(() => {
    const kept = findDraft(key, Date.now())
    const isSent = kept?.isSaved === true && kept.text.trim() === sent.current
    if (kept !== null && !isSent) change.current(kept.text)
  }, [key])
  useEffect(() => {
    const isUnsent = outboxOf(userId)
      .list(conversationId)
      .some(({ body }) => body.trim() === draft.trim())
    if (isUnsent && findDraft(key, Date.now()) === null) change.current("")
  }, [key, userId, conversationId, draft])

  const save = useCallback(() => {
    const text = typed.current
    if (saved.current === text) return
    saved.current = text
    keepDraft(key, text, null)
    if (countCharacters(text) > maxDraft) return
    pending.current += 1
    // Saves follow each other: the last draft typed is the one that stays.
    saving.current = saving.current
      .then(() => chatApi.saveDraft(conversationId, text))
      .then(
        () => {
          if (findDraft(key, Date.now())?.text !== text) return
          keepDraft(key, text, Date.now())
          setTimeout(() => dropSaved(key, text), copiedFor)
        },
        () => {},
      )
      .then(() => {
        pending.current -= 1
      })
  }, [conversationId, key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each key restarts the delay
  useEffect(() => {
    const timer = setTimeout(save, saveAfter)
    return () => clearTimeout(timer)
  }, [text, save])
  useEffect(() => {
    window.addEventListener("pagehide", save)
    return () => {
      window.removeEventListener("pagehide", save)
      save()
    }
  }, [save])

  useLiveEvents((event) => {
    if (event.type !== "message") return
    const { conversation_id, client_id, body } = event.message as Message
    // Sent on another device: the draft loaded here, and not touched since, is that message.
    const isSame = typed.current === draft && body === draft.trim()
    if (conversation_id === conversationId && client_id && isSame) {
      saved.current = ""
      setText("")
    }
  })

  return useCallback(() => {
    typed.current = ""
    saved.current = ""
    dropDraft(key)
    if (pending.current === 0) return
    // The server deletes the draft with the message; a save under way would arrive after that.
    void saving.current.then(() => {
      if (typed.current === "") chatApi.saveDraft(conversationId, "").catch(() => {})
    })
  }, [conversationId, key])
}
