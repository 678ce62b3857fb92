import { sanctionKinds } from "~/db/schema/staff"
import { always } from "~/db/statements/conditions"
import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { MINUTE } from "~/lib/time"
import { isPermitted, requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry, auditedList, auditedRead } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { bindCursor, unbindCursor } from "../../core/shared/cursor-scope"
import { claimCase, insertNote, releaseCase } from "../../decisions/cases/queries.server"
import { toRuleStrikes } from "../../decisions/queries.server"
import { writePass } from "../../media/signed-url.server"
import { permissionOf } from "../sanctions/schema"
import * as queries from "./desk-queries.server"
import { type CaseFilter, type CaseList, isOpen } from "./lists"
import type { Case, CaseLine, NoteForm } from "./schema"

const pageLength = 30
/** How long (ms) a case is held by who takes it up. */
const claimLifetime = 30 * MINUTE

const target = (reference: string) => ({ kind: "case", id: reference })

/**
 * Lists cases for staff: open ones overdue first, those that wait for an answer last, then by priority, then longest waiting first;
 * others latest first; of one subject if the filter names one. A page of 30, without those that are about the reader or that they
 * reported. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listCases(
  ctx: Ctx,
  filter: CaseFilter,
  cursor: string | null,
): Promise<{ data: CaseLine[]; next_cursor: string | null }> {
  const { user: staff } = requireStaff(ctx, "reports.read")
  const scope = { list: filter.list, ...(filter.about && { [filter.about.kind]: filter.about.id }) }
  const place = cursor === null ? null : decodePlace(unbindCursor(cursor, scope))
  const asOf = place?.asOf ?? ctx.now()
  const rows = await auditedList(
    ctx,
    { action: "case.list", target: target("list"), filters: scope, isSearch: filter.about !== null, cursor },
    (db) => queries.findCases(db, filter, { staffId: staff.id, after: place, asOf, limit: pageLength + 1 }),
  )
  const shown = rows.slice(0, pageLength)
  const last = rows.length > pageLength ? shown.at(-1) : undefined
  return {
    data: shown.map((row) => toLine(ctx, row, staff.id)),
    next_cursor: last ? bindCursor(encodePlace(last, filter.list, asOf), scope) : null,
  }
}

function encodePlace(row: queries.LineRow, list: CaseList, asOf: number): string {
  const at = list === "open" ? row.created_at : row.updated_at
  return [asOf, rankOf(row, asOf), row.priority, at, row.id].join(".")
}

function rankOf(row: Pick<queries.LineRow, "due_at" | "paused_until">, at: number): queries.CasePlace["rank"] {
  if ((row.paused_until ?? 0) > at) return "waiting"
  return row.due_at < at ? "overdue" : "in_time"
}

/** Pages of a list keep the moment of the first one: what is overdue meanwhile stays where it is. */
function decodePlace(cursor: string): queries.CasePlace & { asOf: number } {
  const parts =
    /^(?<asOf>\d{1,15})\.(?<rank>overdue|in_time|waiting)\.(?<priority>P[0-3])\.(?<at>\d{1,15})\.(?<id>[\w-]{1,64})$/.exec(
      cursor,
    )
  if (!parts?.groups) throw new AppError("cursor.invalid")
  const { asOf, rank, priority, at, id } = parts.groups
  return {
    asOf: Number(asOf),
    rank: rank as queries.CasePlace["rank"],
    priority: priority as queries.CasePlace["priority"],
    at: Number(at),
    id: id as string,
  }
}

function toLine(ctx: Pick<Ctx, "now">, row: queries.LineRow, staffId: string): CaseLine {
  const { reference, category, priority, state, subject_kind, reports, due_at, created_at, updated_at } = row
  const isHeld = row.claimed_by !== null && (row.claimed_until ?? 0) > ctx.now()
  const rank = isOpen(row) ? rankOf(row, ctx.now()) : null
  return {
    reference,
    category,
    priority,
    state,
    subject_kind,
    subject: row.subject ?? "",
    text: row.profile_text || null,
    reports,
    due_at,
    is_overdue: rank === "overdue",
    waiting_until: rank === "waiting" ? row.paused_until : null,
    is_suspect: row.is_suspect === 1,
    claim: isHeld
      ? { name: row.claimant ?? "", is_yours: row.claimed_by === staffId, until: row.claimed_until ?? 0 }
      : null,
    created_at,
    updated_at,
  }
}

/**
 * Returns a case for staff, with a pass to the picture or video that it is about, except a quarantined one, and records that it was
 * read. Throws what `requireStaff` does, and `request.not_found`, also for one about the reader.
 */
