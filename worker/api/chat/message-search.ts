import * as z from "zod"
import { MessageSearch } from "~/domain/chat/search/schema"
import { searchConversation, searchMessages } from "~/domain/chat/search/search.server"
import { describeFields } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { Conversation, conversationParams, Message } from "./chat-schemas"

const tag = "chat"
const query = describeFields(MessageSearch, {
  q: "Words that all have to be in the text, whatever their case and accents",
  cursor: "The `next_cursor` of the previous page",
})
const limit = `Limit, together for all searches in messages: ${limitText("chat.search")}.`
const nextCursor = z
  .string()
  .nullable()
  .meta({ description: "Null at the end. A page can be empty and have a next one" })

const inConversation = createOperation({
  method: "get",
  path: "/conversations/{id}/messages/search",
  operationId: "searchConversation",
  tag,
  summary: "Search a conversation",
  description: `Up to 20 messages that you see, newest first. A page reads at most 2,000 messages. ${limit}`,
  guard: "user",
  request: { params: conversationParams, query },
  responses: responses(200, "A page of messages", z.object({ data: z.array(Message), next_cursor: nextCursor })),
  errors: ["request.not_found", "cursor.invalid", "rate.limited", "chat.unreachable"],
})

const inAll = createOperation({
  method: "get",
  path: "/messages/search",
  operationId: "searchMessages",
  tag,
  summary: "Search all conversations",
  description: `The newest messages that you see, up to three of a conversation. A page searches 20 conversations, the last active first, and the newest 500 messages of each. ${limit}`,
  guard: "user",
  request: { query },
  responses: responses(
    200,
    "A page of messages",
    z.object({
      data: z.array(z.object({ conversation: Conversation, message: Message })),
      next_cursor: nextCursor,
      is_complete: z.boolean().meta({ description: "False if some of these conversations did not respond" }),
    }),
  ),
  errors: ["cursor.invalid", "rate.limited", "chat.unreachable"],
})

export const messageSearch = createApi()
  .openapi(inConversation, async (c) =>
    c.json(await searchConversation(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200),
  )
  .openapi(inAll, async (c) => c.json(await searchMessages(c.var.ctx, c.req.valid("query")), 200))
