import type { MetaFunction } from "@remix-run/cloudflare"
import { Outlet, useLoaderData, useParams, useRevalidator } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { listConversations } from "~/domain/chat/conversations.server"
import { ConversationsQuery } from "~/domain/chat/schema"
import { ConversationList } from "~/features/chat/conversation-list"
import { useLiveEvents } from "~/features/live/live-provider"
import { translator } from "~/i18n/i18n.server"
import { classNames } from "~/lib/class-names"
import { AppError } from "~/lib/errors"
import { pageMeta } from "~/lib/meta"
import { withContext } from "~/lib/page.server"
import { useRootData } from "~/lib/root-data"

export const handle = { i18n: ["chat", "safety"] }

export const loader = withContext(async ({ ctx, request }) => {
  const parameters = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""))
  const query = ConversationsQuery.safeParse(parameters)
  if (!query.success) throw new AppError("filter.unknown")
  const { data, next_cursor } = await listConversations(ctx, query.data)
  const title = translator(ctx.locale, "chat")("title")
  return { conversations: data, next: next_cursor, query: query.data.q ?? "", now: ctx.now(), title }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

/** The list beside the open conversation; on a phone, one or the other. */
export default function ChatPage() {
  const { conversations, next, query, now } = useLoaderData<typeof loader>()
  const { conversation } = useParams()
  const userId = useRootData()?.user?.id ?? ""
  const typing = useListNews(userId)
  return (
    <div
      data-whole-window
      className="mx-auto flex min-h-0 w-full max-w-[1720px] grow border-line min-[1720px]:border-x"
    >
      <aside
        className={classNames(
          "w-full flex-col border-line lg:flex lg:w-85 lg:shrink-0 lg:border-r",
          conversation ? "hidden" : "flex",
        )}
      >
        <ConversationList {...{ conversations, next, query, userId, typing, now }} />
      </aside>
      <section className={classNames("min-w-0 grow flex-col lg:flex", conversation ? "flex" : "hidden")}>
        <Outlet />
      </section>
    </div>
  )
}

const changesTheList = new Set(["gap", "message", "message.changed", "message.deleted", "conversation", "read"])
const typingFor = 6_000

/** Loads the list anew, soon, when something in it changed; gives where somebody types. */
function useListNews(userId: string): ReadonlySet<string> {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set())
  const ends = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const stop = (id: string) => {
    clearTimeout(ends.current.get(id))
    ends.current.delete(id)
    setTyping((now) => new Set([...now].filter((one) => one !== id)))
  }
  useLiveEvents((event) => {
    if (event.type === "typing" && event.user_id !== userId) {
      const id = String(event.conversation_id)
      clearTimeout(ends.current.get(id))
      ends.current.set(
        id,
        setTimeout(() => stop(id), typingFor),
      )
      setTyping((now) => new Set([...now, id]))
    }
    if (!changesTheList.has(event.type)) return
    if (event.type === "message") stop((event.message as { conversation_id: string }).conversation_id)
    // Several come at once: one answer is enough.
    clearTimeout(timer.current)
    timer.current = setTimeout(revalidate, 250)
  })
  useEffect(() => {
    const running = ends.current
    return () => {
      clearTimeout(timer.current)
      for (const end of running.values()) clearTimeout(end)
    }
  }, [])
  return typing
}
