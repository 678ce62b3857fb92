import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { AppEnrolment, PasskeyEnrolment, Proof } from "~/domain/accounts/schema"
import {
  beginCodeApp,
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
import { requireUser } from "~/domain/actor/guards"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses } from "../openapi/document"
import { jsonBody, PasskeyQuestion } from "./passkey-sign-in"

const security: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }]
const stepUp =
  "Needs a proof of the last ten minutes: signing in, or `/auth/confirm`; by a second factor if the user has one. Else 403 `auth.confirm_required`."
const endsOthers =
  "Where staff are guarded, their first second factor needs the operator's one-time `staff_code`. Ends every other session that never gave a second factor, with its sockets, unless `end_weak_sessions` is false."

const time = z.number().int().meta({ description: "Epoch ms" })

const SecondFactor = z
  .object({
    app_since: time.nullable(),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        domain: z.string().meta({ description: "Where it works" }),
        created_at: time,
        last_used_at: time.nullable(),
      }),
    ),
    recovery_codes_left: z.number().int(),
  })
  .meta({ id: "SecondFactor" })

const RecoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .nullable()
    .meta({ description: "Ten single-use codes, shown this once; null where some are left" }),
})

const show = createRoute({
  method: "get",
  path: "/second-factor",
  tags: ["second factor"],
  summary: "What the user can prove themselves with beside the password",
  security,
  responses: { ...responses(200, "The second factors", SecondFactor), ...errorResponses(401) },
})

const begin = createRoute({
  method: "post",
  path: "/second-factor/app",
  tags: ["second factor"],
  summary: "Begin to set up an app that gives codes (RFC 6238)",
  description: `The secret, also as the address that apps read. It stays the same for half an hour. ${stepUp}`,
  security,
  responses: {
    ...responses(200, "The secret", z.object({ secret: z.string(), address: z.string() })),
    ...errorResponses(401, 403),
  },
})

const enrol = createRoute({
  method: "post",
  path: "/second-factor/app/confirm",
  tags: ["second factor"],
  summary: "Turn the app on by its first code",
  description: `It replaces the one before. ${endsOthers} ${stepUp}`,
  security,
  request: jsonBody(AppEnrolment),
  responses: {
    ...responses(200, "Turned on", RecoveryCodes),
    ...errorResponses(400, 401, 403, 410, 413, 415, 422, 429),
  },
})

const removeApp = createRoute({
  method: "delete",
  path: "/second-factor/app",
  tags: ["second factor"],
  summary: "Turn the app off",
  description: stepUp,
  security,
  responses: { 204: { description: "Turned off" }, ...errorResponses(401, 403, 404, 409) },
})

const renew = createRoute({
  method: "post",
  path: "/second-factor/recovery-codes",
  tags: ["second factor"],
  summary: "Make new recovery codes",
  description: `The ones before are void. ${stepUp}`,
  security,
  responses: { ...responses(200, "The codes", RecoveryCodes), ...errorResponses(401, 403, 404) },
})

const askPasskey = createRoute({
  method: "post",
  path: "/second-factor/passkeys/options",
  tags: ["second factor"],
  summary: "Ask for a new passkey",
  description: `Five minutes, one answer. ${stepUp}`,
  security,
  responses: { ...responses(200, "What to ask an authenticator", PasskeyQuestion), ...errorResponses(401, 403, 409) },
})

const addPasskey = createRoute({
  method: "post",
  path: "/second-factor/passkeys",
  tags: ["second factor"],
  summary: "Add a passkey",
  description: `${endsOthers} ${stepUp}`,
  security,
  request: jsonBody(PasskeyEnrolment),
  responses: {
    ...responses(201, "Added", RecoveryCodes.extend({ id: z.string() })),
    ...errorResponses(400, 401, 403, 410, 413, 415, 422),
  },
})

const removeKey = createRoute({
  method: "delete",
  path: "/second-factor/passkeys/{id}",
  tags: ["second factor"],
  summary: "Remove a passkey",
  description: stepUp,
  security,
  request: { params: z.object({ id: z.string().max(1_400) }) },
  responses: { 204: { description: "Removed" }, ...errorResponses(401, 403, 404, 409, 422) },
})

const askConfirm = createRoute({
  method: "post",
  path: "/confirm/options",
  tags: ["second factor"],
  summary: "Ask for a passkey to confirm who one is",
  security,
  responses: { ...responses(200, "What to ask an authenticator", PasskeyQuestion), ...errorResponses(401) },
})

const confirmation = createRoute({
  method: "post",
  path: "/confirm",
  tags: ["second factor"],
  summary: "Confirm who one is, for ten minutes of sensitive acts",
  description:
    "With a second factor: `code` (of the app, or a recovery code), or `passkey` with its `challenge`. Without any: `password`.",
  security,
  request: jsonBody(Proof),
  responses: { 204: { description: "Confirmed" }, ...errorResponses(400, 401, 410, 413, 415, 422, 429) },
})

/** The signed-in user's second factors, and the proof that their changes need. */
export const secondFactor = createApi()
  .openapi(show, async (c) => c.json(await findSecondFactor(c.var.ctx, requireUser(c.var.ctx).id), 200))
  .openapi(begin, async (c) => c.json(await beginCodeApp(c.var.ctx), 200))
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
  .openapi(askConfirm, async (c) => c.json(await askToConfirm(c.var.ctx), 200))
  .openapi(confirmation, async (c) => {
    await confirm(c.var.ctx, c.req.valid("json"))
    return c.body(null, 204)
  })
