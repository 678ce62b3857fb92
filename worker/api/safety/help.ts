import * as z from "zod"
import { helpAnswers, helpStates } from "~/db/enums"
import { AccessReason } from "~/domain/core/audit/schema"
import { answerInConfidence } from "~/domain/safety/help/help.server"
import { HelpForm, HelpNote, HelpQuery } from "~/domain/safety/help/schema"
import { closeHelpRequest, listHelpRequests, openHelpDesk } from "~/domain/safety/help/staff.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const answer = createOperation({
  method: "post",
  path: "/help",
  operationId: "answerInConfidence",
  tag: "me",
  summary: "Send an answer in confidence",
  description: `The response is the same whatever you answer, and nothing of your account shows that you did: no mail, no notification, no line of your export. The trust lead alone reads it, with a reason. It is deleted after a year. Limit: ${limitText("safety.help")}.`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(HelpForm, {
        answer:
          "Whether somebody else controls your account, money, documents or contacts. `unsaid`: you prefer not to say",
        message: "At most 500 characters, such as how to reach you safely",
      }),
    ),
  },
  responses: { 204: { description: "Received" } },
  errors: ["rate.limited"],
})

const HelpRequest = z
  .object({
    id: z.string(),
    answer: z.enum(helpAnswers).nullable().meta({ description: "Null: it cannot be decrypted" }),
    message: z.string(),
    state: z.enum(helpStates).meta({ description: "`noted`: it asks for nothing" }),
    member: z.object({ id: z.string(), name: z.string() }),
    note: z.string().nullable().meta({ description: "What was done about it" }),
    created_at: epochMs,
    due_at: epochMs.nullable().meta({ description: "When it has to be read; null unless it is open" }),
  })
  .meta({ id: "HelpRequest" })

const list = createOperation({
  method: "get",
  path: "/help-requests",
  operationId: "listHelpRequests",
  tag: "admin",
  summary: "List what people answered in confidence",
  description:
    "Longest waiting first, without your own. 403 `audit.reason_required` unless you gave a reason within the last hour (`openHelpDesk`).",
  guard: "staff",
  permission: "help.read",
  request: { query: HelpQuery.extend({ cursor: z.string().max(100).optional() }) },
  responses: responses(200, "A page of 30", pageOf(HelpRequest)),
  errors: ["cursor.invalid", "audit.reason_required"],
})

const open = createOperation({
  method: "post",
  path: "/help-requests/access",
  operationId: "openHelpDesk",
  tag: "admin",
  summary: "Open what people answered in confidence for an hour",
  description: "With a reason, which the audit log records. It lets you list and close requests.",
  guard: "staff",
  permission: "help.read",
  request: { body: jsonBody(describeFields(AccessReason, { reason: "Why; it is recorded" })) },
  responses: { 204: { description: "Recorded" } },
})

const close = createOperation({
  method: "post",
  path: "/help-requests/{id}/close",
  operationId: "closeHelpRequest",
  tag: "admin",
  summary: "Close a request made in confidence",
  description: "Nothing is sent to the member. 404 for your own, 409 `conflict.changed` for one that is not open.",
  guard: "staffProof",
  permission: "help.read",
  request: {
    params: z.object({ id: z.string().min(1).max(40) }),
    body: jsonBody(describeFields(HelpNote, { note: "What was done; 1 to 1,000 characters, encrypted" })),
  },
  responses: { 204: { description: "The request is closed" } },
  errors: ["request.not_found", "conflict.changed", "audit.reason_required"],
})

export const meHelp = createApi().openapi(answer, async (c) => {
  await answerInConfidence(c.var.ctx, c.req.valid("json"))
  return c.body(null, 204)
})

export const adminHelp = createApi()
  .openapi(list, async (c) => {
    const { cursor, ...query } = c.req.valid("query")
    return c.json(await listHelpRequests(c.var.ctx, query, cursor ?? null), 200)
  })
  .openapi(open, async (c) => {
    await openHelpDesk(c.var.ctx, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(close, async (c) => {
    await closeHelpRequest(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
