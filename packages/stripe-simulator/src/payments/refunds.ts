import { emit, saveAndEmit } from "../events/events.ts"
import { endpoint, findOrFail, listEndpoint } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { integer, metadata, oneOf, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Metadata, Resources } from "../store/stored.ts"
import type { Charge } from "./charges.ts"
import { isDisputed } from "./disputes.ts"

type Refund = Resources["refund"]

interface NewRefund {
  amount: number
  reason?: Refund["reason"]
  metadata?: Metadata
}

function refundObject(sim: Simulator, charge: Charge, given: NewRefund): Refund {
  return {
    id: newId("re"),
    object: "refund",
    amount: given.amount,
    balance_transaction: null,
    charge: charge.id,
    created: sim.clock.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { type: "card", card: { type: "refund" } },
    metadata: given.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  }
}

/** Refunds a charge in whole or in part. Throws if more is asked than is left. */
export function refundCharge(sim: Simulator, charge: Charge, given: Partial<NewRefund>): Refund {
  const left = charge.amount_captured - charge.amount_refunded
  const { amount = left } = given
  if (charge.status !== "succeeded") throw invalidRequest(`Charge ${charge.id} has not succeeded.`, { param: "charge" })
  if (charge.refunded)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" })
  if (amount < 1)
    throw invalidRequest("Invalid positive integer", { param: "amount", code: "parameter_invalid_integer" })
  if (isDisputed(sim, charge.id))
    throw invalidRequest(`Charge ${charge.id} has been charged back.`, { code: "charge_disputed" })
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
    throw invalidRequest(message, { param: "amount" })
  }
  const refund = sim.store.insert(refundObject(sim, charge, { ...given, amount }))
  const amount_refunded = charge.amount_refunded + amount
  emit(sim, "refund.created", refund)
  saveAndEmit(sim, "charge.refunded", charge, {
    ...charge,
    amount_refunded,
    refunded: amount_refunded === charge.amount_captured,
  })
  return refund
}

/** Lets the bank send a refund back: the money is ours again, and can be refunded another way. */
export function failRefund(sim: Simulator, refund: Refund): Refund {
  const charge = sim.store.get("charge", refund.charge ?? "")
  const failed: Refund = { ...refund, failure_reason: "expired_or_canceled_card", status: "failed" }
  sim.store.save({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  saveAndEmit(sim, "refund.updated", refund, failed)
  emit(sim, "refund.failed", failed)
  return failed
}

const createSchema = shape(
  {},
  {
    charge: text,
    payment_intent: text,
    amount: integer,
    reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
    metadata,
  },
)

function chargeToRefund(sim: Simulator, given: { charge?: string; payment_intent?: string }): Charge {
  if (given.charge) return findOrFail(sim, "charge", given.charge, "charge")
  if (!given.payment_intent)
    throw invalidRequest("One of the following params should be provided for this request: payment_intent or charge.")
  const intent = findOrFail(sim, "payment_intent", given.payment_intent, "payment_intent")
  if (intent.latest_charge) return sim.store.get("charge", intent.latest_charge)
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    param: "payment_intent",
  })
}

export const refundEndpoints = [
  endpoint("POST", "/v1/refunds", createSchema, (sim, { params }) => {
    const given = { amount: params.amount, reason: params.reason, metadata: mergeMetadata({}, params.metadata) }
    return refundCharge(sim, chargeToRefund(sim, params), given)
  }),
  listEndpoint("/v1/refunds", "refund", {
    charge: { path: "charge", schema: text },
    payment_intent: { path: "payment_intent", schema: text },
  }),
]
