import { endDiscount } from "../catalog/discounts.ts"
import { adjustBalance } from "../customers/balances.ts"
import { saveAndEmit } from "../events/events.ts"
import { createPaymentIntent } from "../payments/payment-intents.ts"
import type { Simulator } from "../simulator.ts"
import { markPaid } from "./collection.ts"
import { closePayment, createInvoicePayment, paymentOf } from "./invoice-payments.ts"
import { applyBalance, type Invoice, subscriptionIdOf } from "./invoices.ts"

/** Numbers a draft, applies the customer's balance and opens it for payment. One with nothing to pay is paid at once. */
export function finalizeInvoice(sim: Simulator, draft: Invoice): Invoice {
  const customer = sim.store.get("customer", draft.customer ?? "")
  const sequence = customer.next_invoice_sequence ?? 1
  sim.store.save({ ...customer, next_invoice_sequence: sequence + 1, currency: draft.currency })
  const now = sim.clock.now()
  const ending_balance = Math.min(0, draft.total + customer.balance)
  const invoice: Invoice = {
    ...draft,
    ...applyBalance(draft.total, customer.balance),
    ending_balance,
    effective_at: now,
    hosted_invoice_url: `${sim.url}/i/${draft.id}`,
    invoice_pdf: `${sim.url}/i/${draft.id}/pdf`,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  }
  saveAndEmit(sim, "invoice.finalized", draft, invoice)
  if (ending_balance !== customer.balance)
    adjustBalance(sim, customer.id, {
      amount: ending_balance - customer.balance,
      currency: invoice.currency,
      type: "applied_to_invoice",
      invoice: invoice.id,
    })
  endUsedDiscounts(sim, invoice)
  if (invoice.amount_due === 0) return markPaid(sim, invoice, null)
  const { amount_due: amount, currency } = invoice
  const description = invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update"
  const intent = createPaymentIntent(sim, { amount, currency, customer: customer.id, description })
  createInvoicePayment(sim, invoice, intent)
  return invoice
}

/** Ends discounts that apply to one invoice only, after they applied. */
function endUsedDiscounts(sim: Simulator, invoice: Invoice): void {
  const subscription = sim.store.find("subscription", subscriptionIdOf(invoice) ?? "")
  for (const { discount: id } of invoice.total_discount_amounts ?? []) {
    const discount = sim.store.get("discount", id)
    const coupon = sim.store.find("coupon", discount.source.coupon ?? "")
    if (coupon?.duration !== "once") continue
    endDiscount(sim, discount)
    if (!subscription) continue
    subscription.discounts = subscription.discounts.filter((one) => one !== id)
    sim.store.save(subscription)
  }
}

/** Voids an invoice: nobody has to pay it any more. */
export function voidInvoice(sim: Simulator, invoice: Invoice): Invoice {
  const open = paymentOf(sim, invoice.id)
  if (open && open.payment.status === "open") {
    closePayment(sim, open.payment, "canceled")
    const canceled = { status: "canceled" as const, canceled_at: sim.clock.now() }
    saveAndEmit(sim, "payment_intent.canceled", open.intent, { ...open.intent, ...canceled })
  }
  return saveAndEmit(sim, "invoice.voided", invoice, {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: "void",
    status_transitions: { ...invoice.status_transitions, voided_at: sim.clock.now() },
  })
}
