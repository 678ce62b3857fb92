import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { deskStates } from "~/domain/mail/desk"
import { dropMail, listDeskMails, retryMail } from "~/domain/mail/desk.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn, staffProof } from "../openapi/document"

const time = z.number().int().meta({ description: "Epoch milliseconds" })

const Mail = z
  .object({
    id: z.string(),
    recipient: z.string().meta({ description: "Masked" }),
    locale: z.string(),
    template: z.string(),
    state: z.enum(deskStates),
    attempts: z.number().int(),
    last_error: z.string().nullable(),
    next_attempt_at: time,
    created_at: time,
  })
  .meta({ id: "Mail" })

const params = z.object({ id: z.string().min(1).max(40) })

const list = createRoute({
  method: "get",
  path: "/mails",
  tags: ["admin"],
  summary: "Mails that need somebody",
  description: "`dead`: given up, newest first. `queued`: late, the longest due first.",
  security: signedIn,
  request: { query: z.object({ state: z.enum(deskStates).default("dead"), cursor: z.string().max(60).optional() }) },
  responses: {
    ...responses(200, "A page of 30", z.object({ data: z.array(Mail), next_cursor: z.string().nullable() })),
    ...errorResponses(400, 401, 404, 422),
  },
})

const retry = createRoute({
  method: "post",
  path: "/mails/{id}/retry",
  tags: ["admin"],
  summary: "Try a mail again",
  description: staffProof,
  security: signedIn,
  request: { params },
  responses: { 204: { description: "It is on its way" }, ...errorResponses(401, 403, 404, 409) },
})

const drop = createRoute({
  method: "delete",
  path: "/mails/{id}",
  tags: ["admin"],
  summary: "Give a mail up for good",
  description: staffProof,
  security: signedIn,
  request: { params },
  responses: { 204: { description: "Nobody will get it" }, ...errorResponses(401, 403, 404, 409) },
})

export const adminMail = createApi()
  .openapi(list, async (c) => {
    const { state, cursor } = c.req.valid("query")
    return c.json(await listDeskMails(c.var.ctx, state, cursor ?? null), 200)
  })
  .openapi(retry, async (c) => {
    await retryMail(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(drop, async (c) => {
    await dropMail(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
