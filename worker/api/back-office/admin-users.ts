import * as z from "zod"
import { templateUses } from "~/db/enums"
import { sanctionKinds, sanctionStates } from "~/db/schema/staff"
import { impersonationLifetime, startImpersonation } from "~/domain/accounts/impersonation/impersonation.server"
import { StaffReasonForm } from "~/domain/accounts/schema"
import { endMemberSession, signOutMember } from "~/domain/accounts/staff/sign-out-member.server"
import { findMembers, getMember } from "~/domain/back-office/members/members.server"
import { staffRoles } from "~/domain/core/actor/roles"
import { lineDraft } from "~/domain/core/shared/text"
import { returnReasons } from "~/domain/mail/schema"
import { DeskBilling } from "../billing/admin-billing"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, MemberSession, pageOf, RuleStrikes, SubjectCases } from "../openapi/schemas"

const params = z.object({ id: z.string().min(1).max(64).meta({ description: "The member's user id" }) })
const reason = "1 to 1,000 characters, for the audit log"

const Found = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    created_at: epochMs,
    banned_at: epochMs.nullable(),
    suspended_until: epochMs.nullable(),
  })
  .meta({ id: "FoundMember" })

const Member = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    locale: z.string(),
    created_at: epochMs,
    email_verified_at: epochMs.nullable(),
    email_returned: z
      .object({ reason: z.enum(returnReasons), at: epochMs })
      .nullable()
      .meta({
        description: "Since when mails to them are not sent, and why: they came back, or were reported as spam",
      }),
    ban: z
      .object({
        at: epochMs,
        staff_id: z.string().nullable(),
        staff_name: z.string().nullable(),
        reason: z.string().nullable(),
      })
      .nullable(),
    suspended_until: epochMs.nullable(),
    limited_until: epochMs.nullable().meta({ description: "Until when they may send no first message" }),
    groups: z.array(z.string()),
    roles: z.array(z.enum(staffRoles)),
    profile: z.object({ id: z.string(), slug: z.string(), state: z.string() }).nullable(),
    sessions: z.number().int().meta({ description: "How many sign-ins are open" }),
    session_list: z
      .array(MemberSession)
      .nullable()
      .meta({ description: "Most recently used first; null without the permission `members.sanction`" }),
    tickets: z.object({ all: z.number().int(), open: z.number().int() }),
    cases: SubjectCases,
    erasure_due_at: epochMs.nullable(),
    sanctions: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(sanctionKinds),
        state: z.enum(sanctionStates),
        reason: z.string(),
        staff_id: z.string().nullable(),
        staff_name: z.string().nullable().meta({ description: "Null once their account is gone" }),
        second_staff_id: z.string().nullable(),
        second_staff_name: z.string().nullable(),
        expires_at: epochMs.nullable(),
        created_at: epochMs,
        ended_at: epochMs.nullable(),
      }),
    ),
    rules: z.array(RuleStrikes).meta({ description: "The rules that sanctions cite, with the member's strikes" }),
    templates: z
      .array(z.object({ id: z.string(), use: z.enum(templateUses), name: z.string(), text: z.string() }))
      .meta({ description: "Texts for the reasons of a sanction, in the member's language" }),
    billing: DeskBilling.nullable().meta({ description: "Null without the permission `billing.read`" }),
  })
  .meta({ id: "DeskMember" })

const list = createOperation({
  method: "get",
  path: "/users",
  operationId: "findMembers",
  tag: "admin",
  summary: "List members",
  description:
    "Without `q` all, latest first, 50 on a page. With it the first 50, in the order of what it names, without a cursor.",
  guard: "staff",
  permission: "members.read",
  request: {
    query: z.object({
      q: lineDraft(100)
        .default("")
        .meta({ description: "An id, or the beginning of an e-mail address (with its @) or of a name" }),
      cursor: z.string().max(100).optional(),
    }),
  },
  responses: responses(200, "A page of members", pageOf(Found)),
  errors: ["cursor.invalid"],
})

const get = createOperation({
  method: "get",
  path: "/users/{id}",
  operationId: "getMember",
  tag: "admin",
  summary: "Get a member",
  description: "Reading it is recorded in the audit log.",
  guard: "staff",
  permission: "members.read",
  request: { params },
  responses: responses(200, "The member", Member),
  errors: ["request.not_found"],
})

const signOut = createOperation({
  method: "delete",
  path: "/users/{id}/sessions",
  operationId: "signMemberOut",
  tag: "admin",
  summary: "Sign a member out everywhere",
  description:
    "Ends every session and token of the member and closes their sockets. 409 `members.staff` for a member of staff, unless you may close accounts, and `staff.own_account` for yourself.",
  guard: "staffProof",
  permission: "members.sanction",
  request: { params },
  responses: { 204: { description: "The member has no sessions" } },
  errors: ["members.staff", "staff.own_account"],
})

const endSession = createOperation({
  method: "delete",
  path: "/users/{id}/sessions/{session}",
  operationId: "endMemberSession",
  tag: "admin",
  summary: "End one session of a member",
  description: "Ends the sign-in on every domain and closes its sockets. 409 as for all sessions.",
  guard: "staffProof",
  permission: "members.sanction",
  request: {
    params: params.extend({ session: z.string().min(1).max(40) }),
    body: jsonBody(describeFields(StaffReasonForm, { reason })),
  },
  responses: { 204: { description: "The session has ended" } },
  errors: ["request.not_found", "members.staff", "staff.own_account"],
})

const impersonate = createOperation({
  method: "post",
  path: "/users/{id}/impersonation",
  operationId: "startImpersonation",
  tag: "admin",
  summary: "Start an impersonation",
  description: `For ${impersonationLifetime / 60_000} minutes, requests with the session cookie that this one is sent with see the site as the member does: read only, without messages, payments and settings; everything else is 403 \`impersonation.read_only\` or \`impersonation.closed\`. Bearer tokens cannot: 409 \`impersonation.browser_only\`. Ends the one in another browser. 409 \`members.staff\` for staff, \`conflict.changed\` for an account that is banned or being erased. ${limitText("staff.impersonate")} for a member of staff. End it with \`DELETE /auth/impersonation\`.`,
  guard: "staffProof",
  permission: "members.impersonate",
  request: {
    params,
    body: jsonBody(describeFields(StaffReasonForm, { reason })),
  },
  responses: { 204: { description: "The session sees the site as the member" } },
  errors: ["impersonation.browser_only", "members.staff", "conflict.changed", "rate.limited"],
})

export const adminUsers = createApi()
  .openapi(list, async (c) => {
    const { q, cursor } = c.req.valid("query")
    return c.json(await findMembers(c.var.ctx, { q, cursor: cursor ?? null }), 200)
  })
  .openapi(get, async (c) => c.json(await getMember(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(signOut, async (c) => {
    await signOutMember(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(endSession, async (c) => {
    const { id, session } = c.req.valid("param")
    await endMemberSession(c.var.ctx, id, session, c.req.valid("json").reason)
    return c.body(null, 204)
  })
  .openapi(impersonate, async (c) => {
    await startImpersonation(c.var.ctx, c.req.valid("param").id, c.req.valid("json").reason)
    return c.body(null, 204)
  })
