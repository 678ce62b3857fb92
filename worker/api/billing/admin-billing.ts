import * as z from "zod"
import { billingActionKinds } from "~/db/enums"
import { paymentEventSources, paymentEventStates } from "~/db/schema/billing"
import {
  endGrants,
  getDeskBilling,
  grantPremium,
  refundInvoice,
  replayEvent,
} from "~/domain/billing/staff/members.server"
import { GrantForm, ReasonForm, RefundForm } from "~/domain/billing/staff/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"
import { Billing, Entitlement, Invoice, providerErrors } from "./billing-schemas"

const tag = "admin"
const params = z.object({ id: z.string().min(1).max(64) })
const reason = "For staff, 1 to 1,000 characters; the member does not read it"
const key = "8 to 64 characters of your own: a repeated call with the same key acts once"

export const DeskBilling = z
  .object({
    billing: Billing,
    stripe_customer: z.string().nullable(),
    entitlements: z.array(Entitlement),
    invoices: z.array(Invoice),
    events: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        source: z.enum(paymentEventSources),
        state: z.enum(paymentEventStates),
        attempts: z.number().int(),
        last_error: z.string().nullable(),
        happened_at: epochMs,
        payload: z
          .string()
          .meta({ description: "The event as the provider sent it, JSON; `{}` once it is a week old" }),
      }),
    ),
    acts: z.array(
      z.object({
        kind: z.enum(billingActionKinds),
        subject: z.string(),
        reason: z.string(),
        amount: z.number().int().nullable().meta({ description: "Minor units refunded, or days granted" }),
        staff_id: z.string().nullable(),
        created_at: epochMs,
      }),
    ),
  })
  .meta({ id: "DeskBilling" })

const memberBilling = createOperation({
  method: "get",
  path: "/users/{id}/billing",
  operationId: "getMemberBilling",
  tag,
  summary: "Get a member's billing",
  description:
    "With their rights and the evidence, invoices, the latest 100 events as they came (for a week with their payloads), and what staff did.",
  guard: "staff",
  permission: "billing.read",
  request: { params },
  responses: responses(200, "The member's billing", DeskBilling),
})

/** Of an act beyond the limit of the settings. */
const requested = responses(
  202,
  "Nothing has happened yet: a colleague must confirm the request, `POST /admin/billing-requests/acts/confirm`, within seven days",
  z.object({ state: z.literal("pending"), request_id: z.string() }),
)

const refund = createOperation({
  method: "post",
  path: "/invoices/{id}/refund",
  operationId: "refundInvoice",
  tag,
  summary: "Refund an invoice",
  description:
    "Beyond `payments.refund_limit` of the settings, with what came back of the invoice before, a second person must confirm it. 409 `billing.nothing_to_refund` for more than is left of it, `billing.request_pending` while another request about the invoice waits.",
  guard: "staffProof",
  permission: "billing.refund",
  request: {
    params,
    body: jsonBody(describeFields(RefundForm, { amount: "Minor units; left out: all that is left", reason, key })),
  },
  responses: { ...requested, 204: { description: "The payment is refunded" } },
  errors: ["billing.nothing_to_refund", "billing.request_pending", "staff.own_account", ...providerErrors],
})

const grant = createOperation({
  method: "post",
  path: "/users/{id}/grants",
  operationId: "grantPremium",
  tag,
  summary: "Grant a member Premium",
  description:
    "The days are added to those given before. If they then reach beyond `payments.gift_days` of the settings, counted from today, a second person must confirm it. 409 `billing.request_pending` while another request for the member waits.",
  guard: "staffProof",
  permission: "billing.refund",
  request: { params, body: jsonBody(describeFields(GrantForm, { reason, key })) },
  responses: { ...requested, 204: { description: "The member has Premium" } },
  errors: ["billing.request_pending", "conflict.changed", "staff.own_account"],
})

const endGrant = createOperation({
  method: "delete",
  path: "/users/{id}/grants",
  operationId: "endGrants",
  tag,
  summary: "Revoke granted Premium",
  description: "What the member pays for stays. Idempotent.",
  guard: "staffProof",
  permission: "billing.refund",
  request: { params, body: jsonBody(describeFields(ReasonForm, { reason })) },
  responses: { 204: { description: "Nothing is given any more" } },
  errors: ["staff.own_account"],
})

const replay = createOperation({
  method: "post",
  path: "/payment-events/{id}/replay",
  operationId: "replayPaymentEvent",
  tag,
  summary: "Process a payment event again",
  description: "Fetches the customer from the provider and replaces our copy.",
  guard: "staffProof",
  permission: "billing.refund",
  request: { params, body: jsonBody(describeFields(ReasonForm, { reason })) },
  responses: { 204: { description: "The event is processed" } },
  errors: ["staff.own_account", ...providerErrors],
})

export const adminBilling = createApi()
  .openapi(memberBilling, async (c) => c.json(await getDeskBilling(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(refund, async (c) => {
    const result = await refundInvoice(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return result.state === "done" ? c.body(null, 204) : c.json(result, 202)
  })
  .openapi(grant, async (c) => {
    const result = await grantPremium(c.var.ctx, c.req.valid("param").id, c.req.valid("json"))
    return result.state === "done" ? c.body(null, 204) : c.json(result, 202)
  })
  .openapi(endGrant, async (c) => {
    await endGrants(c.var.ctx, c.req.valid("param").id, c.req.valid("json").reason)
    return c.body(null, 204)
  })
  .openapi(replay, async (c) => {
    await replayEvent(c.var.ctx, c.req.valid("param").id, c.req.valid("json").reason)
    return c.body(null, 204)
  })
