import { data, type MetaFunction, redirect } from "@remix-run/cloudflare"
import {
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useRouteLoaderData,
  useSearchParams,
} from "@remix-run/react"
import { useMemo } from "react"
import * as z from "zod"
import { blockUser, unblockUser } from "~/domain/chat/blocks.server"
import {
  acceptRequest,
  declineRequest,
  deleteConversation,
  getConversation,
  markRead,
  muteConversation,
  readMessages,
} from "~/domain/chat/conversations.server"
import { getOpenedConversation } from "~/domain/chat/inbox/opened-conversation.server"
import { type Conversation, NewMessage, ThreadQuery } from "~/domain/chat/schema"
import { postMessage } from "~/domain/chat/service.server"
import { createWordFilter } from "~/domain/chat/words/hidden-words"
import { requireUser } from "~/domain/core/actor/guards"
import { type ConversationIntent, ConversationView } from "~/features/chat/conversation-view"
import { translator } from "~/i18n/i18n.server"
import { newId } from "~/lib/id"
import type { FormResult } from "~/remix/form"
import { byIntent, type FormHandler, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"
import { useRootData } from "~/remix/root-data"
import { type ActionMessage, useActionToast } from "~/remix/use-action-toast"
import type { loader as listLoader } from "./chat"

type ListLoader = typeof listLoader

export const loader = withContext(async (args) => {
  const { ctx, request } = args
  const id = idOf(args)
  const { conversation, profile, isEarly } = await getOpenedConversation(ctx, id)
  const parameters = new URL(request.url).searchParams
  const before = parameters.get("before") ?? undefined
  const at = atOf(parameters)
  // Opens at the last read message, if there are unread ones.
  const unread = conversation.unread_messages_count > 0 ? { around: conversation.read_seq } : {}
  const wanted = ThreadQuery.safeParse({ ...(at === null ? unread : { around: at }), before })
  const thread = await readMessages(ctx, id, wanted.data ?? ThreadQuery.parse({}))
  // In the tab, the history and on a shared screen: no name of the other member (trust-safety R20).
  const title = translator(ctx.locale, "chat")("title")
  const isOwner = requireUser(ctx).workshop !== null
  const settings = translator(ctx.locale, "settings")
  const texts = { title: settings("notifications.push.notice_title"), body: settings("notifications.push.notice_body") }
  const push = ctx.push ? { publicKey: ctx.push.publicKey, texts } : null
  return { conversation, profile, isEarly, thread, isOwner, push, clientId: newId(ctx.now()), now: ctx.now(), title }
})

export const action = withContext((args) => {
  const { ctx } = args
  const id = idOf(args)
  const t = translator(ctx.locale, "chat")
  /** Handles a form that is only a button. */
  const press =
    (run: (conversation: Conversation) => Promise<unknown>, message?: string): FormHandler =>
    (args) =>
      submitForm(args, z.object({}), async () => {
        await run(await getConversation(ctx, id))
        return data<FormResult>({ message })
      })
  return byIntent<ConversationIntent>(args, {
    send: (args) =>
      submitForm(args, NewMessage, async (form) => {
        await postMessage(ctx, id, form)
        throw redirect(`/profile/chat/${id}#end`, 303)
      }),
    accept: press(() => acceptRequest(ctx, id)),
    decline: press(() => declineRequest(ctx, id)),
    mute: press(() => muteConversation(ctx, id, true)),
    unmute: press(() => muteConversation(ctx, id, false)),
    block: press((conversation) => blockUser(ctx, conversation.with.id), t("block_done")),
    unblock: press((conversation) => unblockUser(ctx, conversation.with.id), t("unblock_done")),
    remove: press(async () => {
      await deleteConversation(ctx, id)
      throw redirect("/profile/chat", 303)
    }),
    "mark-read": press(({ last_seq }) => markRead(ctx, id, last_seq)),
  })
})

/** Returns the number of the message to open at, which a result of the search names. The browser reads it, too: without a schema. */
function atOf(parameters: URLSearchParams): number | null {
  const at = parameters.get("at") ?? ""
  return /^[1-9]\d{0,14}$/.test(at) ? Number(at) : null
}

function idOf({ params }: PageArgs): string {
  return params.conversation ?? ""
}

/** Typing into the list's search box changes no conversation. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentParams,
  nextParams,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  currentParams.conversation === nextParams.conversation && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function ConversationPage() {
  const { conversation, profile, isEarly, thread, isOwner, push, clientId, now } = useLoaderData<typeof loader>()
  // Not an outlet context: the function would be in the libraries of every page.
  const words = useRouteLoaderData<ListLoader>("routes/chat/chat")?.hidden_words
  const isHidden = useMemo(() => createWordFilter(words ?? []), [words])
  const userId = useRootData()?.user?.id ?? ""
  const [parameters] = useSearchParams()
  useActionToast(useActionData<ActionMessage>())
  return (
    <ConversationView
      key={conversation.id}
      conversation={conversation}
      profile={profile}
      isEarly={isEarly}
      thread={thread}
      userId={userId}
      isOwner={isOwner}
      isHidden={isHidden}
      at={atOf(parameters)}
      push={push}
      clientId={clientId}
      now={now}
    />
  )
}
