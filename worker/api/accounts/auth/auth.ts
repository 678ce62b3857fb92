import * as z from "zod"
import { stripeStatuses } from "~/db/schema/billing"
import { endImpersonation } from "~/domain/accounts/impersonation/impersonation.server"
import { requestPasswordReset, resetPassword } from "~/domain/accounts/passwords/reset.server"
import {
  Credentials,
  JoinForm,
  ResetForm,
  ResetRequest,
  SignupProof,
  secondFactorMethods,
  VerifyLink,
} from "~/domain/accounts/schema"
import { signOut } from "~/domain/accounts/sessions/session.server"
import { signIn } from "~/domain/accounts/sign-in/sign-in.server"
import { join, resendJoinMail, verifyEmail } from "~/domain/accounts/sign-up/join.server"
import type { CurrentUser } from "~/domain/core/actor/actor"
import { requireUser } from "~/domain/core/actor/guards"
import { staffRoles } from "~/domain/core/actor/roles"
import type { Ctx } from "~/domain/core/context"
import { apiWait, countUnreadMessages } from "~/domain/notifications/unread.server"
import { translator } from "~/i18n/i18n.server"
import type { AppContext } from "../../../env"
import { clearCookie } from "../../../http/cookies"
import { describeFields, jsonBody } from "../../openapi/bodies"
import { createApi } from "../../openapi/create-api"
import { limitText } from "../../openapi/limit-text"
import { createOperation } from "../../openapi/operation"
import { MessageResponse, responses } from "../../openapi/responses"
import { epochMs, Token } from "../../openapi/schemas"

const newPassword = "8 to 128 characters; not the e-mail address, and not one of the common passwords"
const captcha = "422 `validation.failed` on `captcha` if a CAPTCHA is configured and the token is missing or invalid."
const mailLimits = (purpose: "join" | "reset") =>
  `Limits: ${limitText(`auth.${purpose}.email`)} for an e-mail address and ${limitText(`auth.${purpose}.address`)} for a network.`

/** The signed-in user, as the API returns them. */
export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    locale: z.string().meta({ description: "The language of mails and messages" }),
    avatar: z.string().nullable().meta({ description: "The path of the picture" }),
    subscriptions: z.array(
      z.object({ type: z.string(), stripe_status: z.enum(stripeStatuses), stripe_price: z.string().nullable() }),
    ),
    groups: z
      .array(z.object({ name: z.string(), root: z.boolean().meta({ description: "Has every permission" }) }))
      .meta({ description: "Groups of staff; empty for members" }),
    roles: z
      .array(z.enum(staffRoles))
      .optional()
      .meta({ description: "Your roles in the back office; absent for members" }),
    profile: z.object({ id: z.string(), slug: z.string(), state: z.string() }).nullable().meta({
      description:
        "The profile that you have, which makes you Premium: approved, published or paused, and no identity check was refused. `GET /me/profile` returns the one that you edit, in any state",
    }),
    unread_messages_count: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Null for the moment in which your conversations cannot be counted" }),
    unread_notifications_count: z
      .number()
      .int()
      .meta({ description: "Unread notifications that belong to no conversation" }),
  })
  .meta({ id: "User" })

/** Returns a user as the API does: `roles` for staff alone, and no `workshop`, which `GET /me/profile` has. */
export async function describeUser(
  ctx: Pick<Ctx, "live" | "logError">,
  { roles, workshop: _, ...user }: CurrentUser,
): Promise<z.infer<typeof User>> {
  const described = { ...user, unread_messages_count: await countUnreadMessages(ctx, user.id, apiWait) }
  return roles.length > 0 ? { ...described, roles } : described
}

const SecondFactorChallenge = z
  .object({
    challenge: z.string().meta({ description: "Send it to `POST /auth/login/second-factor`" }),
    methods: z.array(z.enum(secondFactorMethods)).meta({ description: "The second factors that can be used here" }),
    expires_at: epochMs,
  })
  .meta({ id: "SecondFactorChallenge" })

const login = createOperation({
  method: "post",
  path: "/login",
  operationId: "signIn",
  tag: "auth",
  summary: "Sign in with a password",
  description: `Returns a token that expires 90 days after its last use, at most 180 days after sign-in. For an account with a second factor it returns 202 with a challenge instead: finish at \`POST /auth/login/second-factor\` within 10 minutes. 401 \`auth.invalid_credentials\` for an unknown address and for a wrong password alike; 403 \`auth.account_closed\` for a banned account. Limits: ${limitText("auth.sign-in.account")} failures for an account, with growing delays from the fourth, and ${limitText("auth.sign-in.address")} attempts for a network.`,
  request: { body: jsonBody(Credentials) },
  responses: {
    ...responses(200, "The token", Token),
    ...responses(
      202,
      "The password is correct; a second factor is required",
      z.object({ second_factor: SecondFactorChallenge }),
    ),
  },
  errors: ["auth.invalid_credentials", "auth.account_closed", "rate.limited"],
})

const me = createOperation({
  method: "get",
  path: "/me",
  operationId: "getSignedInUser",
  tag: "auth",
  summary: "Get the signed-in user",
  guard: "user",
  responses: responses(200, "The user", User),
})

const logout = createOperation({
  method: "post",
  path: "/logout",
  operationId: "signOut",
  tag: "auth",
  summary: "Sign out",
  description: "Ends this session, on every language domain that it was carried to, and closes its sockets.",
  guard: "user",
  responses: { 204: { description: "The session has ended" } },
})

