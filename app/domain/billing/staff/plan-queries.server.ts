import { and, eq, isNotNull, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import type { SaleState } from "~/db/enums"
import { plans, planTexts, prices } from "~/db/schema"
import { defaultLocale } from "~/i18n/locales"

/** Finds a plan, with its English name: the provider's. */
export async function findPlan(db: Database, id: string) {
  const [row] = await db
    .select({ type: plans.type, state: plans.state, name: planTexts.name, stripeProduct: plans.stripeProduct })
    .from(plans)
    .innerJoin(planTexts, and(eq(planTexts.planId, plans.id), eq(planTexts.locale, defaultLocale)))
    .where(eq(plans.id, id))
  return row ?? null
}

/** Finds the ids of the plans that the provider knows. */
export async function findProducts(db: Database): Promise<string[]> {
  const rows = await db.select({ id: plans.id }).from(plans).where(isNotNull(plans.stripeProduct))
  return rows.map(({ id }) => id)
}

export function setPlanState(
  db: Database,
  id: string,
  change: { state: SaleState; stripeProduct: string | null },
  now: number,
) {
  return db
    .update(plans)
    .set({ ...change, updatedAt: sql`max(${now}, ${plans.updatedAt} + 1)` })
    .where(eq(plans.id, id))
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
  change: { state: SaleState; stripePrice: string | null },
  now: number,
) {
  return db
    .update(prices)
    .set({ ...change, updatedAt: sql`max(${now}, ${prices.updatedAt} + 1)` })
    .where(eq(prices.id, id))
}
