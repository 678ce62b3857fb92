import type Stripe from "stripe"
import { PaymentError, type PaymentProvider } from "~/domain/core/ports/payments"
import { isMissing, refundsOf } from "./customers"
import { heldBy, idOf, refundedIn } from "./objects"

/** `origin`: of the simulator, or null; `timeout`: longest wait (ms) for a PDF. */
export function invoicesOf(
  stripe: Stripe,
  origin: string | null,
  timeout: number,
): Pick<PaymentProvider, "payInvoice" | "readRefundable" | "refund" | "readInvoicePdf"> {
  return {
    async payInvoice(invoice) {
      const { status } = await stripe.invoices.retrieve(invoice)
      if (status !== "paid") await stripe.invoices.pay(invoice)
    },
    async readRefundable(invoice, key) {
      const payments = await readPayments(stripe, invoice)
      const own = ownOf(payments, key)
      return { left: leftOf(payments), done: own.length > 0 ? refundedIn(own) : null }
    },
    async refund(invoice, amount, reason, key) {
      const payments = await readPayments(stripe, invoice)
      // Stripe forgets idempotency keys after a day; its refunds name theirs.
      let rest = amount - refundedIn(ownOf(payments, key))
      if (rest > leftOf(payments)) throw new PaymentError("refused", "Less is left of the invoice")
      for (const { charge, left } of payments) {
        const part = Math.min(rest, left)
        if (part <= 0) continue
        const metadata = { reason: reason.slice(0, 500), key }
        await stripe.refunds.create(
          { charge, amount: part, reason: "requested_by_customer", metadata },
          { idempotencyKey: `refund ${key} ${charge}` },
        )
        rest -= part
      }
    },
    async readInvoicePdf(invoice) {
      const { invoice_pdf } = await stripe.invoices.retrieve(invoice)
      if (!invoice_pdf) throw new PaymentError("refused", "The invoice has no PDF")
      const { protocol, hostname, host } = new URL(invoice_pdf)
      const isOurs = origin ? host === new URL(origin).host : protocol === "https:" && hostname.endsWith(".stripe.com")
      if (!isOurs) throw new PaymentError("unavailable", "The PDF is at an unknown address")
      const response = await fetch(invoice_pdf, { signal: AbortSignal.timeout(timeout) })
      if (!response.ok || !response.body)
        throw new PaymentError("unavailable", `The PDF's server said ${response.status}`)
      return response.body
    },
  }
}

/** A successful payment of an invoice. */
interface Payment {
  charge: string
  /** Minor units that can be refunded. */
  left: number
  refunds: Stripe.Refund[]
}

const leftOf = (payments: Payment[]) => payments.reduce((sum, { left }) => sum + left, 0)

/** The refunds that were made with a key. */
const ownOf = (payments: Payment[], key: string) =>
  payments.flatMap(({ refunds }) => refunds.filter(({ metadata }) => metadata?.key === key))

/** Reads the successful payments of an invoice; none of one that Stripe does not know. */
async function readPayments(stripe: Stripe, invoice: string): Promise<Payment[]> {
  const payments = await paymentsOf(stripe, invoice)
  const intents = payments.flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])
  const charges = await Promise.all(
    intents.map((payment_intent) =>
      stripe.charges.list({ payment_intent, limit: 100, expand: ["data.refunds"] }).autoPagingToArray({ limit: 1_000 }),
    ),
  )
  return Promise.all(
    charges
      .flat()
      .filter(({ status }) => status === "succeeded")
      .map(async (charge) => {
        const refunds = await refundsOf(stripe, charge)
        const isBlocked = charge.disputed && (await isHeld(stripe, charge.id))
        const left = isBlocked ? 0 : charge.amount_captured - refundedIn(refunds)
        return { charge: charge.id, left, refunds }
      }),
  )
}

async function paymentsOf(stripe: Stripe, invoice: string): Promise<Stripe.InvoicePayment[]> {
  try {
    return (await stripe.invoices.retrieve(invoice, { expand: ["payments"] })).payments?.data ?? []
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Whether a bank holds a charge, which then cannot be refunded. */
async function isHeld(stripe: Stripe, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge, limit: 100 })
  return data.some((dispute) => heldBy(dispute) > 0 && !dispute.is_charge_refundable)
}
