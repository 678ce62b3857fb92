import { activeCoupons } from "../catalog/discounts.ts"
import { productName } from "../catalog/prices.ts"
import { createProration } from "../invoices/invoice-items.ts"
import { invoicesOf } from "../invoices/invoices.ts"
import type { InvoiceLine } from "../invoices/lines.ts"
import type { Simulator } from "../simulator.ts"
import { prorate } from "./periods.ts"
import type { Subscription, SubscriptionItem } from "./subscriptions.ts"

const periodOf = (item: SubscriptionItem) => ({ start: item.current_period_start, end: item.current_period_end })

function onDay(sim: Simulator, item: SubscriptionItem, time: number): string {
  const day = new Date(time * 1000).toLocaleDateString("en-GB", {
    day: "2-digit",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  })
  const quantity = item.quantity && item.quantity > 1 ? `${item.quantity} × ` : ""
  return `${quantity}${productName(sim, item.price)} after ${day}`
}

/** Credits the rest of an item's period: of what was paid for it, or else of its price. */
export function creditUnusedTime(
  sim: Simulator,
  subscription: Subscription,
  item: SubscriptionItem,
  time: number,
): void {
  const line = paidLine(sim, subscription.id, item)
  const paid = line ? netAmount(line) : (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
  const amount = prorate(paid, line?.period ?? periodOf(item), time)
  createProration(sim, {
    customer: subscription.customer,
    subscription: subscription.id,
    subscriptionItem: item.id,
    price: item.price,
    quantity: item.quantity ?? 1,
    amount: amount === 0 ? 0 : -amount,
    period: { start: time, end: item.current_period_end },
    description: `Unused time on ${onDay(sim, item, time)}`,
    credited: line ? { invoice: line.invoice ?? "", lines: [line.id] } : undefined,
  })
}

/** Charges the rest of the period for an item, with the discounts that percent coupons give. */
export function chargeRemainingTime(
  sim: Simulator,
  subscription: Subscription,
  item: SubscriptionItem,
  time: number,
): void {
  let full = (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
  for (const { coupon } of activeCoupons(sim, subscription.discounts))
    full -= Math.round((full * (coupon.percent_off ?? 0)) / 100)
  createProration(sim, {
    customer: subscription.customer,
    subscription: subscription.id,
    subscriptionItem: item.id,
    price: item.price,
    quantity: item.quantity ?? 1,
    amount: prorate(full, periodOf(item), time),
    period: { start: time, end: item.current_period_end },
    description: `Remaining time on ${onDay(sim, item, time)}`,
  })
}

/** Returns the last line that charged an item until the end of its period. */
function paidLine(sim: Simulator, subscription: string, item: SubscriptionItem): InvoiceLine | null {
  for (const { status, lines } of invoicesOf(sim, subscription)) {
    if (status === "void") continue
    const line = lines.data.find(
      (one) =>
        one.parent?.subscription_item_details?.subscription_item === item.id &&
        one.amount > 0 &&
        one.period.end === item.current_period_end,
    )
    if (line) return line
  }
  return null
}

const netAmount = ({ amount, discount_amounts }: InvoiceLine) =>
  (discount_amounts ?? []).reduce((rest, discount) => rest - discount.amount, amount)
