import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { stripeStatuses } from "~/db/schema/plans"
import { Credentials } from "~/domain/accounts/schema"
import { requireUser, signIn, signOut } from "~/domain/accounts/service.server"
import { clearCookie } from "../cookies"
import { createApi } from "./create-api"
import { answers, errorAnswers } from "./document"

const User = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    locale: z.string(),
    subscriptions: z.array(
      z.object({ type: z.string(), stripe_status: z.enum(stripeStatuses), stripe_price: z.string().nullable() }),
    ),
    groups: z.array(z.object({ name: z.string(), root: z.boolean() })),
    profile: z.object({ id: z.string(), slug: z.string(), state: z.string() }).nullable(),
    unread_messages_count: z.number().int(),
  })
  .meta({ id: "User" })

const login = createRoute({
  method: "post",
  path: "/login",
  tags: ["auth"],
  summary: "Sign in",
  description: "Gives a token for 90 days since its last use. Send it as `Authorization: Bearer TOKEN`.",
  request: { body: { required: true, content: { "application/json": { schema: Credentials } } } },
  responses: {
    ...answers(200, "The token", z.object({ token: z.string() })),
    ...errorAnswers(400, 401, 413, 415, 422, 429),
  },
})

const me = createRoute({
  method: "get",
  path: "/me",
  tags: ["auth"],
  summary: "The signed-in user",
  security: [{ bearer: [] }, { cookie: [] }],
  responses: { ...answers(200, "The user", User), ...errorAnswers(401) },
})

const logout = createRoute({
  method: "post",
  path: "/logout",
  tags: ["auth"],
  summary: "Sign out",
  description: "Ends this session everywhere it was carried to.",
  security: [{ bearer: [] }, { cookie: [] }],
  responses: { 204: { description: "Signed out" }, ...errorAnswers(401) },
})

export const auth = createApi()
  .openapi(login, async (c) => c.json({ token: await signIn(c.var.ctx, c.req.valid("json"), "api") }, 200))
  .openapi(me, (c) => c.json(requireUser(c.var.ctx), 200))
  .openapi(logout, async (c) => {
    requireUser(c.var.ctx)
    await signOut(c.var.ctx)
    clearCookie(c, "session")
    return c.body(null, 204)
  })
