import type { Ctx } from "../core/context"
import { forEachItem, type Place, placeAfter, timePlace } from "../core/shared/lane"
import { failExport } from "./export.server"
import * as queries from "./queries.server"
import { recordLifetime } from "./schema"

/** Exports unfinished after this long are failed, ms. */
const maxExport = 24 * 60 * 60 * 1_000

const atOnce = 100

/** Enqueues exports whose job was lost or whose worker died, and fails those that do not end; runs every five minutes. */
export async function requeueDataExports(ctx: Ctx, place: Place = null): Promise<Place> {
  const now = ctx.now()
  const due = await queries.findDue(ctx.db, {
    kind: "export",
    states: ["requested", "running"],
    now,
    place,
    limit: atOnce,
  })
  for (const { id, created_at } of due) {
    if (now - created_at > maxExport) await failExport(ctx, id)
    else ctx.enqueueJob({ kind: "export", requestId: id })
  }
  return placeAfter(due, atOnce, timePlace)
}

/** Enqueues erasures whose worker died; runs every five minutes. */
export const requeueErasures = (ctx: Ctx, place: Place = null) => enqueueErasures(ctx, "running", place)

/** Enqueues erasures that are due; runs nightly. */
export const startErasures = (ctx: Ctx, place: Place = null) => enqueueErasures(ctx, "requested", place)

async function enqueueErasures(ctx: Ctx, state: "requested" | "running", place: Place): Promise<Place> {
  const due = await queries.findDue(ctx.db, { kind: "erasure", states: [state], now: ctx.now(), place, limit: atOnce })
  for (const { id } of due) ctx.enqueueJob({ kind: "erasure", requestId: id })
  return placeAfter(due, atOnce, timePlace)
}

/** Deletes the files of exports, and later the requests, whose time is over; runs nightly. */
export async function sweepDataRequests(ctx: Ctx, place: Place = null): Promise<Place> {
  const now = ctx.now()
  const expired = await queries.findExpired(ctx.db, now, place ?? "", atOnce)
  await forEachItem(
    ctx,
    expired,
    ({ id }) => id,
    async ({ id, fileKey }) => {
      if (!fileKey) return queries.deleteRequest(ctx.db, id)
      await ctx.files.delete([fileKey])
      await queries.clearFileKey(ctx.db, id, now + recordLifetime)
    },
  )
  return placeAfter(expired, atOnce, ({ id }) => id)
}
