import * as z from "zod"
import { deskStates } from "~/domain/mail/desk"
import { dropMail, listDeskMails, retryMail } from "~/domain/mail/desk.server"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const Mail = z
  .object({
    id: z.string(),
    recipient: z.string().meta({ description: "The e-mail address, masked" }),
    locale: z.string().meta({ description: "The language of the mail" }),
    template: z.string(),
    state: z.enum(deskStates).meta({ description: "`dead`: delivery was given up; `queued`: delivery is late" }),
    attempts: z.number().int().meta({ description: "Failed deliveries so far" }),
    last_error: z.string().nullable().meta({ description: "The mail service's last error, with addresses masked" }),
    next_attempt_at: epochMs,
    created_at: epochMs,
  })
  .meta({ id: "Mail" })

const params = z.object({ id: z.string().min(1).max(40) })
const conflict = "409 `conflict.changed` while the mail is being sent and after it was sent or dropped."

const list = createOperation({
  method: "get",
  path: "/mails",
  operationId: "listMails",
  tag: "admin",
  summary: "List undelivered mails",
  description: "30 mails per page. `dead` mails come newest first, `queued` mails longest overdue first.",
  guard: "staff",
  permission: "mails.read",
  request: { query: z.object({ state: z.enum(deskStates).default("dead"), cursor: z.string().max(60).optional() }) },
  responses: responses(200, "A page of mails", pageOf(Mail)),
  errors: ["cursor.invalid"],
})

const retry = createOperation({
  method: "post",
  path: "/mails/{id}/retry",
  operationId: "retryMail",
  tag: "admin",
  summary: "Retry an undelivered mail",
  description: `Queues the mail for delivery with all its attempts restored. ${conflict}`,
  guard: "staffProof",
  permission: "mails.write",
  request: { params },
  responses: { 204: { description: "The mail is queued" } },
  errors: ["conflict.changed"],
})

const drop = createOperation({
  method: "delete",
  path: "/mails/{id}",
  operationId: "dropMail",
  tag: "admin",
  summary: "Drop an undelivered mail",
  description: `The mail is never sent. ${conflict}`,
  guard: "staffProof",
  permission: "mails.write",
  request: { params },
  responses: { 204: { description: "The mail is dropped" } },
  errors: ["conflict.changed"],
})

export const adminMail = createApi()
  .openapi(list, async (c) => {
    const { state, cursor } = c.req.valid("query")
    return c.json(await listDeskMails(c.var.ctx, state, cursor ?? null), 200)
  })
  .openapi(retry, async (c) => {
    await retryMail(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(drop, async (c) => {
    await dropMail(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
