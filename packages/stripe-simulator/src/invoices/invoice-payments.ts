import { emit } from "../events/events.ts"
import { listEndpoint } from "../http/endpoint.ts"
import { oneOf, shape, text } from "../http/schema.ts"
import type { PaymentIntent } from "../payments/payment-intents.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"
import type { Invoice } from "./invoices.ts"

type InvoicePayment = Resources["invoice_payment"]

export function createInvoicePayment(sim: Simulator, invoice: Invoice, intent: PaymentIntent): InvoicePayment {
  return sim.store.insert(invoicePaymentObject(sim, invoice, intent))
}

function invoicePaymentObject(sim: Simulator, invoice: Invoice, intent: PaymentIntent): InvoicePayment {
  return {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: sim.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  }
}

/** Returns the payment of an invoice with its intent; null for one without anything to pay. */
export function paymentOf(
  sim: Simulator,
  invoiceId: string,
): { payment: InvoicePayment; intent: PaymentIntent } | null {
  const [payment] = sim.store.listWhere("invoice_payment", "invoice", invoiceId)
  const intentId = payment?.payment.payment_intent
  return payment && intentId ? { payment, intent: sim.store.get("payment_intent", intentId) } : null
}

/** Closes the payment of an invoice that was paid or voided. */
export function closePayment(sim: Simulator, payment: InvoicePayment, status: "paid" | "canceled"): void {
  const now = sim.clock.now()
  const paid = status === "paid"
  const closed = sim.store.save({
    ...payment,
    amount_paid: paid ? payment.amount_requested : null,
    status,
    status_transitions: { canceled_at: paid ? null : now, paid_at: paid ? now : null },
  })
  if (paid) emit(sim, "invoice_payment.paid", closed)
}

const payment = shape({ type: oneOf("payment_intent"), payment_intent: text }, {})

export const invoicePaymentEndpoints = [
  listEndpoint("/v1/invoice_payments", "invoice_payment", {
    invoice: { path: "invoice", schema: text },
    status: { path: "status", schema: oneOf("open", "paid", "canceled") },
    payment: { path: "payment.payment_intent", schema: (value, param) => payment(value, param).payment_intent },
  }),
]
