import { AppError } from "~/lib/errors"
import { MINUTE } from "~/lib/time"
import { requireStaffProof } from "../core/actor/guards"
import { auditEntry } from "../core/audit/entries.server"
import type { Ctx } from "../core/context"
import * as queries from "./queries.server"

/** No delivery is running on a mail last updated this long ago, ms: an attempt ends within the minute it claims. */
const settledAfter = 2 * MINUTE

/**
 * Retries a mail from the start. Throws what `requireStaffProof` does, `request.not_found`, and `conflict.changed`
 * while it is being sent or once it is settled.
 */
export async function retryMail(ctx: Ctx, id: string): Promise<void> {
  requireStaffProof(ctx, "mails.write")
  const now = ctx.now()
  await change(ctx, "mail.retry", id, { state: "queued", attempts: 0, nextAttemptAt: now, updatedAt: now })
  ctx.enqueueMail(id)
}

/** Drops a mail: it will not be sent. Throws as `retryMail` does. */
export async function dropMail(ctx: Ctx, id: string): Promise<void> {
  requireStaffProof(ctx, "mails.write")
  const now = ctx.now()
  await change(ctx, "mail.drop", id, {
    state: "dropped",
    data: queries.settledData,
    nextAttemptAt: now,
    updatedAt: now,
  })
}

async function change(
  ctx: Ctx,
  action: "mail.retry" | "mail.drop",
  id: string,
  values: queries.SettledMail,
): Promise<void> {
  const [changed] = await ctx.db.batch([
    queries.updateUndelivered(ctx.db, id, values, ctx.now() - settledAfter),
    auditEntry(ctx, { action, target: { kind: "mail", id } }),
  ])
  if (changed.meta.changes > 0) return
  throw new AppError((await queries.hasOutboxEmail(ctx.db, id)) ? "conflict.changed" : "request.not_found")
}
