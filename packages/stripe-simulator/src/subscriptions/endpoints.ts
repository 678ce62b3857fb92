import { checkRedemptions, redemptions } from "../catalog/discounts.ts"
import { resolvePaymentMethod } from "../customers/payment-methods.ts"
import { emit, saveAndEmit } from "../events/events.ts"
import { endpoint, findOrFail, listPage, retrieveEndpoint } from "../http/endpoint.ts"
import { invalidRequest, resourceMissing } from "../http/errors.ts"
import { boolean, clearable, ignoring, integer, listOf, metadata, oneOf, range, shape, text } from "../http/schema.ts"
import { collect } from "../invoices/collection.ts"
import { finalizeInvoice } from "../invoices/finalization.ts"
import { paymentError } from "../invoices/payment-errors.ts"
import type { Simulator } from "../simulator.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Condition } from "../store/store.ts"
import type { Resources } from "../store/stored.ts"
import { cancelNow } from "./cancellation.ts"
import { priceFor, restartCycle } from "./changes.ts"
import { createSubscription } from "./creation.ts"
import { hasEnded, type Subscription, scheduleNextPeriod } from "./subscriptions.ts"
import { updateSubscription } from "./updates.ts"

const secondsPerDay = 24 * 3600
const prorationBehavior = oneOf("always_invoice", "create_prorations", "none")
const paymentBehavior = oneOf("allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete")
const feedback = oneOf(
  "customer_service",
  "low_quality",
  "missing_features",
  "other",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
)
const cancellationDetails = shape({}, { comment: clearable(text), feedback: clearable(feedback) })
export const trialSettings = shape(
  { end_behavior: shape({ missing_payment_method: oneOf("cancel", "create_invoice", "pause") }, {}) },
  {},
)
export const automaticTax = shape({ enabled: boolean }, ignoring("liability"))
export const itemChanges = listOf(
  shape({}, { id: text, price: text, quantity: integer, deleted: boolean, ...ignoring("metadata", "clear_usage") }),
)
const paymentSettings = shape(
  {},
  {
    save_default_payment_method: oneOf("off", "on_subscription"),
    ...ignoring("payment_method_options", "payment_method_types"),
  },
)

const shared = {
  automatic_tax: automaticTax,
  cancel_at_period_end: boolean,
  default_payment_method: clearable(text),
  description: clearable(text),
  metadata,
  off_session: boolean,
  payment_behavior: paymentBehavior,
  payment_settings: paymentSettings,
  proration_behavior: prorationBehavior,
  trial_settings: trialSettings,
  ...ignoring(
    "collection_method",
    "days_until_due",
    "billing_mode",
    "invoice_settings",
    "trial_from_plan",
    "billing_thresholds",
  ),
}
const createSchema = shape(
  { customer: text, items: itemChanges },
  {
    ...shared,
    discounts: clearable(redemptions),
    trial_end: integer,
    trial_period_days: integer,
    ...ignoring("currency", "backdate_start_date"),
  },
)
const updateSchema = shape(
  {},
  {
    ...shared,
    billing_cycle_anchor: oneOf("now", "unchanged"),
    cancellation_details: cancellationDetails,
    items: itemChanges,
    proration_date: integer,
    ...ignoring("pause_collection", "pending_invoice_item_interval"),
  },
)

/** Returns the id of a customer's payment method that a request names; a test id makes a new one. */
function methodId(sim: Simulator, id: string | null | undefined, customer: string): string | null | undefined {
  if (!id) return id
  const method = resolvePaymentMethod(sim, id, "default_payment_method")
  if (id.startsWith("pm_card_")) sim.store.save({ ...method, customer })
  else if (method.customer !== customer)
    throw invalidRequest(
      "The customer does not have a payment method with the ID " +
        `${id}. The payment method must be attached to the customer.`,
      { param: "default_payment_method", code: "resource_missing" },
    )
  return method.id
}

/** Returns when a trial ends that a request gives as a time or a number of days. */
function trialEndOf(sim: Simulator, given: { trial_end?: number; trial_period_days?: number }): number | null {
  const { trial_end: end, trial_period_days: days } = given
  if (end !== undefined && days !== undefined)
    throw invalidRequest("You may only specify one of these parameters: trial_end, trial_period_days.")
  if (days !== undefined) {
    if (days < 1) throw invalidRequest("trial_period_days must be at least 1", { param: "trial_period_days" })
    return sim.clock.now() + days * secondsPerDay
  }
  return end ?? null
}

function create(sim: Simulator, params: ReturnType<typeof createSchema>): Subscription {
  const customer = findOrFail(sim, "customer", params.customer, "customer")
  const items = params.items.map(({ price, quantity = 1 }, index) => ({
    price: priceFor(sim, price ?? "", `items[${index}][price]`),
    quantity,
  }))
  const discounts = params.discounts ?? []
  checkRedemptions(sim, discounts, customer.id, items[0]?.price.unit_amount ?? 0)
  const behavior = params.payment_behavior ?? "allow_incomplete"
  const { subscription, outcome } = createSubscription(
    sim,
    {
      customer: customer.id,
      items,
      trialEnd: trialEndOf(sim, params),
      automaticTax: params.automatic_tax?.enabled,
      defaultPaymentMethod: methodId(sim, params.default_payment_method, customer.id),
      missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method,
      savesPaymentMethod: params.payment_settings?.save_default_payment_method === "on_subscription",
      description: params.description,
      metadata: mergeMetadata({}, params.metadata),
      redemptions: discounts,
      cancelAtPeriodEnd: params.cancel_at_period_end,
    },
    behavior === "default_incomplete" ? null : {},
  )
  if (!outcome || outcome.status === "approved") return subscription
  const isError = behavior === "error_if_incomplete" || outcome.status === "no_payment_method"
  if (isError) throw paymentError(sim, subscription.latest_invoice ?? "", outcome, false)
  return subscription
}

