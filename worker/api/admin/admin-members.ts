import * as z from "zod"
import { BanForm } from "~/domain/accounts/schema"
import { signOutMember } from "~/domain/accounts/staff/sign-out-member.server"
import { banMember, liftBan } from "~/domain/moderation/bans.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"

const params = z.object({ id: z.string().min(1).max(64).meta({ description: "The member's user id" }) })
const Ban = describeFields(BanForm, { reason: "For staff, 1 to 1,000 characters; the member does not read it" })

const signOut = createOperation({
  method: "delete",
  path: "/members/{id}/sessions",
  operationId: "signMemberOut",
  tag: "admin",
  summary: "Sign a member out everywhere",
  description: "Ends every session and token of the member and closes their sockets.",
  guard: "staffProof",
  permission: "members.sanction",
  request: { params },
  responses: { 204: { description: "The member has no sessions" } },
})

const ban = createOperation({
  method: "post",
  path: "/members/{id}/ban",
  operationId: "banMember",
  tag: "admin",
  summary: "Ban a member",
  description:
    "Signs the member out everywhere, closes their sockets, prevents sign-in and unpublishes their profile. Idempotent: a second ban keeps the first reason. 409 `members.staff` for a member of staff.",
  guard: "staffProof",
  permission: "members.close",
  request: { params, body: jsonBody(Ban) },
  responses: {
    204: { description: "The member is banned" },
  },
  errors: ["members.staff"],
})

const lift = createOperation({
  method: "delete",
  path: "/members/{id}/ban",
  operationId: "liftBan",
  tag: "admin",
  summary: "Lift a member's ban",
  description: "Allows sign-in again and republishes a profile that the ban unpublished. Idempotent.",
  guard: "staffProof",
  permission: "members.close",
  request: { params },
  responses: { 204: { description: "The member is not banned" } },
})

export const adminMembers = createApi()
  .openapi(signOut, async (c) => {
    await signOutMember(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(ban, async (c) => {
    await banMember(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(lift, async (c) => {
    await liftBan(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
