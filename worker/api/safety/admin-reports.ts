import * as z from "zod"
import { mediaKinds, reportCategories, reportStates } from "~/db/enums"
import { reportPriorities } from "~/db/schema/moderation/reports"
import { AccessReason } from "~/domain/core/audit/schema"
import { actionOnReport, dismissReport } from "~/domain/safety/closing.server"
import { ClosingForm, DismissalForm } from "~/domain/safety/schema"
import {
  getDeskReport,
  listDeskReports,
  openReportedMessages,
  readReportedMessages,
} from "~/domain/safety/staff.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf, wholeListOf } from "../openapi/schemas"

const Closing = describeFields(ClosingForm, {
  reason: "1 to 1,000 characters, sent to the reporter, and to the owner of what it hid if you acted on it",
})

const Dismissal = describeFields(DismissalForm, {
  reason: "1 to 1,000 characters, sent to the reporter",
  unfounded:
    "Whether it is manifestly unfounded: the second one of a member in twelve months warns them, and each further one pauses their reports for 30 days, except those of a minor or of danger to life",
})

const params = z.object({ reference: z.string().min(1).max(20).meta({ description: "Such as `R-7K3M9QTX`" }) })

const dismiss = createOperation({
  method: "post",
  path: "/reports/{reference}/dismiss",
  operationId: "dismissReport",
  tag: "admin",
  summary: "Close a report without action",
  description:
    "Shows the picture, video or profile that the report hid, unless another open report hides it too. The reporter receives `reason` by e-mail if the report has an address. 409 `conflict.changed` for a closed report.",
  guard: "staffProof",
  permission: "reports.decide",
  request: {
    params,
    body: jsonBody(Dismissal),
  },
  responses: {
    204: { description: "The report is closed" },
  },
  errors: ["conflict.changed"],
})

const act = createOperation({
  method: "post",
  path: "/reports/{reference}/act",
  operationId: "actOnReport",
  tag: "admin",
  summary: "Close a report that was acted on",
  description:
    "What the report hid stays hidden, and its owner receives a statement of reasons with `reason`. The reporter receives `reason` by e-mail if the report has an address. 409 `conflict.changed` for a closed report.",
  guard: "staffProof",
  permission: "reports.decide",
  request: { params, body: jsonBody(Closing) },
  responses: { 204: { description: "The report is closed" } },
  errors: ["conflict.changed"],
})

const Report = z
  .object({
    reference: z.string(),
    category: z.enum(reportCategories),
    priority: z.enum(reportPriorities),
    state: z.enum(reportStates),
    about: z.string().meta({ description: "The reported page, as typed" }),
    details: z.string(),
    email: z.string().nullable().meta({ description: "Null for an anonymous report" }),
    locale: z.string().meta({ description: "The language of replies" }),
    due_at: epochMs,
    is_overdue: z.boolean(),
    is_suspect: z.boolean().meta({ description: "Probably a bot's" }),
    has_messages: z.boolean().meta({ description: "It copied messages of a conversation" }),
    media: z
      .object({
        id: z.string(),
        kind: z.enum(mediaKinds).nullable(),
        state: z.string().nullable().meta({ description: "Null once it is deleted" }),
        profile_id: z.string().nullable(),
        width: z.number().int(),
        height: z.number().int(),
        is_hidden_by_it: z.boolean().meta({ description: "This report hides it until it is closed" }),
        pass: z.object({ query: z.string(), expires_at: epochMs }).nullable(),
      })
      .nullable(),
    profile: z
      .object({
        id: z.string(),
        is_hidden_by_it: z.boolean().meta({ description: "This report hides it until it is closed" }),
      })
      .nullable()
      .meta({ description: "The profile whose page it names" }),
    is_of_member: z.boolean().meta({ description: "A member reported it, not anonymously" }),
    is_unfounded: z.boolean().meta({ description: "Dismissed as manifestly unfounded" }),
    closed_by: z.string().nullable(),
    closing_reason: z.string().nullable(),
    created_at: epochMs,
    updated_at: epochMs,
  })
  .meta({ id: "DeskReport" })

const list = createOperation({
  method: "get",
  path: "/reports",
  operationId: "listReports",
  tag: "admin",
  summary: "List reports by state",
  description:
    "Open ones overdue first, then by priority, then longest waiting first; closed ones latest first. 30 on a page.",
  guard: "staff",
  permission: "reports.read",
  request: {
    query: z.object({ state: z.enum(reportStates).default("received"), cursor: z.string().max(100).optional() }),
  },
  responses: responses(200, "A page of reports", pageOf(Report)),
  errors: ["cursor.invalid"],
})

const get = createOperation({
  method: "get",
  path: "/reports/{reference}",
  operationId: "getReport",
  tag: "admin",
  summary: "Get a report",
  description: "`media.pass` opens the picture or video that it names.",
  guard: "staff",
  permission: "reports.read",
  request: { params },
  responses: responses(200, "The report", Report),
  errors: ["request.not_found"],
})

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
  request: { params },
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
  request: { params, body: jsonBody(describeFields(AccessReason, { reason: "Why; it is recorded" })) },
  responses: { 204: { description: "Recorded" } },
  errors: ["request.not_found"],
})

export const adminReports = createApi()
  .openapi(list, async (c) => {
    const { state, cursor } = c.req.valid("query")
    return c.json(await listDeskReports(c.var.ctx, state, cursor ?? null), 200)
  })
  .openapi(get, async (c) => c.json(await getDeskReport(c.var.ctx, c.req.valid("param").reference), 200))
  .openapi(openMessages, async (c) => {
    await openReportedMessages(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(messages, async (c) => {
    const data = await readReportedMessages(c.var.ctx, c.req.valid("param").reference)
    return c.json({ data, next_cursor: null }, 200)
  })
  .openapi(dismiss, async (c) => {
    await dismissReport(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(act, async (c) => {
    await actionOnReport(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
    return c.body(null, 204)
  })
