import * as z from "zod"
import { replySpeeds } from "~/db/schema/profiles/profiles"
import { deleteAwayNote, getAwayNote, setAwayNote } from "~/domain/chat/replies/away.server"
import { maxDaysAway, maxTemplates } from "~/domain/chat/replies/limits"
import { leastReplies } from "~/domain/chat/replies/policy"
import { getReplySpeed } from "~/domain/chat/replies/reply-speed.server"
import { AwayForm, TemplateForm, TemplateOrder } from "~/domain/chat/replies/schema"
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  orderTemplates,
  updateTemplate,
} from "~/domain/chat/replies/templates.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { wholeListOf } from "../openapi/schemas"
import { Away } from "./chat-schemas"

const tag = "profile owner"
const rate = `Limit, together for templates and the away note: ${limitText("answering.change")}.`
const ownersOnly = "404 `request.not_found` for members without a profile."
const params = z.object({ id: z.string().min(1).max(40).meta({ description: "A template's id" }) })

const Template = z
  .object({
    id: z.string(),
    title: z.string(),
    body: z.string().meta({ description: "Plain text; `{name}` stands for the other member's name" }),
  })
  .meta({ id: "MessageTemplate" })
const TemplateBody = describeFields(TemplateForm, { body: "Plain text; `{name}` stands for the other member's name" })

const list = createOperation({
  method: "get",
  path: "/templates",
  operationId: "listTemplates",
  tag,
  summary: "List your message templates",
  description: `All of them, in your order. The API never sends one by itself. ${ownersOnly}`,
  guard: "user",
  responses: responses(200, "The templates", wholeListOf(Template)),
  errors: ["request.not_found"],
})

const create = createOperation({
  method: "post",
  path: "/templates",
  operationId: "createTemplate",
  tag,
  summary: "Create a message template",
  description: `It is the last in your order. 409 \`templates.full\` beyond ${maxTemplates} templates. ${ownersOnly} ${rate}`,
  guard: "user",
  request: { body: jsonBody(TemplateBody) },
  responses: responses(201, "The template", Template),
  errors: ["request.not_found", "templates.full", "rate.limited"],
})

const update = createOperation({
  method: "put",
  path: "/templates/{id}",
  operationId: "updateTemplate",
  tag,
  summary: "Update a message template",
  description: `Replaces its title and text. ${rate}`,
  guard: "user",
  request: { params, body: jsonBody(TemplateBody) },
  responses: responses(200, "The template", Template),
  errors: ["request.not_found", "rate.limited"],
})

const remove = createOperation({
  method: "delete",
  path: "/templates/{id}",
  operationId: "deleteTemplate",
  tag,
  summary: "Delete a message template",
  description: rate,
  guard: "user",
  request: { params },
  responses: { 204: { description: "The template is deleted" } },
  errors: ["request.not_found", "rate.limited"],
})

const order = createOperation({
  method: "put",
  path: "/template-order",
  operationId: "setTemplateOrder",
  tag,
  summary: "Set the order of your message templates",
  description: `409 \`conflict.changed\` unless these are all of your templates, each once. ${ownersOnly} ${rate}`,
  guard: "user",
  request: { body: jsonBody(describeFields(TemplateOrder, { ids: "The ids of all templates, in the new order" })) },
  responses: responses(200, "The templates", wholeListOf(Template)),
  errors: ["request.not_found", "conflict.changed", "rate.limited"],
})

const MaybeAway = z.object({ away: Away.nullable().meta({ description: "Null if you are not away" }) })

const readAway = createOperation({
  method: "get",
  path: "/away-note",
  operationId: "getAwayNote",
  tag,
  summary: "Get your away note",
  description: ownersOnly,
  guard: "user",
  responses: responses(200, "The note", MaybeAway),
  errors: ["request.not_found"],
})

const writeAway = createOperation({
  method: "put",
  path: "/away-note",
  operationId: "setAwayNote",
  tag,
  summary: "Set your away note",
  description: `Shown above the composer to members who write to your profile, until the end of \`last_day\`, which is at most ${maxDaysAway} days ahead. It is not sent as a message, and members whom you block do not see it. Accounts younger than 24 hours may not write links, as in messages. ${ownersOnly} ${rate}`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(AwayForm, { last_day: "The last day away, in the Europe/Paris time zone", note: "Plain text" }),
    ),
  },
  responses: responses(200, "The note", Away),
  errors: ["request.not_found", "chat.links_held", "rate.limited", "validation.failed"],
})

const endAway = createOperation({
  method: "delete",
  path: "/away-note",
  operationId: "deleteAwayNote",
  tag,
  summary: "Delete your away note",
  description: `Idempotent. ${ownersOnly} ${rate}`,
  guard: "user",
  responses: { 204: { description: "You are not away" } },
  errors: ["request.not_found", "rate.limited"],
})

const Speed = z.object({
  reply_speed: z
    .object({
      speed: z.enum(replySpeeds),
      replies: z.number().int().meta({ description: "The first replies that it is computed from" }),
    })
    .nullable()
    .meta({ description: `Null with fewer than ${leastReplies} first replies in 90 days` }),
})

const readSpeed = createOperation({
  method: "get",
  path: "/reply-speed",
  operationId: "getReplySpeed",
  tag,
  summary: "Get your reply speed",
  description: `Three in four of your first replies of the last 90 days came this fast: within an hour, six hours (\`hours\`), a day, or later (\`days\`). Computed at night; your profile shows it. ${ownersOnly}`,
  guard: "user",
  responses: responses(200, "The speed", Speed),
  errors: ["request.not_found"],
})

export const meAnswering = createApi()
  .openapi(list, async (c) => c.json({ data: await listTemplates(c.var.ctx), next_cursor: null }, 200))
  .openapi(create, async (c) => c.json(await createTemplate(c.var.ctx, c.req.valid("json")), 201))
  .openapi(update, async (c) =>
    c.json(await updateTemplate(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(remove, async (c) => {
    await deleteTemplate(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(order, async (c) =>
    c.json({ data: await orderTemplates(c.var.ctx, c.req.valid("json").ids), next_cursor: null }, 200),
  )
  .openapi(readAway, async (c) => c.json({ away: await getAwayNote(c.var.ctx) }, 200))
  .openapi(writeAway, async (c) => c.json(await setAwayNote(c.var.ctx, c.req.valid("json")), 200))
  .openapi(endAway, async (c) => {
    await deleteAwayNote(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(readSpeed, async (c) => c.json({ reply_speed: await getReplySpeed(c.var.ctx) }, 200))
