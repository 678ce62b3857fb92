import { ApiError, invalidRequest } from "../http/errors.ts"
import { declineError } from "../payments/declines.ts"
import type { Simulator } from "../simulator.ts"
import type { Collection } from "./collection.ts"
import { paymentOf } from "./invoice-payments.ts"

/** Returns the error for a payment that did not succeed. With `keepsChanges` the failed attempt is recorded. */
export function paymentError(sim: Simulator, invoiceId: string, outcome: Collection, keepsChanges: boolean): ApiError {
  if (outcome.status === "no_payment_method") {
    const message =
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method."
    return keepsChanges
      ? new ApiError(400, { type: "invalid_request_error", code: "resource_missing", message }, true)
      : invalidRequest(message, { code: "resource_missing" })
  }
  const intent = paymentOf(sim, invoiceId)?.intent
  if (outcome.status === "declined") {
    const charge = intent?.latest_charge ?? undefined
    return new ApiError(402, { ...declineError(outcome.declineCode), charge, payment_intent: intent }, keepsChanges)
  }
  const message = "This payment requires additional user action before it can be completed successfully."
  const body = { type: "card_error" as const, code: "invoice_payment_intent_requires_action", message }
  return new ApiError(402, { ...body, payment_intent: intent }, keepsChanges)
}
