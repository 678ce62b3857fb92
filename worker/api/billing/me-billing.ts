import * as z from "zod"
import { getBilling, listInvoices } from "~/domain/billing/billing.server"
import { startCheckout } from "~/domain/billing/checkout.server"
import { getEntitlements } from "~/domain/billing/entitlements.server"
import { getInvoicePdf } from "~/domain/billing/invoices.server"
import {
  cancelPlan,
  changePlan,
  openCardPage,
  payOverdue,
  previewChange,
  resumePlan,
} from "~/domain/billing/membership.server"
import { CancelForm, ChangeForm, CheckoutForm } from "~/domain/billing/schema"
import { getWithdrawalOffer, withdraw } from "~/domain/billing/withdrawal.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"
import { Billing, Entitlement, Invoice, Money, providerErrors } from "./billing-schemas"

const tag = "billing"
const changeErrors = [...providerErrors, "billing.no_plan", "rate.limited"] as const
/** Of acts that the provider refuses once it has deleted the customer. */
const goneErrors = ["billing.customer_gone", ...changeErrors] as const
const rate = `Limit, together for all changes of a plan: ${limitText("billing.change")}.`
const Address = z.object({ url: z.url().meta({ description: "Open it in the user's browser" }) })
const priceParams = z.object({ price: z.string().min(1).max(40).meta({ description: "A price's id" }) })

const get = createOperation({
  method: "get",
  path: "/billing",
  operationId: "getBilling",
  tag,
  summary: "Get your billing",
  description: "Your plan, card and payments, from a copy that events of the payment provider refresh.",
  guard: "user",
  responses: responses(200, "Your billing", Billing),
})

const entitlements = createOperation({
  method: "get",
  path: "/entitlements",
  operationId: "listEntitlements",
  tag,
  summary: "List your entitlements",
  description: "Each right with its evidence: Premium, and every price that you have or had.",
  guard: "user",
  responses: responses(200, "Your entitlements", wholeListOf(Entitlement)),
})

const invoices = createOperation({
  method: "get",
  path: "/invoices",
  operationId: "listInvoices",
  tag,
  summary: "List your invoices",
  description: "All of them, the latest first.",
  guard: "user",
  responses: responses(200, "Your invoices", wholeListOf(Invoice)),
})

const pdf = createOperation({
  method: "get",
  path: "/invoices/{id}/pdf",
  operationId: "getInvoicePdf",
  tag,
  summary: "Download an invoice",
  guard: "user",
  request: { params: z.object({ id: z.string().min(1).max(40) }) },
  responses: { 200: { description: "The invoice", content: { "application/pdf": { schema: z.string() } } } },
  errors: ["request.not_found", ...providerErrors],
})

const checkout = createOperation({
  method: "post",
  path: "/checkouts",
  operationId: "startCheckout",
  tag,
  summary: "Start a checkout",
  description: `Returns the address of the payment page. The same price returns the same open checkout; another price replaces it. 404 \`request.not_found\` for a price that is not for sale, 409 \`billing.subscribed\` while you have a plan, \`launch.incomplete\` while the site is a demonstration. Limit: ${limitText("billing.checkout")}.`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(CheckoutForm.extend({ price: z.string().min(1).max(40).meta({ description: "A price's id" }) }), {
        start: "`true`: you ask for the membership to start at once; days used are deducted on withdrawal",
      }),
    ),
  },
  responses: responses(201, "The checkout", Address),
  errors: [
    "request.not_found",
    "billing.subscribed",
    "country.no_payment",
    "launch.incomplete",
    "rate.limited",
    ...providerErrors,
  ],
})

const Change = z
  .object({
    at: epochMs.meta({ description: "Send it with the change: the amounts hold for this time" }),
    currency: z.string(),
    due: z.number().int().meta({ description: "Charged at once" }),
    unused: z.number().int().meta({ description: "What the unused time of the present price is worth" }),
    credit: z.number().int().meta({ description: "What later payments are reduced by" }),
    next_at: epochMs.meta({ description: "The next renewal" }),
  })
  .meta({ id: "PlanChange" })

const preview = createOperation({
  method: "get",
  path: "/plan/changes/{price}",
  operationId: "previewPlanChange",
  tag,
  summary: "Preview a change of plan",
  description: `What it costs now and later; nothing changes. 409 \`conflict.changed\` for the present price. ${rate}`,
  guard: "user",
  request: { params: priceParams },
  responses: responses(200, "The change", Change),
  errors: ["request.not_found", "country.no_payment", "launch.incomplete", ...changeErrors],
})

