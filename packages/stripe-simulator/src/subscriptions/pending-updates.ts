import { emit, saveAndEmit } from "../events/events.ts"
import { voidInvoice } from "../invoices/finalization.ts"
import { type Invoice, subscriptionIdOf } from "../invoices/invoices.ts"
import type { Simulator } from "../simulator.ts"
import { schedule } from "../store/tasks.ts"
import { type Subscription, scheduleNextPeriod } from "./subscriptions.ts"

const hoursUntilExpiry = 23

interface PendingUpdate {
  invoice: string
  /** The subscription once the invoice is paid; null while its first attempt runs. */
  change: Pick<Subscription, "items" | "billing_cycle_anchor"> | null
}

const keyOf = (subscription: string) => `pending-update:${subscription}`

function pendingUpdateOf(sim: Simulator, invoice: Invoice): PendingUpdate | null {
  const pending = sim.store.note<PendingUpdate>(keyOf(subscriptionIdOf(invoice) ?? ""))
  return pending?.invoice === invoice.id ? pending : null
}

/** Returns whether an update waits for this invoice: `payment_behavior` was `pending_if_incomplete`. */
export function waitsForPendingUpdate(sim: Simulator, invoice: Invoice): boolean {
  return pendingUpdateOf(sim, invoice) !== null
}

/** Announces an update before the attempt to pay for it. */
export function expectPendingUpdate(sim: Simulator, invoice: Invoice): void {
  sim.store.setNote(keyOf(subscriptionIdOf(invoice) ?? ""), { invoice: invoice.id, change: null })
}

/** Takes an update back until its invoice is paid: https://docs.stripe.com/billing/subscriptions/pending-updates */
export function postponeUpdate(sim: Simulator, before: Subscription, invoice: Invoice): Subscription {
  const current = sim.store.get("subscription", before.id)
  const { items, billing_cycle_anchor } = current
  const expires_at = sim.clock.now() + hoursUntilExpiry * 3600
  sim.store.setNote(keyOf(before.id), { invoice: invoice.id, change: { items, billing_cycle_anchor } })
  schedule(sim.store, expires_at, "expire-pending-update", before.id)
  return saveAndEmit(sim, "customer.subscription.updated", current, {
    ...current,
    items: before.items,
    billing_cycle_anchor: before.billing_cycle_anchor,
    pending_update: {
      billing_cycle_anchor: billing_cycle_anchor === before.billing_cycle_anchor ? null : billing_cycle_anchor,
      discount: null,
      discounts: null,
      expires_at,
      metadata: null,
      subscription_items: items.data,
      trial_end: null,
      trial_from_plan: null,
    },
  })
}

/** Carries out the update that waited for a paid invoice, and returns the subscription. */
export function applyPendingUpdate(sim: Simulator, subscription: Subscription, invoice: Invoice): Subscription {
  const pending = pendingUpdateOf(sim, invoice)
  if (!pending) return subscription
  sim.store.setNote(keyOf(subscription.id), null)
  if (!pending.change) return subscription
  const applied = sim.store.save({ ...subscription, ...pending.change, pending_update: null })
  if (pending.change.billing_cycle_anchor !== subscription.billing_cycle_anchor) scheduleNextPeriod(sim, applied)
  emit(sim, "customer.subscription.pending_update_applied", applied)
  return applied
}

/** Drops an update whose invoice was not paid in time, and voids the invoice. */
export function expirePendingUpdate(sim: Simulator, id: string, due: number): void {
  const subscription = sim.store.find("subscription", id)
  const pending = sim.store.note<PendingUpdate>(keyOf(id))
  if (!subscription || !pending || subscription.pending_update?.expires_at !== due) return
  voidInvoice(sim, sim.store.get("invoice", pending.invoice))
  sim.store.setNote(keyOf(id), null)
  const expired = sim.store.save({ ...subscription, pending_update: null })
  emit(sim, "customer.subscription.pending_update_expired", expired)
}
