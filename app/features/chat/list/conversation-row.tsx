import BellOff from "lucide-react/icons/bell-off"
import type { Conversation } from "~/domain/chat/schema"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Avatar } from "~/ui/avatar"
import { Badge, CountBadge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { formatMoment } from "../thread/message-dates"

export interface ConversationRowProps {
  conversation: Conversation
  isOpen?: boolean
  isTyping?: boolean
  userId: string
  /** Whether a message of somebody else has one of the user's hidden words. */
  isHidden: (text: string) => boolean
  /** The search that the list answers. */
  query?: string
  /** Epoch ms. */
  now: number
}

/** A conversation in a list: who, when, and the last line; for a page with the translations `chat`. */
export function ConversationRow({
  conversation,
  isOpen,
  isTyping,
  userId,
  isHidden,
  query,
  now,
}: ConversationRowProps) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const { id, with: other, last_message: last, unread_messages_count: unread, is_muted, updated_at } = conversation
  const isUnread = unread > 0 && !isOpen
  const isRequest = conversation.state === "request" && !conversation.is_mine
  return (
    <AppLink
      to={`/profile/chat/${id}${query ? `?q=${encodeURIComponent(query)}` : ""}`}
      prefetch="none"
      aria-current={isOpen ? "page" : undefined}
      className={classNames(
        "flex items-center gap-3 px-4 py-3.5 outline-offset-[-2px] hover:bg-sunk md:px-5",
        isOpen && "bg-sunk forced-colors:outline-2 forced-colors:outline-[Highlight]",
      )}
    >
      <Avatar src={other.avatar ?? undefined} alt={other.name} size="xl" />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-3">
          <span dir="auto" className={classNames("truncate text-body", isUnread ? "font-semibold" : "font-medium")}>
            {other.name}
          </span>
          <span className={classNames("shrink-0 text-meta", isUnread ? "font-medium text-accent-text" : "text-mute")}>
            {formatMoment(last?.created_at ?? updated_at, locale, now, {
              today: t("today"),
              yesterday: t("yesterday"),
            })}
          </span>
        </span>
        <span className="mt-0.5 flex items-center justify-between gap-3">
          <span dir="auto" className={classNames("min-w-0 truncate text-ui", isUnread ? "text-ink" : "text-ink2")}>
            {isTyping ? (
              <span className="text-accent-text">{t("typing", { name: other.name })}</span>
            ) : (
              snippet(last, userId)
            )}
          </span>
          <span className="flex shrink-0 items-center gap-1.5">
            {isRequest && <Badge tone="accent">{t("request_badge")}</Badge>}
            {is_muted && <BellOff role="img" aria-label={t("muted")} className="size-4 text-mute" />}
            {isUnread && (
              <>
                <span aria-hidden>
                  <CountBadge>{unread}</CountBadge>
                </span>
                <span className="sr-only">{t("unread", { count: unread })}</span>
              </>
            )}
          </span>
        </span>
      </span>
    </AppLink>
  )

  function snippet(message: Conversation["last_message"], me: string): string {
    if (!message) return ""
    if (message.body === null) return t("deleted")
    const text = message.body.replace(/\s+/g, " ")
    if (message.author_id === me) return t("you", { text })
    return isHidden(message.body) ? t("hidden") : text
  }
}