const change = createOperation({
  method: "put",
  path: "/plan",
  operationId: "changePlan",
  tag,
  summary: "Change your plan",
  description: `Charges what the preview said. Idempotent. 409 \`billing.preview_expired\` for a preview older than 30 minutes. ${rate}`,
  guard: "user",
  request: {
    body: jsonBody(describeFields(ChangeForm, { price: "A price's id", at: "The preview's `at`, epoch milliseconds" })),
  },
  responses: { 204: { description: "The plan has this price" } },
  errors: [
    "request.not_found",
    "billing.preview_expired",
    "billing.disputed",
    "country.no_payment",
    "launch.incomplete",
    ...goneErrors,
  ],
})

const cancel = createOperation({
  method: "post",
  path: "/plan/cancel",
  operationId: "cancelPlan",
  tag,
  summary: "Cancel your plan",
  description: `It ends with the period that is paid; an overdue plan ends at once. Idempotent. ${rate}`,
  guard: "user",
  request: { body: jsonBody(describeFields(CancelForm, { reason: "Optional" })) },
  responses: { 204: { description: "The plan does not renew" } },
  errors: goneErrors,
})

const resume = createOperation({
  method: "post",
  path: "/plan/resume",
  operationId: "resumePlan",
  tag,
  summary: "Resume your plan",
  description: `Undoes its cancellation, until the plan has ended. Idempotent. 409 \`billing.disputed\` while you dispute a payment for it with your bank. ${rate}`,
  guard: "user",
  responses: { 204: { description: "The plan renews" } },
  errors: ["billing.disputed", "country.no_payment", ...goneErrors],
})

const card = createOperation({
  method: "post",
  path: "/billing/card",
  operationId: "openCardPage",
  tag,
  summary: "Replace your card",
  description: `Returns the address of the provider's page. ${rate}`,
  guard: "user",
  responses: responses(201, "The page", Address),
  errors: goneErrors,
})

const pay = createOperation({
  method: "post",
  path: "/billing/pay",
  operationId: "payOverdue",
  tag,
  summary: "Pay an overdue invoice",
  description: `Charges your card for the payment that failed. 409 \`billing.nothing_due\` if there is none. ${rate}`,
  guard: "user",
  responses: { 204: { description: "It is paid" } },
  errors: ["billing.nothing_due", "launch.incomplete", "billing.customer_gone", "rate.limited", ...providerErrors],
})

const offer = createOperation({
  method: "get",
  path: "/plan/withdrawal",
  operationId: "previewWithdrawal",
  tag,
  summary: "Preview your withdrawal",
  description: "What you would get back by withdrawing now. 409 `billing.not_withdrawable` after 14 days.",
  guard: "user",
  responses: responses(200, "The refund", Money.extend({ until: epochMs })),
  errors: ["billing.not_withdrawable"],
})

const withdrawal = createOperation({
  method: "post",
  path: "/plan/withdrawal",
  operationId: "withdraw",
  tag,
  summary: "Withdraw from your plan",
  description:
    "Within 14 days of subscribing: the plan ends at once, and what was paid for the days to come is refunded. `is_done` is false if the provider is down: it is then carried out later. 409 `billing.not_withdrawable` otherwise.",
  guard: "user",
  responses: responses(200, "The withdrawal", Money.extend({ is_done: z.boolean() })),
  errors: ["billing.not_withdrawable"],
})

export const meBilling = createApi()
  .openapi(get, async (c) => c.json(await getBilling(c.var.ctx), 200))
  .openapi(entitlements, async (c) => c.json({ data: await getEntitlements(c.var.ctx), next_cursor: null }, 200))
  .openapi(invoices, async (c) => c.json({ data: await listInvoices(c.var.ctx), next_cursor: null }, 200))
  .openapi(pdf, async (c) => {
    const { body, name } = await getInvoicePdf(c.var.ctx, c.req.valid("param").id)
    const headers = { "Content-Type": "application/pdf", "Content-Disposition": `attachment; filename="${name}"` }
    return c.body(body, 200, headers) as never
  })
  .openapi(checkout, async (c) => {
    const { price } = c.req.valid("json")
    const cancelled = `/checkout/${encodeURIComponent(price)}`
    return c.json(
      { url: await startCheckout(c.var.ctx, price, { success: "/checkout/success", cancel: cancelled }) },
      201,
    )
  })
  .openapi(preview, async (c) => c.json(await previewChange(c.var.ctx, c.req.valid("param").price), 200))
  .openapi(change, async (c) => {
    await changePlan(c.var.ctx, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(cancel, async (c) => {
    await cancelPlan(c.var.ctx, c.req.valid("json").reason)
    return c.body(null, 204)
  })
  .openapi(resume, async (c) => {
    await resumePlan(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(card, async (c) => c.json({ url: await openCardPage(c.var.ctx, "/profile/billing") }, 201))
  .openapi(pay, async (c) => {
    await payOverdue(c.var.ctx)
    return c.body(null, 204)
  })
  .openapi(offer, async (c) => c.json(await getWithdrawalOffer(c.var.ctx), 200))
  .openapi(withdrawal, async (c) => c.json(await withdraw(c.var.ctx), 200))
