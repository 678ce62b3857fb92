import { emit, saveAndEmit } from "../events/events.ts"
import { collect } from "../invoices/collection.ts"
import { finalizeInvoice, voidInvoice } from "../invoices/finalization.ts"
import { draftInvoice, type Invoice, invoicesOf } from "../invoices/invoices.ts"
import { periodLine } from "../invoices/lines.ts"
import type { Simulator } from "../simulator.ts"
import { cancelNow } from "./cancellation.ts"
import { periodAt } from "./periods.ts"
import { currentPeriod, intervalOf, type Subscription, scheduleNextPeriod, withPeriod } from "./subscriptions.ts"

/** Does what is due at the end of a subscription's period: ends, pauses or renews it. */
export function endPeriod(sim: Simulator, id: string, due: number): void {
  const subscription = sim.store.find("subscription", id)
  if (!subscription || currentPeriod(subscription).end !== due) return
  const { status } = subscription
  if (status !== "trialing" && status !== "active" && status !== "past_due" && status !== "unpaid") return
  if (subscription.cancel_at_period_end) cancelNow(sim, subscription, {})
  else if (status === "trialing" && !hasPaymentMethod(sim, subscription)) endTrialWithoutCard(sim, subscription)
  else renew(sim, subscription)
}

function hasPaymentMethod(sim: Simulator, subscription: Subscription): boolean {
  const customer = sim.store.get("customer", subscription.customer)
  return Boolean(subscription.default_payment_method ?? customer.invoice_settings.default_payment_method)
}

function endTrialWithoutCard(sim: Simulator, subscription: Subscription): void {
  const behavior = subscription.trial_settings?.end_behavior.missing_payment_method
  if (behavior === "cancel") cancelNow(sim, subscription, { reason: "cancellation_requested" })
  else if (behavior === "pause") {
    const paused = saveAndEmit(sim, "customer.subscription.updated", subscription, {
      ...subscription,
      status: "paused",
    })
    emit(sim, "customer.subscription.paused", paused)
  } else renew(sim, subscription)
}

/** Starts the next period of a subscription, with its invoice as a draft. */
export function startNextPeriod(
  sim: Simulator,
  before: Subscription,
): { subscription: Subscription; invoice: Invoice } {
  const ended = currentPeriod(before)
  const period = periodAt(before.billing_cycle_anchor, intervalOf(before), ended.end)
  const next: Subscription = {
    ...before,
    items: withPeriod(before, period),
    status: before.status === "trialing" ? "active" : before.status,
  }
  const invoice = draftInvoice(sim, {
    subscription: next,
    reason: "subscription_cycle",
    lines: next.items.data.map((item) => periodLine(sim, item, period)),
    period: ended,
  })
  return { subscription: { ...next, latest_invoice: invoice.id }, invoice }
}

function renew(sim: Simulator, before: Subscription): void {
  const { subscription, invoice: draft } = startNextPeriod(sim, before)
  saveAndEmit(sim, "customer.subscription.updated", before, subscription)
  scheduleNextPeriod(sim, subscription)
  // An unpaid subscription goes on making drafts that nobody is charged for.
  if (subscription.status === "unpaid") {
    sim.store.save({ ...draft, auto_advance: false })
    return
  }
  const invoice = finalizeInvoice(sim, draft)
  if (invoice.status === "open") collect(sim, invoice.id, { isAutomatic: true })
}

/** Tries an invoice again, if it still waits for this attempt. */
export function retryInvoice(sim: Simulator, id: string, due: number): void {
  const invoice = sim.store.find("invoice", id)
  if (invoice?.status === "open" && invoice.next_payment_attempt === due) collect(sim, id, { isAutomatic: true })
}

/** Ends a subscription whose first invoice was never paid. */
export function expireIncomplete(sim: Simulator, id: string): void {
  const subscription = sim.store.find("subscription", id)
  if (subscription?.status !== "incomplete") return
  for (const invoice of invoicesOf(sim, id)) if (invoice.status === "open") voidInvoice(sim, invoice)
  cancelNow(sim, subscription, {})
}

/** Emits `invoice.upcoming` with the invoice that a renewal will make, which has no id yet. */
export function announceRenewal(sim: Simulator, id: string): void {
  const subscription = sim.store.find("subscription", id)
  if (!subscription || subscription.cancel_at_period_end) return
  if (subscription.status !== "active" && subscription.status !== "trialing") return
  const { id: _, ...upcoming } = sim.store.rehearse(() => startNextPeriod(sim, subscription).invoice)
  emit(sim, "invoice.upcoming", { ...upcoming, billing_reason: "upcoming" })
}

export function announceTrialEnd(sim: Simulator, id: string): void {
  const subscription = sim.store.find("subscription", id)
  if (subscription?.status === "trialing") emit(sim, "customer.subscription.trial_will_end", subscription)
}
