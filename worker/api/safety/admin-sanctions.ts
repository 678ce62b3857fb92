import * as z from "zod"
import {
  closeAccount,
  liftClosure,
  limitMember,
  restoreMember,
  suspendMember,
  warnMember,
} from "~/domain/safety/sanctions/sanctions.server"
import {
  ClosureForm,
  LimitForm,
  longest,
  RestoreForm,
  SuspensionForm,
  WarningForm,
} from "~/domain/safety/sanctions/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"

const tag = "admin"
const params = z.object({ id: z.string().min(1).max(64).meta({ description: "The member's user id" }) })
const reason = "1 to 1,000 characters, which the member receives by mail"
const errors = ["members.staff", "conflict.changed"] as const

const warn = createOperation({
  method: "post",
  path: "/users/{id}/warnings",
  operationId: "warnMember",
  tag,
  summary: "Send a warning to a member",
  description: "It counts for a year. 409 `members.staff` for staff, `conflict.changed` for a banned member.",
  guard: "staffProof",
  permission: "members.sanction",
  request: { params, body: jsonBody(describeFields(WarningForm, { reason })) },
  responses: { 204: { description: "The member is warned" } },
  errors,
})

const limit = createOperation({
  method: "post",
  path: "/users/{id}/limit",
  operationId: "limitMember",
  tag,
  summary: "Pause a member's first messages",
  description: `They open no conversation (403 \`chat.limited\`); those that exist go on, and a profile stays public and may answer. ${longest.byModerator / 24} days at most without the permission \`members.close\`. 409 \`conflict.changed\` for a member who is limited or banned; a suspension may stand beside it.`,
  guard: "staffProof",
  permission: "members.sanction",
  request: {
    params,
    body: jsonBody(describeFields(LimitForm, { hours: `1 to ${longest.suspension}`, reason })),
  },
  responses: { 204: { description: "The member is limited" } },
  errors,
})

const suspend = createOperation({
  method: "post",
  path: "/users/{id}/suspension",
  operationId: "suspendMember",
  tag,
  summary: "Pause a member's account",
  description: `Pauses their profile and closes their sockets. They may log in, contact staff, export and erase their data and cancel their plan; everything else is 403 \`account.suspended\`. ${longest.byModerator / 24} days at most without the permission \`members.close\`. 409 \`conflict.changed\` for a member who is suspended or banned.`,
  guard: "staffProof",
  permission: "members.sanction",
  request: {
    params,
    body: jsonBody(describeFields(SuspensionForm, { hours: `1 to ${longest.suspension}`, reason })),
  },
  responses: { 204: { description: "The account is suspended" } },
  errors,
})

const restore = createOperation({
  method: "post",
  path: "/users/{id}/restoration",
  operationId: "restoreMember",
  tag,
  summary: "Lift a member's limit and suspension",
  description:
    "The member gets a mail. Also drops a closure that awaits a second person. Idempotent. It publishes no profile.",
  guard: "staffProof",
  permission: "members.sanction",
  request: { params, body: jsonBody(describeFields(RestoreForm, { reason: "For the audit log" })) },
  responses: { 204: { description: "The member is neither limited nor suspended" } },
  errors: ["members.of_lead"],
})

const close = createOperation({
  method: "post",
  path: "/users/{id}/closure",
  operationId: "closeMemberAccount",
  tag,
  summary: "Close a member's account",
  description:
    "Two different people have to call it within seven days: the first call proposes the closure, the second one ends the member's sessions, closes their sockets, prevents sign-in, unpublishes their profile, stops the renewal of their plan and mails them the `reason` of the first, under its `policy`. A call for a closed account completes that. Suspend an account that cannot wait. 409 `members.second_person` if you were the first.",
  guard: "staffProof",
  permission: "members.close",
  request: {
    params,
    body: jsonBody(
      describeFields(ClosureForm, {
        reason,
        proposal: "The id of the proposed closure that this confirms, one of the member's `sanctions`; any without it",
      }),
    ),
  },
  responses: responses(200, "What it led to", z.object({ state: z.enum(["pending", "closed"]) })),
  errors: [...errors, "members.second_person"],
})

const lift = createOperation({
  method: "post",
  path: "/users/{id}/reopening",
  operationId: "reopenMemberAccount",
  tag,
  summary: "Open a member's closed account again",
  description:
    "Allows sign-in again, republishes a profile that the closure unpublished, and mails the member. Idempotent. `POST /admin/users/{id}/restoration` drops a closure that awaits a second person.",
  guard: "staffProof",
  permission: "members.close",
  request: { params, body: jsonBody(describeFields(RestoreForm, { reason: "For the audit log" })) },
  responses: { 204: { description: "The account is open" } },
})

export const adminSanctions = createApi()
  .openapi(warn, async (c) => {
    await warnMember(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(limit, async (c) => {
    await limitMember(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(suspend, async (c) => {
    await suspendMember(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(restore, async (c) => {
    await restoreMember(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(close, async (c) => c.json(await closeAccount(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(lift, async (c) => {
    await liftClosure(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
