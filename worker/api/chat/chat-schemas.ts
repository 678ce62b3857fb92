import * as z from "zod"
import { conversationStates } from "~/db/schema/chat"
import { snippetLength, whyNots } from "~/domain/chat/schema"
import type { ErrorCode } from "~/lib/errors"
import { limitText } from "../openapi/limit-text"
import { epochMs } from "../openapi/schemas"

/** For the description of a route that `countWrite` counts. */
export const writeLimit = `Limit, together for all changes in chat except sending: ${limitText("chat.write")}.`

/** The codes of `whyNots`, as an operation that sends a message returns them. */
export const writeErrors = [
  "chat.pending",
  "chat.accept_first",
  "chat.declined",
  "chat.expired",
  "chat.blocked_by_you",
  "chat.unavailable",
] as const satisfies ErrorCode[]

export const Message = z
  .object({
    conversation_id: z.string(),
    seq: z.number().int().meta({ description: "1, 2, 3 … in its conversation, without gaps" }),
    client_id: z.string().optional().meta({ description: "The sender's own id; only in the sender's responses" }),
    author_id: z.string().meta({ description: "A user id; empty if the account is deleted" }),
    body: z.string().nullable().meta({ description: "Null if the message is deleted" }),
    reply_to: z
      .object({
        seq: z.number().int(),
        author_id: z.string().meta({ description: "Empty where `body` is null" }),
        body: z
          .string()
          .nullable()
          .meta({
            description: `The first ${snippetLength} characters as they are now; null if you do not see that message any more`,
          }),
      })
      .nullable()
      .meta({ description: "The message of the same conversation that this one replies to" }),
    created_at: epochMs,
    edited_at: epochMs.nullable(),
    deleted_at: epochMs.nullable(),
  })
  .meta({ id: "Message" })

export const Away = z
  .object({
    last_day: z.iso.date().meta({ description: "The last day away, in the Europe/Paris time zone" }),
    note: z.string().meta({ description: "Plain text" }),
  })
  .meta({ id: "AwayNote" })

export const Conversation = z
  .object({
    id: z.string(),
    state: z.enum(conversationStates).meta({
      description: "`request`: the profile's owner has not decided; `closed`: the other member is gone",
    }),
    is_mine: z.boolean().meta({ description: "You sent the request" }),
    with: z
      .object({
        id: z.string(),
        name: z.string(),
        avatar: z.string().nullable().meta({ description: "The path of the picture" }),
        slug: z.string().nullable().meta({ description: "The slug of the published profile" }),
        is_gone: z.boolean().meta({ description: "The account is deleted, or blocks you" }),
      })
      .meta({ description: "The other member" }),
    last_message: z
      .object({
        seq: z.number().int(),
        body: z
          .string()
          .nullable()
          .meta({ description: `The first ${snippetLength} characters; null if the message is deleted` }),
        author_id: z.string(),
        created_at: epochMs,
        is_deleted: z.boolean(),
      })
      .nullable(),
    last_seq: z.number().int().meta({ description: "The `seq` of the newest message" }),
    read_seq: z.number().int().meta({ description: "You have read up to this `seq`" }),
    others_read_seq: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The other member has read up to this `seq`; null if they do not share it" }),
    unread_messages_count: z.number().int(),
    is_muted: z.boolean(),
    draft: z.string().meta({ description: "The unsent text that you saved" }),
    draft_reply_to: z.number().int().nullable().meta({ description: "The `seq` of the message that it replies to" }),
    may_write: z.boolean(),
    why_not: z.enum(whyNots).nullable().meta({ description: "Why you may not write now; null if you may" }),
    opens_private: z.boolean().meta({
      description: "Accepting opens your private pictures and videos to the other member, who does not see them now",
    }),
    away: Away.nullable().meta({
      description: "The note of the profile's owner while they are away, if you wrote to them",
    }),
    created_at: epochMs,
    updated_at: epochMs.meta({ description: "Epoch milliseconds of the last activity" }),
  })
  .meta({ id: "Conversation" })

export const conversationParams = z.object({ id: z.string().min(1).max(64) })
export const messageParams = conversationParams.extend({
  seq: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ description: "The message's number in its conversation" }),
})
