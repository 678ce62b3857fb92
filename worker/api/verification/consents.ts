import * as z from "zod"
import { mediaKinds } from "~/db/enums"
import { consentStates } from "~/db/schema/profiles/consent"
import { checkStates } from "~/db/schema/profiles/identity"
import {
  getConsentRequest,
  signConsent,
  startConsentCheck,
  withdrawConsent,
} from "~/domain/verification/consent/links.server"
import { ConsentSignature, Withdrawal } from "~/domain/verification/consent/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const tag = "consents"
const params = z.object({ token: z.string().min(1).max(100).meta({ description: "The end of the private link" }) })
const always = `Limit of attempts at links: ${limitText("auth.token.address")}, by address.`

const Request = z
  .object({
    owner: z.string().meta({ description: "The name of the profile that asks" }),
    identity: z.enum(checkStates).exclude(["refused_age"]).meta({ description: "Your own identity check" }),
    can_check: z.boolean(),
    items: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(mediaKinds),
        state: z.enum(consentStates),
        may_download: z.boolean().nullable(),
        has_picture: z.boolean().meta({ description: "Served at `/consent/{token}/pictures/{id}`" }),
      }),
    ),
    expires_at: epochMs.meta({ description: "When the link ends for answers; a withdrawal remains possible" }),
    is_expired: z.boolean(),
    text: z
      .object({ title: z.string(), html: z.string(), locale: z.string(), version: z.number().int() })
      .nullable()
      .meta({ description: "What is signed, as safe HTML" }),
  })
  .meta({ id: "ConsentRequest" })

const get = createOperation({
  method: "get",
  path: "/{token}",
  operationId: "getConsentRequest",
  tag,
  summary: "Get a consent request",
  description: "404 for the owner of the photos: nobody answers for somebody else.",
  request: { params },
  responses: responses(200, "The request", Request),
  errors: ["request.not_found", "auth.token_invalid"],
})

const check = createOperation({
  method: "post",
  path: "/{token}/identity",
  operationId: "startConsentIdentityCheck",
  tag,
  summary: "Start or continue your own identity check",
  description: `Open the address in a browser: the provider's page leads back to \`/consent/{token}\`. ${always}`,
  request: { params },
  responses: responses(201, "The provider's page", z.object({ url: z.string() })),
  errors: [
    "request.not_found",
    "auth.token_invalid",
    "consent.expired",
    "identity.not_needed",
    "identity.refused",
    "identity.too_many",
    "identity.unavailable",
    "conflict.changed",
    "rate.limited",
  ],
})

const sign = createOperation({
  method: "post",
  path: "/{token}/signature",
  operationId: "signConsent",
  tag,
  summary: "Send your answer for each photo and video",
  description: `409 \`consent.unconfirmed\` before your identity and age are confirmed; 409 \`conflict.changed\` if the text is not the one that you read. ${always}`,
  request: {
    params,
    body: jsonBody(
      describeFields(ConsentSignature, {
        version: "The version of the text that you read",
        answers: "For each photo or video by its id",
      }),
    ),
  },
  responses: responses(200, "The request", Request),
  errors: [
    "request.not_found",
    "auth.token_invalid",
    "consent.expired",
    "consent.unconfirmed",
    "conflict.changed",
    "rate.limited",
  ],
})

const withdraw = createOperation({
  method: "post",
  path: "/{token}/withdrawal",
  operationId: "withdrawConsent",
  tag,
  summary: "Withdraw your consent",
  description: `Without a reason, also with an expired link; it is hidden at once. Idempotent. ${always}`,
  request: { params, body: jsonBody(describeFields(Withdrawal, { media: "A photo or video; null for all" })) },
  responses: responses(200, "The request", Request),
  errors: ["request.not_found", "auth.token_invalid", "rate.limited"],
})

export const consents = createApi()
  .openapi(get, async (c) => c.json(await getConsentRequest(c.var.ctx, c.req.valid("param").token), 200))
  .openapi(check, async (c) => {
    const { ctx } = c.var
    const { token } = c.req.valid("param")
    return c.json({ url: await startConsentCheck(ctx, token, `${ctx.site.origin(ctx.locale)}/consent/${token}`) }, 201)
  })
  .openapi(sign, async (c) =>
    c.json(await signConsent(c.var.ctx, c.req.valid("param").token, c.req.valid("json")), 200),
  )
  .openapi(withdraw, async (c) =>
    c.json(await withdrawConsent(c.var.ctx, c.req.valid("param").token, c.req.valid("json")), 200),
  )
