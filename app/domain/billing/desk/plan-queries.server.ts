import { and, eq, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { SaleState } from "~/db/enums"
import { insertSelect } from "~/db/insert-select"
import { plans, planTexts, prices } from "~/db/schema"
import type { DeskPlan, PlanForm, PriceForm } from "./schema"

interface PlanRow extends Omit<DeskPlan, "texts" | "prices"> {
  texts: string
  prices: string
}

/** Returns every plan, in the page's order. */
export async function findDeskPlans(db: Database): Promise<DeskPlan[]> {
  const [rows] = await read(
    db,
    sql<PlanRow>`SELECT id, type, state, position, version, stripe_product,
        (SELECT json_group_object(locale, json_object('name', name, 'summary', summary, 'features', features))
          FROM plan_texts WHERE plan_id = plans.id) AS texts,
        (SELECT json_group_array(json_object('id', id, 'state', state, 'stripe_price', stripe_price, 'amount', amount,
            'currency', currency, 'interval', interval, 'interval_count', interval_count, 'trial_days', trial_days))
          FROM prices WHERE plan_id = plans.id) AS prices
      FROM plans ORDER BY position, id`,
  )
  return rows.map(({ texts, prices, ...plan }) => {
    const parsed = JSON.parse(texts) as Record<string, { name: string; summary: string; features: string }>
    const split = Object.entries(parsed).map(([locale, text]) => [
      locale,
      { ...text, features: text.features.split("\n") },
    ])
    return { ...plan, texts: Object.fromEntries(split), prices: JSON.parse(prices) as DeskPlan["prices"] }
  })
}

export async function findPlan(db: Database, id: string) {
  const [row] = await db
    .select({ type: plans.type, name: planTexts.name, stripeProduct: plans.stripeProduct })
    .from(plans)
    .innerJoin(planTexts, and(eq(planTexts.planId, plans.id), eq(planTexts.locale, "en")))
    .where(eq(plans.id, id))
  return row ?? null
}

/** Returns the statements that insert a draft. */
export function insertPlan(db: Database, id: string, form: PlanForm, now: number) {
  const times = { createdAt: now, updatedAt: now }
  const { type, position } = form
  return [
    db.insert(plans).values({ id, type, position, state: "draft", version: 1, ...times }),
    ...textRows(id, form).map((row) => db.insert(planTexts).values(row)),
  ] as const
}

/** Returns the statements that change the plan of this version: the first one changes nothing for another. */
export function updatePlan(db: Database, id: string, form: PlanForm & { version: number }, now: number) {
  const { type, position, version } = form
  const isChanged = sql`EXISTS (SELECT 1 FROM plans WHERE id = ${id} AND version = ${version + 1} AND updated_at = ${now})`
  const texts = textRows(id, form).map((row) =>
    insertSelect(db, planTexts, row, sql`WHERE ${isChanged}`).onConflictDoUpdate({
      target: [planTexts.planId, planTexts.locale],
      set: { name: row.name, summary: row.summary, features: row.features },
    }),
  )
  return [
    db
      .update(plans)
      .set({ type, position, version: version + 1, updatedAt: now })
      .where(and(eq(plans.id, id), eq(plans.version, version))),
    texts,
  ] as const
}

const textRows = (planId: string, { texts }: PlanForm) =>
  (["en", "fr"] as const).map((locale) => ({
    ...{ planId, locale, name: texts[locale].name, summary: texts[locale].summary },
    features: texts[locale].features.join("\n"),
  }))

export function setPlanState(
  db: Database,
  id: string,
  change: { state: SaleState; stripeProduct: string },
  now: number,
) {
  return db
    .update(plans)
    .set({ ...change, version: sql`version + 1`, updatedAt: now })
    .where(eq(plans.id, id))
}

/** Returns the statement that inserts a draft, if there is such a plan. */
export function insertPrice(
  db: Database,
  { id, planId, amount, currency, interval, interval_count, trial_days }: PriceForm & { id: string; planId: string },
  now: number,
) {
  const row = { id, planId: plans.id, amount, currency, interval, intervalCount: interval_count, trialDays: trial_days }
  return insertSelect(
    db,
    prices,
    { ...row, state: "draft", createdAt: now, updatedAt: now },
    sql`FROM ${plans} WHERE ${plans.id} = ${planId}`,
  )
}

export async function findPrice(db: Database, id: string) {
  const [row] = await db
    .select({
      stripeProduct: plans.stripeProduct,
      stripePrice: prices.stripePrice,
      amount: prices.amount,
      currency: prices.currency,
      interval: prices.interval,
      intervalCount: prices.intervalCount,
    })
    .from(prices)
    .innerJoin(plans, eq(plans.id, prices.planId))
    .where(eq(prices.id, id))
  return row ?? null
}

export function setPriceState(
  db: Database,
  id: string,
  change: { state: SaleState; stripePrice: string },
  now: number,
) {
  return db
    .update(prices)
    .set({ ...change, updatedAt: now })
    .where(eq(prices.id, id))
}
