import type Stripe from "stripe"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type OpenSimulator, openSimulator, postForm } from "../src/testing.ts"
import { createPlans, day, errorOf, openCheckout, payWith } from "./client"

let simulator: OpenSimulator
let stripe: Stripe
let plans: Awaited<ReturnType<typeof createPlans>>

beforeAll(async () => {
  simulator = await openSimulator()
  stripe = simulator.stripe
  plans = await createPlans(stripe)
})
afterAll(() => simulator.stop())

test("a paid checkout makes an active subscription and leads to the success page", async () => {
  const session = await openCheckout(stripe, plans.monthly.id, {
    client_reference_id: "user-1",
    subscription_data: { metadata: { user: "1" } },
    automatic_tax: { enabled: true },
  })
  const { status, location } = await payWith(session.url, "4242 4242 4242 4242")
  expect([status, location]).toEqual([303, `http://app.example/success?session=${session.id}`])
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["subscription.latest_invoice.payments", "line_items", "customer"],
  })
  expect(done).toMatchObject({
    status: "complete",
    payment_status: "paid",
    amount_total: 990,
    client_reference_id: "user-1",
    customer: { email: "ada@example.com" },
    total_details: { amount_tax: 165 },
    subscription: {
      status: "active",
      metadata: { user: "1" },
      latest_invoice: { status: "paid", total: 990, total_excluding_tax: 825, total_taxes: [{ amount: 165 }] },
    },
  })
  expect(done.line_items?.data[0]?.description).toBe("Premium")
})

test("a declined card leaves the session open, with the reason and the typed values on the page", async () => {
  const session = await openCheckout(stripe, plans.monthly.id, { locale: "fr" })
  const { status, text } = await payWith(session.url, "4000 0000 0000 0002")
  expect(status).toBe(402)
  expect(text).toContain("Votre carte a été refusée.")
  expect(text).toContain("ada@example.com")
  expect((await payWith(session.url, "4000000000009995")).text).toContain("Les fonds de votre carte sont insuffisants")
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("open")
  expect((await payWith(session.url, "4242424242424242")).status).toBe(303)
})

test("a mistyped number, a past expiry date and a short security code are explained beside their fields", async () => {
  const session = await openCheckout(stripe, plans.monthly.id, { locale: "en" })
  const { text } = await payWith(session.url, "4242 4242 4242 4241", { expiry: "01/20", cvc: "1" })
  for (const name of ["number", "expiry", "cvc"]) expect(text).toContain(`id="${name}-error"`)
})

test("3-D Secure pays after it is completed and comes back to the form after it fails", async () => {
  const session = await openCheckout(stripe, plans.monthly.id, { locale: "en" })
  const { location } = await payWith(session.url, "4000 0027 6000 3184")
  expect(location).toBe(`/3d-secure/${session.id}`)
  const failed = await postForm(simulator.url + location, { result: "fail" })
  expect(failed.text).toContain("We could not authenticate your payment")
  await payWith(session.url, "4000 0027 6000 3184")
  const passed = await postForm(simulator.url + location, { result: "complete" })
  expect(passed.location).toContain("http://app.example/success")
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] })
  expect(subscription).toMatchObject({ status: "active" })
})

test("a form that is posted twice makes one subscription", async () => {
  const customer = await stripe.customers.create({ email: "twice@example.com" })
  const session = await openCheckout(stripe, plans.monthly.id, { customer: customer.id })
  const posts = await Promise.all([payWith(session.url, "4242424242424242"), payWith(session.url, "4242424242424242")])
  expect(posts.map(({ status }) => status)).toEqual([303, 303])
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1)
})

test("a trial is free today, is announced three days before its end and then charged", async () => {
  const session = await openCheckout(stripe, plans.monthly.id, {
    locale: "en",
    subscription_data: { trial_period_days: 14 },
  })
  const shown = await (await fetch(session.url ?? "")).text()
  expect(shown).toMatch(/Free trial until .*Then €9\.90 per month/s)
  await payWith(session.url, "4242424242424242")
  const done = await stripe.checkout.sessions.retrieve(session.id)
  expect([done.amount_total, done.payment_status]).toEqual([0, "no_payment_required"])
  const id = String(done.subscription)
  expect((await stripe.subscriptions.retrieve(id)).status).toBe("trialing")
  await simulator.control("clock", { advance_seconds: 15 * day })
  const announced = await stripe.events.list({ type: "customer.subscription.trial_will_end", limit: 1 })
  expect(announced.data[0]?.data.object).toMatchObject({ id })
  expect(await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] })).toMatchObject({
    status: "active",
    latest_invoice: { amount_paid: 990, billing_reason: "subscription_cycle" },
  })
})

test("a promotion code typed on the page takes its discount off, once for each customer's first payment", async () => {
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: "once", name: "Half" })
  const restrictions = { first_time_transaction: true }
  await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "HALF", restrictions })
  const listed = await stripe.promotionCodes.list({ code: "HALF", active: true })
  expect(listed.data).toHaveLength(1)
  const session = await openCheckout(stripe, plans.monthly.id, { locale: "en", allow_promotion_codes: true })
  const wrong = await postForm(session.url ?? "", { action: "apply", code: "NOPE" })
  expect(wrong.text).toContain("This code is invalid.")
  const applied = await postForm(session.url ?? "", { action: "apply", code: "half" })
  expect(applied.text).toContain("€4.95")
  await payWith(session.url, "4242424242424242")
  const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription.latest_invoice"] })
  expect(done).toMatchObject({ amount_total: 495, total_details: { amount_discount: 495 } })
  expect(done.subscription).toMatchObject({ discounts: [], latest_invoice: { amount_paid: 495 } })
  const customer = String(done.customer)
  const again = await openCheckout(stripe, plans.monthly.id, { customer, allow_promotion_codes: true, locale: "en" })
  expect((await postForm(again.url ?? "", { action: "apply", code: "HALF" })).text).toContain("This code is invalid.")
})

test("a setup session saves a card for a customer", async () => {
  const customer = await stripe.customers.create({})
  const session = await stripe.checkout.sessions.create({
    mode: "setup",
    currency: "eur",
    customer: customer.id,
    success_url: "http://app.example/card",
  })
  expect((await payWith(session.url, "5555 5555 5555 4444")).location).toBe("http://app.example/card")
  const { setup_intent } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["setup_intent.payment_method"],
  })
  expect(setup_intent).toMatchObject({ status: "succeeded", payment_method: { customer: customer.id } })
})

test("a session expires after a day, or at once when asked to", async () => {
  const left = await openCheckout(stripe, plans.monthly.id)
  const ended = await openCheckout(stripe, plans.monthly.id)
  expect((await stripe.checkout.sessions.expire(ended.id)).status).toBe("expired")
  await simulator.control("clock", { advance_seconds: day + 60 })
  expect((await stripe.checkout.sessions.retrieve(left.id)).status).toBe("expired")
  expect((await fetch(`${simulator.url}/c/pay/${left.id}`)).status).toBe(410)
})

test("automatic tax for a customer without an address is refused as Stripe refuses it", async () => {
  const customer = await stripe.customers.create({})
  const params = { customer: customer.id, automatic_tax: { enabled: true } }
  const error = await errorOf(openCheckout(stripe, plans.monthly.id, params))
  expect(error.code).toBe("customer_tax_location_invalid")
  await openCheckout(stripe, plans.monthly.id, { ...params, customer_update: { address: "auto" } })
})
