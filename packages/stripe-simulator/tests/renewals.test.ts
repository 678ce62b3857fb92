import type Stripe from "stripe"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { addIntervals } from "../src/subscriptions/periods.ts"
import { type OpenSimulator, openSimulator, postForm } from "../src/testing.ts"
import { createPlans, day, errorOf, invoicesOf, payWith, subscribe } from "./client"

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

/** Advances the clock to an hour after the end of a subscription's period. */
async function renew(subscription: string) {
  const { items } = await stripe.subscriptions.retrieve(subscription)
  await simulator.control("clock", { to: (items.data[0]?.current_period_end ?? 0) + 3600 })
}

async function useCard(customer: string, card: string) {
  const method = await stripe.paymentMethods.attach(card, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
}

test("a month after the 31st ends on the last day of a shorter month", () => {
  const anchor = Date.UTC(2027, 0, 31, 12) / 1000
  const monthly = { interval: "month", interval_count: 1 }
  const days = [1, 2, 3].map((times) => new Date(addIntervals(anchor, monthly, times) * 1000).toISOString())
  expect(days).toEqual(["2027-02-28T12:00:00.000Z", "2027-03-31T12:00:00.000Z", "2027-04-30T12:00:00.000Z"])
})

test("renewals charge each period at its own time", async () => {
  const { subscription } = await subscribe(stripe, plans.monthly.id)
  const start = subscription.items.data[0]?.current_period_end ?? 0
  await advance(70)
  const invoices = await invoicesOf(stripe, subscription.id)
  expect(invoices.map(({ status, billing_reason }) => [status, billing_reason])).toEqual([
    ["paid", "subscription_cycle"],
    ["paid", "subscription_cycle"],
    ["paid", "subscription_create"],
  ])
  expect(invoices[1]?.created).toBe(start)
  const renewed = await stripe.subscriptions.retrieve(subscription.id)
  expect(renewed.latest_invoice).toBe(invoices[0]?.id)
  expect(renewed.items.data[0]?.current_period_start).toBe(invoices[0]?.created)
})

test("a failed renewal is past due until a retry with another card succeeds", async () => {
  const { subscription, customer } = await subscribe(stripe, plans.monthly.id)
  await useCard(customer.id, "pm_card_chargeCustomerFail")
  await renew(subscription.id)
  const [failed] = await invoicesOf(stripe, subscription.id)
  expect(failed).toMatchObject({
    status: "open",
    attempt_count: 1,
    next_payment_attempt: (failed?.created ?? 0) + 3 * day,
  })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due")
  await useCard(customer.id, "pm_card_visa")
  await advance(3)
  const [paid] = await invoicesOf(stripe, subscription.id)
  expect(paid).toMatchObject({ id: failed?.id, status: "paid", attempt_count: 2, next_payment_attempt: null })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active")
})

test("paying a failed invoice by request reports a decline, and succeeds with another card", async () => {
  const { subscription, customer } = await subscribe(stripe, plans.monthly.id)
  await useCard(customer.id, "pm_card_chargeCustomerFail")
  await renew(subscription.id)
  const [invoice] = await invoicesOf(stripe, subscription.id)
  const error = await errorOf(stripe.invoices.pay(invoice?.id ?? ""))
  expect([error.type, error.code]).toEqual(["StripeCardError", "card_declined"])
  const method = await stripe.paymentMethods.attach("pm_card_mastercard", { customer: customer.id })
  const paid = await stripe.invoices.pay(invoice?.id ?? "", { payment_method: method.id })
  expect(paid).toMatchObject({ status: "paid", attempt_count: 1 })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active")
})

test("the last failed attempt cancels the subscription", async () => {
  const { subscription, customer } = await subscribe(stripe, plans.monthly.id)
  await useCard(customer.id, "pm_card_chargeCustomerFail")
  await renew(subscription.id)
  await advance(15)
  const ended = await stripe.subscriptions.retrieve(subscription.id)
  expect(ended).toMatchObject({ status: "canceled", cancellation_details: { reason: "payment_failed" } })
  const [invoice] = await invoicesOf(stripe, subscription.id)
  expect(invoice).toMatchObject({ attempt_count: 4, status: "open", next_payment_attempt: null })
  const failures = await stripe.events.list({ type: "invoice.payment_failed", limit: 100 })
  const ids = failures.data.map(({ data }) => (data.object as Stripe.Invoice).id)
  expect(ids.filter((id) => id === invoice?.id)).toHaveLength(4)
})

test("after the last failed attempt the settings can leave the subscription unpaid", async () => {
  await simulator.control("settings", { afterLastRetry: "unpaid" })
  const { subscription, customer } = await subscribe(stripe, plans.monthly.id)
  await useCard(customer.id, "pm_card_chargeCustomerFail")
  await renew(subscription.id)
  await advance(15)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("unpaid")
  await useCard(customer.id, "pm_card_visa")
  await stripe.invoices.pay((await invoicesOf(stripe, subscription.id))[0]?.id ?? "")
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active")
  await simulator.control("settings", { afterLastRetry: "canceled" })
})

test("a renewal that needs 3-D Secure is paid on the hosted invoice page", async () => {
  const { subscription, customer } = await subscribe(stripe, plans.monthly.id)
  await useCard(customer.id, "pm_card_authenticationRequired")
  await renew(subscription.id)
  const [invoice] = await invoicesOf(stripe, subscription.id)
  const asked = await stripe.events.list({ type: "invoice.payment_action_required", limit: 1 })
  expect(asked.data[0]?.data.object).toMatchObject({ id: invoice?.id })
  const { location } = await payWith(invoice?.hosted_invoice_url, "4000 0027 6000 3184")
  expect(location).toMatch(/^\/3d-secure\/pi_/)
  await postForm(simulator.url + location, { result: "complete" })
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active")
  const pdf = await fetch(invoice?.invoice_pdf ?? "")
  expect(pdf.headers.get("content-type")).toBe("application/pdf")
  expect((await pdf.text()).startsWith("%PDF-1.4")).toBe(true)
})

test("a card that has expired fails the renewal, and the portal replaces it", async () => {
  const { subscription, customer } = await subscribe(stripe, plans.yearly.id)
  const [method] = (await stripe.customers.listPaymentMethods(customer.id)).data
  await stripe.paymentMethods.update(method?.id ?? "", { card: { exp_month: 1, exp_year: 2020 } })
  await renew(subscription.id)
  const [failed] = await invoicesOf(stripe, subscription.id)
  const payments = await stripe.invoicePayments.list({ invoice: failed?.id, expand: ["data.payment.payment_intent"] })
  const intent = payments.data[0]?.payment.payment_intent as Stripe.PaymentIntent
  expect(intent.last_payment_error?.code).toBe("expired_card")
  const portal = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: "http://app.example/billing",
    flow_data: { type: "payment_method_update" },
  })
  const expiry = `12/${(new Date().getUTCFullYear() + 10) % 100}`
  expect((await payWith(portal.url, "4242424242424242", { expiry })).location).toBe("http://app.example/billing")
  await advance(3)
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active")
})

