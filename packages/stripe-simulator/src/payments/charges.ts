import type { PaymentMethod } from "../customers/payment-methods.ts"
import { byCustomer, listEndpoint, retrieveEndpoint } from "../http/endpoint.ts"
import { text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"
import { declineError } from "./declines.ts"
import type { PaymentIntent } from "./payment-intents.ts"

export type Charge = Resources["charge"]

/** Records a payment of an intent's amount; `declineCode` is the bank's refusal, null for a success. */
export function createCharge(
  sim: Simulator,
  intent: PaymentIntent,
  method: PaymentMethod,
  declineCode: string | null,
): Charge {
  return sim.store.insert(chargeObject(sim, intent, method, declineCode))
}

function chargeObject(
  sim: Simulator,
  intent: PaymentIntent,
  method: PaymentMethod,
  declineCode: string | null,
): Charge {
  const id = newId("ch")
  const failure = declineCode === null ? null : declineError(declineCode)
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: failure ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: sim.settings.accountName.toUpperCase(),
    captured: !failure,
    created: sim.clock.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: outcomeOf(declineCode),
    paid: !failure,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: "card", card: cardDetails(intent.amount, method) },
    receipt_email: null,
    receipt_number: null,
    receipt_url: failure ? null : `${sim.url}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: failure ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  }
}

function outcomeOf(declineCode: string | null): Charge["outcome"] {
  return {
    advice_code: declineCode ? "try_again_later" : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: declineCode ? "declined_by_network" : "approved_by_network",
    reason: declineCode,
    risk_level: "normal",
    seller_message: declineCode ? "The bank declined the payment." : "Payment complete.",
    type: declineCode ? "issuer_declined" : "authorized",
  }
}

type CardDetails = NonNullable<NonNullable<Charge["payment_method_details"]>["card"]>

function cardDetails(amount: number, { card }: PaymentMethod): CardDetails {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card?.brand ?? null,
    checks: card?.checks ?? null,
    country: card?.country ?? null,
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
    extended_authorization: { status: "disabled" },
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    incremental_authorization: { status: "unavailable" },
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    multicapture: { status: "unavailable" },
    network: card?.brand ?? null,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: "unavailable" },
    regulated_status: "unregulated",
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}

export const chargeEndpoints = [
  retrieveEndpoint("/v1/charges/:id", "charge"),
  listEndpoint("/v1/charges", "charge", {
    ...byCustomer,
    payment_intent: { path: "payment_intent", schema: text },
  }),
]
