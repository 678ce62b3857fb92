import type { MetaFunction } from "@remix-run/cloudflare"
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useParams } from "@remix-run/react"
import { useMemo } from "react"
import { getConversationList } from "~/domain/chat/conversations.server"
import { ConversationsQuery } from "~/domain/chat/schema"
import type { FoundInConversations, MessageSearch } from "~/domain/chat/search/schema"
import { searchMessages } from "~/domain/chat/search/search.server"
import { createWordFilter } from "~/domain/chat/words/hidden-words"
import type { Ctx } from "~/domain/core/context"
import { findNewestPortraits } from "~/domain/profiles/member-home/member-home.server"
import { ConnectionBanner } from "~/features/chat/connection-banner"
import { ConversationList } from "~/features/chat/list/conversation-list"
import { useConversationList } from "~/features/chat/list/use-conversation-list"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { AppError, isAppError } from "~/lib/errors"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { useRootData } from "~/remix/root-data"

export const handle = { i18n: ["chat", "safety"] }

export const loader = withContext(async ({ ctx, request }) => {
  const parameters = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""))
  const query = ConversationsQuery.safeParse(parameters)
  if (!query.success) throw new AppError("filter.unknown")
  const { q = "" } = query.data
  const { messages: cursor } = parameters
  const [{ data, next_cursor, hidden_words }, found] = await Promise.all([
    getConversationList(ctx, query.data),
    q === "" || query.data.cursor ? undefined : findMessages(ctx, { q, cursor }),
  ])
  const isNew = q === "" && !query.data.cursor && data.length === 0
  const portraits = isNew ? await findNewestPortraits(ctx) : []
  const title = translator(ctx.locale, "chat")("title")
  const search = new URLSearchParams(Object.entries(query.data)).toString()
  const address = search && `?${search}`
  return { data, next_cursor, hidden_words, found, portraits, query: q, search: address, now: ctx.now(), title }
})

/** Returns null where messages cannot be searched now: the list stays. */
async function findMessages(ctx: Ctx, query: MessageSearch): Promise<FoundInConversations | null> {
  try {
    return await searchMessages(ctx, query)
  } catch (error) {
    if (isAppError(error) && (error.code === "rate.limited" || error.code === "chat.unreachable")) return null
    throw error
  }
}

/** A result of the search that is opened leaves the list as it is. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const listOf = ({ searchParams }: URL) => ["q", "cursor", "messages"].map((name) => searchParams.get(name)).join("\n")
  const isOther = currentUrl.href !== nextUrl.href
  return !formMethod && isOther && listOf(currentUrl) === listOf(nextUrl) ? false : defaultShouldRevalidate
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

/** The list beside the open conversation; on a phone, one or the other. */
export default function ChatPage() {
  const { data, next_cursor, hidden_words, found, portraits, query, search, now } = useLoaderData<typeof loader>()
  const { t } = useTranslation("chat")
  const { conversation } = useParams()
  const userId = useRootData()?.user?.id ?? ""
  const isHidden = useMemo(() => createWordFilter(hidden_words), [hidden_words])
  const list = useConversationList({ data, next_cursor, search, userId })
  return (
    <div data-whole-window className="flex min-h-0 grow flex-col">
      <ConnectionBanner />
      <div className="mx-auto flex min-h-0 w-full max-w-324 grow border-line min-[1296px]:border-x">
        <aside
          aria-label={t("title")}
          className={classNames(
            "w-full flex-col border-line lg:flex lg:w-85 lg:shrink-0 lg:border-r",
            conversation ? "hidden" : "flex",
          )}
        >
          <ConversationList
            {...list}
            query={query}
            found={found}
            portraits={portraits}
            userId={userId}
            isHidden={isHidden}
            now={now}
          />
        </aside>
        <div className={classNames("min-w-0 grow flex-col lg:flex", conversation ? "flex" : "hidden")}>
          <Outlet />
        </div>
      </div>
    </div>
  )
}
