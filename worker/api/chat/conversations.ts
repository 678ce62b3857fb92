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
import { reportMessages } from "~/domain/safety/message-reports.server"
import { MessageReport } from "~/domain/safety/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { pageOf } from "../openapi/schemas"
import { Conversation, Message, conversationParams as params, writeErrors, writeLimit } from "./chat-schemas"

const tag = "chat"

const list = createOperation({
  method: "get",
  path: "/",
  operationId: "listConversations",
  tag,
  summary: "List conversations",
  description: "30 per page, the last active first.",
  guard: "user",
  request: {
    query: describeFields(ConversationsQuery, {
      cursor: "The `next_cursor` of the previous page",
      q: "A part of the other member's name",
    }),
  },
  responses: responses(200, "A page of conversations", pageOf(Conversation)),
  errors: ["cursor.invalid", "chat.unreachable"],
})

const start = createOperation({
  method: "post",
  path: "/",
  operationId: "startConversation",
  tag,
  summary: "Start a conversation",
  description: `Sends the first message to a profile's owner, as a request: until the owner accepts it you cannot send another. An existing conversation with the owner is continued. Idempotent by \`client_id\`. Requires premium (403 \`chat.premium_required\`) and compliance with the owner's contact rules (403 \`chat.verified_required\`, \`chat.subscription_required\`, \`chat.language_required\`; 429 \`chat.budget_spent\`). 403 \`chat.limited\` while staff let you send no first message: existing conversations go on. Accounts younger than a day cannot send links (403 \`chat.links_held\`). 429 \`chat.too_many_new\` beyond ${limitText("chat.start")}; 409 \`chat.own_profile\` for your own profile.`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(NewConversation, {
        profile: "The slug of the profile",
        client_id: "Your own id of the message: 1 to 64 of `A-Z a-z 0-9 _ -`",
        body: `1 to ${maxBody} characters of plain text`,
      }),
    ),
  },
  responses: responses(201, "The message is stored", z.object({ conversation: Conversation, message: Message })),
  errors: [
    "request.not_found",
    "chat.own_profile",
    "country.no_contact",
    "chat.limited",
    "chat.premium_required",
    "chat.verified_required",
    "chat.subscription_required",
    "chat.language_required",
    "chat.links_held",
    "chat.too_many_new",
    "chat.budget_spent",
    ...writeErrors,
    "chat.too_fast",
    "chat.unreachable",
  ],
})

const show = createOperation({
  method: "get",
  path: "/{id}",
  operationId: "getConversation",
  tag,
  summary: "Get a conversation",
  guard: "user",
  request: { params },
  responses: responses(200, "The conversation", Conversation),
  errors: ["request.not_found", "chat.unreachable"],
})

const hide = createOperation({
  method: "delete",
  path: "/{id}",
  operationId: "deleteConversation",
  tag,
  summary: "Delete a conversation for yourself",
  description: `The other member still sees it. It reappears with the next message, without the earlier ones. Idempotent. ${writeLimit}`,
  guard: "user",
  request: { params },
  responses: { 204: { description: "The conversation is deleted for you" } },
  errors: ["request.not_found", "rate.limited"],
})

const read = createOperation({
  method: "post",
  path: "/{id}/read",
  operationId: "markMessagesRead",
  tag,
  summary: "Mark messages as read",
  description: `Marks every message up to \`seq\`. Idempotent; a lower \`seq\` than before changes nothing. The other member receives it if you share read receipts. ${writeLimit}`,
  guard: "user",
  request: {
    params,
    body: jsonBody(describeFields(ReadForm, { seq: "The number of the last message that is read" })),
  },
  responses: { 204: { description: "The messages are read" } },
  errors: ["request.not_found", "rate.limited"],
})

const draft = createOperation({
  method: "put",
  path: "/{id}/draft",
  operationId: "saveDraft",
  tag,
  summary: "Save the draft of a message",
  description: `Stores the unsent text for all your devices; an empty text removes it. ${writeLimit}`,
  guard: "user",
  request: {
    params,
    body: jsonBody(
      describeFields(DraftForm, {
        body: `Up to ${maxDraft} characters`,
        reply_to: "The `seq` of the message that it replies to",
      }),
    ),
  },
  responses: { 204: { description: "The draft is saved" } },
  errors: ["request.not_found", "rate.limited"],
})

const mute = createOperation({
  method: "put",
  path: "/{id}/mute",
  operationId: "muteConversation",
  tag,
  summary: "Mute or unmute a conversation",
  description: `You receive no notifications of a muted conversation. Idempotent. ${writeLimit}`,
  guard: "user",
  request: { params, body: jsonBody(MuteForm) },
  responses: { 204: { description: "The setting is saved" } },
  errors: ["request.not_found", "rate.limited"],
})

const decision =
  "For the profile's owner: the sender receives 409 `chat.pending` or `chat.declined`. 404 `request.not_found` if there is no request to decide. Idempotent. 409 `chat.expired` 30 days after the request; 410 `chat.unavailable` if the other member is gone."
const decisionErrors = [
  "request.not_found",
  "chat.pending",
  "chat.declined",
  "chat.expired",
  "chat.blocked_by_you",
  "chat.unavailable",
  "chat.unreachable",
  "rate.limited",
] as const

const accept = createOperation({
  method: "post",
  path: "/{id}/accept",
  operationId: "acceptConversation",
  tag,
  summary: "Accept a conversation request",
  description: `Allows both members to write. A declined request can still be accepted. ${decision} ${writeLimit}`,
  guard: "user",
  request: { params },
  responses: responses(200, "The updated conversation", Conversation),
  errors: [...decisionErrors],
})

const decline = createOperation({
  method: "post",
  path: "/{id}/decline",
  operationId: "declineConversation",
  tag,
  summary: "Decline a conversation request",
  description: `The sender cannot write again unless you accept the request later. ${decision} ${writeLimit}`,
  guard: "user",
  request: { params },
  responses: responses(200, "The updated conversation", Conversation),
  errors: [...decisionErrors],
})

const report = createOperation({
  method: "post",
  path: "/{id}/report",
  operationId: "reportMessages",
  tag,
  summary: "Report messages",
  description: `Copies the messages, and the five before and after each, for staff, who see nothing else of the conversation. 404 \`request.not_found\` if you see none of the messages. Limit: ${limitText("moderation.report.address")} for a network; \`minor\` and \`danger\` are always accepted.`,
  guard: "user",
  request: {
    params,
    body: jsonBody(
      describeFields(MessageReport, {
        messages: "The numbers (`seq`) of 1 to 50 messages",
        details: "Up to 5,000 characters",
      }),
    ),
  },
  responses: responses(201, "The report is received", z.object({ reference: z.string() })),
  errors: ["request.not_found", "reports.paused", "rate.limited"],
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
    const { body, reply_to: replyTo } = c.req.valid("json")
    await saveDraft(c.var.ctx, c.req.valid("param").id, { body, replyTo })
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
