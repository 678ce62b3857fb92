import type { Edition } from "../content/pages.ts"
import type { TableRow } from "../rows.ts"
import { typesetEnglish, typesetFrench } from "../texts/fragments.ts"
import type { Pair } from "../texts/schema.ts"

/** The demo's ids at the payment simulator, which has the same ones (payments.ts). */
export const demoPayments = {
  product: "prod_premium",
  customer: "cus_demo_premium",
  subscription: "sub_demo_premium",
  /** The oldest first; the first one was refunded. */
  invoices: ["in_demo_1", "in_demo_2", "in_demo_3"],
} as const

/** The demo's prices: cents, tax included. */
const demoPrices = [
  { stripe: "price_premium_monthly", amount: 29_00, interval: "month", count: 1, trialDays: 7 },
  {
    stripe: "price_premium_quarterly",
    amount: 78_00,
    interval: "month",
    count: 3,
    trialDays: 7,
  },
  { stripe: "price_premium_yearly", amount: 290_00, interval: "year", count: 1, trialDays: 7 },
] as const

const texts: Record<"name" | "summary", Pair> = {
  name: { en: "Premium", fr: "Premium" },
  summary: {
    en: "Write first, and see what hosts show to members only.",
    fr: "Écrivez en premier, et voyez ce que les hôtes réservent aux membres.",
  },
}
const features: Pair[] = [
  { en: "Write to any host first", fr: "Écrire en premier à tous les hôtes" },
  {
    en: "Private galleries and videos, as each host opens them",
    fr: "Les galeries et vidéos privées, comme chaque hôte les ouvre",
  },
  {
    en: "Requests to hosts who take Premium members only",
    fr: "Demandes aux hôtes qui n'acceptent que les membres Premium",
  },
]

/** Builds the plan Premium: for sale in the demo; elsewhere a draft without prices, for staff to finish. */
export function buildPlans({
  newId,
  edition,
  createdAt,
}: {
  newId: () => string
  edition: Edition
  createdAt: number
}): TableRow[] {
  const isDemo = edition === "demo"
  const times = { created_at: createdAt, updated_at: createdAt }
  const planId = newId()
  const textIn = (locale: "en" | "fr", typeset: (text: string) => string): TableRow => ({
    table: "plan_texts",
    row: {
      plan_id: planId,
      locale,
      name: typeset(texts.name[locale]),
      summary: typeset(texts.summary[locale]),
      features: features.map((pair) => typeset(pair[locale])).join("\n"),
    },
  })
  const prices = demoPrices.map(({ stripe, amount, interval, count, trialDays }) => ({
    table: "prices",
    row: {
      id: newId(),
      plan_id: planId,
      state: "active",
      stripe_price: stripe,
      amount,
      currency: "eur",
      interval,
      interval_count: count,
      trial_days: trialDays,
      ...times,
    },
  }))
  const plan = { id: planId, type: "premium", state: isDemo ? "active" : "draft", position: 1, version: 1, ...times }
  return [
    { table: "plans", row: { ...plan, stripe_product: isDemo ? demoPayments.product : null } },
    textIn("en", typesetEnglish),
    textIn("fr", typesetFrench),
    ...(isDemo ? prices : []),
  ]
}

/** Returns `at` (epoch ms) moved by whole months, as Stripe moves a billing cycle that began early in a month. */
function addMonths(at: number, months: number): number {
  const date = new Date(at)
  return date.setUTCMonth(date.getUTCMonth() + months)
}

/** When the demo's membership began: two months and some days before `now`, on a day that every month has. */
function membershipStart(now: number): number {
  const start = new Date(addMonths(now - 10 * 24 * 60 * 60 * 1000, -2))
  start.setUTCDate(Math.min(28, start.getUTCDate()))
  return Math.floor(start.getTime() / 1000) * 1000
}

/** Builds the demo's paid membership: three paid invoices, the first one refunded. */
export function buildMembership({
  newId,
  userId,
  now,
}: {
  newId: () => string
  userId: string
  now: number
}): TableRow[] {
  const [price] = demoPrices
  const start = membershipStart(now)
  const times = { created_at: start, updated_at: start }
  const invoices = demoPayments.invoices.map((invoice, at) => ({
    table: "invoices",
    row: {
      id: newId(),
      user_id: userId,
      stripe_invoice: invoice,
      stripe_subscription: demoPayments.subscription,
      stripe_price: price.stripe,
      number: `DEMO-000${at + 1}`,
      status: "paid",
      currency: "eur",
      total: price.amount,
      tax: Math.round(price.amount / 6),
      paid: price.amount,
      refunded: at === 0 ? price.amount : 0,
      due: 0,
      period_starts_at: addMonths(start, at),
      period_ends_at: addMonths(start, at + 1),
      issued_at: addMonths(start, at),
      paid_at: addMonths(start, at),
      next_retry_at: null,
      attempts: 1,
      ...times,
    },
  }))
  return [
    {
      table: "billing_customers",
      row: {
        user_id: userId,
        stripe_customer: demoPayments.customer,
        version: 1,
        synced_at: addMonths(start, 2),
        credit: 0,
        currency: null,
        card_brand: "visa",
        card_last4: "4242",
        card_exp_month: 12,
        card_exp_year: 2031,
        ...times,
      },
    },
    {
      table: "subscriptions",
      row: {
        id: newId(),
        user_id: userId,
        type: "premium",
        stripe_id: demoPayments.subscription,
        stripe_status: "active",
        stripe_price: price.stripe,
        quantity: 1,
        trial_ends_at: null,
        ends_at: null,
        started_at: start,
        period_starts_at: addMonths(start, 2),
        period_ends_at: addMonths(start, 3),
        next_amount: price.amount,
        ...times,
      },
    },
    ...invoices,
  ]
}
