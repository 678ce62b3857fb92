import { Form, useParams } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import Settings2 from "lucide-react/icons/settings-2"
import type { Conversation } from "~/domain/chat/schema"
import type { Portrait } from "~/domain/profiles/member-home/schema"
import { smallPictures } from "~/features/profiles/cards/small-pictures"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink, IconLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { AppLink } from "~/ui/navigation/app-link"
import { FoundMessagesList, type FoundMessagesProps } from "../search/found-messages"
import { ConversationRow, type ConversationRowProps } from "./conversation-row"

export interface ConversationListProps {
  conversations: Conversation[]
  next: string | null
  query: string
  /** The messages that the search found: null if it failed, undefined without one. */
  found: FoundMessagesProps["found"] | undefined
  /** Of the newest profiles, where there is no conversation yet. */
  portraits: Portrait[]
  userId: string
  /** The conversations in which somebody is typing. */
  typing: ReadonlySet<string>
  isHidden: ConversationRowProps["isHidden"]
  /** Epoch ms of the response, so that server and browser render the same day. */
  now: number
}

/** All conversations of a member, the most recently active first, with a box to find one by name. */
export function ConversationList({
  conversations,
  next,
  query,
  found,
  portraits,
  userId,
  typing,
  isHidden,
  now,
}: ConversationListProps) {
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
          <Search aria-hidden className="pointer-events-none absolute top-3.25 left-3.5 size-4.5 text-mute" />
          <input
            type="search"
            name="q"
            defaultValue={query}
            maxLength={80}
            aria-label={t("search")}
            placeholder={t("search")}
            className="h-11 w-full rounded-field border border-transparent bg-sunk pr-3 pl-10.5 text-ui focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0"
          />
          <button type="submit" className="sr-only focus:not-sr-only focus:link focus:pt-2">
            {t("search_submit")}
          </button>
        </Form>
      </div>
      {isEmpty && found === undefined ? (
        <NoConversations isSearch={query !== ""} portraits={portraits} />
      ) : (
        <div className="min-h-0 grow overflow-y-auto border-t border-line">
          {found !== undefined && <Heading isBelowTitle={open === undefined}>{t("find.people")}</Heading>}
          {isEmpty && <NoConversations isSearch portraits={[]} />}
          <ul aria-label={t("list")}>
            {conversations.map((one) => (
              <li key={one.id} className="border-b border-line">
                <ConversationRow
                  conversation={one}
                  isOpen={one.id === open}
                  isTyping={typing.has(one.id)}
                  userId={userId}
                  query={query}
                  isHidden={isHidden}
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
          {found !== undefined && (
            <>
              <Heading isBelowTitle={open === undefined}>{t("find.messages")}</Heading>
              <FoundMessagesList found={found} query={query} userId={userId} isHidden={isHidden} now={now} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** `isBelowTitle`: the list's title is the page's main one. */
function Heading({ isBelowTitle, children }: { isBelowTitle: boolean; children: string }) {
  const Level = isBelowTitle ? "h2" : "h3"
  return <Level className="px-4 pt-4 pb-2 text-meta font-medium text-mute md:px-5">{children}</Level>
}

function NoConversations({ isSearch, portraits }: { isSearch: boolean; portraits: Portrait[] }) {
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
    <EmptyState
      pictures={smallPictures(portraits)}
      title={t("empty.title")}
      button={<ButtonLink to="/escorts">{t("empty.browse")}</ButtonLink>}
    >
      {t("empty.body")}
    </EmptyState>
  )
}
