import { type Redemption, redeem } from "../catalog/discounts.ts"
import { emit } from "../events/events.ts"
import { type Collection, type CollectOptions, collect } from "../invoices/collection.ts"
import { finalizeInvoice } from "../invoices/finalization.ts"
import { draftInvoice } from "../invoices/invoices.ts"
import { periodLine } from "../invoices/lines.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Metadata } from "../store/stored.ts"
import { schedule } from "../store/tasks.ts"
import { addIntervals } from "./periods.ts"
import {
  itemObject,
  type NewItem,
  type Subscription,
  scheduleNextPeriod,
  sharedInterval,
  subscriptionObject,
} from "./subscriptions.ts"

/** Hours after which a subscription whose first invoice is unpaid expires. */
const incompleteHours = 23

export interface NewSubscription {
  customer: string
  items: NewItem[]
  trialEnd?: number | null
  automaticTax?: boolean
  defaultPaymentMethod?: string | null
  missingPaymentMethod?: "cancel" | "create_invoice" | "pause"
  savesPaymentMethod?: boolean
  description?: string | null
  metadata?: Metadata
  redemptions?: Redemption[]
  checkoutSession?: string
  cancelAtPeriodEnd?: boolean
}

interface Created {
  subscription: Subscription
  /** The outcome of the first payment; null if nothing was tried. */
  outcome: Collection | null
}

/** Creates a subscription with its first invoice, and tries to pay that unless `payment` is null. */
export function createSubscription(sim: Simulator, given: NewSubscription, payment: CollectOptions | null): Created {
  const subscription = insertSubscription(sim, given)
  emit(sim, "customer.subscription.created", subscription)
  const isTrial = subscription.status === "trialing"
  const { data: items } = subscription.items
  const now = sim.clock.now()
  const draft = draftInvoice(sim, {
    id: subscription.latest_invoice ?? undefined,
    subscription,
    reason: "subscription_create",
    lines: items.map((item) =>
      periodLine(sim, item, { start: item.current_period_start, end: item.current_period_end }, isTrial),
    ),
    period: { start: now, end: now },
  })
  const invoice = finalizeInvoice(sim, draft)
  scheduleNextPeriod(sim, subscription)
  const outcome = payment && invoice.status === "open" ? collect(sim, invoice.id, payment) : null
  const settled = sim.store.get("subscription", subscription.id)
  if (settled.status === "incomplete")
    schedule(sim.store, now + incompleteHours * 3600, "expire-incomplete", settled.id)
  return { subscription: settled, outcome }
}

function insertSubscription(sim: Simulator, given: NewSubscription): Subscription {
  const id = newId("sub")
  const now = sim.clock.now()
  const { customer, trialEnd: end } = given
  const trialEnd = end && end > now ? end : null
  const interval = sharedInterval(given.items.map(({ price }) => price))
  const period = { start: now, end: trialEnd ?? addIntervals(now, interval, 1) }
  const { checkoutSession } = given
  return sim.store.insert(
    subscriptionObject(sim, {
      id,
      customer,
      currency: given.items[0]?.price.currency ?? "eur",
      items: given.items.map((item) => itemObject(sim, id, item, period)),
      period,
      trialEnd,
      automaticTax: given.automaticTax ?? false,
      defaultPaymentMethod: given.defaultPaymentMethod ?? null,
      missingPaymentMethod: given.missingPaymentMethod ?? "create_invoice",
      savesPaymentMethod: given.savesPaymentMethod ?? false,
      description: given.description ?? null,
      metadata: given.metadata ?? {},
      discounts: redeem(sim, given.redemptions ?? [], { customer, subscription: id, checkoutSession }),
      latestInvoice: newId("in"),
      cancelAtPeriodEnd: given.cancelAtPeriodEnd ?? false,
    }),
  )
}
