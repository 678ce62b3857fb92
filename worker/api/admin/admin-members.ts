import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { BanForm } from "~/domain/accounts/schema"
import { signOutMember } from "~/domain/accounts/staff/sign-out-member.server"
import { banMember, liftBan } from "~/domain/moderation/bans.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, signedIn, staffProof } from "../openapi/document"

const params = z.object({ id: z.string().min(1).max(64) })

const signOut = createRoute({
  method: "delete",
  path: "/members/{id}/sessions",
  tags: ["admin"],
  summary: "Sign a member out everywhere",
  description: `Every session and token of theirs ends, and their sockets close. ${staffProof}`,
  security: signedIn,
  request: { params },
  responses: { 204: { description: "They are signed in nowhere" }, ...errorResponses(401, 403, 404) },
})

const ban = createRoute({
  method: "post",
  path: "/members/{id}/ban",
  tags: ["admin"],
  summary: "Ban a member",
  description: `Signs them out everywhere, closes their sockets, lets them sign in no more, and takes their profile from the public. Of somebody who is banned, the first reason stays. ${staffProof}`,
  security: signedIn,
  request: { params, body: { required: true, content: { "application/json": { schema: BanForm } } } },
  responses: { 204: { description: "They are banned" }, ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422) },
})

const lift = createRoute({
  method: "delete",
  path: "/members/{id}/ban",
  tags: ["admin"],
  summary: "Lift a member's ban",
  description: `A profile that the ban took from the public comes back. ${staffProof}`,
  security: signedIn,
  request: { params },
  responses: { 204: { description: "They are not banned" }, ...errorResponses(401, 403, 404) },
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