export async function getCase(ctx: Ctx, reference: string): Promise<Case> {
  const actor = requireStaff(ctx, "reports.read")
  const { id: staffId } = actor.user
  const row = await auditedRead(ctx, { action: "case.read", target: target(reference) }, (db) =>
    queries.findCase(db, reference, staffId),
  )
  if (!row) throw new AppError("request.not_found")
  const facts = await queries.findFacts(ctx.db, row, { staffId, locale: ctx.locale, now: ctx.now() })
  const isHidden = isOpen(row) && row.hides === 1 && isDown(row)
  const mayRemove = isOpen(row) && isUp(row)
  const rules = facts.strikes.map(toRuleStrikes)
  const sanctions = isOpen(row)
    ? sanctionKinds.filter((kind) => facts.allowed?.[kind] === 1 && isPermitted(actor, permissionOf[kind]))
    : []
  return {
    ...toLine(ctx, row, staffId),
    media: row.subject_kind === "media" ? await toMedia(ctx, row) : null,
    texts: row.profile_text ? toTexts(row) : null,
    profile_state: row.profile_state,
    profile_id: row.profile_id,
    member_id: row.user_id,
    is_hidden_by_it: isHidden,
    may_remove: mayRemove,
    sanctions,
    rules: sanctions.length > 0 || mayRemove || isHidden ? rules : [],
    latest_reports: facts.latestReports.map((report) => ({
      ...report,
      is_suspect: report.is_suspect === 1,
      has_messages: report.has_messages === 1,
      is_of_member: report.is_of_member === 1,
      text: report.profile_text,
    })),
    templates: isOpen(row) && isPermitted(actor, "reports.decide") ? facts.templates : [],
    recipient_locale: facts.allowed?.recipient ?? ctx.locale,
    notes: facts.notes,
    questions: facts.questions.map((question) => ({
      ...question,
      state: question.state === "open" && question.expires_at <= ctx.now() ? "expired" : question.state,
    })),
    history: {
      cases: facts.earlier,
      decisions: facts.decisions,
      strikes: isPermitted(actor, "members.read") ? rules.filter(({ strikes }) => strikes > 0) : null,
    },
    closed_by: row.closed_by,
    closing_reason: row.closing_reason,
    is_unfounded: row.is_unfounded === 1,
  }
}

/** Whether there is something to take down. */
export function isUp({
  media_state,
  profile_state,
  live_text,
}: Pick<queries.CaseRow, "media_state" | "profile_state" | "live_text">): boolean {
  return media_state === "approved" || profile_state === "published" || profile_state === "paused" || live_text !== null
}

/** Whether there is something that is hidden. */
export function isDown({
  media_state,
  profile_state,
  hidden_text,
}: Pick<queries.CaseRow, "media_state" | "profile_state" | "hidden_text">): boolean {
  return media_state === "reported" || profile_state === "suspended" || hidden_text !== null
}

function toTexts({ live_text: live, hidden_text: hidden }: queries.CaseRow): Case["texts"] {
  return { live: live === null ? {} : trustedJson(live), hidden: hidden === null ? {} : trustedJson(hidden) }
}

async function toMedia(ctx: Ctx, row: queries.CaseRow): Promise<Case["media"]> {
  const isSeen = ["ready", "approved", "reported"].includes(row.media_state ?? "")
  return {
    id: row.subject_id,
    kind: row.media_kind,
    state: row.media_state,
    width: row.media_width ?? 0,
    height: row.media_height ?? 0,
    pass: isSeen ? await writePass(ctx, row.subject_id) : null,
  }
}

/** Returns the reference of the case to look at next: the most urgent one that nobody else holds and that waits for no answer. Throws what `requireStaff` does. */
export async function findNextCase(ctx: Ctx, except: string): Promise<string | null> {
  const { user: staff } = requireStaff(ctx, "reports.read")
  return queries.findNext(ctx.db, { staffId: staff.id, except, now: ctx.now() })
}

/**
 * Takes a case up for 30 minutes, or extends that. Throws what `requireStaffProof` does, `request.not_found`, `cases.claimed` while
 * somebody else holds it, and `conflict.changed` for an ended one.
 */
export async function takeCase(ctx: Ctx, reference: string): Promise<{ claimed_until: number }> {
  const { user: staff } = requireStaffProof(ctx, "reports.decide")
  const now = ctx.now()
  const until = now + claimLifetime
  const found = await requireCase(ctx, reference, staff.id)
  const [claimed] = await ctx.db.batch([
    claimCase(ctx.db, found.id, staff.id, { until, now }),
    auditEntry(ctx, { action: "case.claim", target: target(reference) }),
  ])
  if (claimed.meta.changes === 0) throw refusalOf(found, staff.id, now)
  return { claimed_until: until }
}

/** Gives a case back, so that others can take it up. Throws what `takeCase` does, but for `cases.claimed`. */
export async function giveCaseBack(ctx: Ctx, reference: string): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "reports.decide")
  const found = await requireCase(ctx, reference, staff.id)
  await ctx.db.batch([
    releaseCase(ctx.db, found.id, staff.id),
    auditEntry(ctx, { action: "case.release", target: target(reference) }, always),
  ])
}

/** Writes a note about a case, which only staff read. Throws what `requireStaffProof` does, and `request.not_found`. */
export async function writeNote(ctx: Ctx, reference: string, { note }: NoteForm): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "reports.decide")
  const now = ctx.now()
  const found = await requireCase(ctx, reference, staff.id)
  await ctx.db.batch([
    insertNote(ctx.db, { id: newId(now), caseId: found.id, staffId: staff.id, body: note, createdAt: now }),
    auditEntry(ctx, { action: "case.note", target: target(reference) }),
  ])
}

/** Returns a case that is not this person's own. Throws `request.not_found`. */
export async function requireCase(ctx: Ctx, reference: string, staffId: string): Promise<queries.CaseRow> {
  const found = await queries.findCase(ctx.db, reference, staffId)
  if (!found) throw new AppError("request.not_found")
  return found
}

/** Returns why somebody could not work on a case, as it was read before. */
export function refusalOf(found: queries.CaseRow, staffId: string, now: number): AppError {
  const isHeld = found.claimed_by !== null && found.claimed_by !== staffId && (found.claimed_until ?? 0) > now
  return new AppError(isHeld ? "cases.claimed" : "conflict.changed")
}
