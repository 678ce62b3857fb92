import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { stripeStatuses } from "~/db/schema/plans"
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
import { requireUser } from "~/domain/actor/guards"
import { translator } from "~/i18n/i18n.server"
import type { AppContext } from "../../env"
import { clearCookie } from "../../http/cookies"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, Said } from "../openapi/document"

/** The signed-in user, as the API answers them. */
export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    locale: z.string(),
    avatar: z.string().nullable().meta({ description: "The path of their picture" }),
    subscriptions: z.array(
      z.object({ type: z.string(), stripe_status: z.enum(stripeStatuses), stripe_price: z.string().nullable() }),
    ),
    groups: z.array(z.object({ name: z.string(), root: z.boolean() })),
    profile: z.object({ id: z.string(), slug: z.string(), state: z.string() }).nullable(),
    unread_messages_count: z.number().int(),
    unread_notifications_count: z.number().int(),
  })
  .meta({ id: "User" })

const Step = z
  .object({
    challenge: z.string(),
    methods: z.array(z.enum(secondFactorMethods)),
    expires_at: z.number().int().meta({ description: "Epoch ms" }),
  })
  .meta({ id: "SecondStep" })

const login = createRoute({
  method: "post",
  path: "/login",
  tags: ["auth"],
  summary: "Sign in",
  description:
    "Gives a token for 90 days since its last use. Send it as `Authorization: Bearer TOKEN`. For an account with a second factor it answers 202 instead, with a challenge: finish at `/auth/login/second-factor` within ten minutes.",
  request: { body: { required: true, content: { "application/json": { schema: Credentials } } } },
  responses: {
    ...responses(200, "The token", z.object({ token: z.string() })),
    ...responses(202, "The password is right; a second factor is needed", z.object({ second_factor: Step })),
    ...errorResponses(400, 401, 403, 413, 415, 422, 429),
  },
})

const me = createRoute({
  method: "get",
  path: "/me",
  tags: ["auth"],
  summary: "The signed-in user",
  security: [{ bearer: [] }, { cookie: [] }],
  responses: { ...responses(200, "The user", User), ...errorResponses(401) },
})

const logout = createRoute({
  method: "post",
  path: "/logout",
  tags: ["auth"],
  summary: "Sign out",
  description: "Ends this session everywhere it was carried to.",
  security: [{ bearer: [] }, { cookie: [] }],
  responses: { 204: { description: "Signed out" }, ...errorResponses(401) },
})

const joinUp = createRoute({
  method: "post",
  path: "/join",
  tags: ["auth"],
  summary: "Ask to join",
  description:
    "The answer is the same whether the address is known or not: what happens next is in the mail. `signup` is for sending it again, `secret` for confirming.",
  request: { body: { required: true, content: { "application/json": { schema: JoinForm } } } },
  responses: {
    ...responses(202, "A mail is on its way", Said.extend({ signup: z.string(), secret: z.string() })),
    ...errorResponses(400, 413, 415, 422, 429),
  },
})

const resend = createRoute({
  method: "post",
  path: "/join/resend",
  tags: ["auth"],
  summary: "Send the mail of a request to join again",
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: z.object({ signup: z.string().min(1).max(100) }) } },
    },
  },
  responses: {
    ...responses(202, "A mail is on its way, if there is such a request", Said),
    ...errorResponses(400, 413, 415, 422, 429),
  },
})

const verify = createRoute({
  method: "post",
  path: "/verify",
  tags: ["auth"],
  summary: "Confirm the address and sign in",
  description:
    "Takes the two parts of the mail's link, and the `secret` that asking to join gave, or the password that was chosen then. The link counts once. Gives a token as signing in does.",
  request: {
    body: { required: true, content: { "application/json": { schema: VerifyLink.extend(SignupProof.shape) } } },
  },
  responses: {
    ...responses(200, "The token", z.object({ token: z.string() })),
    ...errorResponses(400, 410, 413, 415, 422, 429),
  },
})

const forgot = createRoute({
  method: "post",
  path: "/password/forgot",
  tags: ["auth"],
  summary: "Ask for a link to choose a new password",
  description: "The answer is the same whether there is such an account or not.",
  request: { body: { required: true, content: { "application/json": { schema: ResetRequest } } } },
  responses: {
    ...responses(202, "A mail is on its way, if there is such an account", Said),
    ...errorResponses(400, 413, 415, 422, 429),
  },
})

const reset = createRoute({
  method: "post",
  path: "/password/reset",
  tags: ["auth"],
  summary: "Choose a new password by the link of a mail",
  description: "Ends every session of the account, this one too. Signs nobody in.",
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: ResetForm.extend({ token: z.string().min(1).max(100) }) } },
    },
  },
  responses: { 204: { description: "Changed" }, ...errorResponses(400, 410, 413, 415, 422, 429) },
})

const say = (c: AppContext) => translator(c.var.ctx.locale, "account-access")

export const auth = createApi()
  .openapi(login, async (c) => {
    const result = await signIn(c.var.ctx, c.req.valid("json"), "api")
    return "token" in result ? c.json(result, 200) : c.json({ second_factor: result.secondStep }, 202)
  })
  .openapi(me, (c) => c.json(requireUser(c.var.ctx), 200))
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
