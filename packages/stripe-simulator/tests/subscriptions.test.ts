import type Stripe from "stripe"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type OpenSimulator, openSimulator } from "../src/testing.ts"
import { createPlans, day, errorOf, invoicesOf, subscribe } from "./client"

let simulator: OpenSimulator
let stripe: Stripe
let plans: Awaited<ReturnType<typeof createPlans>>

beforeAll(async () => {
  simulator = await openSimulator()
  stripe = simulator.stripe
  plans = await createPlans(stripe)
})
afterAll(() => simulator.stop())

const advance = (days: number) => simulator.control("clock", { advance_seconds: days * day })

test("the preview of an upgrade is what its invoice then charges", async () => {
  const { subscription, itemId } = await subscribe(stripe, plans.monthly.id)
  await advance(10)
  const { now } = await simulator.control<{ now: number }>("clock")
  const items = [{ id: itemId, price: plans.larger.id }]
  const change = { items, proration_behavior: "always_invoice", proration_date: now } as const
  const preview = await stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: change })
  expect(await invoicesOf(stripe, subscription.id)).toHaveLength(1)
  const updated = await stripe.subscriptions.update(subscription.id, { ...change, expand: ["latest_invoice"] })
  const invoice = updated.latest_invoice as Stripe.Invoice
  const lines = ({ lines }: Stripe.Invoice) => lines.data.map(({ amount, description }) => [amount, description])
  expect(invoice.status).toBe("paid")
  expect([preview.total, preview.amount_due, lines(preview)]).toEqual([
    invoice.total,
    invoice.amount_paid,
    lines(invoice),
  ])
  expect(preview.amount_due).toBeGreaterThan(600)
  expect(preview.lines.data.every(({ parent }) => parent?.subscription_item_details?.proration)).toBe(true)
})

test("a downgrade leaves credit that the next invoice uses", async () => {
  const { subscription, itemId, customer } = await subscribe(stripe, plans.larger.id)
  await stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemId, price: plans.monthly.id }],
    proration_behavior: "always_invoice",
  })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -1000 })
  await advance(32)
  const [renewal] = await invoicesOf(stripe, subscription.id)
  expect(renewal).toMatchObject({
    total: 990,
    starting_balance: -1000,
    ending_balance: -10,
    amount_due: 0,
    status: "paid",
  })
})

test("prorations that are not invoiced at once are on the next invoice", async () => {
  const { subscription, itemId } = await subscribe(stripe, plans.monthly.id)
  const items = [{ id: itemId, price: plans.larger.id }]
  await stripe.subscriptions.update(subscription.id, { items, proration_behavior: "create_prorations" })
  const preview = await stripe.invoices.createPreview({ subscription: subscription.id })
  await advance(32)
  const [renewal] = await invoicesOf(stripe, subscription.id)
  expect([preview.total, renewal?.total]).toEqual([1000 + 1990, 1000 + 1990])
})

test("a change from months to years starts a new cycle and credits the rest of the month", async () => {
  const { subscription, itemId } = await subscribe(stripe, plans.monthly.id)
  await stripe.subscriptions.update(subscription.id, { items: [{ id: itemId, price: plans.yearly.id }] })
  const [invoice] = await invoicesOf(stripe, subscription.id)
  expect(invoice).toMatchObject({ total: 9900 - 990, status: "paid", billing_reason: "subscription_update" })
})

test("a subscription that is canceled for the end of its period goes on until then, and can be resumed before", async () => {
  const { subscription } = await subscribe(stripe, plans.monthly.id)
  const canceled = await stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: true,
    cancellation_details: { comment: "Too quiet", feedback: "unused" },
  })
  expect(canceled).toMatchObject({
    status: "active",
    cancel_at: canceled.items.data[0]?.current_period_end,
    cancellation_details: { comment: "Too quiet", feedback: "unused", reason: "cancellation_requested" },
  })
  const resumed = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  expect(resumed).toMatchObject({ cancel_at: null, canceled_at: null })
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await advance(32)
  const ended = await stripe.subscriptions.retrieve(subscription.id)
  expect(ended.status).toBe("canceled")
  expect(ended.ended_at).toBe(canceled.cancel_at)
  expect(await invoicesOf(stripe, subscription.id)).toHaveLength(1)
})

