import { eq } from "drizzle-orm"
import Stripe from "stripe"
import { afterAll, afterEach, beforeAll, inject } from "vitest"
import { billingCustomers, plans, planTexts, prices, trialUses } from "~/db/schema"
import { newId } from "~/lib/id"
import { fetchWith } from "./app"
import { mailBindings, runJobs, takeJobs, takeWoken } from "./mail"
import type { insertMember } from "./member"
import { db } from "./rows"

const webhookSecret = "whsec_of_the_tests"
let origin = ""

/** The unmodified library at the simulator. */
export let stripe: Stripe

/**
 * Gives the tests of a file a payment provider: the simulator of this name (vitest.config.ts). Other files have none.
 */
export function withSimulator(name: string): void {
  const settings: Record<string, string> = {
    STRIPE_SECRET_KEY: "sk_test_simulator",
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_ORIGIN: inject("paymentsOrigins")[name] ?? "",
  }
  const bindings: Record<string, unknown> = mailBindings
  beforeAll(() => {
    Object.assign(bindings, settings)
    origin = settings.STRIPE_ORIGIN ?? ""
    const { port } = new URL(origin)
    const httpClient = Stripe.createFetchHttpClient()
    stripe = new Stripe("sk_test_simulator", { host: "127.0.0.1", port, protocol: "http", httpClient })
  })
  afterEach(async () => {
    await control("faults", { mode: "none" })
    // Each test pays with the same card, which has one trial.
    await db.delete(trialUses)
    takeJobs()
    takeWoken()
  })
  afterAll(() => {
    for (const setting of Object.keys(settings)) delete bindings[setting]
  })
}

/** Calls the simulator's control API. */
export async function control<Result = unknown>(path: string, body: object = {}): Promise<Result> {
  const response = await fetch(`${origin}/_simulator/${path}`, { method: "POST", body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response.json<Result>()
}

export interface SoldPrice {
  id: string
  stripePrice: string
}

/** Inserts a plan for sale, with a price for each of these amounts (cents): the last one a year's, the others monthly. */
export async function insertPlan(amounts: number[], trialDays = 0, type = "premium"): Promise<SoldPrice[]> {
  const now = Date.now()
  const times = { createdAt: now, updatedAt: now }
  const planId = newId(now)
  const product = await stripe.products.create({ name: "Premium" })
  await db.insert(plans).values({
    id: planId,
    type,
    state: "active",
    position: 1,
    stripeProduct: product.id,
    ...times,
  })
  for (const locale of ["en", "fr"] as const)
    await db.insert(planTexts).values({ planId, locale, name: "Premium", summary: "All of it", features: "One\nTwo" })
  const sold: SoldPrice[] = []
  for (const [index, amount] of amounts.entries()) {
    const interval = index > 0 && index === amounts.length - 1 ? ("year" as const) : ("month" as const)
    const price = await stripe.prices.create({
      product: product.id,
      currency: "eur",
      unit_amount: amount,
      tax_behavior: "inclusive",
      recurring: { interval },
    })
    const id = newId(now)
    await db.insert(prices).values({
      id,
      planId,
      state: "active",
      stripePrice: price.id,
      amount,
      currency: "eur",
      interval,
      intervalCount: 1,
      trialDays,
      ...times,
    })
    sold.push({ id, stripePrice: price.id })
  }
  return sold
}

type Member = Awaited<ReturnType<typeof insertMember>>

/** Starts a checkout over the API; returns the payment page's address. */
export async function openCheckout(member: Member, price: string): Promise<string> {
  const response = await member.call("POST", "/me/checkouts", { price, start: true })
  if (response.status !== 201) throw new Error(`No checkout: ${response.status} ${await response.text()}`)
  return (await response.json<{ url: string }>()).url
}

/** Pays on the simulator's page with a card; returns where it leads, or the page again. */
export function pay(url: string, card = "4242424242424242", fields: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({
    email: "ada@example.org",
    number: card,
    expiry: "12/34",
    cvc: "123",
    name: "Ada Lovelace",
    country: "FR",
    ...fields,
  })
  return fetch(url, { method: "POST", body, redirect: "manual" })
}

/** Returns the member's id at the provider. */
export async function customerOf({ user }: Member): Promise<string> {
  const [row] = await db.select().from(billingCustomers).where(eq(billingCustomers.userId, user.id))
  if (!row) throw new Error("The member is no customer")
  return row.stripeCustomer
}

/** Returns a customer's events, oldest first. */
export async function eventsOf(customer: string): Promise<Stripe.Event[]> {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  const isTheirs = ({ data }: Stripe.Event) => {
    const object = data.object as { id?: string; customer?: unknown }
    return object.id === customer || object.customer === customer
  }
  return events.filter(isTheirs).toReversed()
}

/** Posts an event to the webhook, signed as the provider does; `changes` are of the request. */
export async function sendEvent(
  event: object,
  { secret = webhookSecret, timestamp = Math.floor(Date.now() / 1_000) } = {},
): Promise<Response> {
  const payload = JSON.stringify(event)
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })
  return postEvent(payload, signature)
}

/** Posts a body to the webhook with a signature. */
export function postEvent(body: string, signature: string, changes: object = {}): Promise<Response> {
  const init = { method: "POST", body, headers: { "Stripe-Signature": signature } }
  return fetchWith({ ...mailBindings, ...changes }, "/webhooks/stripe", init)
}

/** Delivers all events of a customer so far, and runs their jobs. */
export async function deliverEvents(customer: string): Promise<void> {
  for (const event of await eventsOf(customer)) await sendEvent(event)
  await runJobs()
}

/** Buys a price and lets the events arrive. */
export async function subscribe(member: Member, price: string, card?: string): Promise<string> {
  const response = await pay(await openCheckout(member, price), card)
  if (response.status !== 303) throw new Error(`Not paid: ${response.status} ${await response.text()}`)
  const customer = await customerOf(member)
  await deliverEvents(customer)
  return customer
}
