import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { signOutMember } from "~/domain/accounts/sessions.server"
import { createApi } from "./create-api"
import { errorAnswers, signedIn } from "./document"

const signOut = createRoute({
  method: "delete",
  path: "/members/{id}/sessions",
  tags: ["admin"],
  summary: "Sign a member out everywhere",
  description: "Every session and token of theirs ends, and their sockets close.",
  security: signedIn,
  request: { params: z.object({ id: z.string().min(1).max(64) }) },
  responses: { 204: { description: "They are signed in nowhere" }, ...errorAnswers(401, 403, 404) },
})

export const adminMembers = createApi().openapi(signOut, async (c) => {
  await signOutMember(c.var.ctx, c.req.valid("param").id)
  return c.body(null, 204)
})
