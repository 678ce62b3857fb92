import type { MetaFunction } from "@remix-run/cloudflare"
import { Outlet, useLoaderData, useParams } from "@remix-run/react"
import { useMemo } from "react"
import { getConversationList } from "~/domain/chat/conversations.server"
import { ConversationsQuery } from "~/domain/chat/schema"
import { createWordFilter } from "~/domain/chat/words/hidden-words"
import { ConnectionBanner } from "~/features/chat/connection-banner"
import { ConversationList } from "~/features/chat/list/conversation-list"
import { useConversationList } from "~/features/chat/list/use-conversation-list"
import { translator } from "~/i18n/i18n.server"
import { classNames } from "~/lib/class-names"
import { AppError } from "~/lib/errors"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { useRootData } from "~/remix/root-data"

export const handle = { i18n: ["chat", "safety"] }

export const loader = withContext(async ({ ctx, request }) => {
  const parameters = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""))
  const query = ConversationsQuery.safeParse(parameters)
  if (!query.success) throw new AppError("filter.unknown")
  const { data, next_cursor, hidden_words } = await getConversationList(ctx, query.data)
  const title = translator(ctx.locale, "chat")("title")
  const { q = "" } = query.data
  const search = new URLSearchParams(Object.entries(query.data)).toString()
  return { data, next_cursor, hidden_words, query: q, search: search && `?${search}`, now: ctx.now(), title }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

/** The list beside the open conversation; on a phone, one or the other. */
export default function ChatPage() {
  const { data, next_cursor, hidden_words, query, search, now } = useLoaderData<typeof loader>()
  const { conversation } = useParams()
  const userId = useRootData()?.user?.id ?? ""
  const isHidden = useMemo(() => createWordFilter(hidden_words), [hidden_words])
  const list = useConversationList({ data, next_cursor, search, userId })
  return (
    <div data-whole-window className="flex min-h-0 grow flex-col">
      <ConnectionBanner />
      <div className="mx-auto flex min-h-0 w-full max-w-324 grow border-line min-[1296px]:border-x">
        <aside
          className={classNames(
            "w-full flex-col border-line lg:flex lg:w-85 lg:shrink-0 lg:border-r",
            conversation ? "hidden" : "flex",
          )}
        >
          <ConversationList {...list} query={query} userId={userId} isHidden={isHidden} now={now} />
        </aside>
        <section className={classNames("min-w-0 grow flex-col lg:flex", conversation ? "flex" : "hidden")}>
          <Outlet />
        </section>
      </div>
    </div>
  )
}
