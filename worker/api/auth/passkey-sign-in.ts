import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { PasskeySignIn, SecondStepProof } from "~/domain/accounts/schema"
import { askAtSignIn, askToSignIn, signInByPasskey } from "~/domain/accounts/second-factor/passkeys.server"
import { finishSignIn } from "~/domain/accounts/sign-in/second-step.server"
import { readCookie } from "../../http/cookies"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses } from "../openapi/document"

/** What a browser's `navigator.credentials` takes (WebAuthn, JSON forms). */
const PasskeyOptions = z
  .looseObject({ challenge: z.string() })
  .meta({ id: "PasskeyOptions", description: "For `PublicKeyCredential.parse…OptionsFromJSON`" })

export const PasskeyQuestion = z
  .object({ challenge: z.string().meta({ description: "Goes back with the answer" }), options: PasskeyOptions })
  .meta({ id: "PasskeyQuestion" })

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { "application/json": { schema } } },
})

const Token = z.object({ token: z.string() })

const options = createRoute({
  method: "post",
  path: "/login/passkey/options",
  tags: ["auth"],
  summary: "Ask to sign in with a passkey",
  description: "Five minutes, one answer.",
  responses: { ...responses(200, "What to ask an authenticator", PasskeyQuestion), ...errorResponses(429) },
})

const signIn = createRoute({
  method: "post",
  path: "/login/passkey",
  tags: ["auth"],
  summary: "Sign in with a passkey",
  description: "Counts as both factors. Gives a token as signing in does.",
  request: jsonBody(PasskeySignIn),
  responses: { ...responses(200, "The token", Token), ...errorResponses(400, 403, 410, 413, 415, 422, 429) },
})

const Challenge = z.string().min(1).max(100)

const stepOptions = createRoute({
  method: "post",
  path: "/login/second-factor/options",
  tags: ["auth"],
  summary: "Ask for a passkey as the second factor of a sign-in",
  description: "The challenge is the one that signing in answered; our pages keep it in a cookie instead.",
  request: jsonBody(z.object({ challenge: Challenge.optional() })),
  responses: {
    ...responses(200, "What to ask an authenticator", z.object({ options: PasskeyOptions })),
    ...errorResponses(400, 410, 413, 415, 422),
  },
})

const step = createRoute({
  method: "post",
  path: "/login/second-factor",
  tags: ["auth"],
  summary: "Finish a sign-in with the second factor",
  description: "`code` is six digits of the app, or a recovery code. After five tries, or ten minutes, it starts over.",
  request: jsonBody(SecondStepProof.extend({ challenge: Challenge })),
  responses: { ...responses(200, "The token", Token), ...errorResponses(400, 403, 410, 413, 415, 422, 429) },
})

/** The ways to sign in that need more than an address and a password. */
export const passkeySignIn = createApi()
  .openapi(options, async (c) => c.json(await askToSignIn(c.var.ctx), 200))
  .openapi(signIn, async (c) => c.json({ token: await signInByPasskey(c.var.ctx, c.req.valid("json"), "api") }, 200))
  .openapi(stepOptions, async (c) => {
    const challenge = c.req.valid("json").challenge ?? readCookie(c, "signIn") ?? ""
    return c.json({ options: await askAtSignIn(c.var.ctx, challenge) }, 200)
  })
  .openapi(step, async (c) => {
    const { challenge, ...proof } = c.req.valid("json")
    return c.json({ token: await finishSignIn(c.var.ctx, challenge, proof, "api") }, 200)
  })
