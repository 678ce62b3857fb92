import * as z from "zod"
import { AccessReason } from "~/domain/core/audit/schema"
import { openReportedMessages, readReportedMessages } from "~/domain/safety/reported-messages.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"

const params = z.object({ reference: z.string().min(1).max(20).meta({ description: "Such as `R-7K3M9QTX`" }) })

const messages = createOperation({
  method: "get",
  path: "/reports/{reference}/messages",
  operationId: "listReportedMessages",
  tag: "admin",
  summary: "List the messages of a report",
  description:
    "Those that the reporter chose, and five before and after each. The audit log records that they were read. 403 `audit.reason_required` unless you gave a reason within the last hour (`openReportedMessages`).",
  guard: "staffProof",
  permission: "reports.messages",
  request: { params: params },
  responses: responses(
    200,
    "The messages",
    wholeListOf(
      z.object({
        seq: z.number().int(),
        author: z.string().nullable(),
        body: z.string(),
        is_chosen: z.boolean(),
        created_at: epochMs,
      }),
    ),
  ),
  errors: ["request.not_found", "audit.reason_required"],
})

const openMessages = createOperation({
  method: "post",
  path: "/reports/{reference}/messages/access",
  operationId: "openReportedMessages",
  tag: "admin",
  summary: "Open the messages of a report for an hour",
  description: "With a reason, which the audit log records. It lets you list the messages of this report.",
  guard: "staff",
  permission: "reports.messages",
  request: { params: params, body: jsonBody(describeFields(AccessReason, { reason: "Why; it is recorded" })) },
  responses: { 204: { description: "Recorded" } },
  errors: ["request.not_found"],
})

export const adminReportedMessages = createApi()
  .openapi(openMessages, async (c) => {
    await openReportedMessages(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(messages, async (c) => {
    const data = await readReportedMessages(c.var.ctx, c.req.valid("param").reference)
    return c.json({ data, next_cursor: null }, 200)
  })
