import { and, eq, sql } from "drizzle-orm"
import { reports } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { requireStaffProof } from "../accounts/staff.server"
import type { Ctx } from "../context"
import { findReported, restoreReported } from "../media/reported.server"
import type { ClosingForm } from "./schema"

/**
 * Closes a report without action, for staff: the picture or video that it hid shows again, unless another open report hides it, too
 * (trust-safety R14). Throws what `requireStaffProof` does, `request.not_found`, and `conflict.changed` for one that is closed.
 */
export async function dismissReport(ctx: Ctx, reference: string, { reason }: ClosingForm): Promise<void> {
  const { user: staff } = requireStaffProof(ctx)
  const { db } = ctx
  const now = ctx.now()
  const isThis = eq(reports.reference, reference)
  const [report] = await db.select().from(reports).where(isThis).limit(1)
  if (!report) throw new AppError("request.not_found")
  const medium = report.hidesMedia && report.mediaId ? await findReported(db, report.mediaId) : null
  // Of two who close it at once, the second one's statements do nothing.
  const isClosedNow = sql`EXISTS (SELECT 1 FROM reports WHERE id = ${report.id} AND state = 'no_action'
    AND closed_by = ${staff.id} AND updated_at = ${now})`
  const isHeld = sql`EXISTS (SELECT 1 FROM reports WHERE media_id = ${report.mediaId} AND hides_media = 1 AND state = 'received')`
  const [closed] = await db.batch([
    db
      .update(reports)
      .set({ state: "no_action", closedBy: staff.id, closingReason: reason, updatedAt: now })
      .where(and(isThis, eq(reports.state, "received"))),
    ...(medium ? restoreReported(db, medium, sql`${isClosedNow} AND NOT ${isHeld}`, now) : []),
  ])
  if (closed.meta.changes === 0) throw new AppError("conflict.changed")
}
