import { emit, saveAndEmit } from "../events/events.ts"
import { byCustomer, endpoint, findOrFail, listEndpoint, retrieveEndpoint } from "../http/endpoint.ts"
import { ApiError, invalidRequest } from "../http/errors.ts"
import { ignoring, integer, metadata, shape, text } from "../http/schema.ts"
import { declineError } from "../payments/declines.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Resources } from "../store/stored.ts"
import { cardByFingerprint, cardByMethod, fingerprintOf, type TestCard } from "./test-cards.ts"

export type PaymentMethod = Resources["payment_method"]

interface CardDetails {
  expMonth: number
  expYear: number
  name?: string | null
  email?: string | null
  country?: string | null
}

function paymentMethodObject(sim: Simulator, card: TestCard, details: CardDetails): PaymentMethod {
  const { country = null, name = null, email = null } = details
  const address = { city: null, country, line1: null, line2: null, postal_code: null, state: null }
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: { address, email, name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: card.country,
      display_brand: card.brand,
      exp_month: details.expMonth,
      exp_year: details.expYear,
      fingerprint: fingerprintOf(card),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: sim.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  }
}

/** Creates a payment method that belongs to nobody yet. */
export function createPaymentMethod(sim: Simulator, card: TestCard, details: CardDetails): PaymentMethod {
  return sim.store.insert(paymentMethodObject(sim, card, details))
}

/** Returns a payment method by id. A test id such as `pm_card_visa` makes a new one. */
export function resolvePaymentMethod(sim: Simulator, id: string, param = "payment_method"): PaymentMethod {
  const card = cardByMethod(id)
  if (!card) return findOrFail(sim, "payment_method", id, param)
  const expYear = new Date(sim.clock.now() * 1000).getUTCFullYear() + 1
  return createPaymentMethod(sim, card, { expMonth: 12, expYear })
}

/** Attaches a payment method to a customer; the bank of a card that declines everything refuses that too. */
export function attach(sim: Simulator, id: string, customer: string): PaymentMethod {
  const method = resolvePaymentMethod(sim, id)
  if (method.customer === customer) return method
  if (method.customer)
    throw invalidRequest("The payment method you provided has already been attached to a customer.", {
      param: "payment_method",
      code: "payment_method_unexpected_state",
    })
  const decline = cardByFingerprint(method.card?.fingerprint)?.declines
  if (decline) throw new ApiError(402, declineError(decline))
  const attached = sim.store.save({ ...method, customer })
  emit(sim, "payment_method.attached", attached)
  return attached
}

const cardParams = shape({}, { number: text, exp_month: integer, exp_year: integer, cvc: text, token: text })
export const paymentMethodEndpoints = [
  endpoint("POST", "/v1/payment_methods/:id/attach", shape({ customer: text }, {}), (sim, { params, id }) =>
    attach(sim, id, findOrFail(sim, "customer", params.customer, "customer").id),
  ),
  endpoint(
    "POST",
    "/v1/payment_methods/:id",
    shape({}, { metadata, card: cardParams, ...ignoring("billing_details", "allow_redisplay") }),
    (sim, { params, id }) => {
      const method = findOrFail(sim, "payment_method", id)
      const { exp_month, exp_year } = params.card ?? {}
      const card = method.card && { ...method.card, ...(exp_month && { exp_month }), ...(exp_year && { exp_year }) }
      const metadata = mergeMetadata(method.metadata, params.metadata)
      return saveAndEmit(sim, "payment_method.updated", method, { ...method, ...(card && { card }), metadata })
    },
  ),
  retrieveEndpoint("/v1/payment_methods/:id", "payment_method"),
  listEndpoint("/v1/payment_methods", "payment_method", { ...byCustomer, type: { path: "type", schema: text } }),
  listEndpoint(
    "/v1/customers/:id/payment_methods",
    "payment_method",
    { type: { path: "type", schema: text } },
    (sim, id) => [{ path: "customer", value: findOrFail(sim, "customer", id).id }],
  ),
]
