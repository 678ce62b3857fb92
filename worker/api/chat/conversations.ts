import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import {
  acceptRequest,
  declineRequest,
  deleteConversation,
  getConversation,
  listConversations,
  markRead,
  muteConversation,
  saveDraft,
} from "~/domain/chat/conversations.server"
import { ConversationsQuery, DraftForm, MuteForm, NewConversation, ReadForm } from "~/domain/chat/schema"
import { startConversation } from "~/domain/chat/service.server"
import { reportMessages } from "~/domain/moderation/message-reports.server"
import { MessageReport } from "~/domain/moderation/schema"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"
import { Conversation, jsonBody, Message, conversationParams as params } from "./chat-schemas"

const tags = ["chat"]
const security = signedIn

const list = createRoute({
  method: "get",
  path: "/",
  tags,
  summary: "Your conversations, the last active first",
  description: "`q` looks for the name of the other one.",
  security,
  request: { query: ConversationsQuery },
  responses: {
    ...responses(200, "A page of them", z.object({ data: z.array(Conversation), next_cursor: z.string().nullable() })),
    ...errorResponses(400, 401, 422),
  },
})

const start = createRoute({
  method: "post",
  path: "/",
  tags,
  summary: "Write to the owner of a profile",
  description:
    "The first message is a request: until the owner accepts it, it is the only one. It needs premium, and what the owner's rules ask for. The same `client_id` again is the same message.",
  security,
  request: { body: jsonBody(NewConversation) },
  responses: {
    ...responses(201, "Sent", z.object({ conversation: Conversation, message: Message })),
    ...errorResponses(400, 401, 403, 404, 409, 410, 413, 415, 422, 429),
  },
})

const show = createRoute({
  method: "get",
  path: "/{id}",
  tags,
  summary: "One of your conversations",
  security,
  request: { params },
  responses: { ...responses(200, "The conversation", Conversation), ...errorResponses(401, 404) },
})

const hide = createRoute({
  method: "delete",
  path: "/{id}",
  tags,
  summary: "Delete a conversation for yourself",
  description: "It comes back, without what was in it so far, when something new is written.",
  security,
  request: { params },
  responses: { 204: { description: "Deleted" }, ...errorResponses(401, 404, 429) },
})

const read = createRoute({
  method: "post",
  path: "/{id}/read",
  tags,
  summary: "Say up to where you have read",
  security,
  request: { params, body: jsonBody(ReadForm) },
  responses: { 204: { description: "Noted" }, ...errorResponses(400, 401, 404, 413, 415, 422, 429) },
})

const draft = createRoute({
  method: "put",
  path: "/{id}/draft",
  tags,
  summary: "Keep what you have typed so far",
  security,
  request: { params, body: jsonBody(DraftForm) },
  responses: { 204: { description: "Kept" }, ...errorResponses(400, 401, 404, 413, 415, 422, 429) },
})

const mute = createRoute({
  method: "put",
  path: "/{id}/mute",
  tags,
  summary: "Be told nothing of a conversation, or be told again",
  security,
  request: { params, body: jsonBody(MuteForm) },
  responses: { 204: { description: "Noted" }, ...errorResponses(400, 401, 404, 413, 415, 422, 429) },
})

const accept = createRoute({
  method: "post",
  path: "/{id}/accept",
  tags,
  summary: "Accept a request",
  security,
  request: { params },
  responses: {
    ...responses(200, "The conversation as it is now", Conversation),
    ...errorResponses(401, 404, 409, 410, 429),
  },
})

const decline = createRoute({
  method: "post",
  path: "/{id}/decline",
  tags,
  summary: "Decline a request",
  description: "You may accept it later after all.",
  security,
  request: { params },
  responses: {
    ...responses(200, "The conversation as it is now", Conversation),
    ...errorResponses(401, 404, 409, 410, 429),
  },
})

const report = createRoute({
  method: "post",
  path: "/{id}/report",
  tags,
  summary: "Report messages",
  description:
    "Copies the messages that you choose, and the five before and after each, for whoever looks into it. Staff see nothing else of a conversation.",
  security,
  request: { params, body: jsonBody(MessageReport) },
  responses: {
    ...responses(201, "Received", z.object({ reference: z.string() })),
    ...errorResponses(400, 401, 404, 413, 415, 422, 429),
  },
})

export const conversations = createApi()
  .openapi(list, async (c) => c.json(await listConversations(c.var.ctx, c.req.valid("query")), 200))
  .openapi(start, async (c) => {
    const { conversation, message } = await startConversation(c.var.ctx, c.req.valid("json"))
    return c.json({ conversation, message }, 201)
  })
  .openapi(show, async (c) => c.json(await getConversation(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(hide, async (c) => {
    await deleteConversation(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(read, async (c) => {
    await markRead(c.var.ctx, c.req.valid("param").id, c.req.valid("json").seq)
    return c.body(null, 204)
  })
  .openapi(draft, async (c) => {
    await saveDraft(c.var.ctx, c.req.valid("param").id, c.req.valid("json").body)
    return c.body(null, 204)
  })
  .openapi(mute, async (c) => {
    await muteConversation(c.var.ctx, c.req.valid("param").id, c.req.valid("json").muted)
    return c.body(null, 204)
  })
  .openapi(accept, async (c) => c.json(await acceptRequest(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(decline, async (c) => c.json(await declineRequest(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(report, async (c) => {
    const reference = await reportMessages(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.json({ reference }, 201)
  })
