import type Stripe from "stripe"
import { couponOf, type Redemption } from "../catalog/discounts.ts"
import { productName } from "../catalog/prices.ts"
import { type InvoiceLine, lineObject } from "../invoices/lines.ts"
import { totalLines } from "../invoices/totals.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Stored } from "../store/stored.ts"
import { listOfAll, type Resources, type StripeList } from "../store/stored.ts"
import type { NewItem } from "../subscriptions/subscriptions.ts"

type LineItem = Stored<Stripe.LineItem>

export interface Order {
  items: NewItem[]
  redemptions: Redemption[]
  hasTax: boolean
}

export interface OrderTotals {
  subtotal: number
  discount: number
  tax: number
  total: number
  lines: InvoiceLine[]
}

/** Returns what an order costs for its first full period. */
export function totalsOf(sim: Simulator, { items, redemptions, hasTax }: Order): OrderTotals {
  const lines = items.map(({ price, quantity }) =>
    lineObject({
      subscription: "",
      subscriptionItem: "",
      price,
      quantity,
      amount: (price.unit_amount ?? 0) * quantity,
      period: { start: 0, end: 0 },
      description: productName(sim, price),
    }),
  )
  const totals = totalLines(lines, {
    coupons: redemptions.map((given, index) => ({ discount: { id: `di_${index}` }, coupon: couponOf(sim, given) })),
    taxPercent: hasTax ? sim.settings.taxPercent : null,
    taxBehavior: items[0]?.price.tax_behavior === "exclusive" ? "exclusive" : "inclusive",
  })
  return {
    subtotal: totals.subtotal,
    discount: totals.total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0),
    tax: totals.total - totals.total_excluding_tax,
    total: totals.total,
    lines: totals.lines,
  }
}

const nothing: OrderTotals = { subtotal: 0, discount: 0, tax: 0, total: 0, lines: [] }

/** Returns what is due today: nothing while a trial runs. */
export function dueToday(sim: Simulator, order: Order, isTrial: boolean): OrderTotals {
  return isTrial ? nothing : totalsOf(sim, order)
}

/** Returns the line items of a session, as its property `line_items` shows them. */
export function lineItemsOf(sim: Simulator, session: string, order: Order, isTrial: boolean): StripeList<LineItem> {
  const { lines } = dueToday(sim, order, isTrial)
  const data = order.items.map(({ price, quantity }, index): LineItem => {
    const line = lines[index]
    const discount = (line?.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    const tax = (line?.taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
    const subtotal = line?.amount ?? 0
    const isExclusive = price.tax_behavior === "exclusive"
    return {
      id: newId("li"),
      object: "item",
      adjustable_quantity: null,
      amount_discount: discount,
      amount_subtotal: subtotal,
      amount_tax: tax,
      amount_total: subtotal - discount + (isExclusive ? tax : 0),
      currency: price.currency,
      description: productName(sim, price),
      metadata: {},
      price,
      quantity,
    }
  })
  return listOfAll(`/v1/checkout/sessions/${session}/line_items`, data)
}

export type SessionTotals = Pick<Resources["checkout.session"], "amount_subtotal" | "amount_total" | "total_details">

/** Returns the properties of a session that follow from its order. */
export function sessionTotals(sim: Simulator, order: Order, isTrial: boolean): SessionTotals {
  const { subtotal, discount, tax, total } = dueToday(sim, order, isTrial)
  return {
    amount_subtotal: subtotal,
    amount_total: total,
    total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: tax },
  }
}
