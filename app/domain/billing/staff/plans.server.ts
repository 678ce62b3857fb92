import { AppError } from "~/lib/errors"
import { requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import type { Place } from "../../core/shared/lane"
import { withPayments } from "../provider"
import * as queries from "./plan-queries.server"

/**
 * Puts a plan up for sale, or takes it off it: those who have it keep it. Idempotent; the provider is not asked for a
 * plan that it never knew. Throws `request.not_found` and what `withPayments` and `requireStaffProof` do.
 */
export async function setPlanForSale(ctx: Ctx, id: string, isForSale: boolean): Promise<void> {
  requireStaffProof(ctx, "plans.write")
  const plan = await queries.findPlan(ctx.db, id)
  if (!plan) throw new AppError("request.not_found")
  const { type, name } = plan
  let { stripeProduct } = plan
  if (isForSale || stripeProduct)
    stripeProduct = await withPayments(ctx, async (payments) => {
      const ref = stripeProduct ?? (await payments.createProduct({ id, name, type }))
      await payments.updateProduct(ref, { name, isActive: isForSale })
      return ref
    })
  const state = isForSale ? "active" : "retired"
  await ctx.db.batch([
    queries.setPlanState(ctx.db, id, { state, stripeProduct }, ctx.now()),
    auditEntry(ctx, { action: isForSale ? "plans.sell" : "plans.withdraw", target: { kind: "plans", id } }),
  ])
}

/**
 * Gives the provider a plan's present name, for its receipts. Does nothing for a plan that it does not know. Throws
 * PaymentError, to be tried again.
 */
export async function updateProduct(ctx: Ctx, planId: string): Promise<void> {
  const plan = await queries.findPlan(ctx.db, planId)
  if (!plan?.stripeProduct || !ctx.payments) return
  await ctx.payments.updateProduct(plan.stripeProduct, { name: plan.name, isActive: plan.state === "active" })
}

/** Enqueues the update of every product: names are equal in the end, also where a job was lost. */
export async function requeueProducts(ctx: Ctx): Promise<Place> {
  if (!ctx.payments) return null
  for (const planId of await queries.findProducts(ctx.db)) ctx.enqueueJob({ kind: "product", planId })
  return null
}

/**
 * Puts a price up for sale, or takes it off it: those who pay it go on paying it. Its plan is for sale first.
 * Idempotent; the provider is not asked for a price that it never knew. Throws `request.not_found`,
 * `billing.plan_not_for_sale`, and what `withPayments` and `requireStaffProof` do.
 */
export async function setPriceForSale(ctx: Ctx, id: string, isForSale: boolean): Promise<void> {
  requireStaffProof(ctx, "plans.write")
  const price = await queries.findPrice(ctx.db, id)
  if (!price) throw new AppError("request.not_found")
  const { stripeProduct: product, amount, currency, interval, intervalCount } = price
  let { stripePrice } = price
  if (isForSale && !product) throw new AppError("billing.plan_not_for_sale")
  if (isForSale || stripePrice)
    stripePrice = await withPayments(ctx, async (payments) => {
      const ref =
        stripePrice ??
        (await payments.createPrice({ product: product ?? "", amount, currency, interval, intervalCount, key: id }))
      await payments.setPriceActive(ref, isForSale)
      return ref
    })
  const state = isForSale ? "active" : "retired"
  await ctx.db.batch([
    queries.setPriceState(ctx.db, id, { state, stripePrice }, ctx.now()),
    auditEntry(ctx, { action: isForSale ? "prices.sell" : "prices.withdraw", target: { kind: "prices", id } }),
  ])
}
