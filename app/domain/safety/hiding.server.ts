import type { Ctx } from "../core/context"
import { isWithin } from "../core/shared/rate-limit.server"
import type { Priority } from "./categories"
import { namedMediaItem } from "./page-address"
import { wasCleared } from "./queries.server"
import { findReported, hideReported } from "./reported-media-queries.server"

/** How long (ms) new reports cannot hide a picture that staff reviewed and restored. */
const clearedFor = 30 * 24 * 60 * 60 * 1_000

/**
 * Returns how a report affects the picture or video it names (trust-safety R14): P0 and P1 hide it, unless staff
 * cleared it recently or this address has hidden too many. `statements` belong after the report's insert.
 */
export async function planHiding(ctx: Ctx, report: { about: string; priority: Priority; isSuspect: boolean }) {
  const id = namedMediaItem(report.about)
  const mediaItem = id && (await findReported(ctx.db, id))
  if (!mediaItem) return { mediaId: null, hidesMedia: false, statements: [] }
  const isUrgent = report.priority === "P0" || report.priority === "P1"
  const hidesMedia =
    isUrgent &&
    !report.isSuspect &&
    ["approved", "reported"].includes(mediaItem.state) &&
    !(await wasCleared(ctx.db, mediaItem.id, ctx.now() - clearedFor)) &&
    (await isWithin(ctx, "moderation.report.hide", ctx.client.address))
  // Also if it is hidden already: staff may be restoring it concurrently.
  const statements = hidesMedia ? hideReported(ctx.db, mediaItem, ctx.now()) : []
  return { mediaId: mediaItem.id, hidesMedia, statements }
}
