import * as z from "zod"
import { checkStates, dueReasons } from "~/db/schema/profiles/identity"
import { AgreementSignature } from "~/domain/accounts/agreement/schema"
import { getAgreement, signAgreement } from "~/domain/accounts/agreement/service.server"
import { getIdentity, requestStaffCheck, startOwnCheck } from "~/domain/verification/identity/checks.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const tag = "own profile"

const Identity = z
  .object({
    status: z
      .enum(checkStates)
      .exclude(["refused_age"])
      .meta({ description: "`needs_input`: the document could not be confirmed; `refused` is final" }),
    method: z.enum(["provider", "staff"]).nullable().meta({ description: "`staff`: without a comparison of faces" }),
    checked_at: epochMs.nullable().meta({ description: "When identity and age were confirmed" }),
    due_at: epochMs.nullable().meta({ description: "When they are to be confirmed again" }),
    due_reason: z
      .enum(dueReasons)
      .nullable()
      .meta({ description: "The change because of which they are due early; null: they are not" }),
    can_start: z.boolean(),
    can_ask_staff: z.boolean(),
  })
  .meta({ id: "Identity" })

const Agreement = z
  .object({
    title: z.string(),
    html: z.string().meta({ description: "Safe HTML" }),
    locale: z.string(),
    version: z.number().int(),
    signed_version: z.number().int().nullable().meta({ description: "The latest version that you signed" }),
    signed_at: epochMs.nullable(),
    uploads_until: epochMs
      .nullable()
      .meta({ description: "When uploads end without a signature of this version; null: they do not" }),
  })
  .meta({ id: "Agreement" })

const get = createOperation({
  method: "get",
  path: "/identity",
  operationId: "getIdentity",
  tag,
  summary: "Get your identity check",
  guard: "user",
  responses: responses(200, "Your identity check", Identity),
  errors: ["request.not_found"],
})

const start = createOperation({
  method: "post",
  path: "/identity/check",
  operationId: "startIdentityCheck",
  tag,
  summary: "Start or continue your identity check",
  description: `Open the address in a browser: the provider's page leads back to \`/profile/escort/identity\`. 409 \`identity.not_needed\` while nothing is due. Limit of attempts (429 \`identity.too_many\`): ${limitText("identity.start")}.`,
  guard: "user",
  responses: responses(201, "The provider's page", z.object({ url: z.string() })),
  errors: [
    "request.not_found",
    "identity.not_needed",
    "identity.refused",
    "identity.too_many",
    "identity.unavailable",
    "conflict.changed",
  ],
})

const ask = createOperation({
  method: "post",
  path: "/identity/staff-check",
  operationId: "requestStaffIdentityCheck",
  tag,
  summary: "Request a check without face comparison",
  description: "Two members of staff confirm it. It takes the place of a check at the provider.",
  guard: "user",
  responses: responses(200, "Your identity check", Identity),
  errors: ["request.not_found", "identity.not_needed", "identity.refused", "conflict.changed"],
})

const getText = createOperation({
  method: "get",
  path: "/agreement",
  operationId: "getAgreement",
  tag,
  summary: "Get the agreement and your signature",
  guard: "user",
  responses: responses(200, "The agreement", Agreement),
  errors: ["request.not_found"],
})

const sign = createOperation({
  method: "post",
  path: "/agreement/signature",
  operationId: "signAgreement",
  tag,
  summary: "Sign the agreement",
  description: "409 `conflict.changed` if there is a newer version than the one that you read. Idempotent.",
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(AgreementSignature, {
        version: "The version that you read",
        name: "Your name, as a signature; it is stored encrypted",
      }),
    ),
  },
  responses: responses(200, "The agreement", Agreement),
  errors: ["request.not_found", "conflict.changed"],
})

export const meIdentity = createApi()
  .openapi(get, async (c) => c.json(await getIdentity(c.var.ctx), 200))
  .openapi(start, async (c) => {
    const { ctx } = c.var
    return c.json({ url: await startOwnCheck(ctx, `${ctx.site.origin(ctx.locale)}/profile/escort/identity`) }, 201)
  })
  .openapi(ask, async (c) => c.json(await requestStaffCheck(c.var.ctx), 200))
  .openapi(getText, async (c) => c.json(await getAgreement(c.var.ctx), 200))
  .openapi(sign, async (c) => c.json(await signAgreement(c.var.ctx, c.req.valid("json")), 200))
