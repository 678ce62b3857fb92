import type { Ctx } from "../context"
import { remindOfErasures } from "./erasure.server"
import { failExport } from "./export.server"
import * as queries from "./queries.server"
import { recordLifetime } from "./schema"

/** Exports unfinished after this long are failed, ms. */
const longestExport = 24 * 60 * 60 * 1_000

/** Requeues requests whose job was lost or whose worker died; runs every five minutes. */
export async function requeueStale(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  for (const { id, created_at } of await queries.findDue(ctx.db, "export", ["requested", "running"], now)) {
    if (now - created_at > longestExport) await failExport(ctx, id)
    else ctx.enqueueJob({ kind: "export", requestId: id })
  }
  for (const { id } of await queries.findDue(ctx.db, "erasure", ["running"], now)) {
    ctx.enqueueJob({ kind: "erasure", requestId: id })
  }
}

/** Enqueues due erasures, reminds of those coming up, and deletes expired files and requests; runs nightly. */
export async function runDailyMaintenance(ctx: Ctx): Promise<void> {
  const now = ctx.now()
  for (const { id } of await queries.findDue(ctx.db, "erasure", ["requested"], now)) {
    ctx.enqueueJob({ kind: "erasure", requestId: id })
  }
  await remindOfErasures(ctx)
  for (const { id, fileKey } of await queries.findExpired(ctx.db, now)) {
    if (!fileKey) await queries.deleteRequest(ctx.db, id)
    else {
      await ctx.files.delete([fileKey])
      await queries.clearFileKey(ctx.db, id, now + recordLifetime)
    }
  }
}
