import { Form, useParams } from "@remix-run/react"
import BellOff from "lucide-react/icons/bell-off"
import Search from "lucide-react/icons/search"
import Settings2 from "lucide-react/icons/settings-2"
import type { Conversation } from "~/domain/chat/schema"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Avatar } from "~/ui/avatar"
import { Badge, CountBadge } from "~/ui/badge"
import { ButtonLink, IconLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { AppLink } from "~/ui/navigation/app-link"
import { formatMoment } from "../thread/message-dates"

export interface ConversationListProps {
  conversations: Conversation[]
  next: string | null
  query: string
  userId: string
  /** The conversations in which somebody is typing. */
  typing: ReadonlySet<string>
  /** Epoch ms of the response, so that server and browser render the same day. */
  now: number
}

/** All conversations of a member, the most recently active first, with a box to find one by name. */
export function ConversationList({ conversations, next, query, userId, typing, now }: ConversationListProps) {
  const { t } = useTranslation("chat")
  const { conversation: open } = useParams()
  const isEmpty = conversations.length === 0
  // An open conversation has the page's main title.
  const Title = open ? "h2" : "h1"
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="px-4 pt-5 pb-4 md:px-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Title className="text-page-title md:text-subsection">{t("title")}</Title>
          <IconLink label={t("settings.open")} to="/profile/settings/messages">
            <Settings2 />
          </IconLink>
        </div>
        <Form role="search" action="/profile/chat" className="relative mt-4">
          <Search aria-hidden className="pointer-events-none absolute top-3 left-3.5 size-4.5 text-mute" />
          <input
            type="search"
            name="q"
            defaultValue={query}
            maxLength={80}
            aria-label={t("search")}
            placeholder={t("search")}
            className="h-10.5 w-full rounded-field border border-transparent bg-sunk pr-3 pl-10.5 text-ui focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0"
          />
          <button type="submit" className="sr-only focus:not-sr-only focus:link focus:pt-2">
            {t("search_submit")}
          </button>
        </Form>
      </div>
      {isEmpty ? (
        <NoConversations isSearch={query !== ""} />
      ) : (
        <ul aria-label={t("list")} className="min-h-0 grow overflow-y-auto border-t border-line">
          {conversations.map((one) => (
            <li key={one.id} className="border-b border-line">
              <Row
                conversation={one}
                isOpen={one.id === open}
                isTyping={typing.has(one.id)}
                userId={userId}
                query={query}
                now={now}
              />
            </li>
          ))}
          {next && (
            <li className="p-4 text-center">
              <ButtonLink
                to={`/profile/chat?${new URLSearchParams({ ...(query && { q: query }), cursor: next })}`}
                size="small"
              >
                {t("more")}
              </ButtonLink>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

interface RowProps {
  conversation: Conversation
  isOpen: boolean
  isTyping: boolean
  userId: string
  query: string
  now: number
}

function Row({ conversation, isOpen, isTyping, userId, query, now }: RowProps) {
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
        isOpen && "bg-sunk",
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
    return message.author_id === me ? t("you", { text }) : text
  }
}

function NoConversations({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation("chat")
  if (isSearch) {
    return (
      <p className="px-5 py-6 text-ui text-ink2">
        {t("no_match")}{" "}
        <AppLink to="/profile/chat" className="link">
          {t("show_all")}
        </AppLink>
      </p>
    )
  }
  return (
    <EmptyState title={t("empty.title")} button={<ButtonLink to="/escorts">{t("empty.browse")}</ButtonLink>}>
      {t("empty.body")}
    </EmptyState>
  )
}