function update(sim: Simulator, id: string, params: ReturnType<typeof updateSchema>): Subscription {
  const before = findOrFail(sim, "subscription", id)
  const { automatic_tax: tax, trial_settings, description, default_payment_method } = params
  const method = methodId(sim, default_payment_method, before.customer)
  const save = params.payment_settings?.save_default_payment_method
  const properties: Partial<Subscription> = {
    metadata: mergeMetadata(before.metadata, params.metadata),
    ...(description !== undefined && { description }),
    ...(method !== undefined && { default_payment_method: method }),
    ...(trial_settings && { trial_settings }),
    ...(tax && { automatic_tax: { ...before.automatic_tax, enabled: tax.enabled } }),
    ...(save &&
      before.payment_settings && {
        payment_settings: { ...before.payment_settings, save_default_payment_method: save },
      }),
  }
  return updateSubscription(sim, before, {
    billing: {
      items: params.items,
      prorationBehavior: params.proration_behavior,
      prorationDate: params.proration_date,
      resetsAnchor: params.billing_cycle_anchor === "now",
    },
    properties,
    paymentBehavior: params.payment_behavior ?? "allow_incomplete",
    cancelAtPeriodEnd: params.cancel_at_period_end,
    cancellationDetails: params.cancellation_details,
  })
}

/** Resumes a subscription that was paused when its trial ended without a payment method. */
function resume(sim: Simulator, id: string): Subscription {
  const before = findOrFail(sim, "subscription", id)
  if (before.status !== "paused")
    throw invalidRequest(`Subscription ${id} cannot be resumed because its status is ${before.status}.`)
  const { subscription, invoice: draft } = restartCycle(sim, before)
  sim.store.save(subscription)
  if (!draft) return subscription
  const invoice = finalizeInvoice(sim, draft)
  const outcome = invoice.status === "open" ? collect(sim, invoice.id) : { status: "approved" as const }
  if (outcome.status !== "approved") throw paymentError(sim, invoice.id, outcome, false)
  const resumed = saveAndEmit(sim, "customer.subscription.updated", before, { ...subscription, status: "active" })
  emit(sim, "customer.subscription.resumed", resumed)
  scheduleNextPeriod(sim, resumed)
  return resumed
}

const statuses = [
  "active",
  "canceled",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const
const listSchema = shape(
  {},
  {
    customer: text,
    price: text,
    status: oneOf(...statuses, "all", "ended"),
    created: range,
    limit: integer,
    starting_after: text,
    ending_before: text,
    ...ignoring("collection_method"),
  },
)

/** Without a status, all subscriptions are listed that have not been canceled. */
function statusConditions(status: Resources["subscription"]["status"] | undefined): Condition[] {
  if (status === "all") return []
  if (status === "ended") return [{ path: "status", value: ["canceled", "incomplete_expired"] }]
  return status ? [{ path: "status", value: status }] : [{ path: "status", operator: "<>", value: "canceled" }]
}

export const subscriptionEndpoints = [
  endpoint("POST", "/v1/subscriptions", createSchema, (sim, { params }) => create(sim, params)),
  endpoint("GET", "/v1/subscriptions", listSchema, (sim, { params }) => {
    const conditions = statusConditions(params.status)
    if (params.customer) conditions.push({ path: "customer", value: params.customer })
    if (params.price) conditions.push({ path: "items.data[0].price.id", value: params.price })
    for (const bound of params.created ?? []) conditions.push({ path: "created", ...bound })
    return listPage(sim, { type: "subscription", url: "/v1/subscriptions", conditions, params })
  }),
  endpoint("POST", "/v1/subscriptions/:id", updateSchema, (sim, { params, id }) => update(sim, id, params)),
  endpoint(
    "DELETE",
    "/v1/subscriptions/:id",
    shape({}, { invoice_now: boolean, prorate: boolean, cancellation_details: cancellationDetails }),
    (sim, { params, id }) => {
      const subscription = findOrFail(sim, "subscription", id)
      if (hasEnded(subscription)) throw resourceMissing("subscription", id)
      const { invoice_now: invoiceNow, prorate, cancellation_details: details } = params
      return cancelNow(sim, subscription, { ...details, invoiceNow, prorate, reason: "cancellation_requested" })
    },
  ),
  endpoint(
    "POST",
    "/v1/subscriptions/:id/resume",
    shape(
      {},
      {
        billing_cycle_anchor: oneOf("now", "unchanged"),
        proration_behavior: prorationBehavior,
        ...ignoring("proration_date"),
      },
    ),
    (sim, { id }) => resume(sim, id),
  ),
  retrieveEndpoint("/v1/subscriptions/:id", "subscription"),
]
