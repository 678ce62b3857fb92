import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type Stripe from "stripe"
import { postForm } from "../src/testing.ts"

export const day = 24 * 3600

/** Creates a product with a price for each month and one for each year, in cents. */
export async function createPlans(stripe: Stripe) {
  const product = await stripe.products.create({ name: "Premium" })
  const create = (unit_amount: number, interval: "month" | "year") =>
    stripe.prices.create({
      product: product.id,
      currency: "eur",
      unit_amount,
      recurring: { interval },
      tax_behavior: "inclusive",
    })
  const [monthly, larger, yearly] = await Promise.all([
    create(990, "month"),
    create(1990, "month"),
    create(9900, "year"),
  ])
  return { product, monthly, larger, yearly }
}

const card = { action: "pay", email: "ada@example.com", name: "Ada", country: "FR", expiry: "12/30", cvc: "123" }

/** Posts the payment form of a hosted page with a card. */
export function payWith(url: string | null | undefined, number: string, fields: Record<string, string> = {}) {
  return postForm(url ?? "", { ...card, number, ...fields })
}

const returnUrls = {
  success_url: "http://app.example/success?session={CHECKOUT_SESSION_ID}",
  cancel_url: "http://app.example/plans",
}

/** Opens a checkout session for a subscription. */
export function openCheckout(stripe: Stripe, price: string, params: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price, quantity: 1 }],
    ...returnUrls,
    ...params,
  })
}

/** Creates a customer with a default card and a subscription to a price. */
export async function subscribe(stripe: Stripe, price: string, method = "pm_card_visa") {
  const customer = await stripe.customers.create({ email: "ada@example.com" })
  const attached = await stripe.paymentMethods.attach(method, { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: attached.id } })
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] })
  return { customer, subscription, itemId: subscription.items.data[0]?.id ?? "" }
}

/** Returns the invoices of a subscription, newest first. */
export async function invoicesOf(stripe: Stripe, subscription: string) {
  return (await stripe.invoices.list({ subscription, limit: 100 })).data
}

/** Returns the error that a request fails with. */
export async function errorOf(request: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await request
  } catch (error) {
    return error as Stripe.errors.StripeError
  }
  throw new Error("The request did not fail")
}

interface Received {
  body: string
  signature: string
  event: Stripe.Event
}

/** Starts a webhook receiver that responds with the statuses given, then with 200. */
export async function openReceiver(statuses: number[] = []) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    received.push({ body, signature: String(request.headers["stripe-signature"]), event: JSON.parse(body) })
    response.writeHead(statuses.shift() ?? 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`, received, stop }
}
