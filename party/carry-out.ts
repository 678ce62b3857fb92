import { answeredEvent, conversationChannel } from "~/domain/chat/channel-names"
import { hasLink } from "~/domain/chat/policy"
import type { Message, NewMessage } from "~/domain/chat/schema"
import { describeError } from "~/lib/describe-error"
import type { Act } from "./answer"
import { encodeFrame } from "./protocol"

/** What a member lets others see, as they have set it. */
interface Shared {
  typing: boolean
  readReceipts: boolean
}

/** Does what a socket of `userId` asked for outside of it; gives the frame that answers it, if one does. */
export async function carryOut(env: Env, userId: string, act: Act, shared: Shared): Promise<string | null> {
  switch (act.kind) {
    case "typing":
      if (shared.typing) await env.UserChannel.getByName(act.peer).relayTyping(act.conversationId, userId)
      return null
    case "read":
      await env.ChatRoom.getByName(act.conversationId).read(userId, act.seq, shared.readReceipts)
      return null
    case "message": {
      const message = await post(env, userId, act.conversationId, act.message)
      const answer = { client_id: act.message.client_id, message }
      return encodeFrame(answeredEvent, answer, conversationChannel(act.conversationId))
    }
    default:
      throw new Error(`There is no such act: ${JSON.stringify(act satisfies never)}`)
  }
}

/**
 * Sends a message for somebody whose socket may be in the conversation. Null: it is left to the API, which says what stands against it in
 * the author's language. So is a link, since how old the account is that sends it is not known here.
 */
async function post(env: Env, userId: string, id: string, { client_id, body }: NewMessage): Promise<Message | null> {
  if (hasLink(body)) return null
  const message = { clientId: client_id, body }
  const posted = await env.ChatRoom.getByName(id)
    .post(userId, message, Date.now())
    .catch((error: unknown) => {
      console.warn(JSON.stringify({ level: "warn", event: "channel.not_posted", ...describeError(error) }))
      return null
    })
  return posted && "message" in posted ? posted.message : null
}
