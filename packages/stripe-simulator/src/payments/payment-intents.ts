import { emit } from "../events/events.ts"
import { retrieveEndpoint } from "../http/endpoint.ts"
import type { Simulator } from "../simulator.ts"
import { newId, randomText } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"

export type PaymentIntent = Resources["payment_intent"]

interface NewPaymentIntent {
  amount: number
  currency: string
  customer: string
  description: string
}

function paymentIntentObject(sim: Simulator, given: NewPaymentIntent): PaymentIntent {
  const id = newId("pi")
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: sim.clock.now(),
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  }
}

export function createPaymentIntent(sim: Simulator, given: NewPaymentIntent): PaymentIntent {
  const intent = sim.store.insert(paymentIntentObject(sim, given))
  emit(sim, "payment_intent.created", intent)
  return intent
}

export const paymentIntentEndpoints = [retrieveEndpoint("/v1/payment_intents/:id", "payment_intent")]
