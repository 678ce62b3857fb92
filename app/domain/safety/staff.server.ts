import { AppError } from "~/lib/errors"
import { requireStaff, requireStaffProof } from "../core/actor/guards"
import { type ReasonedAccess, requireReason, stateReason } from "../core/audit/access-reason.server"
import { auditEntry, auditedList, auditedRead } from "../core/audit/entries.server"
import type { AccessReason } from "../core/audit/schema"
import type { Ctx } from "../core/context"
import { bindCursor, unbindCursor } from "../core/shared/cursor-scope"
import { writePass } from "../media/signed-url.server"
import type { DeskReport, ReportedMessage, ReportState } from "./schema"
import * as queries from "./staff-queries.server"

const pageLength = 30

/**
 * Lists reports for staff: open ones overdue first, then by priority, then longest waiting first; closed ones latest first. A page of
 * 30. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listDeskReports(
  ctx: Ctx,
  state: ReportState,
  cursor: string | null,
): Promise<{ data: DeskReport[]; next_cursor: string | null }> {
  requireStaff(ctx, "reports.read")
  const place = cursor === null ? null : decodePlace(unbindCursor(cursor, { state }))
  const asOf = place?.asOf ?? ctx.now()
  const rows = await auditedList(
    ctx,
    { action: "report.list", target: { kind: "report", id: "list" }, filters: { state }, cursor },
    (db) => queries.findDeskReports(db, state, { after: place, asOf, limit: pageLength + 1 }),
  )
  const shown = rows.slice(0, pageLength)
  const last = rows.length > pageLength ? shown.at(-1) : undefined
  return {
    data: shown.map((row) => toReport(ctx, row)),
    next_cursor: last
      ? bindCursor(
          [
            asOf,
            last.due_at < asOf ? "overdue" : "in_time",
            last.priority,
            state === "received" ? last.created_at : last.updated_at,
            last.id,
          ].join("."),
          { state },
        )
      : null,
  }
}

/** Pages of a list keep the moment of the first one: what is overdue meanwhile stays where it is. */
function decodePlace(cursor: string): queries.ReportPlace & { asOf: number } {
  const parts =
    /^(?<asOf>\d{1,15})\.(?<due>overdue|in_time)\.(?<priority>P[0-3])\.(?<at>\d{1,15})\.(?<id>[\w-]{1,64})$/.exec(
      cursor,
    )
  if (!parts?.groups) throw new AppError("cursor.invalid")
  const { asOf, due, priority, at, id } = parts.groups
  return {
    asOf: Number(asOf),
    isOverdue: due === "overdue",
    priority: priority as queries.ReportPlace["priority"],
    at: Number(at),
    id: id as string,
  }
}

function toReport(ctx: Pick<Ctx, "now">, row: queries.DeskRow): DeskReport {
  const { reference, category, priority, state, about, details, email, locale, closing_reason, closed_by } = row
  return {
    reference,
    category,
    priority,
    state,
    about,
    details,
    email,
    locale,
    closing_reason,
    closed_by,
    due_at: row.due_at,
    is_overdue: state === "received" && row.due_at < ctx.now(),
    is_suspect: row.is_suspect === 1,
    has_messages: row.has_messages === 1,
    is_of_member: row.is_of_member === 1,
    is_unfounded: row.is_unfounded === 1,
    media:
      row.media_id === null
        ? null
        : {
            id: row.media_id,
            kind: row.media_kind,
            state: row.media_state,
            profile_id: row.profile_id,
            width: row.media_width ?? 0,
            height: row.media_height ?? 0,
            pass: null,
            is_hidden_by_it: row.hides_media === 1 && row.media_state === "reported",
          },
    profile:
      row.reported_profile_id === null
        ? null
        : {
            id: row.reported_profile_id,
            is_hidden_by_it: row.hides_profile === 1 && row.reported_profile_state === "suspended",
          },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/**
 * Returns a report for staff, with a pass to the picture or video that it names, except a quarantined one, and records
 * that it was read. Throws what `requireStaff` does, and `request.not_found`.
 */
export async function getDeskReport(ctx: Ctx, reference: string): Promise<DeskReport> {
  requireStaff(ctx, "reports.read")
  const row = await auditedRead(ctx, { action: "report.read", target: { kind: "report", id: reference } }, (db) =>
    queries.findDeskReport(db, reference),
  )
  if (!row) throw new AppError("request.not_found")
  const report = toReport(ctx, row)
  const isSeen = report.media && ["ready", "approved", "reported"].includes(report.media.state ?? "")
  if (!report.media || !isSeen) return report
  return { ...report, media: { ...report.media, pass: await writePass(ctx, report.media.id) } }
}

const accessTo = (reference: string): ReasonedAccess => ({
  action: "report.access_messages",
  target: { kind: "report", id: reference },
})

/**
 * Records why the actor opens the messages of a report, for an hour (trust-safety R25). Throws what `requireStaff` does,
 * and `request.not_found`.
 */
export async function openReportedMessages(ctx: Ctx, reference: string, { reason }: AccessReason): Promise<void> {
  requireStaff(ctx, "reports.messages")
  if (!(await queries.findDeskReport(ctx.db, reference))) throw new AppError("request.not_found")
  await stateReason(ctx, accessTo(reference), reason)
}

/**
 * Returns the messages that a report copied, and records that they were read (trust-safety R19, R25). Throws what
 * `requireStaffProof` does, `request.not_found`, and `audit.reason_required`.
 */
export async function readReportedMessages(ctx: Ctx, reference: string): Promise<ReportedMessage[]> {
  requireStaffProof(ctx, "reports.messages")
  const row = await queries.findDeskReport(ctx.db, reference)
  if (!row) throw new AppError("request.not_found")
  await requireReason(ctx, accessTo(reference))
  const target = { kind: "report", id: reference }
  await ctx.db.batch([auditEntry(ctx, { action: "report.read_messages", target }, queries.always)])
  return queries.findReportedMessages(ctx.db, row.id)
}
