import { always } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import { publish } from "../../chat/live.server"
import { requireOther, requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import * as actions from "./member-queries.server"
import { carryOutRefund, grantRef, isPending, refundId } from "./refunds.server"
import * as queries from "./request-queries.server"
import type { ActionResult } from "./schema"

/** How long (ms) a request waits for a second person, as a closure does (trust-safety R17). */
const lifetime = 7 * DAY

const target = (id: string) => ({ kind: "billing-requests", id })

/**
 * Asks for an act that a second member of staff must confirm. The same call asks once. Throws `request.not_found` for a
 * member who is gone, `billing.request_pending` while another request about the same waits, and `conflict.changed` for a
 * call whose request is over.
 */
export async function requestAction(
  ctx: Ctx,
  act: Pick<queries.RequestRow, "userId" | "kind" | "subject" | "key" | "amount" | "reason">,
): Promise<ActionResult> {
  const { user } = requireStaffProof(ctx, "billing.refund")
  const now = ctx.now()
  const id = newId(now)
  const details = { kind: act.kind, subject: act.subject, amount: act.amount }
  const [, asked] = await ctx.db.batch([
    queries.expireRequests(ctx.db, now),
    queries.insertRequest(ctx.db, { ...act, id, staffId: user.id, expiresAt: now + lifetime }, now),
    auditEntry(ctx, { action: "billing.request", target: target(id), reason: act.reason, details }),
  ])
  if (asked.meta.changes > 0) return { state: "pending", request_id: id }
  const former = await queries.findRequestOf(ctx.db, act)
  if (!former)
    throw new AppError((await actions.findMember(ctx.db, act.userId)) ? "billing.request_pending" : "request.not_found")
  if (!isPending(former, now)) throw new AppError("conflict.changed")
  const repeated = { action: "billing.request", target: target(former.id), details: { isRepeated: true } } as const
  await auditEntry(ctx, { ...repeated, reason: act.reason }, always)
  return { state: "pending", request_id: former.id }
}

/**
 * Carries out what a colleague asked for, if it is still possible. Throws `request.not_found`, `billing.second_person`
 * for the actor's own request, `billing.nothing_to_refund`, `conflict.changed` for one that is over, and what
 * `withPayments`, `requireOther` and `requireStaffProof` do. After an error the request waits on.
 */
export async function confirmRequest(ctx: Ctx, id: string): Promise<void> {
  const { request, by } = await requireRequest(ctx, id)
  if (request.staffId === by) throw new AppError("billing.second_person")
  if (request.kind === "grant") return giveRequested(ctx, request, by)
  const invoice = await actions.findRefundable(ctx.db, request.subject)
  if (!invoice) throw new AppError("request.not_found")
  const { subject, amount, reason, key, staffId } = request
  if (amount > invoice.left) throw new AppError("billing.nothing_to_refund")
  await carryOutRefund(ctx, { invoice, id: subject, amount, reason, key, staffId, limit: null }, { request: id, by })
}

async function giveRequested(
  ctx: Ctx,
  { id, userId, key, amount: days, reason, staffId }: queries.RequestRow,
  by: string,
): Promise<void> {
  const now = ctx.now()
  const ref = grantRef(userId, key)
  const isConfirmed = queries.isConfirmedBy(id, by, now)
  const act = { id: ref, userId, staffId, kind: "grant" as const, subject: ref, reason, amount: days }
  const details = { days, request: id, requestedBy: staffId }
  const [confirmed] = await ctx.db.batch([
    queries.confirmRequest(ctx.db, id, by, now),
    auditEntry(ctx, { action: "billing.grant", target: { kind: "member", id: userId }, reason, details }),
    actions.insertGrant(ctx.db, { ref, userId, days }, now, isConfirmed),
    actions.insertAction(ctx.db, act, now, isConfirmed),
  ])
  if (confirmed.meta.changes === 0) throw new AppError("conflict.changed")
  await publish(ctx, userId, { type: "billing" })
}

/**
 * Ends a request, which then changes nothing: its author withdraws it, a colleague refuses it. Throws `request.not_found`,
 * `conflict.changed` for one that is over or under way, and what `requireOther` and `requireStaffProof` do.
 */
export async function dropRequest(ctx: Ctx, id: string): Promise<void> {
  const { request, by } = await requireRequest(ctx, id)
  const state = request.staffId === by ? "withdrawn" : "refused"
  const actionId = refundId(request.subject, request.key)
  const action = state === "withdrawn" ? "billing.request_withdraw" : "billing.request_refuse"
  const [dropped] = await ctx.db.batch([
    queries.dropRequest(ctx.db, id, { state, staffId: by, actId: actionId }, ctx.now()),
    auditEntry(ctx, { action, target: target(id) }),
  ])
  if (dropped.meta.changes === 0) throw new AppError("conflict.changed")
}

/** Returns a pending request, and who looks at it. */
async function requireRequest(ctx: Ctx, id: string) {
  const actor = requireStaffProof(ctx, "billing.refund")
  const request = await queries.findRequest(ctx.db, id)
  if (!request) throw new AppError("request.not_found")
  requireOther(actor, request.userId)
  if (!isPending(request, ctx.now())) throw new AppError("conflict.changed")
  return { request, by: actor.user.id }
}
