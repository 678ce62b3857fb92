import * as z from "zod"
import { checkActions, checkStates, dueReasons } from "~/db/schema/profiles/identity"
import { AccessReason } from "~/domain/core/audit/schema"
import { Confirmation, DeskQuery, Refusal, StaffReason } from "~/domain/verification/identity/schema"
import {
  confirmCheck,
  listChecks,
  openDesk,
  recheckMember,
  refuseStaffCheck,
  reopenCheck,
  revokeCheck,
} from "~/domain/verification/identity/staff.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const tag = "admin"
const params = z.object({ id: z.string().min(1).max(40) })
const why = "Why; it is recorded"
const reason = jsonBody(describeFields(StaffReason, { reason: why }))
const errors = ["request.not_found", "conflict.changed"] as const

const Check = z
  .object({
    id: z.string(),
    subject: z.enum(["member", "depicted"]),
    name: z.string().nullable(),
    provider: z.string().meta({ description: "`staff`: a check without face comparison" }),
    status: z.enum(checkStates),
    checked_at: epochMs.nullable(),
    due_at: epochMs.nullable(),
    due_reason: z.enum(dueReasons).nullable().meta({ description: "Why it is due early; null: it is not" }),
    created_at: epochMs,
    may_reopen: z.boolean().meta({ description: "It is refused, and you may reopen it" }),
    is_confirmed_once: z.boolean().meta({ description: "A second member of staff must confirm it too" }),
    acts: z.array(z.object({ kind: z.enum(checkActions), reason: z.string(), created_at: epochMs })),
  })
  .meta({ id: "IdentityCheck" })

const list = createOperation({
  method: "get",
  path: "/identity-checks",
  operationId: "listIdentityChecks",
  tag,
  summary: "List identity checks",
  description:
    "Oldest first, without your own. No document is stored, and none is shown. 403 `audit.reason_required` unless you gave a reason within the last hour (`openIdentityDesk`).",
  guard: "staff",
  permission: "identity.read",
  request: {
    query: describeFields(DeskQuery, { q: "A member's id, or how their e-mail address or name begins" }).extend({
      cursor: z.string().max(100).optional(),
    }),
  },
  responses: responses(200, "A page of 30", pageOf(Check)),
  errors: ["cursor.invalid", "audit.reason_required"],
})

const open = createOperation({
  method: "post",
  path: "/identity-checks/access",
  operationId: "openIdentityDesk",
  tag,
  summary: "Open the identity checks for an hour",
  description: "With a reason, which the audit log records. It lets you list identity checks.",
  guard: "staff",
  permission: "identity.read",
  request: { body: jsonBody(describeFields(AccessReason, { reason: why })) },
  responses: { 204: { description: "Recorded" } },
})

const confirm = createOperation({
  method: "post",
  path: "/identity-checks/{id}/confirm",
  operationId: "confirmIdentityCheck",
  tag,
  summary: "Confirm a check without face comparison",
  description:
    "Two different members of staff have to, for the same names and date of birth: 409 `identity.second_person` if you were the first, `identity.differs` if your colleague typed others; the first of you may send theirs again, corrected. Names and date of birth are stored as a keyed hash alone. If it shows that the document is another person's of the profile, or that the subject used another one before, the check is `refused`. 404 for your own check, 409 `conflict.changed` for any but an open check of staff's.",
  guard: "staffProof",
  permission: "identity.decide",
  request: {
    params,
    body: jsonBody(
      describeFields(Confirmation, {
        reason: why,
        first_name: "All first names, as on the document",
        last_name: "As on the document",
        birth_date: "YYYY-MM-DD; 422 `under_age` under 18",
        document_month: "The last month of the document (YYYY-MM); null if it has no end",
      }),
    ),
  },
  responses: responses(200, "The check", Check),
  errors: [...errors, "identity.second_person", "identity.differs"],
})

const refuse = createOperation({
  method: "post",
  path: "/identity-checks/{id}/refuse",
  operationId: "refuseIdentityCheck",
  tag,
  summary: "Decline a check without face comparison",
  description: "For good: the profile is never public, its media are quarantined, and a P0 report is opened.",
  guard: "staffProof",
  permission: "identity.decide",
  request: { params, body: jsonBody(describeFields(Refusal, { reason: why })) },
  responses: responses(200, "The check", Check),
  errors,
})

const revoke = createOperation({
  method: "post",
  path: "/identity-checks/{id}/revoke",
  operationId: "revokeIdentityCheck",
  tag,
  summary: "End a verified check",
  description: "Pauses the profile at once, until the member is verified again.",
  guard: "staffProof",
  permission: "identity.decide",
  request: { params, body: reason },
  responses: responses(200, "The check", Check),
  errors,
})

const reopen = createOperation({
  method: "post",
  path: "/identity-checks/{id}/reopen",
  operationId: "reopenIdentityCheck",
  tag,
  summary: "Reset a refused check",
  description:
    "The subject may be checked again. Quarantined media remain so. That of a minor takes `members.close` too: 403 `identity.of_lead`.",
  guard: "staffProof",
  permission: "identity.decide",
  request: { params, body: reason },
  responses: responses(200, "The check", Check),
  errors: [...errors, "identity.of_lead"],
})

const recheck = createOperation({
  method: "post",
  path: "/identity-checks/{id}/recheck",
  operationId: "recheckIdentity",
  tag,
  summary: "Request another check of a verified member",
  description:
    "For a member linked to another case: their check is due in 30 days, with notices 30, 7 and 1 days before, and their profile is paused then. 409 `conflict.changed` for a check that is not verified, or is due by then.",
  guard: "staffProof",
  permission: "identity.decide",
  request: { params, body: reason },
  responses: responses(200, "The check", Check),
  errors,
})

export const adminIdentity = createApi()
  .openapi(list, async (c) => {
    const { cursor, ...query } = c.req.valid("query")
    return c.json(await listChecks(c.var.ctx, query, cursor ?? null), 200)
  })
  .openapi(open, async (c) => {
    await openDesk(c.var.ctx, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(confirm, async (c) =>
    c.json(await confirmCheck(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(refuse, async (c) =>
    c.json(await refuseStaffCheck(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(revoke, async (c) => c.json(await revokeCheck(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(recheck, async (c) =>
    c.json(await recheckMember(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(reopen, async (c) => c.json(await reopenCheck(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200))
