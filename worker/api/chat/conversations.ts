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
import { maxBody, maxDraft } from "~/domain/chat/limits"
import { ConversationsQuery, DraftForm, MuteForm, NewConversation, ReadForm } from "~/domain/chat/schema"
import { startConversation } from "~/domain/chat/service.server"
import { reportMessages } from "~/domain/moderation/message-reports.server"
import { MessageReport } from "~/domain/moderation/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { errorResponses, responses } from "../openapi/responses"
import { pageOf } from "../openapi/schemas"
import { signedIn } from "../openapi/security"
import { Conversation, Message, conversationParams as params, writeLimit } from "./chat-schemas"

const tags = ["chat"]
const security = signedIn

const list = createRoute({
  method: "get",
  path: "/",
  tags,
  summary: "List conversations",
  description: "30 per page, the last active first.",
  security,
  request: {
    query: describeFields(ConversationsQuery, {
      cursor: "The `next_cursor` of the previous page",
      q: "A part of the other member's name",
    }),
  },
  responses: { ...responses(200, "A page of conversations", pageOf(Conversation)), ...errorResponses(400, 401, 422) },
})

const start = createRoute({
  method: "post",
  path: "/",
  tags,
  summary: "Start a conversation",
  description: `Sends the first message to a profile's owner, as a request: until the owner accepts it you cannot send another. An existing conversation with the owner is continued. Idempotent by \`client_id\`. Requires premium (403 \`chat.premium_required\`) and compliance with the owner's contact rules (403 \`chat.verified_required\`, \`chat.subscription_required\`, \`chat.language_required\`; 429 \`chat.budget_spent\`). Accounts younger than a day cannot send links (403 \`chat.links_held\`). 429 \`chat.too_many_new\` beyond ${limitText("chat.start")}; 409 \`chat.own_profile\` for your own profile.`,
  security,
  request: {
    body: jsonBody(
      describeFields(NewConversation, {
        profile: "The slug of the profile",
        client_id: "Your own id of the message: 1 to 64 of `A-Z a-z 0-9 _ -`",
        body: `1 to ${maxBody} characters of plain text`,
      }),
    ),
  },
  responses: {
    ...responses(201, "The message is stored", z.object({ conversation: Conversation, message: Message })),
    ...errorResponses(400, 401, 403, 404, 409, 410, 413, 415, 422, 429),
  },
})

const show = createRoute({
  method: "get",
  path: "/{id}",
  tags,
  summary: "Get a conversation",
  security,
  request: { params },
  responses: { ...responses(200, "The conversation", Conversation), ...errorResponses(401, 404) },
})

const hide = createRoute({
  method: "delete",
  path: "/{id}",
  tags,
  summary: "Delete a conversation for yourself",
  description: `The other member still sees it. It reappears with the next message, without the earlier ones. Idempotent. ${writeLimit}`,
  security,
  request: { params },
  responses: { 204: { description: "The conversation is deleted for you" }, ...errorResponses(401, 404, 429) },
})

const read = createRoute({
  method: "post",
  path: "/{id}/read",
  tags,
  summary: "Mark messages as read",
  description: `Marks every message up to \`seq\`. Idempotent; a lower \`seq\` than before changes nothing. The other member receives it if you share read receipts. ${writeLimit}`,
  security,
  request: {
    params,
    body: jsonBody(describeFields(ReadForm, { seq: "The number of the last message that is read" })),
  },
  responses: { 204: { description: "The messages are read" }, ...errorResponses(400, 401, 404, 413, 415, 422, 429) },
})

const draft = createRoute({
  method: "put",
  path: "/{id}/draft",
  tags,
  summary: "Save the draft of a message",
  description: `Stores the unsent text for all your devices; an empty text removes it. ${writeLimit}`,
  security,
  request: { params, body: jsonBody(describeFields(DraftForm, { body: `Up to ${maxDraft} characters` })) },
  responses: { 204: { description: "The draft is saved" }, ...errorResponses(400, 401, 404, 413, 415, 422, 429) },
})

const mute = createRoute({
  method: "put",
  path: "/{id}/mute",
  tags,
  summary: "Mute or unmute a conversation",
  description: `You receive no notifications of a muted conversation. Idempotent. ${writeLimit}`,
  security,
  request: { params, body: jsonBody(MuteForm) },
  responses: { 204: { description: "The setting is saved" }, ...errorResponses(400, 401, 404, 413, 415, 422, 429) },
})

const requestErrors =
  "For the profile's owner; 404 `request.not_found` for anyone else. Idempotent. 409 `chat.expired` 30 days after the request; 410 `chat.unavailable` if the other member is gone."

const accept = createRoute({
  method: "post",
  path: "/{id}/accept",
  tags,
  summary: "Accept a conversation request",
  description: `Allows both members to write. A declined request can still be accepted. ${requestErrors} ${writeLimit}`,
  security,
  request: { params },
  responses: {
    ...responses(200, "The updated conversation", Conversation),
    ...errorResponses(401, 404, 409, 410, 429),
  },
})

const decline = createRoute({
  method: "post",
  path: "/{id}/decline",
  tags,
  summary: "Decline a conversation request",
  description: `The sender cannot write again unless you accept the request later. ${requestErrors} ${writeLimit}`,
  security,
  request: { params },
  responses: {
    ...responses(200, "The updated conversation", Conversation),
    ...errorResponses(401, 404, 409, 410, 429),
  },
})

const report = createRoute({
  method: "post",
  path: "/{id}/report",
  tags,
  summary: "Report messages",
  description: `Copies the messages, and the five before and after each, for staff, who see nothing else of the conversation. 404 \`request.not_found\` if you see none of the messages. Limit: ${limitText("moderation.report.address")} for a network; \`minor\` and \`danger\` are always accepted.`,
  security,
  request: {
    params,
    body: jsonBody(
      describeFields(MessageReport, {
        messages: "The numbers (`seq`) of 1 to 50 messages",
        details: "Up to 5,000 characters",
      }),
    ),
  },
  responses: {
    ...responses(201, "The report is received", z.object({ reference: z.string() })),
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
