import { always } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { requireStaff, requireStaffProof } from "../core/actor/guards"
import { type ReasonedAccess, requireReason, stateReason } from "../core/audit/access-reason.server"
import { auditEntry } from "../core/audit/entries.server"
import type { AccessReason } from "../core/audit/schema"
import type { Ctx } from "../core/context"
import * as queries from "./reported-message-queries.server"
import type { ReportedMessage } from "./schema"

const accessTo = (reference: string): ReasonedAccess => ({
  action: "report.access_messages",
  target: { kind: "report", id: reference },
})

/**
 * Records why the actor opens the messages of a report, for an hour (trust-safety R25). Throws what `requireStaff` does,
 * and `request.not_found`.
 */
export async function openReportedMessages(ctx: Ctx, reference: string, { reason }: AccessReason): Promise<void> {
  const { user: staff } = requireStaff(ctx, "reports.messages")
  if (!(await queries.findOthersReport(ctx.db, reference, staff.id))) throw new AppError("request.not_found")
  await stateReason(ctx, accessTo(reference), reason)
}

/**
 * Returns the messages that a report copied, and records that they were read (trust-safety R19, R25). Throws what
 * `requireStaffProof` does, `request.not_found`, and `audit.reason_required`.
 */
export async function readReportedMessages(ctx: Ctx, reference: string): Promise<ReportedMessage[]> {
  const { user: staff } = requireStaffProof(ctx, "reports.messages")
  const row = await queries.findOthersReport(ctx.db, reference, staff.id)
  if (!row) throw new AppError("request.not_found")
  await requireReason(ctx, accessTo(reference))
  const target = { kind: "report", id: reference }
  await ctx.db.batch([auditEntry(ctx, { action: "report.read_messages", target }, always)])
  return queries.findReportedMessages(ctx.db, row.id)
}
