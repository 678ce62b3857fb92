import { checkRedemptions, redemptions } from "../catalog/discounts.ts"
import { byCustomer, endpoint, findOrFail, listEndpoint, noParams, retrieveEndpoint } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { boolean, ignoring, integer, listOf, metadata, oneOf, shape, text, url } from "../http/schema.ts"
import { createSetupIntent } from "../payments/setup-intents.ts"
import type { Simulator } from "../simulator.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { StripeList } from "../store/stored.ts"
import { priceFor } from "../subscriptions/changes.ts"
import { automaticTax, trialSettings } from "../subscriptions/endpoints.ts"
import { type CheckoutSession, createSession, expireSession, type SessionPlan } from "./sessions.ts"

const secondsPerDay = 24 * 3600
const autoOrNever = oneOf("auto", "never")
const subscriptionData = shape(
  {},
  {
    metadata,
    description: text,
    trial_period_days: integer,
    trial_end: integer,
    trial_settings: trialSettings,
    ...ignoring(
      "billing_cycle_anchor",
      "billing_mode",
      "default_tax_rates",
      "invoice_settings",
      "proration_behavior",
      "payment_settings",
    ),
  },
)
const createSchema = shape(
  { mode: oneOf("subscription", "setup", "payment") },
  {
    allow_promotion_codes: boolean,
    automatic_tax: automaticTax,
    billing_address_collection: oneOf("auto", "required"),
    cancel_url: url,
    client_reference_id: text,
    currency: text,
    customer: text,
    customer_email: text,
    customer_update: shape({}, { address: autoOrNever, name: autoOrNever, shipping: autoOrNever }),
    discounts: redemptions,
    expires_at: integer,
    line_items: listOf(shape({}, { price: text, quantity: integer, ...ignoring("adjustable_quantity") })),
    locale: text,
    metadata,
    payment_method_collection: oneOf("always", "if_required"),
    setup_intent_data: shape({}, { metadata, description: text }),
    subscription_data: subscriptionData,
    success_url: url,
    ui_mode: oneOf("hosted_page"),
    ...ignoring(
      "payment_method_types",
      "payment_method_options",
      "saved_payment_method_options",
      "tax_id_collection",
      "phone_number_collection",
      "adaptive_pricing",
      "branding_settings",
      "after_expiration",
      "origin_context",
      "managed_payments",
      "submit_type",
      "name_collection",
      "customer_creation",
      "wallet_options",
    ),
  },
)
type CreateParams = ReturnType<typeof createSchema>

function create(sim: Simulator, params: CreateParams): CheckoutSession {
  checkParams(sim, params)
  const plan = planFor(sim, params)
  const amount = plan.items.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0)
  checkRedemptions(sim, plan.redemptions, params.customer ?? null, amount)
  const { customer = null, setup_intent_data: data } = params
  const setup_intent =
    params.mode === "setup"
      ? createSetupIntent(sim, {
          customer,
          paymentMethod: null,
          metadata: mergeMetadata({}, data?.metadata),
          description: data?.description,
        }).id
      : null
  return createSession(sim, { ...propertiesOf(sim, params, plan), setup_intent }, plan)
}

/** Returns the properties of a session that are what the request says. */
function propertiesOf(sim: Simulator, params: CreateParams, plan: SessionPlan) {
  const hasTax = params.automatic_tax?.enabled === true
  return {
    mode: params.mode,
    expires_at: params.expires_at ?? sim.clock.now() + secondsPerDay,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    automatic_tax: {
      enabled: hasTax,
      liability: hasTax ? { type: "self" as const } : null,
      provider: hasTax ? "stripe" : null,
      status: hasTax ? ("complete" as const) : null,
    },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    currency: plan.items[0]?.price.currency ?? params.currency ?? null,
    customer: params.customer ?? null,
    customer_email: params.customer_email ?? null,
    locale: params.locale ?? null,
    metadata: mergeMetadata({}, params.metadata),
    ...(params.payment_method_collection && { payment_method_collection: params.payment_method_collection }),
    success_url: params.success_url ?? null,
  }
}

