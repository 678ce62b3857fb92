import { AppError } from "~/lib/errors"
import { requireOther, requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { findEvent, resetEvent } from "../sync/event-queries.server"
import { findOwner } from "./member-queries.server"

/**
 * Tries an event again that failed or waits, from its first attempt. Throws `request.not_found`, `conflict.changed` for
 * one that is processed, and what `requireOther` and `requireStaffProof` do.
 */
export async function retryEvent(ctx: Ctx, id: string): Promise<void> {
  const actor = requireStaffProof(ctx, "billing.refund")
  const event = await findEvent(ctx.db, id)
  if (!event) throw new AppError("request.not_found")
  const owner = event.stripeCustomer ? await findOwner(ctx.db, event.stripeCustomer) : null
  if (owner) requireOther(actor, owner)
  if (event.state !== "failed" && event.state !== "received") throw new AppError("conflict.changed")
  await ctx.db.batch([
    resetEvent(ctx.db, id, ctx.now()),
    auditEntry(ctx, { action: "billing.replay", target: { kind: "payment_event", id } }),
  ])
  ctx.enqueueJob({ kind: "payment_event", eventId: id })
}
