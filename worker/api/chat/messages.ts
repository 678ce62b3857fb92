import * as z from "zod"
import { readMessages } from "~/domain/chat/conversations.server"
import { editableFor, maxBody } from "~/domain/chat/limits"
import { MessageEdit, NewMessage, ThreadQuery } from "~/domain/chat/schema"
import { deleteMessage, editMessage, postMessage } from "~/domain/chat/service.server"
import { limits } from "~/domain/core/rate-limits"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { conversationParams, Message, messageParams, writeErrors, writeLimit } from "./chat-schemas"

const tag = "chat"
const text = `1 to ${maxBody} characters of plain text`
const heldLinks = "403 `chat.links_held` for a link from an account younger than a day."

const list = createOperation({
  method: "get",
  path: "/{id}/messages",
  operationId: "listMessages",
  tag,
  summary: "List messages",
  description: "Oldest first. Send at most one of `before`, `after` and `around`; without them, the newest messages.",
  guard: "user",
  request: {
    params: conversationParams,
    query: describeFields(ThreadQuery, {
      before: "Messages with a lower `seq`",
      after: "Messages with a higher `seq`",
      around: "Messages on both sides of this `seq`, including it",
      limit: "1 to 100; 50 by default",
    }),
  },
  responses: responses(
    200,
    "The messages",
    z.object({
      data: z.array(Message),
      has_before: z.boolean().meta({ description: "There are older messages" }),
      has_after: z.boolean().meta({ description: "There are newer messages" }),
    }),
  ),
  errors: ["request.not_found", "chat.unreachable"],
})

const send = createOperation({
  method: "post",
  path: "/{id}/messages",
  operationId: "sendMessage",
  tag,
  summary: "Send a message",
  description: `The message is stored before the response is sent. Idempotent by \`client_id\`: repeat the request until it succeeds. 429 \`chat.too_fast\` beyond ${limits["chat.send"].max} messages a minute, or as many as staff have set; 409 \`chat.pending\`, \`chat.accept_first\`, \`chat.declined\`, \`chat.expired\` or \`chat.blocked_by_you\` and 410 \`chat.unavailable\` by the state of the conversation. 422 \`chat.reply_unknown\` if you do not see the message of \`reply_to\`; one that was deleted for both can be replied to. ${heldLinks}`,
  guard: "user",
  request: {
    params: conversationParams,
    body: jsonBody(
      describeFields(NewMessage, {
        client_id: "Your own id of the message: 1 to 64 of `A-Z a-z 0-9 _ -`",
        body: text,
        reply_to: "The `seq` of the message that yours replies to, in the same conversation",
      }),
    ),
  },
  responses: {
    ...responses(201, "The message is stored", Message),
    ...responses(200, "The message was stored by an earlier request", Message),
  },
  errors: ["request.not_found", "chat.links_held", "chat.reply_unknown", "chat.too_fast", ...writeErrors],
})

const change = createOperation({
  method: "patch",
  path: "/{id}/messages/{seq}",
  operationId: "editMessage",
  tag,
  summary: "Edit a message",
  description: `Your own message, within ${editableFor / 60_000} minutes of sending; 409 \`chat.too_late\` afterwards. ${heldLinks} Limit: ${limitText("chat.edit")}.`,
  guard: "user",
  request: { params: messageParams, body: jsonBody(describeFields(MessageEdit, { body: text })) },
  responses: responses(200, "The edited message", Message),
  errors: [
    "request.not_found",
    "chat.links_held",
    "chat.too_late",
    "rate.limited",
    "chat.pending",
    "chat.declined",
    "chat.expired",
    "chat.blocked_by_you",
    "chat.unavailable",
  ],
})

const remove = createOperation({
  method: "delete",
  path: "/{id}/messages/{seq}",
  operationId: "deleteMessage",
  tag,
  summary: "Delete a message",
  description: `\`for=both\` deletes your own message for both members, at any time. ${writeLimit}`,
  guard: "user",
  request: {
    params: messageParams,
    query: z.object({
      for: z
        .enum(["me", "both"])
        .default("me")
        .meta({ description: "`me`: any message, for you alone; `both`: your own message" }),
    }),
  },
  responses: { 204: { description: "The message is deleted" } },
  errors: ["request.not_found", "rate.limited"],
})

export const messages = createApi()
  .openapi(list, async (c) => c.json(await readMessages(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200))
  .openapi(send, async (c) => {
    const { message, isNew } = await postMessage(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return isNew ? c.json(message, 201) : c.json(message, 200)
  })
  .openapi(change, async (c) => {
    const { id, seq } = c.req.valid("param")
    return c.json(await editMessage(c.var.ctx, id, seq, c.req.valid("json").body), 200)
  })
  .openapi(remove, async (c) => {
    const { id, seq } = c.req.valid("param")
    await deleteMessage(c.var.ctx, id, seq, c.req.valid("query").for)
    return c.body(null, 204)
  })