function planFor(sim: Simulator, params: CreateParams): SessionPlan {
  const { subscription_data: data = {}, line_items: lines = [], customer_update: updates = {} } = params
  return {
    items: lines.map(({ price, quantity = 1 }, index) => ({
      price: priceFor(sim, price ?? "", `line_items[${index}][price]`),
      quantity,
    })),
    redemptions: params.discounts ?? [],
    trialEnd: data.trial_end ?? null,
    trialDays: data.trial_period_days ?? null,
    missingPaymentMethod: data.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
    subscriptionMetadata: mergeMetadata({}, data.metadata),
    subscriptionDescription: data.description ?? null,
    updatesAddress: updates.address === "auto",
    updatesName: updates.name === "auto",
    authenticating: null,
  }
}

/** Refuses what Stripe refuses, so that it does not show up in production first. */
function checkParams(sim: Simulator, params: CreateParams): void {
  const { mode, customer: customerId, subscription_data: data = {} } = params
  if (mode === "payment") throw invalidRequest("The simulator has no sessions with `mode=payment`.", { param: "mode" })
  if (!params.success_url)
    throw invalidRequest("Missing required param: success_url.", { param: "success_url", code: "parameter_missing" })
  if (mode === "subscription" && !params.line_items?.length)
    throw invalidRequest("Missing required param: line_items.", { param: "line_items", code: "parameter_missing" })
  if (mode === "setup" && params.line_items)
    throw invalidRequest("You can not pass `line_items` in `setup` mode.", { param: "line_items" })
  if (customerId && params.customer_email)
    throw invalidRequest("You may only specify one of these parameters: customer, customer_email.")
  if (params.customer_update && !customerId)
    throw invalidRequest("`customer_update` can only be used with `customer`.", { param: "customer_update" })
  if (params.discounts && params.allow_promotion_codes)
    throw invalidRequest("You may only specify one of these parameters: allow_promotion_codes, discounts.")
  checkTimes(sim, params.expires_at, data)
  const customer = customerId ? findOrFail(sim, "customer", customerId, "customer") : null
  if (
    params.automatic_tax?.enabled &&
    customer &&
    !customer.address?.country &&
    params.customer_update?.address !== "auto"
  )
    throw invalidRequest(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      { code: "customer_tax_location_invalid" },
    )
}

function checkTimes(
  sim: Simulator,
  expiresAt: number | undefined,
  data: { trial_end?: number; trial_period_days?: number },
): void {
  const now = sim.clock.now()
  // Half a minute of tolerance: the caller's clock may be ahead.
  if (expiresAt !== undefined && (expiresAt < now + 1800 - 30 || expiresAt > now + secondsPerDay + 30))
    throw invalidRequest(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    )
  if (data.trial_end !== undefined && data.trial_period_days !== undefined)
    throw invalidRequest("You may only specify one of these parameters: trial_end, trial_period_days.")
  if (data.trial_end !== undefined && data.trial_end < now + 2 * secondsPerDay - 30)
    throw invalidRequest("The `trial_end` date has to be at least 2 days in the future.", {
      param: "subscription_data[trial_end]",
    })
  if (data.trial_period_days !== undefined && data.trial_period_days < 1)
    throw invalidRequest("The minimum number of trial period days is 1.", {
      param: "subscription_data[trial_period_days]",
    })
}

export const checkoutEndpoints = [
  endpoint("POST", "/v1/checkout/sessions", createSchema, (sim, { params }) => create(sim, params)),
  endpoint("POST", "/v1/checkout/sessions/:id/expire", noParams, (sim, { id }) => {
    const session = findOrFail(sim, "checkout.session", id)
    const expired = expireSession(sim, id)
    if (expired) return expired
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  }),
  endpoint(
    "GET",
    "/v1/checkout/sessions/:id/line_items",
    shape({}, { limit: integer, starting_after: text, ending_before: text }),
    (sim, { id }) => {
      const session = findOrFail(sim, "checkout.session", id)
      return (
        sim.store.note<StripeList<object>>(`line_items:${session.id}`) ?? {
          object: "list",
          data: [],
          has_more: false,
          url: "",
        }
      )
    },
  ),
  retrieveEndpoint("/v1/checkout/sessions/:id", "checkout.session"),
  listEndpoint("/v1/checkout/sessions", "checkout.session", {
    ...byCustomer,
    status: { path: "status", schema: oneOf("open", "complete", "expired") },
    subscription: { path: "subscription", schema: text },
    payment_intent: { path: "payment_intent", schema: text },
  }),
]
