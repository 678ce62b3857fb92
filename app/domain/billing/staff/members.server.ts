import { read } from "~/db/client.server"
import { always } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { publish } from "../../chat/live.server"
import { requireOther, requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry, auditRead } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { toBilling } from "../billing.server"
import { findEntitlements } from "../entitlements.server"
import { findBilling, selectInvoices } from "../plan-queries.server"
import { withPayments } from "../provider"
import { findEvent, resetEvent } from "../sync/event-queries.server"
import { processEvent } from "../sync/events.server"
import * as queries from "./member-queries.server"
import { carryOutRefund, grantRef, refundId } from "./refunds.server"
import { requestAction } from "./requests.server"
import type { ActionResult, DeskBilling, GrantForm, RefundForm } from "./schema"

/** Returns a member's billing with its history, for staff. Throws what `requireStaff` does, and `request.not_found`. */
export async function getDeskBilling(ctx: Ctx, userId: string): Promise<DeskBilling> {
  requireStaff(ctx, "billing.read")
  const member = await queries.findMember(ctx.db, userId)
  if (!member) throw new AppError("request.not_found")
  await auditRead(ctx, { action: "billing.read", target: { kind: "member", id: userId } })
  const [found, entitlements, [invoices], history] = await Promise.all([
    findBilling(ctx.db, userId, ctx.locale),
    findEntitlements(ctx, member),
    read(ctx.db, selectInvoices(userId)),
    queries.findHistory(ctx.db, userId),
  ])
  return { billing: toBilling(ctx, found), stripe_customer: member.ref, entitlements, invoices, ...history }
}

/**
 * Refunds an invoice, in part or whole; beyond the limit of the settings, with what came back of it before, a second
 * person must confirm it. Calls with the same key refund once. Throws `request.not_found`, `billing.nothing_to_refund`,
 * `conflict.changed`, and what `requestAct`, `withPayments`, `requireOther` and `requireStaffProof` do.
 */
export async function refundInvoice(ctx: Ctx, id: string, { amount, reason, key }: RefundForm): Promise<ActionResult> {
  const actor = requireStaffProof(ctx, "billing.refund")
  const invoice = await queries.findRefundable(ctx.db, id)
  if (!invoice) throw new AppError("request.not_found")
  requireOther(actor, invoice.user_id)
  if (await queries.isDone(ctx.db, refundId(id, key))) {
    const entry = { action: "billing.refund", target: { kind: "invoice", id }, reason } as const
    await auditEntry(ctx, { ...entry, details: { isRepeated: true } }, always)
    return { state: "done" }
  }
  const refunded = amount ?? invoice.left
  if (refunded <= 0 || refunded > invoice.left) throw new AppError("billing.nothing_to_refund")
  const limit = ctx.settings["payments.refund_limit"]
  if (invoice.paid - invoice.left + refunded > limit)
    return requestAction(ctx, { userId: invoice.user_id, kind: "refund", subject: id, key, amount: refunded, reason })
  await carryOutRefund(ctx, { invoice, id, amount: refunded, reason, key, staffId: actor.user.id, limit })
  return { state: "done" }
}

/**
 * Gives a member Premium for some days, added to those given before; beyond the limit of the settings a second person
 * must confirm it. Calls with the same key give once. Throws `request.not_found`, `conflict.changed`, and what
 * `requestAct`, `requireOther` and `requireStaffProof` do.
 */
export async function grantPremium(ctx: Ctx, userId: string, { days, reason, key }: GrantForm): Promise<ActionResult> {
  const actor = requireStaffProof(ctx, "billing.refund")
  requireOther(actor, userId)
  if (!(await queries.findMember(ctx.db, userId))) throw new AppError("request.not_found")
  const now = ctx.now()
  const ref = grantRef(userId, key)
  const entry = { action: "billing.grant", target: { kind: "member", id: userId }, reason } as const
  if (await queries.isDone(ctx.db, ref)) {
    await auditEntry(ctx, { ...entry, details: { isRepeated: true } }, always)
    return { state: "done" }
  }
  const limit = ctx.settings["payments.gift_days"]
  if (!(await queries.mayGive(ctx.db, { userId, days, limit }, now)))
    return requestAction(ctx, { userId, kind: "grant", subject: userId, key, amount: days, reason })
  const act = { id: ref, userId, staffId: actor.user.id, kind: "grant" as const, subject: ref, reason, amount: days }
  const [given] = await ctx.db.batch([
    queries.insertGrant(ctx.db, { ref, userId, days }, now, queries.isGiftWithin(userId, days, limit, now)),
    auditEntry(ctx, { ...entry, details: { days } }),
    queries.insertAction(ctx.db, act, now, queries.isGiven(ref)),
  ])
  // A gift of a colleague at the same moment.
  if (given.meta.changes === 0 && !(await queries.isDone(ctx.db, ref))) throw new AppError("conflict.changed")
  await publish(ctx, userId, { type: "billing" })
  return { state: "done" }
}

/**
 * Ends the access that staff gave to a member. Idempotent. Throws `request.not_found` and what `requireOther` and
 * `requireStaffProof` do.
 */
export async function endGrants(ctx: Ctx, userId: string, reason: string): Promise<void> {
  const actor = requireStaffProof(ctx, "billing.refund")
  requireOther(actor, userId)
  if (!(await queries.findMember(ctx.db, userId))) throw new AppError("request.not_found")
  const now = ctx.now()
  const act = { id: newId(now), userId, staffId: actor.user.id, kind: "grant_end" as const, subject: userId, reason }
  await ctx.db.batch([
    queries.endGrants(ctx.db, userId, now),
    queries.insertAction(ctx.db, { ...act, amount: null }, now),
    auditEntry(ctx, { action: "billing.grant_end", target: { kind: "member", id: userId }, reason }),
  ])
  await publish(ctx, userId, { type: "billing" })
}

/**
 * Processes a stored event again. Throws `request.not_found` and what `withPayments`, `requireOther` and
 * `requireStaffProof` do.
 */
export async function replayEvent(ctx: Ctx, id: string, reason: string): Promise<void> {
  const actor = requireStaffProof(ctx, "billing.refund")
  const event = await findEvent(ctx.db, id)
  const owner = event?.stripeCustomer ? await queries.findOwner(ctx.db, event.stripeCustomer) : null
  if (!event || !owner) throw new AppError("request.not_found")
  requireOther(actor, owner)
  const now = ctx.now()
  const act = { id: newId(now), userId: owner, staffId: actor.user.id, kind: "replay" as const, subject: id, reason }
  await ctx.db.batch([
    resetEvent(ctx.db, id, now),
    queries.insertAction(ctx.db, { ...act, amount: null }, now),
    auditEntry(ctx, { action: "billing.replay", target: { kind: "payment_event", id }, reason }),
  ])
  await withPayments(ctx, () => processEvent(ctx, id))
}
