import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { ticketStates } from "~/db/schema/support"
import { ContactForm, ReplyForm, TicketsQuery } from "~/domain/support/schema"
import { closeTicket, getThread, listTickets, openTicket, writeToTicket } from "~/domain/support/service.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"

const tags = ["support"]
const params = z.object({ reference: z.string().min(1).max(40).meta({ description: "Such as T-7K3M9QTX" }) })
const jsonOf = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { "application/json": { schema } } },
})

const Ticket = z
  .object({
    reference: z.string(),
    category: z.string(),
    state: z.enum(ticketStates),
    created_at: z.number().int().meta({ description: "Epoch milliseconds, as all times" }),
    updated_at: z.number().int(),
  })
  .meta({ id: "Ticket" })

const Thread = Ticket.extend({
  messages: z.array(
    z.object({
      id: z.string(),
      author: z.enum(["member", "visitor", "staff"]),
      body: z.string(),
      created_at: z.number().int(),
    }),
  ),
}).meta({ id: "Thread", description: "A ticket with what was said, the oldest first; the last 200 messages at most" })

const contact = createRoute({
  method: "post",
  path: "/contact",
  tags,
  summary: "Write to us",
  description:
    "Open to anyone. A visitor gives `name` and `email`, where a receipt and the answer go; of a member the account is asked.",
  request: jsonOf(ContactForm),
  responses: {
    ...responses(201, "Received", z.object({ reference: z.string() })),
    ...errorResponses(400, 403, 413, 415, 422, 429),
  },
})

const list = createRoute({
  method: "get",
  path: "/tickets",
  tags,
  summary: "What you wrote to us, the newest first",
  security: signedIn,
  request: { query: TicketsQuery },
  responses: {
    ...responses(200, "A page of 20", z.object({ data: z.array(Ticket), next_cursor: z.string().nullable() })),
    ...errorResponses(401, 422),
  },
})

const get = createRoute({
  method: "get",
  path: "/tickets/{reference}",
  tags,
  summary: "One of your tickets, with what was said",
  security: signedIn,
  request: { params },
  responses: { ...responses(200, "The ticket", Thread), ...errorResponses(401, 404, 422) },
})

const write = createRoute({
  method: "post",
  path: "/tickets/{reference}/messages",
  tags,
  summary: "Write again",
  description: "Opens the ticket again, whatever its state.",
  security: signedIn,
  request: { params, ...jsonOf(ReplyForm) },
  responses: { ...responses(201, "The ticket", Thread), ...errorResponses(400, 401, 403, 404, 413, 415, 422, 429) },
})

const close = createRoute({
  method: "post",
  path: "/tickets/{reference}/close",
  tags,
  summary: "Close a ticket",
  security: signedIn,
  request: { params },
  responses: { ...responses(200, "The ticket", Thread), ...errorResponses(401, 403, 404, 422) },
})

export const support = createApi()
  .openapi(contact, async (c) => c.json({ reference: await openTicket(c.var.ctx, c.req.valid("json")) }, 201))
  .openapi(list, async (c) => c.json(await listTickets(c.var.ctx, c.req.valid("query").before), 200))
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
