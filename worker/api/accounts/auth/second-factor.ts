import * as z from "zod"
import { sendFactorCode } from "~/domain/accounts/first-factor/enrolment.server"
import { factorCodeMinutes } from "~/domain/accounts/first-factor/factor-code"
import { AuthenticatorEnrolment, PasskeyEnrolment, Proof } from "~/domain/accounts/schema"
import {
  beginAuthenticator,
  enrolCodeApp,
  removeCodeApp,
  renewRecoveryCodes,
} from "~/domain/accounts/second-factor/authenticator-app.server"
import {
  askToConfirm,
  askToEnrolPasskey,
  enrolPasskey,
  removePasskey,
} from "~/domain/accounts/second-factor/passkeys.server"
import { confirm } from "~/domain/accounts/second-factor/reauthentication.server"
import { findSecondFactor } from "~/domain/accounts/second-factor/second-factor.server"
import { withdrawOwnFactorReset } from "~/domain/accounts/staff/factor-resets.server"
import { requireUser } from "~/domain/core/actor/guards"
import { describeFields, jsonBody } from "../../openapi/bodies"
import { createApi } from "../../openapi/create-api"
import { limitText } from "../../openapi/limit-text"
import { createOperation } from "../../openapi/operation"
import { responses } from "../../openapi/responses"
import { epochMs } from "../../openapi/schemas"
import { PasskeyChallenge, passkeyJson } from "./passkey-sign-in"

const tag = "second factor"
const endsOthers =
  "Ends every other session that never used a second factor, with its sockets, unless `end_weak_sessions` is false."
const lastOne = "409 `auth.second_factor_last` for staff who have no other second factor."
const enrolmentFields = {
  staff_code: "The operator's one-time code; required for the first second factor of staff who must have one",
  mail_code: "The code of `POST /auth/second-factor/code`; required for everybody else's first second factor",
  end_weak_sessions: "End the other sessions that never used a second factor",
}

const SecondFactor = z
  .object({
    app_since: epochMs.nullable().meta({
      description: "Epoch milliseconds when the authenticator app was set up; null without an app",
    }),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        domain: z.string().meta({ description: "The domain on which the passkey works" }),
        created_at: epochMs,
        last_used_at: epochMs.nullable(),
      }),
    ),
    recovery_codes_left: z.number().int(),
  })
  .meta({ id: "SecondFactor" })

const RecoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .nullable()
    .meta({ description: "Ten single-use codes, shown only once; null if unused ones are left" }),
})

const show = createOperation({
  method: "get",
  path: "/second-factor",
  operationId: "listSecondFactors",
  tag,
  summary: "List your second factors",
  guard: "user",
  responses: responses(200, "The second factors", SecondFactor),
})

const mailCode = createOperation({
  method: "post",
  path: "/second-factor/code",
  operationId: "mailSecondFactorCode",
  tag,
  summary: "Send the code for your first second factor",
  description: `Sends six digits to your address, valid once for ${factorCodeMinutes} minutes: the \`mail_code\` of your first app or passkey. 404 \`request.not_found\` if you have a second factor, or need the operator's code. Limit: ${limitText("auth.factor-code.send")}.`,
  guard: "recentProof",
  responses: { 202: { description: "The code is on its way" } },
  errors: ["request.not_found", "rate.limited"],
})

const begin = createOperation({
  method: "post",
  path: "/second-factor/app",
  operationId: "startAuthenticatorApp",
  tag,
  summary: "Start setting up an authenticator app",
  description:
    "Returns a TOTP secret (RFC 6238). Repeated requests within 30 minutes return the same secret. The current app remains valid until the new one is confirmed.",
  guard: "recentProof",
  responses: responses(
    200,
    "The secret",
    z.object({ secret: z.string(), address: z.string().meta({ description: "The `otpauth:` URI, for a QR code" }) }),
  ),
})

const enrol = createOperation({
  method: "post",
  path: "/second-factor/app/confirm",
  operationId: "confirmAuthenticatorApp",
  tag,
  summary: "Confirm the authenticator app",
  description: `Replaces the current app. 410 \`auth.challenge_expired\` without a secret of the last 30 minutes. Limit: ${limitText("auth.second-factor.account")}. ${endsOthers}`,
  guard: "recentProof",
  request: {
    body: jsonBody(describeFields(AuthenticatorEnrolment, { code: "Six digits of the new app", ...enrolmentFields })),
  },
  responses: responses(200, "The app is set up", RecoveryCodes),
  errors: ["auth.challenge_expired", "rate.limited"],
})

const removeApp = createOperation({
  method: "delete",
  path: "/second-factor/app",
  operationId: "removeAuthenticatorApp",
  tag,
  summary: "Remove the authenticator app",
  description: lastOne,
  guard: "recentProof",
  responses: { 204: { description: "The app is removed" } },
  errors: ["request.not_found", "auth.second_factor_last", "conflict.changed"],
})

const renew = createOperation({
  method: "post",
  path: "/second-factor/recovery-codes",
  operationId: "createRecoveryCodes",
  tag,
  summary: "Create new recovery codes",
  description: "Invalidates the previous codes. 404 `request.not_found` without a second factor.",
  guard: "recentProof",
  responses: responses(200, "The recovery codes", RecoveryCodes),
  errors: ["request.not_found"],
})

