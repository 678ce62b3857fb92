import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaff, requireStaffProof } from "../../actor/guards"
import { auditEntry } from "../../audit/entries.server"
import type { Ctx } from "../../context"
import { withPayments } from "../provider"
import * as queries from "./plan-queries.server"
import type { DeskPlan, PlanForm, PriceForm } from "./schema"

/** Lists every plan with all its prices, for staff. Throws what `requireStaff` does. */
export async function listDeskPlans(ctx: Ctx): Promise<DeskPlan[]> {
  requireStaff(ctx, "plans.read")
  return queries.findDeskPlans(ctx.db)
}

/** Drafts a plan: it is not for sale before `publishPlan`. Throws what `requireStaffProof` does. */
export async function createPlan(ctx: Ctx, form: PlanForm): Promise<{ id: string }> {
  requireStaffProof(ctx, "plans.write")
  const id = newId(ctx.now())
  const [plan, ...texts] = queries.insertPlan(ctx.db, id, form, ctx.now())
  await ctx.db.batch([plan, auditEntry(ctx, { action: "plan.create", target: { kind: "plan", id } }), ...texts])
  return { id }
}

/**
 * Changes a plan's texts and its place. Throws `request.not_found`, `conflict.changed` for another version, and what
 * `requireStaffProof` does.
 */
export async function updatePlan(ctx: Ctx, id: string, form: PlanForm & { version: number }): Promise<void> {
  requireStaffProof(ctx, "plans.write")
  const [plan, texts] = queries.updatePlan(ctx.db, id, form, ctx.now())
  const entry = auditEntry(ctx, { action: "plan.update", target: { kind: "plan", id } })
  const [changed] = await ctx.db.batch([plan, entry, ...texts])
  if (changed.meta.changes > 0) return
  throw new AppError((await queries.findPlan(ctx.db, id)) ? "conflict.changed" : "request.not_found")
}

/**
 * Puts a plan up for sale, or takes it off it: those who have it keep it. Idempotent. Throws `request.not_found` and
 * what `withPayments` and `requireStaffProof` do.
 */
export async function setPlanForSale(ctx: Ctx, id: string, isForSale: boolean): Promise<void> {
  requireStaffProof(ctx, "plans.write")
  const plan = await queries.findPlan(ctx.db, id)
  if (!plan) throw new AppError("request.not_found")
  const { type, name, stripeProduct } = plan
  const product = await withPayments(ctx, async (payments) => {
    const ref = stripeProduct ?? (await payments.createProduct({ id, name, type }))
    await payments.updateProduct(ref, { name, isActive: isForSale })
    return ref
  })
  const state = isForSale ? "active" : "retired"
  await ctx.db.batch([
    queries.setPlanState(ctx.db, id, { state, stripeProduct: product }, ctx.now()),
    auditEntry(ctx, { action: "plan.set_sale", target: { kind: "plan", id }, details: { state } }),
  ])
}

/** Drafts a price of a plan. Throws `request.not_found` and what `requireStaffProof` does. */
export async function createPrice(ctx: Ctx, planId: string, form: PriceForm): Promise<{ id: string }> {
  requireStaffProof(ctx, "plans.write")
  const id = newId(ctx.now())
  const [inserted] = await ctx.db.batch([
    queries.insertPrice(ctx.db, { id, planId, ...form }, ctx.now()),
    auditEntry(ctx, { action: "price.create", target: { kind: "price", id }, details: { plan: planId } }),
  ])
  if (inserted.meta.changes > 0) return { id }
  throw new AppError("request.not_found")
}

/**
 * Puts a price up for sale, or takes it off it: those who pay it go on paying it. Its plan is published first.
 * Idempotent. Throws `request.not_found`, `conflict.changed` for a price of an unpublished plan, and what
 * `withPayments` and `requireStaffProof` do.
 */
export async function setPriceForSale(ctx: Ctx, id: string, isForSale: boolean): Promise<void> {
  requireStaffProof(ctx, "plans.write")
  const price = await queries.findPrice(ctx.db, id)
  if (!price) throw new AppError("request.not_found")
  const { stripeProduct: product, stripePrice, amount, currency, interval, intervalCount } = price
  if (!product) throw new AppError("conflict.changed")
  const ref = await withPayments(ctx, async (payments) => {
    const created =
      stripePrice ?? (await payments.createPrice({ product, amount, currency, interval, intervalCount, key: id }))
    await payments.setPriceActive(created, isForSale)
    return created
  })
  const state = isForSale ? "active" : "retired"
  await ctx.db.batch([
    queries.setPriceState(ctx.db, id, { state, stripePrice: ref }, ctx.now()),
    auditEntry(ctx, { action: "price.set_sale", target: { kind: "price", id }, details: { state } }),
  ])
}
