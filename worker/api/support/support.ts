import * as z from "zod"
import { ticketAuthors } from "~/db/schema/support"
import { ticketStates } from "~/domain/support/tickets/categories"
import { ContactForm, maxMessage, ReplyForm, TicketsQuery } from "~/domain/support/tickets/schema"
import { closeTicket, getThread, listTickets, openTicket, writeToTicket } from "~/domain/support/tickets/service.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const tag = "support"
const message = `1 to ${maxMessage} characters`
const params = z.object({ reference: z.string().min(1).max(40).meta({ description: "Such as `T-7K3M9QTX`" }) })

const Ticket = z
  .object({
    reference: z.string().meta({ description: "Such as `T-7K3M9QTX`" }),
    category: z.string(),
    state: z.enum(ticketStates).meta({ description: "`answered`: staff replied last" }),
    created_at: epochMs,
    updated_at: epochMs,
  })
  .meta({ id: "Ticket" })

const Thread = Ticket.extend({
  messages: z.array(
    z.object({
      id: z.string(),
      author: z.enum(ticketAuthors),
      body: z.string(),
      created_at: epochMs,
    }),
  ),
}).meta({ id: "Thread", description: "A ticket with its last 200 messages, oldest first" })

const contact = createOperation({
  method: "post",
  path: "/contact",
  operationId: "openTicket",
  tag,
  summary: "Open a support ticket",
  description: `Requires no account: visitors send \`name\`, \`email\` and, if a CAPTCHA is configured, \`captcha\`; the fields are ignored for members. The sender receives a receipt by e-mail. Limits: ${limitText("support.write.account")} for an account, ${limitText("support.write.address")} for a visitor's network.`,
  request: {
    body: jsonBody(
      describeFields(ContactForm, {
        message,
        name: "Required of visitors",
        email: "Required of visitors; receives the reply",
        website: "A trap for bots: leave it empty",
      }),
    ),
  },
  responses: responses(201, "The ticket is open", z.object({ reference: z.string() })),
  errors: ["rate.limited"],
})

const list = createOperation({
  method: "get",
  path: "/tickets",
  operationId: "listTickets",
  tag,
  summary: "List your support tickets",
  description: "20 per page, newest first.",
  guard: "user",
  request: { query: describeFields(TicketsQuery, { cursor: "The `next_cursor` of the previous page" }) },
  responses: responses(200, "A page of tickets", pageOf(Ticket)),
})

const get = createOperation({
  method: "get",
  path: "/tickets/{reference}",
  operationId: "getTicket",
  tag,
  summary: "Get a support ticket",
  guard: "user",
  request: { params },
  responses: responses(200, "The ticket", Thread),
  errors: ["request.not_found"],
})

const write = createOperation({
  method: "post",
  path: "/tickets/{reference}/messages",
  operationId: "replyToTicket",
  tag,
  summary: "Reply to a support ticket",
  description: `Reopens the ticket if it is answered or closed. Not idempotent. Limit: ${limitText("support.write.account")}.`,
  guard: "user",
  request: { params, body: jsonBody(describeFields(ReplyForm, { message })) },
  responses: responses(201, "The ticket", Thread),
  errors: ["request.not_found", "rate.limited"],
})

const close = createOperation({
  method: "post",
  path: "/tickets/{reference}/close",
  operationId: "closeTicket",
  tag,
  summary: "Close a support ticket",
  description: "Idempotent. A reply reopens it.",
  guard: "user",
  request: { params },
  responses: responses(200, "The ticket", Thread),
  errors: ["request.not_found"],
})

export const support = createApi()
  .openapi(contact, async (c) => c.json({ reference: await openTicket(c.var.ctx, c.req.valid("json")) }, 201))
  .openapi(list, async (c) => c.json(await listTickets(c.var.ctx, c.req.valid("query").cursor), 200))
  .openapi(get, async (c) => c.json(await getThread(c.var.ctx, c.req.valid("param").reference), 200))
  .openapi(write, async (c) => {
    const { reference } = c.req.valid("param")
    await writeToTicket(c.var.ctx, reference, c.req.valid("json").message)
    return c.json(await getThread(c.var.ctx, reference), 201)
  })
  .openapi(close, async (c) => {
    const { reference } = c.req.valid("param")
    await closeTicket(c.var.ctx, reference)
    return c.json(await getThread(c.var.ctx, reference), 200)
  })