const askPasskey = createOperation({
  method: "post",
  path: "/second-factor/passkeys/options",
  operationId: "createPasskeyOptions",
  tag,
  summary: "Create the options for a new passkey",
  description:
    "The challenge is valid for 5 minutes and one response. 409 `auth.passkeys_too_many` from 20 passkeys on.",
  guard: "recentProof",
  responses: responses(200, "The options for the authenticator", PasskeyChallenge),
  errors: ["auth.passkeys_too_many"],
})

const addPasskey = createOperation({
  method: "post",
  path: "/second-factor/passkeys",
  operationId: "addPasskey",
  tag,
  summary: "Add a passkey",
  description: `410 \`auth.challenge_expired\` for an expired or used challenge; 422 \`auth.passkey_refused\` for a response that cannot be verified; 409 \`auth.passkeys_too_many\` from 20 passkeys on. ${endsOthers}`,
  guard: "recentProof",
  request: {
    body: jsonBody(
      describeFields(PasskeyEnrolment, {
        challenge: "From `POST /auth/second-factor/passkeys/options`",
        name: "Your name for the passkey, 1 to 80 characters",
        passkey: passkeyJson,
        ...enrolmentFields,
      }),
    ),
  },
  responses: responses(201, "The passkey is added", RecoveryCodes.extend({ id: z.string() })),
  errors: ["auth.challenge_expired", "auth.passkey_refused", "auth.passkeys_too_many", "rate.limited"],
})

const removeKey = createOperation({
  method: "delete",
  path: "/second-factor/passkeys/{id}",
  operationId: "removePasskey",
  tag,
  summary: "Remove a passkey",
  description: lastOne,
  guard: "recentProof",
  request: { params: z.object({ id: z.string().max(1_400) }) },
  responses: { 204: { description: "The passkey is removed" } },
  errors: ["request.not_found", "auth.second_factor_last", "conflict.changed"],
})

const withdrawReset = createOperation({
  method: "delete",
  path: "/second-factor/reset",
  operationId: "withdrawOwnFactorReset",
  tag,
  summary: "Withdraw the reset of your second factor",
  description: "For staff, for whom a colleague proposed one. 409 `conflict.changed` if none waits.",
  guard: "recentProof",
  responses: { 204: { description: "It is withdrawn" } },
  errors: ["conflict.changed"],
})

const askConfirm = createOperation({
  method: "post",
  path: "/confirm/options",
  operationId: "createReauthenticationOptions",
  tag,
  summary: "Create the options to re-authenticate with a passkey",
  description: "The challenge is valid for 5 minutes and one response.",
  guard: "user",
  responses: responses(200, "The options for the authenticator", PasskeyChallenge),
})

const confirmation = createOperation({
  method: "post",
  path: "/confirm",
  operationId: "reauthenticate",
  tag,
  summary: "Re-authenticate for 10 minutes",
  description: `Allows the operations that return 403 \`auth.confirm_required\`. With a second factor, send \`code\`, or \`passkey\` with its \`challenge\`; without one, send \`password\`. 410 \`auth.challenge_expired\` for an expired or used challenge. Limits: passwords ${limitText("auth.confirm.account")}; codes ${limitText("auth.second-factor.account")} and ${limitText("auth.second-factor.account-day")}.`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(Proof, {
        code: "Six digits of the authenticator app, or a recovery code",
        challenge: "From `POST /auth/confirm/options`",
        passkey: passkeyJson,
      }),
    ),
  },
  responses: { 204: { description: "You are re-authenticated" } },
  errors: ["auth.challenge_expired", "auth.passkey_unknown", "auth.passkey_refused", "rate.limited"],
})

/** The signed-in user's second factors, and re-authentication. */
export const secondFactor = createApi()
  .openapi(show, async (c) => c.json(await findSecondFactor(c.var.ctx, requireUser(c.var.ctx).id), 200))
  .openapi(mailCode, async (c) => {
    await sendFactorCode(c.var.ctx)
    return c.body(null, 202)
  })
  .openapi(begin, async (c) => c.json(await beginAuthenticator(c.var.ctx), 200))
  .openapi(enrol, async (c) => c.json(await enrolCodeApp(c.var.ctx, c.req.valid("json")), 200))
  .openapi(removeApp, async (c) => {
    await removeCodeApp(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(renew, async (c) => c.json(await renewRecoveryCodes(c.var.ctx), 200))
  .openapi(askPasskey, async (c) => c.json(await askToEnrolPasskey(c.var.ctx), 200))
  .openapi(addPasskey, async (c) => c.json(await enrolPasskey(c.var.ctx, c.req.valid("json")), 201))
  .openapi(removeKey, async (c) => {
    await removePasskey(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
  .openapi(withdrawReset, async (c) => {
    await withdrawOwnFactorReset(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(askConfirm, async (c) => c.json(await askToConfirm(c.var.ctx), 200))
  .openapi(confirmation, async (c) => {
    await confirm(c.var.ctx, c.req.valid("json"))
    return c.body(null, 204)
  })
