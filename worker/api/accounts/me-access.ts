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
import { requireSession, requireUser } from "~/domain/core/actor/guards"
import { confirmAddress, findReturn } from "~/domain/mail/returned.server"
import { returnReasons } from "~/domain/mail/schema"
import { translator } from "~/i18n/i18n.server"
import { readCookie, writeCookie } from "../../http/cookies"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { MessageResponse, responses } from "../openapi/responses"
import { epochMs, MemberSession, Token, wholeListOf } from "../openapi/schemas"

const tag = "me"

const PendingChange = z
  .object({
    new_email: z.string(),
    old_confirmed: z.boolean().meta({ description: "The link in the current mailbox was confirmed" }),
    new_confirmed: z.boolean().meta({ description: "The link in the new mailbox was confirmed" }),
    expires_at: epochMs,
  })
  .meta({ id: "EmailChange", description: "A pending change of e-mail address, which both mailboxes must confirm" })

const OwnAddress = z.object({
  email: z.string(),
  change: PendingChange.nullable(),
  returned: z
    .object({ reason: z.enum(returnReasons), at: epochMs })
    .nullable()
    .meta({ description: "Since when mails to it are not sent, and why: they came back, or were reported as spam" }),
})

const getEmail = createOperation({
  method: "get",
  path: "/email",
  operationId: "getEmailAddress",
  tag,
  summary: "Get your e-mail address and its pending change",
  guard: "user",
  responses: responses(200, "The address", OwnAddress),
})

const postEmail = createOperation({
  method: "post",
  path: "/email",
  operationId: "requestEmailChange",
  tag,
  summary: "Request a change of your e-mail address",
  description: `Sends a link to the current and to the new mailbox; to the new one alone if mails to the current one came back (\`returned.reason\` is \`bounced\`). The address changes when both have confirmed, within 24 hours. Replaces a pending change. The response is the same if the new address already has an account. Limits: ${limitText("account.email")} for an account, ${limitText("account.email.to")} for a new address.`,
  guard: "settledProof",
  request: { body: jsonBody(describeFields(EmailChangeForm, { email: "The new address" })) },
  responses: responses(202, "Two mails are on their way", MessageResponse),
  errors: ["rate.limited"],
})

const resendEmail = createOperation({
  method: "post",
  path: "/email/resend",
  operationId: "resendEmailChangeMails",
  tag,
  summary: "Send the mails of the pending e-mail change again",
  description: "Only to the mailboxes that have not confirmed yet. 404 `request.not_found` without a pending change.",
  guard: "user",
  responses: responses(202, "The mails are on their way", MessageResponse),
  errors: ["request.not_found", "rate.limited"],
})

const confirmEmail = createOperation({
  method: "post",
  path: "/email/confirm",
  operationId: "confirmEmailChange",
  tag,
  summary: "Confirm a change of e-mail address",
  description: `Requires no session. When both mailboxes have confirmed, the address changes and every other session of the account ends. 410 \`auth.token_invalid\` for a link that has expired or was used; 409 \`conflict.changed\` if the address belongs to another account by then. Limit: ${limitText("auth.token.address")} for a network.`,
  request: {
    body: jsonBody(z.object({ token: z.string().min(1).max(100).meta({ description: "From the link of the mail" }) })),
  },
  responses: responses(
    200,
    "The confirmation is stored",
    z.object({
      state: z.enum(["waiting", "changed"]).meta({ description: "`waiting`: the other mailbox has not confirmed" }),
    }),
  ),
  errors: ["auth.token_invalid", "conflict.changed", "rate.limited"],
})

const confirmAddressWorks = createOperation({
  method: "delete",
  path: "/email/returned",
  operationId: "confirmEmailAddress",
  tag,
  summary: "Send mails to your address again",
  description: `Says that the address receives mails, after some came back. If one comes back again, so does \`returned\`. Idempotent. Limit: ${limitText("account.email.works")} for an account.`,
  guard: "user",
  responses: { 204: { description: "Mails are sent again" } },
  errors: ["rate.limited"],
})

const deleteEmail = createOperation({
  method: "delete",
  path: "/email",
  operationId: "cancelEmailChange",
  tag,
  summary: "Cancel the pending e-mail change",
  description: "404 `request.not_found` without a pending change.",
  guard: "user",
  responses: { 204: { description: "The change is canceled" } },
  errors: ["request.not_found"],
})

const postPassword = createOperation({
  method: "post",
  path: "/password",
  operationId: "changePassword",
  tag,
  summary: "Change your password",
  description: `Ends every session of the account, including this one, and returns the token of a new session. Limit: ${limitText("auth.confirm.account")}.`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(PasswordChange, {
        present_password: "The current password",
        password: "8 to 128 characters; not the e-mail address, and not one of the common passwords",
      }),
    ),
  },
  responses: responses(200, "The new token", Token),
  errors: ["rate.limited"],
})

const Session = MemberSession.extend({
  is_current: z.boolean().meta({ description: "The session of this request" }),
}).meta({ id: "Session" })

const getSessions = createOperation({
  method: "get",
  path: "/sessions",
  operationId: "listSessions",
  tag,
  summary: "List your sessions",
  description: "The last used session comes first.",
  guard: "user",
  responses: responses(200, "The sessions", wholeListOf(Session)),
})

const deleteSessions = createOperation({
  method: "delete",
  path: "/sessions",
  operationId: "endOtherSessions",
  tag,
  summary: "End your other sessions",
  description: "Ends every session of the account except this one, and closes their sockets. Idempotent.",
  guard: "user",
  responses: { 204: { description: "Only this session is left" } },
})

const deleteSession = createOperation({
  method: "delete",
  path: "/sessions/{id}",
  operationId: "endSession",
  tag,
  summary: "End a session",
  description: "Ends one of your sessions, on every language domain, and closes its sockets.",
  guard: "user",
  request: { params: z.object({ id: z.string().max(40) }) },
  responses: { 204: { description: "The session has ended" } },
  errors: ["request.not_found"],
})

export const meAccess = createApi()
  .openapi(getEmail, async (c) => {
    const { email } = requireUser(c.var.ctx)
    const { ctx } = c.var
    const [change, returned] = await Promise.all([findEmailChange(ctx), findReturn(ctx, email)])
    return c.json({ email, change, returned }, 200)
  })
  .openapi(confirmAddressWorks, async (c) => {
    await confirmAddress(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(postEmail, async (c) => {
    const t = translator(c.var.ctx.locale, "settings")
    const { asksOld } = await requestEmailChange(c.var.ctx, c.req.valid("json").email)
    return c.json({ message: t(asksOld ? "email.asked" : "email.asked_new") }, 202)
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
