import * as z from "zod"
import { stripeStatuses } from "~/db/schema/billing"
import { ticketAuthors } from "~/db/schema/support"
import { ticketPriorities, ticketStates } from "~/domain/support/tickets/categories"
import { DeskFilter, NoteForm, StaffReplyForm, TicketChange } from "~/domain/support/tickets/schema"
import { getDeskThread, listDeskTickets, replyToTicket } from "~/domain/support/tickets/staff.server"
import { addNote, changeTicket, getTicketSide } from "~/domain/support/tickets/staff-actions.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const tag = "admin"
const params = z.object({ reference: z.string().min(1).max(40).meta({ description: "Such as `T-7K3M9QTX`" }) })
const version = "The `version` that was read"
const changed = "409 `conflict.changed` for another version."

const Ticket = z
  .object({
    reference: z.string(),
    category: z.string(),
    state: z.enum(ticketStates).meta({ description: "`answered`: staff replied last" }),
    priority: z.enum(ticketPriorities),
    version: z.number().int(),
    name: z.string(),
    email: z.string(),
    locale: z.string().meta({ description: "The language of replies" }),
    is_member: z.boolean(),
    is_suspect: z.boolean().meta({ description: "Probably a bot's" }),
    assignee_id: z.string().nullable(),
    assignee: z.string().nullable().meta({ description: "Their name" }),
    created_at: epochMs,
    updated_at: epochMs,
  })
  .meta({ id: "DeskTicket" })

const Thread = Ticket.extend({
  messages: z.array(z.object({ id: z.string(), author: z.enum(ticketAuthors), body: z.string(), created_at: epochMs })),
  notes: z.array(z.object({ id: z.string(), author: z.string().nullable(), body: z.string(), created_at: epochMs })),
  answers: z
    .array(z.object({ id: z.string(), title: z.string(), body: z.string() }))
    .meta({ description: "Prepared answers in the ticket's language, filled in" }),
  staff: z.array(z.object({ id: z.string(), name: z.string() })).meta({ description: "Possible assignees" }),
  member: z
    .object({
      id: z.string(),
      joined_at: epochMs,
      plan: z
        .object({
          type: z.string(),
          name: z.string().nullable().meta({ description: "In your language; null if it is no longer for sale" }),
          status: z.enum(stripeStatuses),
        })
        .nullable()
        .meta({ description: "Null also without the permission `billing.read`" }),
      profile: z.object({ id: z.string(), name: z.string(), state: z.string() }).nullable(),
      tickets: z.array(
        z.object({ reference: z.string(), category: z.string(), state: z.enum(ticketStates), created_at: epochMs }),
      ),
    })
    .nullable()
    .meta({ description: "Null for a visitor" }),
}).meta({ id: "DeskThread" })

const list = createOperation({
  method: "get",
  path: "/tickets",
  operationId: "listDeskTickets",
  tag,
  summary: "List support tickets by state",
  description: "Longest waiting first, 30 on a page.",
  guard: "staff",
  permission: "tickets.read",
  request: { query: DeskFilter.extend({ cursor: z.string().max(100).optional() }) },
  responses: responses(200, "A page of tickets", pageOf(Ticket)),
  errors: ["cursor.invalid"],
})

const get = createOperation({
  method: "get",
  path: "/tickets/{reference}",
  operationId: "getDeskTicket",
  tag,
  summary: "Get a support ticket with its notes and its author",
  guard: "staff",
  permission: "tickets.read",
  request: { params },
  responses: responses(200, "The ticket", Thread),
  errors: ["request.not_found"],
})

const change = createOperation({
  method: "patch",
  path: "/tickets/{reference}",
  operationId: "changeDeskTicket",
  tag,
  summary: "Change a support ticket",
  description: `Assigns, prioritises, closes or reopens it; what is left out stays as it is. ${changed}`,
  guard: "staffProof",
  permission: "tickets.reply",
  request: {
    params,
    body: jsonBody(
      describeFields(TicketChange, { version, assignee_id: "A member of staff who may reply; null for nobody" }),
    ),
  },
  responses: responses(200, "The ticket", Thread),
  errors: ["request.not_found", "conflict.changed"],
})

const reply = createOperation({
  method: "post",
  path: "/tickets/{reference}/replies",
  operationId: "replyAsStaff",
  tag,
  summary: "Reply to a support ticket as staff",
  description: `Mails its author. ${changed}`,
  guard: "staffProof",
  permission: "tickets.reply",
  request: { params, body: jsonBody(describeFields(StaffReplyForm, { message: "1 to 5,000 characters", version })) },
  responses: responses(201, "The ticket", Thread),
  errors: ["request.not_found", "conflict.changed"],
})

const note = createOperation({
  method: "post",
  path: "/tickets/{reference}/notes",
  operationId: "addTicketNote",
  tag,
  summary: "Add an internal note to a support ticket",
  description: "Staff alone read it: it is never mailed, and in no export.",
  guard: "staffProof",
  permission: "tickets.reply",
  request: { params, body: jsonBody(describeFields(NoteForm, { note: "1 to 2,000 characters" })) },
  responses: responses(201, "The ticket", Thread),
  errors: ["request.not_found"],
})

type Ctx = Parameters<typeof getDeskThread>[0]
const readTicket = async (ctx: Ctx, reference: string) => ({
  ...(await getDeskThread(ctx, reference)),
  ...(await getTicketSide(ctx, reference)),
})

export const adminTickets = createApi()
  .openapi(list, async (c) => {
    const { cursor, ...filter } = c.req.valid("query")
    return c.json(await listDeskTickets(c.var.ctx, filter, cursor ?? null), 200)
  })
  .openapi(get, async (c) => c.json(await readTicket(c.var.ctx, c.req.valid("param").reference), 200))
  .openapi(change, async (c) => {
    const { reference } = c.req.valid("param")
    await changeTicket(c.var.ctx, reference, c.req.valid("json"))
    return c.json(await readTicket(c.var.ctx, reference), 200)
  })
  .openapi(reply, async (c) => {
    const { reference } = c.req.valid("param")
    await replyToTicket(c.var.ctx, reference, c.req.valid("json"))
    return c.json(await readTicket(c.var.ctx, reference), 201)
  })
  .openapi(note, async (c) => {
    const { reference } = c.req.valid("param")
    await addNote(c.var.ctx, reference, c.req.valid("json").note)
    return c.json(await readTicket(c.var.ctx, reference), 201)
  })
