import { type Price, productName } from "../catalog/prices.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"
import type { Period } from "../subscriptions/periods.ts"

export type InvoiceLine = Resources["invoice"]["lines"]["data"][number]
type SubscriptionItem = Resources["subscription"]["items"]["data"][number]

export interface NewLine {
  subscription: string
  subscriptionItem: string
  price: Price
  quantity: number
  /** In cents, before discounts. */
  amount: number
  period: Period
  description: string
  /** The invoice item that a proration was recorded as. */
  invoiceItem?: string
  /** The line that a credit pays back. */
  credited?: { invoice: string; lines: string[] }
}

export function lineObject({ invoiceItem, credited, ...given }: NewLine): InvoiceLine {
  const isProration = invoiceItem !== undefined
  const credited_items = credited ? { invoice: credited.invoice, invoice_line_items: credited.lines } : null
  return {
    id: newId("il"),
    object: "line_item",
    amount: given.amount,
    currency: given.price.currency,
    description: given.description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: invoiceItem ?? null,
        proration: isProration,
        proration_details: isProration ? { credited_items } : null,
        subscription: given.subscription,
        subscription_item: given.subscriptionItem,
      },
      type: "subscription_item_details",
    },
    period: given.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: given.price.id, product: given.price.product },
      type: "price_details",
      unit_amount_decimal: given.price.unit_amount_decimal,
    },
    quantity: given.quantity,
    quantity_decimal: String(given.quantity),
    subscription: given.subscription,
    subtotal: given.amount,
    taxes: [],
  }
}

/** Returns the line that charges a subscription's item for a period; with `isTrial` it is free. */
export function periodLine(sim: Simulator, item: SubscriptionItem, period: Period, isTrial = false): InvoiceLine {
  const { price, quantity = 1, subscription, id } = item
  const name = productName(sim, price)
  const description = isTrial ? trialText(sim, subscription, name) : `${quantity} × ${name} (at ${formatPrice(price)})`
  const amount = isTrial ? 0 : (price.unit_amount ?? 0) * quantity
  return lineObject({ subscription, subscriptionItem: id, price, quantity, amount, period, description })
}

/** Stripe writes what it says of itself in the first of the customer's languages. */
function trialText(sim: Simulator, subscriptionId: string, name: string): string {
  const customer = sim.store.find("subscription", subscriptionId)?.customer ?? ""
  const isFrench = sim.store.find("customer", customer)?.preferred_locales?.[0] === "fr"
  return isFrench ? `Période d’essai pour ${name}` : `Trial period for ${name}`
}

function formatPrice({ unit_amount, currency, recurring }: Price): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  const { interval = "", interval_count: count = 1 } = recurring ?? {}
  return `${format.format((unit_amount ?? 0) / 100)} / ${count > 1 ? `every ${count} ${interval}s` : interval}`
}
