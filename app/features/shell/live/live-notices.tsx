import { useLocation, useNavigate, useParams, useRevalidator } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { callApi } from "~/browser/call-api"
import { TOAST_TIMEOUT_MS, toasts } from "~/browser/toasts"
import type { Conversation, Message } from "~/domain/chat/schema"
import { createWordFilter } from "~/domain/chat/words/hidden-words"
import type { HiddenWords } from "~/domain/chat/words/schema"
import type { Notification } from "~/domain/notifications/schema"
import { useTranslation } from "~/i18n/use-translation"
import { firstCharacters } from "~/lib/characters"
import { useRootData } from "~/remix/root-data"
import { useOutboxSender } from "../../chat/outbox/use-outbox-sender"
import type { LiveEvent } from "./event-stream"
import { useLive, useLiveEvents } from "./live-context"

const maxSnippet = 120
/** Several messages of one conversation within this time (ms) are one notice. */
const batchDelay = 200
const toastOf = (conversationId: string) => `conversation ${conversationId}`

/**
 * Announces new messages and notifications on any page: by a toast, in the title and in the tab's icon. Also runs the
 * sender of unsent messages.
 */
export function LiveNotices() {
  const { unread, unreadNotifications } = useLive()
  useTabBadge(unread + unreadNotifications)
  useNotices()
  useOutboxSender()
  return null
}

function useNotices(): void {
  const { t } = useTranslation()
  const me = useRootData()?.user?.id
  const { conversation: open } = useParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const whenVisible = useWhenVisible()
  /** The unread messages that a conversation's notice is about. */
  const noticed = useRef(new Map<string, Message[]>())
  /** Whether a text has one of the member's hidden words, as they were at the last notice. */
  const isHidden = useRef<(text: string) => boolean>(() => true)
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const openAction = (to: string) => [{ label: t("live.open"), onSelect: () => navigate(to) }]

  function forget(id: string): void {
    noticed.current.delete(id)
    toasts.remove(toastOf(id))
  }

  useEffect(() => {
    if (!open) return
    noticed.current.delete(open)
    toasts.remove(toastOf(open))
  }, [open])
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
    }
  }, [])

  useLiveEvents((event) => {
    const id = String(event.conversation_id)
    if (event.type === "message") receive(event.message as Message)
    else if (event.type === "message.deleted") take(id, ({ seq }) => seq === event.message_seq)
    else if (event.type === "read" && event.user_id === me) take(id, ({ seq }) => seq <= Number(event.read_seq))
    else if (event.type === "conversation") {
      forget(id)
      whenVisible(`accepted ${id}`, () => announceAcceptance(id, String(event.state)))
    } else if (event.type === "notification")
      whenVisible(`notification ${event.id}`, () => announceNotification(String(event.id)))
    // Rights begin and end with the plan: the page shows what they open, and closes the rest.
    else if (event.type === "billing") revalidate()
    else logUnknown(event)
  })

  function receive(message: Message): void {
    const { conversation_id: id, author_id } = message
    if (author_id === me || id === open) return
    noticed.current.set(id, [...(noticed.current.get(id) ?? []), message])
    whenVisible(`conversation ${id}`, () => {
      clearTimeout(timers.current.get(id))
      timers.current.set(
        id,
        setTimeout(() => announce(id), batchDelay),
      )
    })
  }

  /** Removes messages from a conversation's notice, and the notice with the last of them. */
  function take(id: string, isTaken: (message: Message) => boolean): void {
    const messages = noticed.current.get(id)
    const left = messages?.filter((message) => !isTaken(message))
    if (!messages || !left || left.length === messages.length) return
    if (left.length === 0) forget(id)
    else {
      noticed.current.set(id, left)
      if (toasts.has(toastOf(id))) toasts.update(toastOf(id), { description: describe(left) })
    }
  }

  function describe(messages: Message[]): string {
    if (messages.length !== 1) return t("live.messages", { count: messages.length })
    const body = messages[0]?.body ?? ""
    return isHidden.current(body) ? "" : firstCharacters(body, maxSnippet)
  }

  async function announce(id: string): Promise<void> {
    const [conversation, hidden] = await Promise.all([
      find<Conversation>(`/api/conversations/${id}`),
      find<HiddenWords>("/api/me/hidden-words"),
    ])
    if (!conversation || conversation.is_muted) return forget(id)
    // Without the words nothing of the text is shown.
    isHidden.current = hidden ? createWordFilter(hidden.words) : () => true
    take(id, ({ seq }) => seq <= conversation.read_seq)
    const messages = noticed.current.get(id)
    if (!messages) return
    const { name, avatar } = conversation.with
    toasts.put({
      id: toastOf(id),
      title: conversation.state === "request" ? t("live.request", { name }) : name,
      description: describe(messages) || undefined,
      avatar: { src: avatar ?? undefined, alt: name },
      actions: openAction(`/profile/chat/${id}`),
      timeout: TOAST_TIMEOUT_MS,
      onClose: () => forget(id),
    })
  }

  /** Announces to the requester that they may write now. The conversation itself shows any other change. */
  async function announceAcceptance(id: string, state: string): Promise<void> {
    if (state !== "accepted" || id === open) return
    const conversation = await find<Conversation>(`/api/conversations/${id}`)
    if (!conversation?.is_mine || conversation.last_seq > 1) return
    const { name, avatar } = conversation.with
    toasts.put({
      id: `accepted ${id}`,
      title: t("live.accepted", { name }),
      avatar: { src: avatar ?? undefined, alt: name },
      actions: openAction(`/profile/chat/${id}`),
    })
  }

  async function announceNotification(id: string): Promise<void> {
    const notification = await find<Notification>(`/api/notifications/${id}`)
    if (!notification || notification.is_read) return
    toasts.put({
      id: `notification ${id}`,
      title: notification.title,
      actions: openAction(`/profile/notifications/${id}`),
    })
  }
}

/** Runs an act at once or, for the last one of each key, once the tab is in front. */
function useWhenVisible(): (key: string, action: () => void) => void {
  const waiting = useRef(new Map<string, () => void>())
  useEffect(() => {
    const turn = () => {
      if (document.hidden) return
      const acts = [...waiting.current.values()]
      waiting.current.clear()
      for (const action of acts) action()
    }
    document.addEventListener("visibilitychange", turn)
    return () => document.removeEventListener("visibilitychange", turn)
  }, [])
  return (key, action) => {
    if (document.hidden) waiting.current.set(key, action)
    else action()
  }
}

const known = new Set(["gap", "message.changed", "read", "typing", "notifications.read"])

/** An older page does not show the events of a newer server: they are only logged (product-spec 8). */
function logUnknown(event: LiveEvent): void {
  if (!known.has(event.type)) console.info("Unrecognised notification", event)
}

async function find<Found>(path: string): Promise<Found | null> {
  // No notice: the count shows it.
  return callApi<Found>(path, { isQuiet: true }).catch(() => null)
}

const icons = { plain: "/favicon.svg", unread: "/favicon-unread.svg" }

/** The number before the title, and a dot on the icon. */
function useTabBadge(unread: number): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page sets a title of its own
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, "")
    document.title = unread > 0 ? `(${unread}) ${title}` : title
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon][type='image/svg+xml']")
    if (icon) icon.setAttribute("href", unread > 0 ? icons.unread : icons.plain)
  }, [unread, key])
}
