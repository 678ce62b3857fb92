import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { readMessages } from "~/domain/chat/conversations.server"
import { MessageEdit, NewMessage, ThreadQuery } from "~/domain/chat/schema"
import { deleteMessage, editMessage, postMessage } from "~/domain/chat/service.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"
import { conversationParams, jsonBody, Message, messageParams } from "./chat-schemas"

const tags = ["chat"]
const security = signedIn

const list = createRoute({
  method: "get",
  path: "/{id}/messages",
  tags,
  summary: "A piece of a conversation, the oldest message first",
  description: "`before`, `after` or `around` a message's `seq`; without any of them, the newest.",
  security,
  request: { params: conversationParams, query: ThreadQuery },
  responses: {
    ...responses(
      200,
      "The messages, and whether there are more on either side",
      z.object({ data: z.array(Message), has_before: z.boolean(), has_after: z.boolean() }),
    ),
    ...errorResponses(401, 404, 422),
  },
})

const send = createRoute({
  method: "post",
  path: "/{id}/messages",
  tags,
  summary: "Send a message",
  description:
    "It is stored before this answers. Send it again with the same `client_id` as often as you like: it is there once.",
  security,
  request: { params: conversationParams, body: jsonBody(NewMessage) },
  responses: {
    ...responses(201, "Sent", Message),
    ...responses(200, "It was sent before", Message),
    ...errorResponses(400, 401, 403, 404, 409, 410, 413, 415, 422, 429),
  },
})

const change = createRoute({
  method: "patch",
  path: "/{id}/messages/{seq}",
  tags,
  summary: "Change your message, within five minutes",
  security,
  request: { params: messageParams, body: jsonBody(MessageEdit) },
  responses: {
    ...responses(200, "The message as it is now", Message),
    ...errorResponses(400, 401, 403, 404, 409, 410, 413, 415, 422, 429),
  },
})

const remove = createRoute({
  method: "delete",
  path: "/{id}/messages/{seq}",
  tags,
  summary: "Delete a message for yourself, or yours for both",
  security,
  request: { params: messageParams, query: z.object({ for: z.enum(["me", "both"]).default("me") }) },
  responses: { 204: { description: "Deleted" }, ...errorResponses(401, 404, 422, 429) },
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
