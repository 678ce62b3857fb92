import type { DatabaseSync } from "node:sqlite"
import Stripe from "stripe"
import { openDatabase } from "../database.ts"
import { demoPayments } from "./plans.ts"

/** Where the payment provider is, and with which key. */
export interface ProviderAddress {
  secretKey: string
  /** Of the payment simulator; undefined: Stripe itself, in test mode. */
  origin?: string
}

/** A code that gives a tenth off the first payment. */
const promotionCode = "BIENVENUE10"

/**
 * Publishes the demo's prices at the payment provider and gives its paying member a history there, unless both are there
 * already. `persistTo`: the local database's folder; no Worker runs on it yet.
 */
export async function linkDemoPayments(persistTo: string, address: ProviderAddress): Promise<void> {
  const db = openDatabase(persistTo)
  try {
    const stripe = clientOf(address)
    if (!(await arePricesThere(db, stripe))) await publishPrices(db, stripe)
    if (address.origin) await giveHistory(db, address.origin)
  } finally {
    db.close()
  }
}

function clientOf({ secretKey, origin }: ProviderAddress): Stripe {
  const httpClient = Stripe.createFetchHttpClient()
  if (!origin) return new Stripe(secretKey, { httpClient })
  const { hostname, port } = new URL(origin)
  return new Stripe(secretKey, { httpClient, host: hostname, port, protocol: "http" })
}

const pricesForSale = (db: DatabaseSync) =>
  db
    .prepare(
      "SELECT id, plan_id, stripe_price, amount, currency, interval, interval_count FROM prices WHERE state = 'active'",
    )
    .all()

async function arePricesThere(db: DatabaseSync, stripe: Stripe): Promise<boolean> {
  for (const { stripe_price } of pricesForSale(db)) {
    const price = await stripe.prices.retrieve(String(stripe_price)).catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
      throw error
    })
    if (!price) return false
  }
  return true
}

async function publishPrices(db: DatabaseSync, stripe: Stripe): Promise<void> {
  const products = new Map<string, string>()
  for (const row of pricesForSale(db)) {
    const planId = String(row.plan_id)
    const product = products.get(planId) ?? (await publishPlan(db, stripe, planId))
    products.set(planId, product)
    const price = await stripe.prices.create({
      product,
      currency: String(row.currency),
      unit_amount: Number(row.amount),
      tax_behavior: "inclusive",
      recurring: { interval: row.interval as "month" | "year", interval_count: Number(row.interval_count) },
    })
    for (const table of ["prices", "subscriptions", "invoices"])
      db.prepare(`UPDATE ${table} SET stripe_price = ? WHERE stripe_price = ?`).run(price.id, row.stripe_price ?? null)
    db.prepare("UPDATE daily_figures SET dimension = ? WHERE measure = 'subscriptions' AND dimension = ?").run(
      price.id,
      row.stripe_price ?? null,
    )
  }
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: "once", name: "Bienvenue" })
  await stripe.promotionCodes
    .create({ promotion: { type: "coupon", coupon: coupon.id }, code: promotionCode })
    .catch(() => console.warn(`The promotion code ${promotionCode} is there already.`))
}

async function publishPlan(db: DatabaseSync, stripe: Stripe, planId: string): Promise<string> {
  const text = db.prepare("SELECT name FROM plan_texts WHERE plan_id = ? AND locale = 'en'").get(planId)
  const product = await stripe.products.create({ name: String(text?.name), metadata: { plan: planId } })
  db.prepare("UPDATE plans SET stripe_product = ? WHERE id = ?").run(product.id, planId)
  return product.id
}

/** Gives the demo's paying member, whose ids are still those of the seed, a customer with that history. */
async function giveHistory(db: DatabaseSync, origin: string): Promise<void> {
  const member = db
    .prepare(
      `SELECT c.user_id, u.email, u.name, u.locale, s.started_at, s.stripe_price FROM billing_customers AS c
        JOIN users AS u ON u.id = c.user_id JOIN subscriptions AS s ON s.user_id = c.user_id
        WHERE c.stripe_customer = ? AND s.stripe_id = ?`,
    )
    .get(demoPayments.customer, demoPayments.subscription)
  if (!member) return
  const { user_id: user, email, name, locale, started_at, stripe_price: price } = member
  const response = await fetch(`${origin}/_simulator/seed`, {
    method: "POST",
    body: JSON.stringify({
      key: `demo ${user} ${started_at}`,
      customer: { email, name, metadata: { user }, preferred_locales: [locale] },
      price,
      started_at: Number(started_at) / 1000,
      cycles: 3,
      refunded_invoice: 0,
      automatic_tax: true,
      metadata: { type: "premium", user },
      webhooks: true,
    }),
  })
  if (!response.ok) throw new Error(`The payment simulator refused the demo's history: ${await response.text()}`)
  const seeded = (await response.json()) as { customer: string; subscription: string; invoices: string[] }
  db.prepare("UPDATE billing_customers SET stripe_customer = ? WHERE user_id = ?").run(seeded.customer, user ?? null)
  for (const table of ["subscriptions", "invoices"])
    db.prepare(
      `UPDATE ${table} SET ${table === "invoices" ? "stripe_subscription" : "stripe_id"} = ? WHERE user_id = ?`,
    ).run(seeded.subscription, user ?? null)
  for (const [at, invoice] of demoPayments.invoices.entries())
    db.prepare("UPDATE invoices SET stripe_invoice = ? WHERE stripe_invoice = ?").run(
      seeded.invoices[at] ?? invoice,
      invoice,
    )
}
