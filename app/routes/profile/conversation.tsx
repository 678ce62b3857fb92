import { data, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react"
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
import { NewMessage, ThreadQuery } from "~/domain/chat/schema"
import { postMessage } from "~/domain/chat/service.server"
import { ConversationView } from "~/features/chat/conversation-view"
import { translator } from "~/i18n/i18n.server"
import { newId } from "~/lib/id"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"
import { useRootData } from "~/remix/root-data"
import { type ActionMessage, useActionToast } from "~/remix/use-answer-toast"

export const loader = withContext(async (args) => {
  const { ctx, request } = args
  const id = idOf(args)
  const conversation = await getConversation(ctx, id)
  const before = new URL(request.url).searchParams.get("before") ?? undefined
  // Opens at the last read message, if there are unread ones.
  const unread = conversation.unread_messages_count > 0 ? { around: conversation.read_seq } : {}
  const wanted = ThreadQuery.safeParse({ ...unread, before })
  const thread = await readMessages(ctx, id, wanted.data ?? ThreadQuery.parse({}))
  // In the tab, the history and on a shared screen: no name of the other member (trust-safety R20).
  const title = translator(ctx.locale, "chat")("title")
  return { conversation, thread, clientId: newId(ctx.now()), now: ctx.now(), title }
})

const Act = z.object({
  act: z.enum(["accept", "decline", "mute", "unmute", "block", "unblock", "remove", "mark-read"]),
})
const Send = NewMessage.extend({ act: z.literal("send") })

export const action = withContext(async (args) => {
  const { ctx } = args
  const id = idOf(args)
  return submitForm(args, z.union([Send, Act]), async (form) => {
    if (form.act === "send") {
      await postMessage(ctx, id, form)
      throw redirect(`/profile/chat/${id}#end`, 303)
    }
    return actOn(ctx, id, form.act)
  })
})

async function actOn(ctx: PageArgs["ctx"], id: string, act: z.infer<typeof Act>["act"]) {
  const t = translator(ctx.locale, "chat")
  const conversation = await getConversation(ctx, id)
  switch (act) {
    case "accept":
      await acceptRequest(ctx, id)
      return null
    case "decline":
      await declineRequest(ctx, id)
      return null
    case "mute":
    case "unmute":
      await muteConversation(ctx, id, act === "mute")
      return null
    case "block":
      await blockUser(ctx, conversation.with.id)
      return data({ message: t("block_done") })
    case "unblock":
      await unblockUser(ctx, conversation.with.id)
      return data({ message: t("unblock_done") })
    case "remove":
      await deleteConversation(ctx, id)
      throw redirect("/profile/chat", 303)
    case "mark-read":
      await markRead(ctx, id, conversation.last_seq)
      return null
    default:
      throw new Error(`There is no such act: ${act satisfies never}`)
  }
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
  const { conversation, thread, clientId, now } = useLoaderData<typeof loader>()
  const userId = useRootData()?.user?.id ?? ""
  useActionToast(useActionData<ActionMessage>())
  return <ConversationView key={conversation.id} {...{ conversation, thread, userId, clientId, now }} />
}
