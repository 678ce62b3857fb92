import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { billingCustomers, invoices, plans, planTexts } from "~/db/schema"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { isAwaited } from "./queries.server"
import type { Invoice, Price } from "./schema"
import type { SubscriptionState } from "./sync/subscription-rows"

const priceJson = sql.raw(`json_object('id', p.id, 'amount', p.amount, 'currency', p.currency, 'interval', p.interval,
  'interval_count', p.interval_count, 'trial_days', p.trial_days)`)

interface PlanRow extends RowOf<typeof plans, "id" | "type">, RowOf<typeof planTexts, "name" | "summary" | "features"> {
  prices: JsonText<Price[]>
}

/** Query for the plans for sale, with their prices. */
export function selectPlans(locale: Locale): SQL<PlanRow> {
  return sql<PlanRow>`SELECT l.id, l.type, t.name, t.summary, t.features,
      (SELECT json_group_array(json(price)) FROM (
        SELECT ${priceJson} AS price FROM prices AS p
        WHERE p.plan_id = l.id AND p.state = 'active' AND p.stripe_price IS NOT NULL
        ORDER BY p.interval_count * iif(p.interval = 'year', 12, 1), p.amount)) AS prices
    FROM plans AS l JOIN plan_texts AS t ON t.plan_id = l.id AND t.locale = ${textLanguage("plan_texts", sql`l.id`, locale)}
    WHERE l.state = 'active' ORDER BY l.position, l.id`
}

interface PricedRow {
  price: JsonText<Price>
  plan_id: string
  plan: string
}

/** Query for one price for sale and its plan: no row for any other price. */
export function selectPrice(id: string, locale: Locale): SQL<PricedRow> {
  return sql<PricedRow>`SELECT ${priceJson} AS price, l.id AS plan_id, t.name AS plan
    FROM prices AS p JOIN plans AS l ON l.id = p.plan_id JOIN plan_texts AS t ON t.plan_id = l.id AND t.locale = ${textLanguage("plan_texts", sql`l.id`, locale)}
    WHERE p.id = ${id} AND p.state = 'active' AND l.state = 'active' AND p.stripe_price IS NOT NULL`
}

/** A subscription, in the columns of `SubscriptionState`, with its price and plan. */
export interface HeldRow extends SubscriptionState {
  price: JsonText<Price> | null
  plan: string | null
  hasWithdrawal: number
}

/** Query for a member's subscriptions, the latest first. */
export function selectHeld(userId: string, locale: Locale): SQL<HeldRow> {
  return sql<HeldRow>`SELECT s.type, s.stripe_id AS stripeId, s.stripe_status AS stripeStatus, s.stripe_price AS stripePrice,
      s.quantity, s.trial_ends_at AS trialEndsAt, s.ends_at AS endsAt, s.started_at AS startedAt,
      s.period_starts_at AS periodStartsAt, s.period_ends_at AS periodEndsAt, s.next_amount AS nextAmount,
      iif(p.id IS NULL, NULL, ${priceJson}) AS price, t.name AS plan,
      EXISTS (SELECT 1 FROM withdrawals AS w WHERE w.stripe_subscription = s.stripe_id) AS hasWithdrawal
    FROM subscriptions AS s LEFT JOIN prices AS p ON p.stripe_price = s.stripe_price
      LEFT JOIN plan_texts AS t ON t.plan_id = p.plan_id AND t.locale = ${textLanguage("plan_texts", sql`p.plan_id`, locale)}
    WHERE s.user_id = ${userId} ORDER BY s.id DESC`
}

interface CardRow
  extends RowOf<
    typeof billingCustomers,
    "card_brand" | "card_last4" | "card_exp_month" | "card_exp_year" | "credit" | "currency"
  > {
  ref: string
  /** The provider has deleted the customer. */
  is_gone: number
}

export function selectCard(userId: string): SQL<CardRow> {
  return sql<CardRow>`SELECT stripe_customer AS ref, card_brand, card_last4, card_exp_month, card_exp_year, credit, currency,
      gone_at IS NOT NULL AS is_gone
    FROM billing_customers WHERE user_id = ${userId}`
}

type DueRow = RowOf<typeof invoices, "id" | "due" | "currency" | "next_retry_at">

/** Query for the oldest invoice that a member's plan waits for. */
export function selectDue(userId: string): SQL<DueRow> {
  return sql<DueRow>`SELECT id, due, currency, next_retry_at FROM invoices
    WHERE user_id = ${userId} AND ${isAwaited} ORDER BY issued_at LIMIT 1`
}

/** Returns what the billing pages show of a member: one round trip. */
export async function findBilling(db: Database, userId: string, locale: Locale) {
  const [[card], held, [due]] = await read(db, selectCard(userId), selectHeld(userId, locale), selectDue(userId))
  return { card: card ?? null, held, due: due ?? null }
}

const invoiceColumns = sql.raw(`id, number, status, currency, total, tax, paid, refunded, due, period_starts_at,
  period_ends_at, issued_at, paid_at`)

/** Query for a member's invoices, the latest first. */
export function selectInvoices(userId: string): SQL<Invoice> {
  return sql<Invoice>`SELECT ${invoiceColumns} FROM invoices WHERE user_id = ${userId}
    ORDER BY issued_at DESC, id DESC LIMIT 1000`
}
