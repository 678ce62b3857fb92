import type { Ctx } from "../../core/context"
import { findColors } from "../service.server"
import { summarizeMedia } from "../summary-queries.server"
import * as media from "./queries.server"
import { inheritConsents } from "./queries.server"

/**
 * Compares an uploaded photo or video with the others of its profile, those that ended included, and lets it take over
 * from those that it is like, and they from it: that others are in it, and their answers (trust-safety R10). Whatever was
 * withdrawn, refused or awaited there is so here. Safe to repeat.
 */
export async function recognise(ctx: Pick<Ctx, "db" | "now">, item: media.Recognised): Promise<void> {
  const { db } = ctx
  const { id, profileId } = item
  const alike = await media.findAlike(db, item)
  if (alike.length === 0) return
  const now = ctx.now()
  const colors = await findColors(ctx, profileId)
  await db.batch([
    ...media.insertLikenesses(db, id, alike),
    ...inherit(ctx, media.isOf(id)),
    ...inherit(ctx, media.isLike(id)),
    summarizeMedia(db, profileId, colors, now),
  ])
}

/** Returns the statements by which media take over who is in them from those that they are like. */
export function inherit(ctx: Pick<Ctx, "db" | "now">, pairs: ReturnType<typeof media.isOf>) {
  const now = ctx.now()
  return [media.inheritOthers(ctx.db, pairs, now), inheritConsents(ctx.db, pairs, now)] as const
}
