import { expect, test } from "vitest"
import { openSimulator, postForm } from "../src/testing.ts"
import { createPlans, openCheckout, payWith } from "./client"
import fixtures from "./fixtures.json"

type Json = Record<string, unknown>

/** Properties that an object may have or lack in spite of its fixture, with the reason. */
const exceptions: Record<string, string> = {
  "cancellation_details.feedback_option": "newer than the fixtures, required by the library's types",
  allowed_payment_method_types: "newer than the fixtures, required by the library's types",
  "billing_mode.updated_at": "present in flexible billing mode; the fixture shows classic mode",
  "invoice.subscription": "older than the library's types: it is in parent.subscription_details now",
  "customer.customer_account": "newer than the fixture, in the library's types",
  "outcome.risk_level": "present while Stripe's fraud detection is on, optional in the library's types",
  "pricing.price_details": "belongs to the type of pricing that the fixture names, but leaves out",
  "subscription_details.subscription_item": "optional in the library's types; Stripe sends it for prorations",
  "invoiceitem.proration_details": "newer than the fixtures, required by the library's types",
  "event.data.object": "another type of object than in the fixture",
  "charge.refunds": "only present if expanded",
  "payment.payment_intent": "the id that belongs to the fixture's type",
}

test("every object has the properties of Stripe's published example, and no others", async () => {
  const examples: Record<string, Json> = fixtures
  const objects = await createObjects()
  expect(Object.keys(objects).toSorted()).toEqual(Object.keys(examples).toSorted())
  const differences = Object.entries(objects).flatMap(([name, object]) => compare(object, examples[name] ?? {}, name))
  expect(differences).toEqual([])
})

/** Returns the properties that only one side has. Where either side has null, its contents are not compared. */
function compare(object: Json, fixture: Json, path: string): string[] {
  const names = new Set([...Object.keys(object), ...Object.keys(fixture)])
  return [...names].flatMap((name) => {
    const at = `${path}.${name}`
    if (isExcepted(at) || isFreeForm(name)) return []
    if (!(name in fixture)) return [`${at} is unknown`]
    if (!(name in object)) return [`${at} is missing`]
    const [ours, theirs] = [example(object[name]), example(fixture[name])]
    return ours && theirs ? compare(ours, theirs, at) : []
  })
}

const isExcepted = (path: string) => Object.keys(exceptions).some((end) => path.endsWith(`.${end}`) || path === end)
const isFreeForm = (name: string) => name === "metadata" || name === "payment_method_options"

/** Returns an object to compare: a value itself, or the first of a list. */
function example(value: unknown): Json | null {
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === "object" && one !== null && Object.keys(one).length > 0 ? (one as Json) : null
}

/** Creates one object of each type, by what the API does. */
async function createObjects(): Promise<Record<string, Json>> {
  const { stripe, control, stop } = await openSimulator()
  const { product, monthly, larger } = await createPlans(stripe)
  await control("webhooks", { hold: true })
  const endpoint = await stripe.webhookEndpoints.create({ url: "http://127.0.0.1:1/", enabled_events: ["*"] })
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: "forever" })
  const promotion = await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id } })
  const session = await openCheckout(stripe, monthly.id, { discounts: [{ promotion_code: promotion.id }] })
  const lineItems = await stripe.checkout.sessions.listLineItems(session.id)
  await payWith(session.url, "4242424242424242")
  const done = await stripe.checkout.sessions.retrieve(session.id)
  const subscription = await stripe.subscriptions.retrieve(String(done.subscription))
  const discount = await stripe.subscriptions.retrieve(subscription.id, { expand: ["discounts"] })
  const [item] = subscription.items.data
  const [payment] = (await stripe.invoicePayments.list({ invoice: String(subscription.latest_invoice) })).data
  const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent))
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
  const items = [{ id: item?.id, price: larger.id }]
  await stripe.subscriptions.update(subscription.id, { items, proration_behavior: "always_invoice" })
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
  const customer = String(done.customer)
  const adjustment = await stripe.customers.createBalanceTransaction(customer, { amount: -100, currency: "eur" })
  const setup = await stripe.checkout.sessions.create({ mode: "setup", customer, success_url: "http://app.example/" })
  const portal = await stripe.billingPortal.sessions.create({ customer, return_url: "http://app.example/" })
  const { verification, report } = await verify(stripe)
  const objects = {
    product,
    price: monthly,
    coupon,
    promotion_code: promotion,
    discount: discount.discounts[0],
    customer: await stripe.customers.retrieve(customer),
    customer_balance_transaction: adjustment,
    payment_method: await stripe.paymentMethods.retrieve(String(subscription.default_payment_method)),
    setup_intent: await stripe.setupIntents.retrieve(String(setup.setup_intent)),
    payment_intent: intent,
    charge: await stripe.charges.retrieve(String(intent.latest_charge)),
    refund,
    subscription,
    subscription_item: item,
    invoice,
    line_item: invoice?.lines.data[0],
    invoiceitem: await stripe.invoiceItems.list({ customer }).then(({ data }) => data[0]),
    invoice_payment: payment,
    "checkout.session": done,
    item: lineItems.data[0],
    "billing_portal.session": portal,
    "identity.verification_session": verification,
    "identity.verification_report": report,
    event: (await stripe.events.list({ type: "customer.created" })).data[0],
    webhook_endpoint: await stripe.webhookEndpoints.retrieve(endpoint.id),
  }
  await stop()
  return JSON.parse(JSON.stringify(objects))
}

async function verify(stripe: Awaited<ReturnType<typeof openSimulator>>["stripe"]) {
  const { id, url } = await stripe.identity.verificationSessions.create({ type: "document" })
  await postForm(url ?? "", { outcome: "adult" })
  const verification = await stripe.identity.verificationSessions.retrieve(id)
  const report = await stripe.identity.verificationReports.retrieve(String(verification.last_verification_report))
  return { verification, report }
}
