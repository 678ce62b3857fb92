import { hasMore } from "~/db/statements/delete-at-most"
import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { DAY } from "~/lib/time"
import { requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import type { Job } from "../../core/jobs"
import { type Place, placeWhile } from "../../core/shared/lane"
import * as queries from "./queries.server"

/** How long a dead letter waits for staff, ms. */
const deadLetterLifetime = 30 * DAY

/** Enqueues a dead letter's message again. Throws what `requireStaffProof` does, and `request.not_found`. */
export async function retryDeadLetter(ctx: Ctx, id: string): Promise<void> {
  const { body } = await take(ctx, id, "dead_letter.retry")
  const message = trustedJson<Job | { id: string }>(body)
  if ("kind" in message) ctx.enqueueJob(message)
  else ctx.enqueueMail(message.id)
}

/** Discards a dead letter. Throws as `retryDeadLetter` does. */
export async function discardDeadLetter(ctx: Ctx, id: string): Promise<void> {
  await take(ctx, id, "dead_letter.discard")
}

async function take(
  ctx: Ctx,
  id: string,
  action: "dead_letter.retry" | "dead_letter.discard",
): Promise<queries.DeadLetter> {
  requireStaffProof(ctx, "jobs.write")
  const letter = await queries.findDeadLetter(ctx.db, id)
  if (!letter) throw new AppError("request.not_found")
  const { queue, kind } = letter
  const [deleted] = await ctx.db.batch([
    queries.deleteDeadLetter(ctx.db, id),
    auditEntry(ctx, { action, target: { kind: "dead_letter", id }, details: { queue, kind } }),
  ])
  if (deleted.meta.changes === 0) throw new AppError("request.not_found")
  return letter
}

/** Deletes dead letters that nobody looked at for a month, nightly: their ids may name somebody who left. */
export async function sweepDeadLetters(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  return placeWhile(hasMore([await queries.deleteDeadLettersBefore(ctx.db, ctx.now() - deadLetterLifetime)]))
}
