import type { PaymentMethod } from "../customers/payment-methods.ts"
import { saveAndEmit } from "../events/events.ts"
import { type Invoice, invoicesOf, subscriptionIdOf } from "../invoices/invoices.ts"
import type { Simulator } from "../simulator.ts"
import { schedule } from "../store/tasks.ts"
import { cancelNow } from "./cancellation.ts"
import { applyPendingUpdate, waitsForPendingUpdate } from "./pending-updates.ts"
import type { Subscription } from "./subscriptions.ts"

const secondsPerDay = 24 * 3600

/** Returns when an invoice is tried again after a failure; null after the last attempt, and for first invoices. */
export function nextRetry(sim: Simulator, invoice: Invoice): number | null {
  if (invoice.billing_reason === "subscription_create" || !invoice.auto_advance) return null
  if (waitsForPendingUpdate(sim, invoice)) return null
  const days = sim.settings.retryDays[invoice.attempt_count - 1]
  return days === undefined ? null : sim.clock.now() + days * secondsPerDay
}

/** Brings a subscription up to date after one of its invoices was paid. */
export function settlePaid(sim: Simulator, invoice: Invoice, method: PaymentMethod | null): void {
  const found = sim.store.find("subscription", subscriptionIdOf(invoice) ?? "")
  if (!found) return
  const subscription = applyPendingUpdate(sim, found, invoice)
  const after = { ...subscription }
  if (isCleared(sim, subscription)) after.status = "active"
  const saves = subscription.payment_settings?.save_default_payment_method === "on_subscription"
  if (saves && method) after.default_payment_method = method.id
  saveAndEmit(sim, "customer.subscription.updated", subscription, after)
}

/** Returns whether a subscription that waited for money has no unpaid invoice left. */
function isCleared(sim: Simulator, { id, status }: Subscription): boolean {
  if (status === "incomplete") return true
  if (status !== "past_due" && status !== "unpaid") return false
  return !invoicesOf(sim, id).some((invoice) => invoice.status === "open" && invoice.attempted)
}

/** Brings a subscription up to date after an attempt failed; `isScheduled` if the attempt counts for the schedule. */
export function settleFailure(sim: Simulator, invoice: Invoice, isScheduled: boolean): void {
  const subscription = sim.store.find("subscription", subscriptionIdOf(invoice) ?? "")
  if (!subscription || waitsForPendingUpdate(sim, invoice)) return
  const after = { ...subscription }
  if (subscription.status === "active" && invoice.billing_reason !== "subscription_create") after.status = "past_due"
  saveAndEmit(sim, "customer.subscription.updated", subscription, after)
  if (after.status !== "past_due" || !isScheduled) return
  if (invoice.next_payment_attempt !== null)
    schedule(sim.store, invoice.next_payment_attempt, "retry-invoice", invoice.id)
  else giveUp(sim, after)
}

/** Does what the settings say after the last failed attempt. */
function giveUp(sim: Simulator, subscription: Subscription): void {
  const { afterLastRetry } = sim.settings
  if (afterLastRetry === "canceled") cancelNow(sim, subscription, { reason: "payment_failed" })
  if (afterLastRetry === "unpaid")
    saveAndEmit(sim, "customer.subscription.updated", subscription, { ...subscription, status: "unpaid" })
}
