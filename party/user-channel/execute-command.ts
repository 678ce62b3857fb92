import { answeredEvent, conversationChannel } from "~/domain/chat/channel-names"
import { hasLink } from "~/domain/chat/links"
import type { Message, NewMessage } from "~/domain/chat/schema"
import type { Posted, PostedMessage, Refused } from "~/domain/core/ports/chat"
import { describeError } from "~/lib/describe-error"
import { chatRoomOf, userChannelOf } from "../objects"
import type { ClientCommand as AnyCommand } from "./frame-handler"
import { encodeFrame } from "./protocol"

type ClientCommand = Exclude<AnyCommand, { kind: "attend" | "editing" }>

/** A member's shared settings, and how their messages are posted. */
interface Sender {
  typing: boolean
  readReceipts: boolean
  post(conversationId: string, message: PostedMessage): Promise<Posted | Refused>
}

/** Executes a command of a member's socket; returns the reply frame, if there is one. */
export async function executeCommand(
  env: Env,
  userId: string,
  command: ClientCommand,
  sender: Sender,
): Promise<string | null> {
  switch (command.kind) {
    case "typing":
      if (sender.typing) await relayTyping(env, userId, command.conversationId)
      return null
    case "read":
      await chatRoomOf(env, command.conversationId).read(userId, command.seq, sender.readReceipts)
      return null
    case "message": {
      const message = await post(sender, command.conversationId, command.message)
      const reply = { client_id: command.message.client_id, message }
      return encodeFrame(answeredEvent, reply, conversationChannel(command.conversationId))
    }
    default:
      throw new Error(`Unknown command: ${JSON.stringify(command satisfies never)}`)
  }
}

/** Relays typing only to a member who has accepted the conversation and not deleted it; their channel knows if they muted it. */
async function relayTyping(env: Env, userId: string, conversationId: string): Promise<void> {
  const listener = await chatRoomOf(env, conversationId).listenerOf(userId)
  if (listener !== null) await userChannelOf(env, listener).relayTyping(conversationId, userId)
}

/**
 * Posts a message for a socket that is subscribed to the conversation. Null if it was not posted: the client repeats it by the API, which
 * returns the reason in the author's language. Links always go by the API, because the account's age is not known here.
 */
async function post(sender: Sender, id: string, { client_id, body, reply_to }: NewMessage): Promise<Message | null> {
  if (hasLink(body)) return null
  const posted = await sender.post(id, { clientId: client_id, body, replyTo: reply_to }).catch((error: unknown) => {
    console.warn(JSON.stringify({ level: "warn", event: "channel.not_posted", ...describeError(error) }))
    return null
  })
  return posted && "message" in posted ? posted.message : null
}
