import { type Price, planOf } from "../catalog/prices.ts"
import { invalidRequest } from "../http/errors.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import { listOfAll, type Metadata, type Resources } from "../store/stored.ts"
import { schedule } from "../store/tasks.ts"
import type { Interval, Period } from "./periods.ts"

export type Subscription = Resources["subscription"]
export type SubscriptionItem = Subscription["items"]["data"][number]

const secondsPerDay = 24 * 3600

export interface NewItem {
  price: Price
  quantity: number
}

interface NewSubscriptionObject {
  id: string
  customer: string
  currency: string
  items: SubscriptionItem[]
  period: Period
  trialEnd: number | null
  automaticTax: boolean
  defaultPaymentMethod: string | null
  missingPaymentMethod: "cancel" | "create_invoice" | "pause"
  savesPaymentMethod: boolean
  description: string | null
  metadata: Metadata
  discounts: string[]
  latestInvoice: string
  cancelAtPeriodEnd: boolean
}

/** Properties for what the simulator does not do, or not yet when a subscription is created. */
const unusedFields = {
  application: null,
  application_fee_percent: null,
  billing_cycle_anchor_config: null,
  billing_thresholds: null,
  customer_account: null,
  days_until_due: null,
  default_source: null,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
}

function cancellationFields(now: number, { cancelAtPeriodEnd, period }: NewSubscriptionObject) {
  return {
    cancel_at: cancelAtPeriodEnd ? period.end : null,
    cancel_at_period_end: cancelAtPeriodEnd,
    canceled_at: cancelAtPeriodEnd ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  }
}

export function subscriptionObject(sim: Simulator, given: NewSubscriptionObject): Subscription {
  const now = sim.clock.now()
  const { trialEnd, automaticTax } = given
  return {
    id: given.id,
    object: "subscription",
    ...unusedFields,
    automatic_tax: {
      disabled_reason: null,
      enabled: automaticTax,
      liability: automaticTax ? { type: "self" } : null,
    },
    billing_cycle_anchor: trialEnd ?? now,
    billing_mode: { type: "flexible", flexible: { proration_discounts: "included" }, updated_at: now },
    billing_schedules: [],
    ...cancellationFields(now, given),
    collection_method: "charge_automatically",
    created: now,
    currency: given.currency,
    customer: given.customer,
    default_payment_method: given.defaultPaymentMethod,
    default_tax_rates: [],
    description: given.description,
    discounts: given.discounts,
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: listOfAll(`/v1/subscription_items?subscription=${given.id}`, given.items),
    latest_invoice: given.latestInvoice,
    livemode: false,
    metadata: given.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: given.savesPaymentMethod ? "on_subscription" : "off",
    },
    start_date: now,
    status: trialEnd === null ? "incomplete" : "trialing",
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: given.missingPaymentMethod } },
    trial_start: trialEnd === null ? null : now,
  }
}

export function itemObject(
  sim: Simulator,
  subscription: string,
  { price, quantity }: NewItem,
  period: Period,
): SubscriptionItem {
  return {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: sim.clock.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** Returns the interval that all items of a subscription share. Throws if they do not. */
export function sharedInterval(prices: Price[]): Interval {
  const [first, ...others] = prices.map(({ recurring }) => recurring)
  if (!first)
    throw invalidRequest(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      { param: "items[0][price]" },
    )
  for (const other of others) {
    if (other?.interval !== first.interval || other.interval_count !== first.interval_count)
      throw invalidRequest(
        "All items of a subscription must have the same `recurring.interval` and `interval_count`.",
        { param: "items" },
      )
  }
  return first
}

export function intervalOf({ items }: Subscription): Interval {
  return sharedInterval(items.data.map(({ price }) => price))
}

/** Returns the current period, which all items share. */
export function currentPeriod({ items }: Subscription): Period {
  const [item] = items.data
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}

/** Returns the items with another period. */
export function withPeriod({ items }: Subscription, { start, end }: Period): Subscription["items"] {
  const data = items.data.map((item) => ({ ...item, current_period_start: start, current_period_end: end }))
  return { ...items, data }
}

/** Schedules what happens at the end of the current period, and before it. */
export function scheduleNextPeriod(sim: Simulator, subscription: Subscription): void {
  const { end } = currentPeriod(subscription)
  schedule(sim.store, end, "end-period", subscription.id)
  if (subscription.status === "trialing") {
    const announced = Math.max(sim.clock.now(), end - 3 * secondsPerDay)
    schedule(sim.store, announced, "announce-trial-end", subscription.id)
  }
  const announced = end - sim.settings.upcomingDays * secondsPerDay
  if (announced > sim.clock.now()) schedule(sim.store, announced, "announce-renewal", subscription.id)
}

export function hasEnded({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired"
}