test("a cancellation at once credits the unused time when asked to", async () => {
  const { subscription, customer } = await subscribe(stripe, plans.monthly.id)
  const canceled = await stripe.subscriptions.cancel(subscription.id, { invoice_now: true, prorate: true })
  expect(canceled.status).toBe("canceled")
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -990 })
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
  expect((await stripe.subscriptions.list({ customer: customer.id, status: "all" })).data).toHaveLength(1)
})

test("an upgrade that must not fail leaves everything as it was when the card is declined", async () => {
  const { subscription, itemId, customer } = await subscribe(stripe, plans.monthly.id)
  await useCard(customer.id, "pm_card_chargeCustomerFail")
  const error = await errorOf(
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemId, price: plans.larger.id }],
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
    }),
  )
  expect([error.type, error.statusCode, error.decline_code]).toEqual(["StripeCardError", 402, "generic_decline"])
  const same = await stripe.subscriptions.retrieve(subscription.id)
  expect([same.items.data[0]?.price.id, same.status]).toEqual([plans.monthly.id, "active"])
  expect(await invoicesOf(stripe, subscription.id)).toHaveLength(1)
})

test("a pending upgrade is applied once its invoice is paid", async () => {
  const { subscription, itemId, customer } = await subscribe(stripe, plans.monthly.id)
  await useCard(customer.id, "pm_card_chargeCustomerFail")
  const waiting = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemId, price: plans.larger.id }],
    proration_behavior: "always_invoice",
    payment_behavior: "pending_if_incomplete",
  })
  expect(waiting.status).toBe("active")
  expect(waiting.items.data[0]?.price.id).toBe(plans.monthly.id)
  expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(plans.larger.id)
  await useCard(customer.id, "pm_card_visa")
  await stripe.invoices.pay(String(waiting.latest_invoice))
  const applied = await stripe.subscriptions.retrieve(subscription.id)
  expect([applied.items.data[0]?.price.id, applied.pending_update]).toEqual([plans.larger.id, null])
})

test("a subscription without a paid first invoice expires after 23 hours", async () => {
  const customer = await stripe.customers.create({})
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: plans.monthly.id }],
    payment_behavior: "default_incomplete",
    expand: ["latest_invoice.confirmation_secret"],
  })
  expect(subscription.status).toBe("incomplete")
  expect((subscription.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret).toMatch(/^pi_.*_secret_/)
  await simulator.control("clock", { advance_seconds: 23 * 3600 + 60 })
  const expired = await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] })
  expect(expired).toMatchObject({ status: "incomplete_expired", latest_invoice: { status: "void" } })
})

test("a trial that ends without a card pauses if its settings say so, and resumes with a card", async () => {
  const customer = await stripe.customers.create({})
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: plans.monthly.id }],
    trial_period_days: 7,
    trial_settings: { end_behavior: { missing_payment_method: "pause" } },
  })
  await advance(8)
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("paused")
  await useCard(customer.id, "pm_card_visa")
  expect((await stripe.subscriptions.resume(id)).status).toBe("active")
})

test("a customer's deletion cancels their subscriptions", async () => {
  const { subscription, customer } = await subscribe(stripe, plans.monthly.id)
  expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true })
  expect(await stripe.customers.retrieve(customer.id)).toEqual(
    expect.objectContaining({ id: customer.id, object: "customer", deleted: true }),
  )
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled")
})

async function useCard(customer: string, card: string) {
  const method = await stripe.paymentMethods.attach(card, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
}
