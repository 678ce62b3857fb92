import * as z from "zod"
import { PasskeySignIn, SecondStepProof } from "~/domain/accounts/schema"
import { askAtSignIn, askToSignIn, signInByPasskey } from "~/domain/accounts/second-factor/passkeys.server"
import { finishSignIn } from "~/domain/accounts/sign-in/second-step.server"
import { signInTries } from "~/domain/core/rate-limits"
import { readCookie } from "../../../http/cookies"
import { describeFields, jsonBody } from "../../openapi/bodies"
import { createApi } from "../../openapi/create-api"
import { limitText } from "../../openapi/limit-text"
import { createOperation } from "../../openapi/operation"
import { responses } from "../../openapi/responses"
import { Token } from "../../openapi/schemas"

/** The argument of a browser's `navigator.credentials` (WebAuthn, JSON forms). */
const PasskeyOptions = z
  .looseObject({ challenge: z.string().meta({ description: "The WebAuthn challenge, base64url" }) })
  .meta({
    id: "PasskeyOptions",
    description:
      "WebAuthn options as JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`",
  })

export const PasskeyChallenge = z
  .object({
    challenge: z.string().meta({ description: "Send it back with the passkey's response" }),
    options: PasskeyOptions,
  })
  .meta({ id: "PasskeyChallenge" })

export const passkeyJson = "The credential as `PublicKeyCredential.toJSON()` returns it"
const passkeyErrors =
  "422 `auth.passkey_unknown` for a passkey of no account and `auth.passkey_refused` for a response that cannot be verified."

const options = createOperation({
  method: "post",
  path: "/login/passkey/options",
  operationId: "createPasskeySignInOptions",
  tag: "auth",
  summary: "Create the options to sign in with a passkey",
  description: `The challenge is valid for 5 minutes and one response. Limit, together with the sign-ins: ${limitText("auth.passkey.address")} for a network.`,
  responses: responses(200, "The options for the authenticator", PasskeyChallenge),
  errors: ["rate.limited"],
})

const signIn = createOperation({
  method: "post",
  path: "/login/passkey",
  operationId: "signInWithPasskey",
  tag: "auth",
  summary: "Sign in with a passkey",
  description: `Counts as both factors. Returns a token, as \`POST /auth/login\` does. 410 \`auth.challenge_expired\` for an expired or used challenge; 403 \`auth.account_closed\` for a banned account. ${passkeyErrors}`,
  request: {
    body: jsonBody(
      describeFields(PasskeySignIn, { challenge: "From `POST /auth/login/passkey/options`", passkey: passkeyJson }),
    ),
  },
  responses: responses(200, "The token", Token),
  errors: [
    "auth.challenge_expired",
    "auth.passkey_unknown",
    "auth.passkey_refused",
    "auth.account_closed",
    "rate.limited",
  ],
})

const Challenge = z.string().min(1).max(100).meta({ description: "From the 202 response of `POST /auth/login`" })

const stepOptions = createOperation({
  method: "post",
  path: "/login/second-factor/options",
  operationId: "createSecondFactorOptions",
  tag: "auth",
  summary: "Create the options for a passkey as second factor",
  description:
    "Without `challenge`, the site's own cookie is used. 410 `auth.challenge_expired` for a sign-in that is over.",
  request: { body: jsonBody(z.object({ challenge: Challenge.optional() })) },
  responses: responses(200, "The options for the authenticator", z.object({ options: PasskeyOptions })),
  errors: ["auth.challenge_expired"],
})

const step = createOperation({
  method: "post",
  path: "/login/second-factor",
  operationId: "finishSignIn",
  tag: "auth",
  summary: "Finish a sign-in with the second factor",
  description: `Send \`code\` or \`passkey\`. Returns a token, as \`POST /auth/login\` does. After ${signInTries} attempts or 10 minutes: 410 \`auth.challenge_expired\`, and the sign-in must start again. Limits for codes: ${limitText("auth.second-factor.account")} and ${limitText("auth.second-factor.account-day")} for an account. ${passkeyErrors}`,
  request: {
    body: jsonBody(
      describeFields(SecondStepProof.extend({ challenge: Challenge }), {
        code: "Six digits of the authenticator app, or a recovery code",
        passkey: passkeyJson,
      }),
    ),
  },
  responses: responses(200, "The token", Token),
  errors: [
    "auth.challenge_expired",
    "auth.passkey_unknown",
    "auth.passkey_refused",
    "auth.account_closed",
    "rate.limited",
  ],
})

/** Sign-in with a passkey, and with a second factor after the password. */
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
