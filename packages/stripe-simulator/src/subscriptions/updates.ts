import { saveAndEmit } from "../events/events.ts"
import { invalidRequest } from "../http/errors.ts"
import { type Collection, collect } from "../invoices/collection.ts"
import { finalizeInvoice } from "../invoices/finalization.ts"
import type { Invoice } from "../invoices/invoices.ts"
import { paymentError } from "../invoices/payment-errors.ts"
import type { Simulator } from "../simulator.ts"
import { type BillingChange, changeBilling } from "./changes.ts"
import { expectPendingUpdate, postponeUpdate } from "./pending-updates.ts"
import { currentPeriod, hasEnded, type Subscription, scheduleNextPeriod } from "./subscriptions.ts"

type PaymentBehavior = "allow_incomplete" | "default_incomplete" | "error_if_incomplete" | "pending_if_incomplete"

interface CancellationDetails {
  comment?: string | null
  feedback?: NonNullable<Subscription["cancellation_details"]>["feedback"]
}

export interface SubscriptionUpdate {
  billing: BillingChange
  /** Properties that are replaced as they are. */
  properties: Partial<Subscription>
  paymentBehavior: PaymentBehavior
  cancelAtPeriodEnd?: boolean
  cancellationDetails?: CancellationDetails
}

/** Updates a subscription and pays what has to be paid for it at once. */
export function updateSubscription(sim: Simulator, before: Subscription, update: SubscriptionUpdate): Subscription {
  if (hasEnded(before))
    throw invalidRequest("A canceled subscription can only update its cancellation_details and metadata.")
  const prepared = applyProperties(sim, before, update)
  const { subscription, invoice } = changeBilling(sim, prepared, update.billing)
  const after = moveCancellation(subscription)
  saveAndEmit(sim, "customer.subscription.updated", before, after)
  if (currentPeriod(after).end !== currentPeriod(before).end) scheduleNextPeriod(sim, after)
  if (invoice) payForUpdate(sim, before, invoice, update.paymentBehavior)
  return sim.store.get("subscription", before.id)
}

/** Keeps the cancellation at the end of the period if the period has moved. */
function moveCancellation(subscription: Subscription): Subscription {
  return subscription.cancel_at_period_end
    ? { ...subscription, cancel_at: currentPeriod(subscription).end }
    : subscription
}

function applyProperties(sim: Simulator, before: Subscription, update: SubscriptionUpdate): Subscription {
  const after = { ...before, ...update.properties }
  const { cancelAtPeriodEnd, cancellationDetails: details } = update
  if (cancelAtPeriodEnd !== undefined) {
    after.cancel_at_period_end = cancelAtPeriodEnd
    after.cancel_at = cancelAtPeriodEnd ? currentPeriod(before).end : null
    after.canceled_at = cancelAtPeriodEnd ? (before.canceled_at ?? sim.clock.now()) : null
    const reason = cancelAtPeriodEnd ? "cancellation_requested" : null
    after.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason }
  }
  if (details) {
    const current = after.cancellation_details ?? { comment: null, feedback: null, feedback_option: null, reason: null }
    after.cancellation_details = { ...current, ...details }
  }
  return after
}

/** Finalizes and pays the invoice of an update; what a failure means is up to `behavior`. */
function payForUpdate(sim: Simulator, before: Subscription, draft: Invoice, behavior: PaymentBehavior): void {
  if (behavior === "pending_if_incomplete") expectPendingUpdate(sim, draft)
  const invoice = finalizeInvoice(sim, draft)
  if (invoice.status !== "open" || behavior === "default_incomplete") return
  const outcome: Collection = collect(sim, invoice.id)
  if (outcome.status === "approved") return
  if (behavior === "error_if_incomplete") throw paymentError(sim, invoice.id, outcome, false)
  if (behavior === "pending_if_incomplete") postponeUpdate(sim, before, invoice)
}