test("refunds are made in parts, and not beyond what was paid", async () => {
  const { subscription } = await subscribe(stripe, plans.monthly.id)
  const [payment] = (await stripe.invoicePayments.list({ invoice: String(subscription.latest_invoice) })).data
  const payment_intent = String(payment?.payment.payment_intent)
  await stripe.refunds.create({
    payment_intent,
    amount: 400,
    reason: "requested_by_customer",
    metadata: { by: "staff" },
  })
  const error = await errorOf(stripe.refunds.create({ payment_intent, amount: 600 }))
  expect([error.type, error.param]).toEqual(["StripeInvalidRequestError", "amount"])
  const rest = await stripe.refunds.create({ payment_intent })
  expect(rest).toMatchObject({ amount: 590, status: "succeeded" })
  const charge = await stripe.charges.retrieve(String(rest.charge), { expand: ["refunds"] })
  expect([charge.refunded, charge.amount_refunded, charge.refunds?.data.length]).toEqual([true, 990, 2])
  expect((await errorOf(stripe.refunds.create({ payment_intent }))).code).toBe("charge_already_refunded")
})

test("a subscription begins at one moment, even if a second passes while it is created", async () => {
  const { customer } = await subscribe(stripe, plans.yearly.id)
  const started = Date.now()
  let calls = 0
  const clock = vi.spyOn(Date, "now").mockImplementation(() => started + 1000 * calls++)
  const { id } = await stripe.subscriptions
    .create({ customer: customer.id, items: [{ price: plans.monthly.id }] })
    .finally(() => clock.mockRestore())
  await advance(40)
  expect((await invoicesOf(stripe, id)).map(({ billing_reason }) => billing_reason)).toEqual([
    "subscription_cycle",
    "subscription_create",
  ])
})

test("a repeating coupon ends after its months", async () => {
  const coupon = await stripe.coupons.create({
    amount_off: 500,
    currency: "eur",
    duration: "repeating",
    duration_in_months: 2,
  })
  const { customer } = await subscribe(stripe, plans.yearly.id)
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: plans.monthly.id }],
    discounts: [{ coupon: coupon.id }],
  })
  await advance(65)
  expect((await invoicesOf(stripe, id)).map(({ total }) => total)).toEqual([990, 490, 490])
})