const endView = createOperation({
  method: "delete",
  path: "/impersonation",
  operationId: "endImpersonation",
  tag: "auth",
  summary: "End the impersonation of a member",
  description: "For staff, with the session cookie. Idempotent: without an impersonation nothing changes.",
  guard: "user",
  responses: { 204: { description: "The session is its owner's again" } },
})

const joinUp = createOperation({
  method: "post",
  path: "/join",
  operationId: "requestAccount",
  tag: "auth",
  summary: "Request an account",
  description: `Sends a mail with a link that works for 24 hours; the account exists after \`POST /auth/verify\`. The response is the same for a known and an unknown address. ${captcha} ${mailLimits("join")}`,
  request: {
    body: jsonBody(
      describeFields(JoinForm, {
        name: "1 to 80 characters with a letter or a digit; not reserved, not the name of a published profile",
        password: newPassword,
        adult: "The user is of age: `true`",
        terms: "The user accepts the terms: `true`",
      }),
    ),
  },
  responses: responses(
    202,
    "A mail is on its way",
    MessageResponse.extend({
      signup: z.string().meta({ description: "For `POST /auth/join/resend`" }),
      secret: z.string().meta({ description: "For `POST /auth/verify`, instead of the password" }),
    }),
  ),
  errors: ["rate.limited"],
})

const resend = createOperation({
  method: "post",
  path: "/join/resend",
  operationId: "resendSignUpMail",
  tag: "auth",
  summary: "Send the sign-up mail again",
  description: `The response is the same for an unknown \`signup\`. ${mailLimits("join")}`,
  request: {
    body: jsonBody(
      z.object({ signup: z.string().min(1).max(100).meta({ description: "From the response of `POST /auth/join`" }) }),
    ),
  },
  responses: responses(202, "A mail is on its way if the sign-up exists", MessageResponse),
  errors: ["rate.limited"],
})

const verify = createOperation({
  method: "post",
  path: "/verify",
  operationId: "verifyEmailAddress",
  tag: "auth",
  summary: "Verify the e-mail address and sign in",
  description: `Creates the account and returns a token, as \`POST /auth/login\` does. Send \`user\` and \`token\` from the mail's link, with the \`secret\` of \`POST /auth/join\` or the password that was chosen there. The link works once: 410 \`auth.token_invalid\` afterwards. Limit: ${limitText("auth.token.address")} for a network.`,
  request: {
    body: jsonBody(
      describeFields(VerifyLink.extend(SignupProof.shape), {
        user: "From the link",
        token: "From the link",
        secret: "From the response of `POST /auth/join`",
        password: "The password of the sign-up; required without a valid `secret`",
      }),
    ),
  },
  responses: responses(200, "The token", Token),
  errors: ["auth.token_invalid", "rate.limited"],
})

const forgot = createOperation({
  method: "post",
  path: "/password/forgot",
  operationId: "requestPasswordReset",
  tag: "auth",
  summary: "Request a password reset",
  description: `Sends a mail with a link that works for 60 minutes. The response is the same for a known and an unknown address. ${captcha} ${mailLimits("reset")}`,
  request: { body: jsonBody(ResetRequest) },
  responses: responses(202, "A mail is on its way if the account exists", MessageResponse),
  errors: ["rate.limited"],
})

const reset = createOperation({
  method: "post",
  path: "/password/reset",
  operationId: "resetPassword",
  tag: "auth",
  summary: "Reset the password",
  description: `Ends every session of the account, including this one, and opens none. The link works once: 410 \`auth.token_invalid\` afterwards. Limit: ${limitText("auth.token.address")} for a network.`,
  request: {
    body: jsonBody(
      describeFields(ResetForm.extend({ token: z.string().min(1).max(100) }), {
        token: "From the link of the mail",
        password: newPassword,
      }),
    ),
  },
  responses: { 204: { description: "The password is changed" } },
  errors: ["auth.token_invalid", "rate.limited"],
})

const say = (c: AppContext) => translator(c.var.ctx.locale, "account-access")

export const auth = createApi()
  .openapi(login, async (c) => {
    const result = await signIn(c.var.ctx, c.req.valid("json"), "api")
    return "token" in result ? c.json(result, 200) : c.json({ second_factor: result.secondStep }, 202)
  })
  .openapi(me, async (c) => c.json(await describeUser(c.var.ctx, requireUser(c.var.ctx)), 200))
  .openapi(endView, async (c) => {
    await endImpersonation(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(logout, async (c) => {
    requireUser(c.var.ctx)
    await signOut(c.var.ctx)
    clearCookie(c, "session")
    return c.body(null, 204)
  })
  .openapi(joinUp, async (c) => {
    const { signupId: signup, secret } = await join(c.var.ctx, c.req.valid("json"))
    return c.json({ message: say(c)("sent.lead"), signup, secret }, 202)
  })
  .openapi(resend, async (c) => {
    await resendJoinMail(c.var.ctx, c.req.valid("json").signup)
    return c.json({ message: say(c)("sent.done") }, 202)
  })
  .openapi(verify, async (c) => {
    const body = c.req.valid("json")
    return c.json({ token: await verifyEmail(c.var.ctx, body, body, "api") }, 200)
  })
  .openapi(forgot, async (c) => {
    await requestPasswordReset(c.var.ctx, c.req.valid("json"))
    return c.json({ message: say(c)("forgot.done") }, 202)
  })
  .openapi(reset, async (c) => {
    const { token, password } = c.req.valid("json")
    await resetPassword(c.var.ctx, token, password)
    return c.body(null, 204)
  })
