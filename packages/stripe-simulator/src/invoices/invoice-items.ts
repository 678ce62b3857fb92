import type { Price } from "../catalog/prices.ts"
import { emit } from "../events/events.ts"
import { byCustomer, listEndpoint } from "../http/endpoint.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"
import type { Period } from "../subscriptions/periods.ts"
import { type InvoiceLine, lineObject } from "./lines.ts"

type InvoiceItem = Resources["invoiceitem"]

interface NewProration {
  customer: string
  subscription: string
  subscriptionItem: string
  price: Price
  quantity: number
  amount: number
  period: Period
  description: string
  /** The line that a credit pays back. */
  credited?: { invoice: string; lines: string[] }
}

/** Records a proration, which the next invoice of the subscription takes up. */
export function createProration(sim: Simulator, given: NewProration): void {
  const item = sim.store.insert(invoiceItemObject(sim, given))
  emit(sim, "invoiceitem.created", item)
}

function invoiceItemObject(sim: Simulator, given: NewProration): InvoiceItem {
  const { credited } = given
  return {
    id: newId("ii"),
    object: "invoiceitem",
    amount: given.amount,
    currency: given.price.currency,
    customer: given.customer,
    customer_account: null,
    date: sim.clock.now(),
    description: given.description,
    discountable: false,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    net_amount: given.amount,
    parent: {
      subscription_details: { subscription: given.subscription, subscription_item: given.subscriptionItem },
      type: "subscription_details",
    },
    period: given.period,
    pricing: {
      price_details: { price: given.price.id, product: given.price.product },
      type: "price_details",
      unit_amount_decimal: given.price.unit_amount_decimal,
    },
    proration: true,
    proration_details: {
      credited_items: credited
        ? {
            invoice_line_item_details: { invoice: credited.invoice, invoice_line_items: credited.lines },
            type: "invoice_line_items",
          }
        : null,
      discount_amounts: [],
    },
    quantity: given.quantity,
    quantity_decimal: String(given.quantity),
    tax_rates: [],
    test_clock: null,
  }
}

/** Assigns the pending prorations of a subscription to an invoice and returns them as its lines. */
export function takePendingLines(sim: Simulator, subscription: string, invoice: string): InvoiceLine[] {
  const items = sim.store.listWhere("invoiceitem", "parent.subscription_details.subscription", subscription)
  const pending = items.filter((item) => item.invoice === null).reverse()
  return pending.map((item) => {
    sim.store.save({ ...item, invoice })
    const credited = item.proration_details?.credited_items?.invoice_line_item_details
    return lineObject({
      subscription,
      subscriptionItem: item.parent?.subscription_details?.subscription_item ?? "",
      price: sim.store.get("price", item.pricing?.price_details?.price ?? ""),
      quantity: item.quantity,
      amount: item.amount,
      period: item.period,
      description: item.description ?? "",
      invoiceItem: item.id,
      credited: credited && { invoice: credited.invoice, lines: credited.invoice_line_items },
    })
  })
}

export const invoiceItemEndpoints = [listEndpoint("/v1/invoiceitems", "invoiceitem", byCustomer)]
