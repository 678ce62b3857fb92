import { emit } from "../events/events.ts"
import { retrieveEndpoint } from "../http/endpoint.ts"
import type { Simulator } from "../simulator.ts"
import { newId, randomText } from "../store/ids.ts"
import type { Metadata, Resources } from "../store/stored.ts"

type SetupIntent = Resources["setup_intent"]

interface NewSetupIntent {
  customer: string | null
  paymentMethod: string | null
  metadata?: Metadata
  description?: string | null
}

function setupIntentObject(sim: Simulator, given: NewSetupIntent): SetupIntent {
  const id = newId("seti")
  return {
    id,
    object: "setup_intent",
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: sim.clock.now(),
    customer: given.customer,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: given.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: given.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: given.paymentMethod ? "succeeded" : "requires_payment_method",
    usage: "off_session",
  }
}

export function createSetupIntent(sim: Simulator, given: NewSetupIntent): SetupIntent {
  const intent = sim.store.insert(setupIntentObject(sim, given))
  emit(sim, "setup_intent.created", intent)
  return intent
}

/** Marks an intent as done with the payment method that was set up. */
export function completeSetupIntent(sim: Simulator, id: string, paymentMethod: string, customer: string | null): void {
  const intent = sim.store.get("setup_intent", id)
  const done = sim.store.save({ ...intent, payment_method: paymentMethod, customer, status: "succeeded" })
  emit(sim, "setup_intent.succeeded", done)
}

export const setupIntentEndpoints = [retrieveEndpoint("/v1/setup_intents/:id", "setup_intent")]
