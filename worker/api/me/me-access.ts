import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import {
  cancelEmailChange,
  findEmailChange,
  requestEmailChange,
  resendEmailChange,
} from "~/domain/accounts/email-change/change.server"
import { confirmEmailChange } from "~/domain/accounts/email-change/links.server"
import { changePassword } from "~/domain/accounts/passwords/change.server"
import { EmailChangeForm, PasswordChange } from "~/domain/accounts/schema"
import { endOtherSessions, endSession, listSessions } from "~/domain/accounts/sessions/own-sessions.server"
import { requireSession, requireUser } from "~/domain/actor/guards"
import { translator } from "~/i18n/i18n.server"
import { readCookie, writeCookie } from "../../http/cookies"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, Said, signedIn } from "../openapi/document"

const tags = ["me"]

const Pending = z
  .object({
    new_email: z.string(),
    old_confirmed: z.boolean(),
    new_confirmed: z.boolean(),
    expires_at: z.number().int().meta({ description: "Epoch ms" }),
  })
  .meta({ id: "EmailChange", description: "A change of address that waits for its two mailboxes" })

const getEmail = createRoute({
  method: "get",
  path: "/email",
  tags,
  summary: "One's address, and the change of it that waits",
  security: signedIn,
  responses: {
    ...responses(200, "The address", z.object({ email: z.string(), change: Pending.nullable() })),
    ...errorResponses(401),
  },
})

const postEmail = createRoute({
  method: "post",
  path: "/email",
  tags,
  summary: "Ask for another address",
  description:
    "Both mailboxes, the present and the new one, are sent a link; the address changes when both have confirmed, within 24 hours. The answer is the same where the new address has an account already. Needs a recent proof of who asks.",
  security: signedIn,
  request: { body: { required: true, content: { "application/json": { schema: EmailChangeForm } } } },
  responses: {
    ...responses(202, "Two mails are on their way", Said),
    ...errorResponses(400, 401, 403, 413, 415, 422, 429),
  },
})

const resendEmail = createRoute({
  method: "post",
  path: "/email/resend",
  tags,
  summary: "Write again to the mailboxes that have not confirmed",
  security: signedIn,
  responses: { ...responses(202, "On its way", Said), ...errorResponses(401, 404, 429) },
})

const confirmEmail = createRoute({
  method: "post",
  path: "/email/confirm",
  tags,
  summary: "Confirm a change of address by the link of a mail",
  description:
    "Needs no session. When both mailboxes have confirmed, the address changes, and every session of the account ends but the one that asks.",
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: z.object({ token: z.string().min(1).max(100) }) } },
    },
  },
  responses: {
    ...responses(
      200,
      "Whether the other mailbox is still to confirm",
      z.object({ state: z.enum(["waiting", "changed"]) }),
    ),
    ...errorResponses(400, 409, 410, 413, 415, 422, 429),
  },
})

const deleteEmail = createRoute({
  method: "delete",
  path: "/email",
  tags,
  summary: "Give up the change of address that waits",
  security: signedIn,
  responses: { 204: { description: "Given up" }, ...errorResponses(401, 404) },
})

const postPassword = createRoute({
  method: "post",
  path: "/password",
  tags,
  summary: "Change one's password",
  description: "Ends every session of the account, this one too, and gives the token of a fresh one.",
  security: signedIn,
  request: { body: { required: true, content: { "application/json": { schema: PasswordChange } } } },
  responses: {
    ...responses(200, "The fresh token", z.object({ token: z.string() })),
    ...errorResponses(400, 401, 413, 415, 422, 429),
  },
})

const Session = z
  .object({
    id: z.string(),
    kind: z.enum(["web", "api"]),
    device: z.string().meta({ description: "Such as `Firefox, Windows`; empty when unknown" }),
    country: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2" }),
    last_used_at: z.number().int().meta({ description: "Epoch ms, to the hour" }),
    created_at: z.number().int(),
    is_current: z.boolean(),
  })
  .meta({ id: "Session" })

const getSessions = createRoute({
  method: "get",
  path: "/sessions",
  tags,
  summary: "Where one is signed in, last used first",
  security: signedIn,
  responses: {
    ...responses(200, "The sessions", z.object({ data: z.array(Session), next_cursor: z.null() })),
    ...errorResponses(401),
  },
})

const deleteSessions = createRoute({
  method: "delete",
  path: "/sessions",
  tags,
  summary: "End every session but this one",
  security: signedIn,
  responses: { 204: { description: "Ended" }, ...errorResponses(401) },
})

const deleteSession = createRoute({
  method: "delete",
  path: "/sessions/{id}",
  tags,
  summary: "End a session",
  security: signedIn,
  request: { params: z.object({ id: z.string().max(40) }) },
  responses: { 204: { description: "Ended" }, ...errorResponses(401, 404, 422) },
})

export const meAccess = createApi()
  .openapi(getEmail, async (c) => {
    const { email } = requireUser(c.var.ctx)
    return c.json({ email, change: await findEmailChange(c.var.ctx) }, 200)
  })
  .openapi(postEmail, async (c) => {
    const t = translator(c.var.ctx.locale, "settings")
    await requestEmailChange(c.var.ctx, c.req.valid("json").email)
    return c.json({ message: t("email.asked") }, 202)
  })
  .openapi(resendEmail, async (c) => {
    const t = translator(c.var.ctx.locale, "settings")
    await resendEmailChange(c.var.ctx)
    return c.json({ message: t("email.sent_again") }, 202)
  })
  .openapi(confirmEmail, async (c) =>
    c.json({ state: await confirmEmailChange(c.var.ctx, c.req.valid("json").token) }, 200),
  )
  .openapi(deleteEmail, async (c) => {
    await cancelEmailChange(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(postPassword, async (c) => {
    const { present_password, password } = c.req.valid("json")
    const token = await changePassword(c.var.ctx, present_password, password)
    if (requireSession(c.var.ctx).session.kind === "web" && readCookie(c, "session")) writeCookie(c, "session", token)
    return c.json({ token }, 200)
  })
  .openapi(getSessions, async (c) => c.json({ data: await listSessions(c.var.ctx), next_cursor: null }, 200))
  .openapi(deleteSessions, async (c) => {
    await endOtherSessions(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(deleteSession, async (c) => {
    await endSession(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
