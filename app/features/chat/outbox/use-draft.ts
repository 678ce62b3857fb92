import { useCallback, useEffect, useRef } from "react"
import { unsentPrefix } from "~/browser/unsent"
import { maxDraft } from "~/domain/chat/limits"
import type { Message } from "~/domain/chat/schema"
import { useLiveEvents } from "~/features/shell/live/live-context"
import { countCharacters } from "~/lib/characters"
import { chatApi } from "../chat-api"
import { type Draft, dropDraft, dropSaved, findDraft, isSameDraft, keepDraft } from "./kept-draft"
import { outboxOf } from "./outbox"

const saveAfter = 800
/** How long (ms) the copy of an accepted draft stays here: a page that was requested before it was accepted may be on its way. */
const copiedFor = 10_000

export interface DraftPorts {
  conversationId: string
  userId: string
  /** The server's draft when the page was loaded. */
  draft: Draft
  /** The user's last message, of those on the page. */
  lastOwn: string | undefined
  /** The text in the field, and the message that it replies to. */
  current: Draft
  onChange: (draft: Draft) => void
}

const empty: Draft = { text: "", replyTo: null }

/**
 * Saves the draft for all of the user's devices: a moment after the last key, and when the conversation or the page is
 * left. A draft that the server did not accept, or only just accepted, stays in this browser. Returns a function to
 * call when the text becomes a message, which ends the draft everywhere.
 */
export function useDraft({ conversationId, userId, draft, lastOwn, current, onChange }: DraftPorts): () => void {
  const key = `${unsentPrefix} draft ${userId} ${conversationId}`
  const saved = useRef(draft)
  // Without text, the choice of a message to reply to is no draft.
  const { text, replyTo } = current.text === "" ? empty : current
  const typed = useRef(current)
  typed.current = { text, replyTo }
  const saving = useRef(Promise.resolve())
  const pending = useRef(0)
  const change = useRef(onChange)
  change.current = onChange
  const sent = useRef(lastOwn)
  sent.current = lastOwn

  // Once for each conversation: later, what is typed here is newer than its copy.
  useEffect(() => {
    const kept = findDraft(key, Date.now())
    const isSent = kept !== null && kept.savedAt !== null && kept.text.trim() === sent.current
    if (kept !== null && !isSent) change.current(kept)
  }, [key])
  useEffect(() => {
    const isUnsent = outboxOf(userId)
      .list(conversationId)
      .some(({ body }) => body.trim() === draft.text.trim())
    if (isUnsent && findDraft(key, Date.now()) === null) change.current(empty)
  }, [key, userId, conversationId, draft.text])

  const save = useCallback(() => {
    const draft = typed.current
    if (isSameDraft(saved.current, draft)) return
    saved.current = draft
    keepDraft(key, draft, null)
    if (countCharacters(draft.text) > maxDraft) return
    pending.current += 1
    // Saves follow each other: the last draft typed is the one that stays.
    saving.current = saving.current
      .then(() => chatApi.saveDraft(conversationId, draft))
      .then(
        () => {
          const kept = findDraft(key, Date.now())
          if (kept === null || !isSameDraft(kept, draft)) return
          keepDraft(key, draft, Date.now())
          setTimeout(() => dropSaved(key, draft), copiedFor)
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
  }, [text, replyTo, save])
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
    const isSame = typed.current.text === draft.text && body === draft.text.trim()
    if (conversation_id === conversationId && client_id && isSame) {
      saved.current = empty
      onChange(empty)
    }
  })

  return useCallback(() => {
    typed.current = empty
    saved.current = empty
    dropDraft(key)
    if (pending.current === 0) return
    // The server deletes the draft with the message; a save under way would arrive after that.
    void saving.current.then(() => {
      if (typed.current.text === "") chatApi.saveDraft(conversationId, empty).catch(() => {})
    })
  }, [conversationId, key])
}
