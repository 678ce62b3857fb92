import { type Price, planOf } from "../catalog/prices.ts"
import { findOrFail } from "../http/endpoint.ts"
import { invalidRequest, resourceMissing } from "../http/errors.ts"
import { draftInvoice, type Invoice } from "../invoices/invoices.ts"
import { periodLine } from "../invoices/lines.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import { addIntervals, type Period } from "./periods.ts"
import { chargeRemainingTime, creditUnusedTime } from "./prorations.ts"
import {
  currentPeriod,
  intervalOf,
  itemObject,
  type Subscription,
  type SubscriptionItem,
  sharedInterval,
  withPeriod,
} from "./subscriptions.ts"

interface ItemChange {
  id?: string
  price?: string
  quantity?: number
  deleted?: boolean
}

export interface BillingChange {
  items?: ItemChange[]
  prorationBehavior?: "always_invoice" | "create_prorations" | "none"
  prorationDate?: number
  /** Starts a new billing cycle now. */
  resetsAnchor?: boolean
}

interface Changed {
  subscription: Subscription
  /** The draft of what is to be paid at once. */
  invoice: Invoice | null
}

/** Changes what a subscription bills and when. Its new state is returned, not saved. */
export function changeBilling(sim: Simulator, before: Subscription, change: BillingChange): Changed {
  const changed = { ...before, items: { ...before.items, data: changeItems(sim, before, change.items ?? []) } }
  const endsTrial = before.status === "trialing" && change.resetsAnchor === true
  if (before.status === "trialing" && !endsTrial) return { subscription: changed, invoice: null }
  if (endsTrial) return restartCycle(sim, { ...changed, status: "active", trial_end: sim.clock.now() })
  const time = change.prorationDate ?? sim.clock.now()
  checkProrationDate(currentPeriod(before), time)
  const isReset = change.resetsAnchor === true || !hasSameInterval(before, changed)
  const pairs = changedItems(before, changed, isReset)
  const behavior = change.prorationBehavior ?? "create_prorations"
  if (behavior !== "none") {
    for (const { old } of pairs) if (old) creditUnusedTime(sim, before, old, time)
    if (!isReset) for (const { fresh } of pairs) if (fresh) chargeRemainingTime(sim, changed, fresh, time)
  }
  if (isReset) return restartCycle(sim, changed)
  if (behavior !== "always_invoice" || pairs.length === 0) return { subscription: changed, invoice: null }
  const period = { start: sim.clock.now(), end: sim.clock.now() }
  return withInvoice(
    changed,
    draftInvoice(sim, { subscription: changed, reason: "subscription_update", lines: [], period }),
  )
}

const withInvoice = (subscription: Subscription, invoice: Invoice): Changed => ({
  subscription: { ...subscription, latest_invoice: invoice.id },
  invoice,
})

function checkProrationDate({ start, end }: Period, time: number): void {
  if (time >= start && time <= end) return
  throw invalidRequest("The `subscription_proration_date` must be within the current period.", {
    param: "proration_date",
  })
}

function hasSameInterval(before: Subscription, after: Subscription): boolean {
  const [old, fresh] = [intervalOf(before), intervalOf(after)]
  return old.interval === fresh.interval && old.interval_count === fresh.interval_count
}

/** Returns the items that are not what they were, or all if a new cycle starts. */
function changedItems(before: Subscription, after: Subscription, isReset: boolean) {
  const ids = new Set([...before.items.data, ...after.items.data].map(({ id }) => id))
  const pairs = [...ids].map((id) => ({
    old: before.items.data.find((item) => item.id === id),
    fresh: after.items.data.find((item) => item.id === id),
  }))
  return pairs.filter(
    ({ old, fresh }) => isReset || old?.price.id !== fresh?.price.id || old?.quantity !== fresh?.quantity,
  )
}

/** Returns the items after a request's changes: with an id one is changed, without one is added. */
function changeItems(sim: Simulator, { id, items }: Subscription, changes: ItemChange[]): SubscriptionItem[] {
  let data = [...items.data]
  for (const [index, change] of changes.entries()) {
    const current = data.find((item) => item.id === change.id)
    if (change.id && !current) throw resourceMissing("subscription item", change.id, `items[${index}][id]`)
    const price = change.price ? priceFor(sim, change.price, `items[${index}][price]`) : current?.price
    if (!price)
      throw invalidRequest(`Missing required param: items[${index}][price].`, {
        param: "items",
        code: "parameter_missing",
      })
    if (!current) {
      if (data.some((item) => item.price.id === price.id))
        throw invalidRequest(`Cannot add multiple subscription items with the same plan: ${price.id}`, {
          param: "items",
        })
      const [other] = items.data
      const period = { start: other?.current_period_start ?? 0, end: other?.current_period_end ?? 0 }
      data.push(itemObject(sim, id, { price, quantity: change.quantity ?? 1 }, period))
    } else if (change.deleted) data = data.filter((item) => item !== current)
    else {
      const quantity = change.quantity ?? current.quantity
      data = data.map((item) => (item === current ? { ...item, price, plan: planOf(price), quantity } : item))
    }
  }
  if (data.length === 0) throw invalidRequest("A subscription must have at least one active plan.", { param: "items" })
  sharedInterval(data.map(({ price }) => price))
  return data
}

/** Returns an active, recurring price. */
export function priceFor(sim: Simulator, id: string, param: string): Price {
  const price = findOrFail(sim, "price", id, param)
  if (!price.active)
    throw invalidRequest("The price specified is inactive. This field only accepts active prices.", { param })
  if (!price.recurring)
    throw invalidRequest(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param },
    )
  return price
}

/** Starts a new billing cycle now, with an invoice of its first period. */
export function restartCycle(sim: Simulator, subscription: Subscription): Changed {
  const now = sim.clock.now()
  const period = { start: now, end: addIntervals(now, intervalOf(subscription), 1) }
  const restarted = { ...subscription, billing_cycle_anchor: now, items: withPeriod(subscription, period) }
  const invoice = draftInvoice(sim, {
    id: newId("in"),
    subscription: restarted,
    reason: "subscription_update",
    lines: restarted.items.data.map((item) => periodLine(sim, item, period)),
    period: { start: now, end: now },
  })
  return withInvoice(restarted, invoice)
}
