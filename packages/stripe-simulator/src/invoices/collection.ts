import { type PaymentMethod, resolvePaymentMethod } from "../customers/payment-methods.ts"
import { emit, saveAndEmit } from "../events/events.ts"
import { type Authorization, authorize } from "../payments/authorization.ts"
import { createCharge } from "../payments/charges.ts"
import { declineError } from "../payments/declines.ts"
import type { PaymentIntent } from "../payments/payment-intents.ts"
import type { Simulator } from "../simulator.ts"
import { nextRetry, settleFailure, settlePaid } from "../subscriptions/settlement.ts"
import { closePayment, paymentOf } from "./invoice-payments.ts"
import { type Invoice, subscriptionIdOf } from "./invoices.ts"

export interface CollectOptions {
  /** The payment method, if not the default of the subscription or the customer. */
  method?: PaymentMethod
  /** Whether the customer is there, at a hosted page. */
  isPresent?: boolean
  isAuthenticated?: boolean
  /** Whether the schedule asks for the attempt, not a request. */
  isAutomatic?: boolean
}

export type Collection = Authorization | { status: "no_payment_method" }

/** Returns the payment method that pays an invoice. */
function methodFor(sim: Simulator, invoice: Invoice): PaymentMethod | null {
  const subscription = sim.store.find("subscription", subscriptionIdOf(invoice) ?? "")
  const customer = sim.store.get("customer", invoice.customer ?? "")
  const id = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method
  return id ? resolvePaymentMethod(sim, id) : null
}

/** Tries to pay an open invoice, and lets its subscription know the outcome. */
export function collect(sim: Simulator, invoiceId: string, options: CollectOptions = {}): Collection {
  const invoice = sim.store.get("invoice", invoiceId)
  if (invoice.status !== "open") return { status: "approved" }
  const open = paymentOf(sim, invoiceId)
  if (!open) throw new Error(`Invoice ${invoiceId} has no payment`)
  const method = options.method ?? methodFor(sim, invoice)
  if (!method) {
    recordFailure(sim, invoice, options, false)
    return { status: "no_payment_method" }
  }
  const { isPresent = false, isAuthenticated } = options
  const outcome = authorize(sim, method, { isPresent, isAuthenticated })
  if (outcome.status === "approved") {
    chargeIntent(sim, open.intent, method)
    closePayment(sim, open.payment, "paid")
    markPaid(sim, countAttempt(invoice, options), method)
    return outcome
  }
  if (outcome.status === "declined") declineIntent(sim, open.intent, method, outcome.declineCode)
  else requireAction(sim, open.intent, method)
  recordFailure(sim, invoice, options, outcome.status === "requires_action")
  return outcome
}

function chargeIntent(sim: Simulator, intent: PaymentIntent, method: PaymentMethod): void {
  const charge = createCharge(sim, intent, method, null)
  const paid: PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: "succeeded",
  }
  sim.store.save(paid)
  emit(sim, "charge.succeeded", charge)
  emit(sim, "payment_intent.succeeded", paid)
}

function declineIntent(sim: Simulator, intent: PaymentIntent, method: PaymentMethod, declineCode: string): void {
  const charge = createCharge(sim, intent, method, declineCode)
  const { type, code, decline_code, message } = declineError(declineCode)
  const failed: PaymentIntent = {
    ...intent,
    last_payment_error: { type, code, decline_code, message, charge: charge.id, payment_method: method },
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  }
  sim.store.save(failed)
  emit(sim, "charge.failed", charge)
  emit(sim, "payment_intent.payment_failed", failed)
}

function requireAction(sim: Simulator, intent: PaymentIntent, method: PaymentMethod): void {
  const waiting: PaymentIntent = {
    ...intent,
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { url: `${sim.url}/3d-secure/${intent.id}`, return_url: null },
    },
    payment_method: method.id,
    status: "requires_action",
  }
  sim.store.save(waiting)
  emit(sim, "payment_intent.requires_action", waiting)
}

/** Counts the first attempt and those of the schedule, not what requests try in between. */
function countAttempt(invoice: Invoice, { isAutomatic }: CollectOptions): Invoice {
  const counts = invoice.attempt_count === 0 || isAutomatic === true
  return { ...invoice, attempted: true, attempt_count: invoice.attempt_count + (counts ? 1 : 0) }
}

/** Marks an invoice as paid, also one that credit covers or that has nothing to pay. */
export function markPaid(sim: Simulator, invoice: Invoice, method: PaymentMethod | null): Invoice {
  const now = sim.clock.now()
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: now },
    webhooks_delivered_at: now,
  }
  saveAndEmit(sim, "invoice.updated", sim.store.get("invoice", invoice.id), paid)
  emit(sim, "invoice.paid", paid)
  emit(sim, "invoice.payment_succeeded", paid)
  settlePaid(sim, paid, method)
  return paid
}

function recordFailure(sim: Simulator, before: Invoice, options: CollectOptions, needsAction: boolean): void {
  const counted = countAttempt(before, options)
  const isScheduled = counted.attempt_count > before.attempt_count
  const invoice = isScheduled ? { ...counted, next_payment_attempt: nextRetry(sim, counted) } : counted
  saveAndEmit(sim, "invoice.updated", before, invoice)
  if (needsAction) emit(sim, "invoice.payment_action_required", invoice)
  emit(sim, "invoice.payment_failed", invoice)
  settleFailure(sim, invoice, isScheduled)
}
