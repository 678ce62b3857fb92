import { emit, saveAndEmit } from "../events/events.ts"
import { collect } from "../invoices/collection.ts"
import { finalizeInvoice } from "../invoices/finalization.ts"
import { draftInvoice, invoicesOf } from "../invoices/invoices.ts"
import type { Simulator } from "../simulator.ts"
import { creditUnusedTime } from "./prorations.ts"
import { hasEnded, type Subscription } from "./subscriptions.ts"

type Details = NonNullable<Subscription["cancellation_details"]>

interface Cancellation {
  reason?: Details["reason"]
  comment?: string | null
  feedback?: Details["feedback"]
  /** Credits the unused time. */
  prorate?: boolean
  /** Invoices what is pending at once, the credit included. */
  invoiceNow?: boolean
}

/** Ends a subscription now. One that has ended already is returned as it is. */
export function cancelNow(sim: Simulator, given: Subscription, cancellation: Cancellation): Subscription {
  const before = sim.store.get("subscription", given.id)
  if (hasEnded(before)) return before
  const now = sim.clock.now()
  const isBilled = before.status !== "trialing" && before.status !== "incomplete"
  if (cancellation.prorate && isBilled) for (const item of before.items.data) creditUnusedTime(sim, before, item, now)
  const latest = cancellation.invoiceNow ? invoiceNow(sim, before) : before.latest_invoice
  stopCollection(sim, before.id)
  const { reason, comment, feedback } = cancellation
  const details = before.cancellation_details
  const after: Subscription = {
    ...sim.store.get("subscription", before.id),
    canceled_at: before.canceled_at ?? now,
    cancellation_details: {
      comment: comment ?? details?.comment ?? null,
      feedback: feedback ?? details?.feedback ?? null,
      feedback_option: null,
      reason: reason ?? details?.reason ?? "cancellation_requested",
    },
    ended_at: now,
    latest_invoice: latest,
    pending_update: null,
    status: before.status === "incomplete" ? "incomplete_expired" : "canceled",
  }
  if (after.status === "incomplete_expired") return saveAndEmit(sim, "customer.subscription.updated", before, after)
  sim.store.save(after)
  emit(sim, "customer.subscription.deleted", after)
  return after
}

/** Invoices the pending prorations of a subscription; returns the invoice's id. */
function invoiceNow(sim: Simulator, subscription: Subscription): string {
  const now = sim.clock.now()
  const period = { start: now, end: now }
  const draft = draftInvoice(sim, { subscription, reason: "subscription_update", lines: [], period })
  const invoice = finalizeInvoice(sim, draft)
  if (invoice.status === "open") collect(sim, invoice.id)
  return invoice.id
}

/** Leaves unpaid invoices open, without further attempts. */
function stopCollection(sim: Simulator, subscription: string): void {
  for (const invoice of invoicesOf(sim, subscription)) {
    if (invoice.status !== "open" && invoice.status !== "draft") continue
    const stopped = { ...invoice, auto_advance: false, next_payment_attempt: null }
    saveAndEmit(sim, "invoice.updated", invoice, stopped)
  }
}
