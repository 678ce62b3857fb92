import { and, eq, gt } from "drizzle-orm"
import { reports } from "~/db/schema"
import type { Ctx } from "../context"
import { isWithin } from "../shared/within-limit.server"
import type { Priority } from "./categories"
import { namedMedium } from "./page-address"
import { findReported, hideReported } from "./reported-media.server"

/** How long (ms) new reports cannot hide a picture that staff reviewed and restored. */
export const clearedFor = 30 * 24 * 60 * 60 * 1_000

/**
 * Returns how a report affects the picture or video it names (trust-safety R14): P0 and P1 hide it, unless staff
 * cleared it recently or this address has hidden too many. `statements` belong after the report's insert.
 */
export async function planHiding(ctx: Ctx, report: { about: string; priority: Priority; isSuspect: boolean }) {
  const id = namedMedium(report.about)
  const medium = id && (await findReported(ctx.db, id))
  if (!medium) return { mediaId: null, hidesMedia: false, statements: [] }
  const isUrgent = report.priority === "P0" || report.priority === "P1"
  const hidesMedia =
    isUrgent &&
    !report.isSuspect &&
    ["approved", "reported"].includes(medium.state) &&
    !(await wasCleared(ctx, medium.id)) &&
    (await isWithin(ctx, "moderation.report.hide", ctx.client.address))
  // Also if it is hidden already: staff may be restoring it concurrently.
  const statements = hidesMedia ? hideReported(ctx.db, medium, ctx.now()) : []
  return { mediaId: medium.id, hidesMedia, statements }
}

async function wasCleared({ db, now }: Ctx, mediaId: string): Promise<boolean> {
  const [cleared] = await db
    .select({ id: reports.id })
    .from(reports)
    .where(
      and(
        eq(reports.mediaId, mediaId),
        eq(reports.hidesMedia, true),
        eq(reports.state, "no_action"),
        gt(reports.updatedAt, now() - clearedFor),
      ),
    )
    .limit(1)
  return cleared !== undefined
}
