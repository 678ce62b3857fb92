import { createCustomer } from "../customers/customers.ts"
import { createPaymentMethod } from "../customers/payment-methods.ts"
import { cardByMethod } from "../customers/test-cards.ts"
import { paymentOf } from "../invoices/invoice-payments.ts"
import { invoicesOf } from "../invoices/invoices.ts"
import { refundCharge } from "../payments/refunds.ts"
import type { Simulator } from "../simulator.ts"
import type { Resources } from "../store/stored.ts"
import { createSubscription } from "../subscriptions/creation.ts"
import { runDueTasks } from "../subscriptions/due-tasks.ts"
import { addIntervals, startOfHistory } from "../subscriptions/periods.ts"

const secondsPerDay = 24 * 3600

export interface SeedRequest {
  /** Asked for again with the same key, the first result is returned. */
  key: string
  customer: { email?: string; name?: string; metadata?: Record<string, string>; preferred_locales?: string[] }
  /** The id of a recurring price. */
  price: string
  /** Shifted by whole intervals so that `cycles` invoices are paid by now. */
  started_at?: number
  /** Paid invoices; 3 by default. */
  cycles?: number
  /** The invoice that is refunded, counted from the oldest: 0. */
  refunded_invoice?: number
  /** Metadata of the subscription. */
  metadata?: Record<string, string>
  /** The test id of the card; `pm_card_visa` by default. */
  payment_method?: string
  automatic_tax?: boolean
  /** Delivers the events of the history to the webhook endpoints. */
  webhooks?: boolean
}

interface Seeded {
  customer: string
  payment_method: string
  subscription: string
  /** Oldest first. */
  invoices: string[]
  charges: string[]
  refund: string | null
}

/** Creates a customer with an active subscription and a history of paid invoices. */
export function seedHistory(sim: Simulator, given: SeedRequest): Seeded {
  const noteKey = `seed:${given.key}`
  const stored = sim.store.note<Seeded>(noteKey)
  if (stored) return stored
  return sim.store.transaction(() => {
    sim.isSilent = !given.webhooks
    try {
      const seeded = makeHistory(sim, given)
      sim.store.setNote(noteKey, seeded)
      return seeded
    } finally {
      sim.isSilent = false
    }
  })
}

function makeHistory(sim: Simulator, given: SeedRequest): Seeded {
  const price = sim.store.get("price", given.price)
  const start = startOf(sim, price, given)
  const { customer, method, subscription } = sim.clock.at(start, () => subscribeInPast(sim, given, price))
  runDueTasks(sim, sim.clock.now(), subscription)
  const invoices = invoicesOf(sim, subscription).reverse()
  const charges = invoices.map(({ id }) => paymentOf(sim, id)?.intent.latest_charge ?? "")
  const refunded = given.refunded_invoice === undefined ? undefined : invoices[given.refunded_invoice]
  const refund = refunded ? refundInvoice(sim, refunded) : null
  return {
    customer,
    payment_method: method,
    subscription,
    invoices: invoices.map(({ id }) => id),
    charges,
    refund,
  }
}

/** Returns the start of a history of `cycles` periods, of which the last one contains the present. */
function startOf(sim: Simulator, price: Resources["price"], { started_at, cycles = 3 }: SeedRequest): number {
  const interval = price.recurring
  if (!interval) throw new Error(`The price ${price.id} is not recurring`)
  const now = sim.clock.now()
  const wanted = started_at ?? addIntervals(now, interval, 1 - cycles) - 5 * secondsPerDay
  return startOfHistory(wanted, interval, cycles, now)
}

function subscribeInPast(sim: Simulator, given: SeedRequest, price: Resources["price"]) {
  const { email = null, name = null, metadata = {}, preferred_locales = [] } = given.customer
  const customer = createCustomer(sim, { email, name, metadata, preferred_locales })
  const card = cardByMethod(given.payment_method ?? "pm_card_visa")
  if (!card) throw new Error(`There is no test card ${given.payment_method}`)
  const expYear = new Date(Date.now()).getUTCFullYear() + 3
  const method = createPaymentMethod(sim, card, { expMonth: 12, expYear, name, email })
  sim.store.save({ ...method, customer: customer.id })
  const { subscription } = createSubscription(
    sim,
    {
      customer: customer.id,
      items: [{ price, quantity: 1 }],
      defaultPaymentMethod: method.id,
      metadata: given.metadata,
      automaticTax: given.automatic_tax,
    },
    { isPresent: true, isAuthenticated: true },
  )
  return { customer: customer.id, method: method.id, subscription: subscription.id }
}

/** Refunds an invoice two days after it was paid. */
function refundInvoice(sim: Simulator, invoice: Resources["invoice"]): string | null {
  const chargeId = paymentOf(sim, invoice.id)?.intent.latest_charge
  if (!chargeId) return null
  const time = Math.min(sim.clock.now(), invoice.created + 2 * secondsPerDay)
  const charge = sim.store.get("charge", chargeId)
  return sim.clock.at(time, () => refundCharge(sim, charge, { reason: "requested_by_customer" })).id
}
