import type Stripe from "stripe"
import type { InvoiceStatus } from "~/db/enums"
import {
  type Card,
  type ChangePreview,
  type Checkout,
  PaymentError,
  type PaymentEvent,
  type ProvidedDispute,
  type ProvidedInvoice,
  type ProvidedSubscription,
} from "~/domain/core/ports/payments"

/** Converts Stripe's epoch seconds to ms. */
const ms = (seconds: number) => seconds * 1_000
const msOrNull = (seconds: number | null | undefined) => (seconds ? seconds * 1_000 : null)

/** Returns the id of an object that may be expanded. */
export function idOf(object: string | { id: string } | null | undefined): string | null {
  return typeof object === "string" ? object : (object?.id ?? null)
}

/**
 * Converts a subscription; `next` is what its next invoice comes to, `method` what pays it if it has no payment method of
 * its own.
 */
export function toSubscription(
  subscription: Stripe.Subscription,
  next: ProvidedSubscription["next"],
  method: Stripe.PaymentMethod | null = null,
): ProvidedSubscription {
  const items = subscription.items.data
  // Periods are the items' (API 2025-03-31); all items of ours have the same one.
  const [item] = items
  return {
    ref: subscription.id,
    type: subscription.metadata.type ?? null,
    status: subscription.status as ProvidedSubscription["status"],
    price: items.length === 1 ? (item?.price.id ?? null) : null,
    quantity: items.length === 1 ? (item?.quantity ?? 1) : null,
    createdAt: ms(subscription.start_date),
    periodStartsAt: ms(item?.current_period_start ?? subscription.start_date),
    periodEndsAt: ms(item?.current_period_end ?? subscription.start_date),
    trialEndsAt: msOrNull(subscription.trial_end),
    endsAt: endOf(subscription),
    next,
    trial: trialOf(subscription, method),
  }
}

function trialOf(
  { metadata, default_payment_method: own }: Stripe.Subscription,
  method: Stripe.PaymentMethod | null,
): ProvidedSubscription["trial"] {
  const { card } = (typeof own === "object" ? own : null) ?? method ?? {}
  return metadata.trial ? { key: metadata.trial, fingerprint: card?.fingerprint ?? null } : null
}

/** Converts a subscription of a deleted customer: it has ended, whatever its status says. */
export function ended(subscription: Stripe.Subscription): ProvidedSubscription {
  const one = toSubscription(subscription, null)
  const isOver = one.status === "canceled" || one.status === "incomplete_expired"
  return isOver ? one : { ...one, status: "canceled" }
}

/** When it ended or will end: laravel/cashier's `ends_at`, from the object's state alone. */
function endOf({ ended_at, cancel_at, cancel_at_period_end, items, trial_end, status }: Stripe.Subscription) {
  if (ended_at) return ms(ended_at)
  if (cancel_at) return ms(cancel_at)
  if (!cancel_at_period_end) return null
  return status === "trialing" ? msOrNull(trial_end) : msOrNull(items.data[0]?.current_period_end)
}

