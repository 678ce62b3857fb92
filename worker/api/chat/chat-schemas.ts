import * as z from "zod"
import { conversationStates } from "~/db/schema/chat"
import { whyNots } from "~/domain/chat/schema"

const moment = z.number().int().meta({ description: "Epoch ms" })

export const Message = z
  .object({
    conversation_id: z.string(),
    seq: z.number().int().meta({ description: "1, 2, 3 … in its conversation" }),
    client_id: z.string().optional().meta({ description: "To its author alone" }),
    author_id: z.string().meta({ description: "Empty when the account is gone" }),
    body: z.string().nullable().meta({ description: "Null when it was deleted" }),
    created_at: moment,
    edited_at: moment.nullable(),
    deleted_at: moment.nullable(),
  })
  .meta({ id: "Message" })

export const Conversation = z
  .object({
    id: z.string(),
    state: z.enum(conversationStates),
    is_mine: z.boolean().meta({ description: "The caller wrote first" }),
    with: z.object({
      id: z.string(),
      name: z.string(),
      avatar: z.string().nullable(),
      slug: z.string().nullable().meta({ description: "Of a public profile" }),
      is_gone: z.boolean(),
    }),
    last_message: z
      .object({
        seq: z.number().int(),
        body: z.string().nullable(),
        author_id: z.string(),
        created_at: moment,
        is_deleted: z.boolean(),
      })
      .nullable(),
    last_seq: z.number().int(),
    read_seq: z.number().int(),
    others_read_seq: z.number().int().nullable().meta({ description: "Null: not shared" }),
    unread_messages_count: z.number().int(),
    is_muted: z.boolean(),
    draft: z.string(),
    may_write: z.boolean(),
    why_not: z.enum(whyNots).nullable(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "Conversation" })

/** The parameter of everything below a conversation. */
export const conversationParams = z.object({ id: z.string().min(1).max(64) })
export const messageParams = conversationParams.extend({
  seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
})

/** A JSON body, for a route's `request`. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "application/json": { schema } },
})
