import { useLocation, useNavigate, useParams } from "@remix-run/react"
import { useEffect } from "react"
import type { Conversation, Message } from "~/domain/chat/schema"
import type { Notification } from "~/domain/notifications/schema"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/lib/root-data"
import { toasts } from "~/lib/toasts"
import type { LiveEvent } from "./event-stream"
import { useLive, useLiveEvents } from "./live-provider"
import { isInSight } from "./use-counts"

const longestSnippet = 120

/** Says what is new, wherever the member is: by a toast, in the title and in the tab's icon. */
export function LiveNotices() {
  const { t } = useTranslation()
  const me = useRootData()?.user?.id
  const { conversation: open } = useParams()
  const navigate = useNavigate()
  const { unread, news } = useLive()
  useTabSign(unread + news)

  useLiveEvents((event) => {
    if (event.type === "message") void announce(event.message as Message)
    else if (event.type === "conversation") void announceAnswer(event.conversation_id as string, event.state as string)
    else if (event.type === "notification") void announceNews(event.id as string)
    else logUnknown(event)
  })

  async function announce(message: Message): Promise<void> {
    const { conversation_id: id, author_id, body, seq } = message
    if (author_id === me || isInSight(id, open)) return
    const conversation = await find<Conversation>(`/api/conversations/${id}`)
    if (!conversation || conversation.is_muted || conversation.read_seq >= seq) return
    const { name, avatar } = conversation.with
    const isRequest = conversation.state === "request"
    toasts.add({
      title: isRequest ? t("live.request", { name }) : name,
      description: body?.slice(0, longestSnippet),
      avatar: { src: avatar ?? undefined, alt: name },
      actions: [{ label: t("live.open"), onSelect: () => navigate(`/profile/chat/${id}`) }],
    })
  }

  /** To who asked: that they may write now. Of any other change, the conversation itself tells. */
  async function announceAnswer(id: string, state: string): Promise<void> {
    if (state !== "accepted" || id === open) return
    const conversation = await find<Conversation>(`/api/conversations/${id}`)
    if (!conversation?.is_mine || conversation.last_seq > 1) return
    const { name, avatar } = conversation.with
    toasts.add({
      title: t("live.accepted", { name }),
      avatar: { src: avatar ?? undefined, alt: name },
      actions: [{ label: t("live.open"), onSelect: () => navigate(`/profile/chat/${id}`) }],
    })
  }

  async function announceNews(id: string): Promise<void> {
    const notification = await find<Notification>(`/api/notifications/${id}`)
    if (!notification || notification.is_read) return
    toasts.add({
      title: notification.title,
      actions: [{ label: t("live.open"), onSelect: () => navigate(`/profile/notifications/${id}`) }],
    })
  }

  return null
}

const known = new Set(["gap", "message.changed", "message.deleted", "read", "typing", "notifications.read"])

/** What a newer server says, an older page does not show: it is only logged (product-spec 8). */
function logUnknown(event: LiveEvent): void {
  if (!known.has(event.type)) console.info("Unrecognised notification", event)
}

async function find<Found>(path: string): Promise<Found | null> {
  try {
    const response = await fetch(path, { headers: { Accept: "application/json" } })
    return response.ok ? ((await response.json()) as Found) : null
  } catch {
    // No notice: the count says it.
    return null
  }
}

const icons = { plain: "/favicon.svg", unread: "/favicon-unread.svg" }

/** The number before the title, and a dot on the icon. */
function useTabSign(unread: number): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page brings a title of its own
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, "")
    document.title = unread > 0 ? `(${unread}) ${title}` : title
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon][type='image/svg+xml']")
    if (icon) icon.setAttribute("href", unread > 0 ? icons.unread : icons.plain)
  }, [unread, key])
}
