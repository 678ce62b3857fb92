import * as z from "zod"
import { grantableRoles } from "~/db/enums"
import {
  confirmFactorReset,
  proposeFactorReset,
  withdrawFactorReset,
} from "~/domain/accounts/staff/factor-resets.server"
import { grantRole, listStaff, revokeRole } from "~/domain/accounts/staff/grants.server"
import { GrantForm, ResetConfirmation, ResetForm } from "~/domain/accounts/staff/schema"
import { staffRoles } from "~/domain/core/actor/roles"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"

const tag = "admin"

const StaffMember = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    has_second_factor: z.boolean(),
    reset: z
      .object({
        proposed_by: z.string(),
        reason: z.string(),
        proposed_at: epochMs.meta({ description: "Epoch milliseconds; required to confirm it" }),
        expires_at: epochMs,
        is_yours: z.boolean().meta({ description: "Somebody else has to confirm it" }),
      })
      .nullable()
      .meta({ description: "The reset of their second factor that awaits a second person" }),
    roles: z.array(
      z.object({
        id: z.string().nullable().meta({ description: "The grant; null for `owner`" }),
        role: z.enum(staffRoles),
        granted_at: epochMs.nullable().meta({ description: "Null for `owner`" }),
        expires_at: epochMs.nullable().meta({ description: "Null: until it is revoked" }),
        granted_by: z.string().nullable().meta({ description: "A name; null for the operator's command" }),
      }),
    ),
  })
  .meta({ id: "StaffMember" })

const list = createOperation({
  method: "get",
  path: "/staff",
  operationId: "listStaff",
  tag,
  summary: "List staff and their roles",
  guard: "staff",
  permission: "staff.read",
  responses: responses(200, "Staff by name, 500 at most", wholeListOf(StaffMember)),
})

const grant = createOperation({
  method: "post",
  path: "/staff/grants",
  operationId: "grantRole",
  tag,
  summary: "Grant a role to a member",
  description:
    "For their first second factor they need a one-time code from the operator (`npm run staff`). 409 `staff.own_roles` for yourself, `staff.has_role` for a role that they have. The role `owner` is granted by the operator's command alone.",
  guard: "staffProof",
  permission: "staff.grant",
  request: {
    body: jsonBody(
      describeFields(GrantForm, {
        email: "Of an existing account",
        role: grantableRoles.map((role) => `\`${role}\``).join(", "),
        until: "The last day, YYYY-MM-DD; without it until the role is revoked",
      }),
    ),
  },
  responses: responses(201, "The grant", z.object({ id: z.string() })),
  errors: ["staff.own_roles", "staff.has_role"],
})

const revoke = createOperation({
  method: "delete",
  path: "/staff/grants/{id}",
  operationId: "revokeRole",
  tag,
  summary: "End a role",
  description:
    "Without any other role, its holder is signed out everywhere. 409 `staff.own_roles` for your own, `conflict.changed` if it has ended.",
  guard: "staffProof",
  permission: "staff.grant",
  request: { params: z.object({ id: z.string().min(1).max(40) }) },
  responses: { 204: { description: "The role has ended" } },
  errors: ["staff.own_roles", "conflict.changed"],
})

const resetParams = z.object({ id: z.string().min(1).max(40).meta({ description: "The user's id" }) })
const ofOthers = "409 `staff.own_account` for yourself."

const proposeReset = createOperation({
  method: "post",
  path: "/staff/{id}/reset",
  operationId: "proposeFactorReset",
  tag,
  summary: "Propose to reset somebody's second factor",
  description: `For a member of staff who lost it, and who is mailed at once. It expires after seven days without a second person. 404 for a user without a role or without a second factor. ${ofOthers} 409 \`staff.reset_pending\` while one waits.`,
  guard: "staffProof",
  permission: "staff.grant",
  request: {
    params: resetParams,
    body: jsonBody(describeFields(ResetForm, { reason: "For the second person and the audit log" })),
  },
  responses: { 204: { description: "It awaits a second person" } },
  errors: ["request.not_found", "staff.own_account", "staff.reset_pending"],
})

const confirmReset = createOperation({
  method: "post",
  path: "/staff/{id}/reset/confirmation",
  operationId: "confirmFactorReset",
  tag,
  summary: "Confirm the reset of somebody's second factor",
  description: `Ends their authenticator app, passkeys, recovery codes and sessions; a new second factor takes the operator's code. ${ofOthers} 409 \`staff.second_person\` for who proposed it, \`conflict.changed\` for one that is over or was replaced.`,
  guard: "staffProof",
  permission: "staff.grant",
  request: {
    params: resetParams,
    body: jsonBody(describeFields(ResetConfirmation, { proposed_at: "Of the proposal that you read" })),
  },
  responses: { 204: { description: "The second factor is reset" } },
  errors: ["staff.own_account", "staff.second_person", "conflict.changed"],
})

const withdrawReset = createOperation({
  method: "delete",
  path: "/staff/{id}/reset",
  operationId: "withdrawFactorReset",
  tag,
  summary: "Withdraw the reset of somebody's second factor",
  description: "409 `conflict.changed` if none waits.",
  guard: "staffProof",
  permission: "staff.grant",
  request: { params: resetParams },
  responses: { 204: { description: "It is withdrawn" } },
  errors: ["conflict.changed"],
})

export const adminStaff = createApi()
  .openapi(list, async (c) => c.json({ data: await listStaff(c.var.ctx), next_cursor: null }, 200))
  .openapi(grant, async (c) => c.json(await grantRole(c.var.ctx, c.req.valid("json")), 201))
  .openapi(revoke, async (c) => {
    await revokeRole(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(proposeReset, async (c) => {
    await proposeFactorReset(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(confirmReset, async (c) => {
    await confirmFactorReset(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(withdrawReset, async (c) => {
    await withdrawFactorReset(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
