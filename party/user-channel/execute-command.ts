import { openDatabase } from "~/db/client.server"
import { answeredEvent, conversationChannel } from "~/domain/chat/channel-names"
import { hasLink } from "~/domain/chat/links"
import { findListener } from "~/domain/chat/queries.server"
import type { Message, NewMessage } from "~/domain/chat/schema"
import type { Posted, PostedMessage, Refused } from "~/domain/ports/chat"
import { describeError } from "~/lib/describe-error"
import type { ClientCommand } from "./frame-handler"
import { encodeFrame } from "./protocol"

/** What a member lets others see, as they have set it, and how a message of theirs is sent. */
interface Sender {
  typing: boolean
  readReceipts: boolean
  post(conversationId: string, message: PostedMessage): Promise<Posted | Refused>
}

/** Does what a socket of `userId` asked for outside of it; gives the frame that answers it, if one does. */
export async function executeCommand(
  env: Env,
  userId: string,
  act: ClientCommand,
  sender: Sender,
): Promise<string | null> {
  switch (act.kind) {
    case "typing":
      if (sender.typing) await sayTyping(env, userId, act.conversationId)
      return null
    case "read":
      await env.ChatRoom.getByName(act.conversationId).read(userId, act.seq, sender.readReceipts)
      return null
    case "message": {
      const message = await post(sender, act.conversationId, act.message)
      const answer = { client_id: act.message.client_id, message }
      return encodeFrame(answeredEvent, answer, conversationChannel(act.conversationId))
    }
    default:
      throw new Error(`There is no such act: ${JSON.stringify(act satisfies never)}`)
  }
}

/** Says so only to somebody who let the two talk, and has neither muted nor deleted it. */
async function sayTyping(env: Env, userId: string, conversationId: string): Promise<void> {
  const { db } = openDatabase(env.DB, "first-primary")
  const listener = await findListener(db, userId, conversationId)
  if (listener !== null) await env.UserChannel.getByName(listener).relayTyping(conversationId, userId)
}

/**
 * Sends a message for somebody whose socket may be in the conversation. Null: it is left to the API, which says what stands against it in
 * the author's language. So is a link, since how old the account is that sends it is not known here.
 */
async function post(sender: Sender, id: string, { client_id, body }: NewMessage): Promise<Message | null> {
  if (hasLink(body)) return null
  const posted = await sender.post(id, { clientId: client_id, body }).catch((error: unknown) => {
    console.warn(JSON.stringify({ level: "warn", event: "channel.not_posted", ...describeError(error) }))
    return null
  })
  return posted && "message" in posted ? posted.message : null
}