/** Whether another payment will follow. */
export function renews({ status, cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean {
  return (status === "active" || status === "trialing") && !cancel_at && !cancel_at_period_end
}

/** Amount of a payment that came back, in minor units. */
export interface Returned {
  refunded: number
  /** Held by the bank, or lost to it. */
  disputed: number
}

/** A try of a payment: its intent, its refunds, and what the bank holds of it. */
export interface Try {
  intent: string | null
  refunds: Pick<Stripe.Refund, "amount" | "status">[]
  held: number
}

export const isFailed = ({ status }: Pick<Stripe.Refund, "status">) => status === "failed" || status === "canceled"

/** Returns the refunded amount: a failed refund returned to our balance. */
export const refundedIn = (refunds: Pick<Stripe.Refund, "amount" | "status">[]) =>
  refunds.filter((one) => !isFailed(one)).reduce((sum, { amount }) => sum + amount, 0)

/** Adds up what came back of each payment intent: it has a charge for each try, of which one at most was paid. */
export function addUp(tries: Try[]): (paymentIntent: string) => Returned {
  const sums = new Map<string | null, Returned>()
  for (const { intent, refunds, held } of tries) {
    const { refunded, disputed } = sums.get(intent) ?? { refunded: 0, disputed: 0 }
    sums.set(intent, { refunded: refunded + refundedIn(refunds), disputed: disputed + held })
  }
  return (intent) => sums.get(intent) ?? { refunded: 0, disputed: 0 }
}

/** Converts an invoice; `returnedOf` tells what came back of a payment. Null for a draft. */
export function toInvoice(
  invoice: Stripe.Invoice,
  returnedOf: (paymentIntent: string) => Returned,
): ProvidedInvoice | null {
  if (invoice.status === "draft" || !invoice.status || !invoice.id) return null
  // The last line is that of the new period; those before it credit the previous one.
  const line = invoice.lines.data.at(-1)
  const payments = invoice.payments?.data ?? []
  const returned = payments.flatMap(({ payment }) => idOf(payment.payment_intent) ?? []).map(returnedOf)
  const isPaid = invoice.status === "paid"
  return {
    ref: invoice.id,
    subscription: idOf(invoice.parent?.subscription_details?.subscription),
    price: idOf(line?.pricing?.price_details?.price),
    number: invoice.number ?? invoice.id,
    status: invoice.status as InvoiceStatus,
    currency: invoice.currency,
    total: invoice.total,
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    paid: invoice.amount_paid,
    refunded: returned.reduce((sum, { refunded }) => sum + refunded, 0),
    disputed: returned.reduce((sum, { disputed }) => sum + disputed, 0),
    due: invoice.amount_remaining,
    periodStartsAt: ms(line?.period.start ?? invoice.period_start),
    periodEndsAt: ms(line?.period.end ?? invoice.period_end),
    issuedAt: ms(invoice.status_transitions.finalized_at ?? invoice.created),
    paidAt: isPaid ? msOrNull(invoice.status_transitions.paid_at) : null,
    nextRetryAt: invoice.status === "open" ? msOrNull(invoice.next_payment_attempt) : null,
    attempts: invoice.attempt_count,
  }
}

/** Returns the payment method of the subscription that is running, if it has its own. */
export function methodOf(
  subscriptions: Pick<Stripe.Subscription, "status" | "default_payment_method">[],
): Stripe.PaymentMethod | null {
  const live = subscriptions.find(({ status }) => status !== "canceled" && status !== "incomplete_expired")
  return typeof live?.default_payment_method === "object" ? live.default_payment_method : null
}

export function toCard(method: Stripe.PaymentMethod | null): Card | null {
  const card = method?.card
  return card ? { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } : null
}

/** Returns the amount that a bank holds because of a dispute, or took; nothing while it only asks (`warning_…`), nor of a won one. */
export function heldBy({ status, amount }: Stripe.Dispute): number {
  return status === "won" || status === "prevented" || status.startsWith("warning_") ? 0 : amount
}

const disputeStates: Partial<Record<string, ProvidedDispute["state"]>> = {
  lost: "lost",
  won: "over",
  prevented: "over",
  warning_closed: "over",
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
}

export function toDispute(dispute: Stripe.Dispute, invoice: string | null): ProvidedDispute {
  const { id, status, amount, currency } = dispute
  return { ref: id, invoice, amount, currency, state: disputeStates[status] ?? "open", held: heldBy(dispute) }
}

export function toCheckout({ id, status, url, expires_at }: Stripe.Checkout.Session): Checkout {
  const state = status === "open" ? "open" : status === "complete" ? "complete" : "expired"
  return { ref: id, state, url: state === "open" ? url : null, expiresAt: ms(expires_at) }
}

/** Converts the preview of a change's invoice, computed for `at` (epoch s). */
export function toPreview(preview: Stripe.Invoice, at: number): ChangePreview {
  const unused = preview.lines.data.reduce((sum, { amount }) => sum + Math.min(0, amount), 0)
  const periodEnd = Math.max(...preview.lines.data.map(({ period }) => period.end))
  return {
    at: ms(at),
    currency: preview.currency,
    due: preview.amount_due,
    unused: -unused,
    // `ending_balance` is known once an invoice is finalized.
    credit: Math.max(0, -(preview.total + preview.starting_balance)),
    nextAt: ms(periodEnd),
  }
}

/** Converts an event. Throws if the body is not an event. */
export function toEvent(event: Stripe.Event): PaymentEvent {
  if (event.object !== "event" || !event.id || !event.type || !event.created) throw new Error("Not an event")
  const object = event.data.object as EventObject
  const customer = object.object === "customer" ? (object.id ?? null) : idOf(object.customer)
  const isStart = event.type === "customer.subscription.created"
  return {
    id: event.id,
    type: event.type,
    customer,
    happenedAt: ms(event.created),
    isLive: event.livemode,
    charge: customer ? null : idOf(object.charge),
    startedPrices: isStart ? (object.items?.data ?? []).flatMap(({ price }) => idOf(price) ?? []) : [],
  }
}

/** Properties of events' objects that we read. */
interface EventObject {
  id?: string
  object?: string
  customer?: string | { id: string } | null
  charge?: string | { id: string } | null
  items?: { data?: { price?: string | { id: string } | null }[] }
}

/** Converts an error of the library, without Stripe's message: it may repeat an address that it was sent. */
export function toPaymentError(error: unknown): PaymentError {
  const { type, code, decline_code, param, requestId } = error as Partial<Stripe.errors.StripeError>
  const facts = [type ?? (error instanceof Error ? error.name : "Error"), code, decline_code, param, requestId]
  const because = (problem: PaymentError["problem"]) => new PaymentError(problem, facts.filter(Boolean).join(" "))
  if (type === "StripeCardError") {
    return because(
      code === "authentication_required" || code === "subscription_payment_intent_requires_action"
        ? "confirmation_needed"
        : "declined",
    )
  }
  if (type === "StripeInvalidRequestError" || type === "StripeSignatureVerificationError") return because("refused")
  return because("unavailable")
}
