import type { CheckStatus } from "~/db/schema/profiles/identity"
import { batch } from "~/db/statements/batch"
import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { isPermitted, requireStaff, requireStaffProof } from "../../core/actor/guards"
import { type ReasonedAccess, requireReason, stateReason } from "../../core/audit/access-reason.server"
import { auditEntry, auditReadOf } from "../../core/audit/entries.server"
import type { AccessReason } from "../../core/audit/schema"
import type { Ctx } from "../../core/context"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { createNotification } from "../../notifications/service.server"
import { audited, type PlannedMove, planReopening, planRevocation, record } from "./moves.server"
import { hashPerson } from "./person-hash.server"
import { isAdult, isRefused } from "./policy"
import * as queries from "./queries.server"
import { refusals, refuseCheck } from "./refusals.server"
import {
  type Confirmation,
  type DeskCheck,
  type DeskQuery,
  type Refusal,
  type StaffReason,
  type Subject,
  subjectOf,
} from "./schema"
import { settleAdult } from "./sync.server"

const pageLength = 30

const access: ReasonedAccess = { action: "identity.access", target: { kind: "identity_checks", id: "desk" } }

/** Records why the actor opens the desk, for an hour (trust-safety R25). Throws what `requireStaff` does. */
export async function openDesk(ctx: Ctx, { reason }: AccessReason): Promise<void> {
  requireStaff(ctx, "identity.read")
  await stateReason(ctx, access, reason)
}

/**
 * Lists checks for staff, oldest first, without their own: a page of 30 and the next cursor. Throws what `requireStaff`
 * does, `audit.reason_required`, and `cursor.invalid`.
 */
export async function listChecks(
  ctx: Ctx,
  query: DeskQuery,
  cursor: string | null,
): Promise<{ data: DeskCheck[]; next_cursor: string | null }> {
  const { user } = requireStaff(ctx, "identity.read")
  const after = cursor === null ? null : decodeKeyset(cursor, { ...query })
  await requireReason(ctx, access)
  const rows = await queries.findDesk(ctx.db, user.id, { ...query, after }, pageLength + 1)
  const { shown, next_cursor } = pageOf(rows, pageLength, ({ createdAt, id }) => ({ at: createdAt, id }), { ...query })
  const entry = { action: "identity.list", target: { kind: "identity_checks", id: query.list } } as const
  await auditReadOf(
    ctx,
    entry,
    shown.flatMap(({ userId }) => userId ?? []),
  )
  return { data: shown.map((row) => toDeskCheck(ctx, row)), next_cursor }
}

/** Whether the actor, who decides on checks, may reopen one of this status: that of a minor with `members.close` (trust-safety R3). */
function mayReopen({ actor }: Pick<Ctx, "actor">, status: CheckStatus): boolean {
  return isRefused(status) && (status !== "refused_age" || isPermitted(actor, "members.close"))
}

function toDeskCheck(ctx: Ctx, row: queries.DeskRow): DeskCheck {
  const { id, name, provider, status, checkedAt, nextCheckAt, dueReason, createdAt, firstReviewer } = row
  return {
    id,
    name,
    provider,
    status,
    checked_at: checkedAt,
    due_at: nextCheckAt,
    due_reason: dueReason,
    created_at: createdAt,
    subject: row.userId ? "member" : "depicted",
    is_confirmed_once: firstReviewer !== null && status === "processing",
    may_reopen: mayReopen(ctx, status),
    acts: trustedJson(row.acts),
  }
}

/** Returns a check of somebody else, and its subject. */
async function findActable(ctx: Ctx, staffId: string, id: string): Promise<queries.CheckRow & { subject: Subject }> {
  const row = await queries.findCheck(ctx.db, { id })
  const subject = row && subjectOf(row)
  if (!subject || row.userId === staffId) throw new AppError("request.not_found")
  return { ...row, subject }
}

async function readBack(ctx: Ctx, staffId: string, id: string): Promise<DeskCheck> {
  const [row] = await queries.findDesk(ctx.db, staffId, { id }, 1)
  if (!row) throw new AppError("request.not_found")
  return toDeskCheck(ctx, row)
}

/**
 * Confirms a check without a comparison of faces (trust-safety R5): the first confirmation awaits a second one, by
 * another member of staff, for the same name and day of birth. Whoever confirmed first may correct theirs. Throws what
 * `requireStaffProof` does, `request.not_found` also for the own check, `validation.failed` (field `birth_date`) for
 * somebody under 18, `identity.second_person`, `identity.differs`, and `conflict.changed` for a check that is not open.
 */
export async function confirmCheck(ctx: Ctx, id: string, confirmation: Confirmation): Promise<DeskCheck> {
  const { user: staff } = requireStaffProof(ctx, "identity.decide")
  const { first_name: firstName, last_name: lastName, birth_date: birthDate } = confirmation
  const row = await findActable(ctx, staff.id, id)
  if (row.provider !== "staff") throw new AppError("conflict.changed")
  const now = ctx.now()
  if (!isAdult(birthDate, now)) throw new AppError("validation.failed", { fields: { birth_date: ["under_age"] } })
  const hashes = await hashPerson(ctx, { firstName, lastName, birthDate })
  const isFirst = row.firstReviewer === null || row.firstReviewer === staff.id
  if (row.status === "pending" || (row.status === "processing" && isFirst)) {
    if (row.status === "processing" && row.personHash === hashes[0]) throw new AppError("identity.second_person")
    await confirmFirst(ctx, row, { ...confirmation, personHash: hashes[0] })
    return readBack(ctx, staff.id, id)
  }
  if (row.status !== "processing") throw new AppError("conflict.changed")
  if (row.personHash !== null && row.personHash !== hashes[0]) throw new AppError("identity.differs")
  await confirmSecond({ ...ctx, now: () => now }, row, { ...confirmation, hashes })
  return readBack(ctx, staff.id, id)
}

async function confirmFirst(
  ctx: Ctx,
  { id, status, firstReviewer }: queries.CheckRow,
  { reason, document_month: documentMonth, personHash }: Confirmation & { personHash: string },
): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "identity.decide")
  const now = ctx.now()
  const change = { status: "processing" as const, firstReviewer: staff.id, documentMonth, personHash }
  const when = firstReviewer === null ? undefined : queries.isConfirmedFirstBy(id, staff.id)
  const act = { id, kind: "confirm", reason, staffId: staff.id } as const
  const [moved] = await ctx.db.batch([
    queries.moveCheck(ctx.db, id, { ...change, from: [status], when }, now),
    audited(ctx, act),
    record(ctx, act, queries.isMovedNow(id, "processing", now)),
  ])
  if (moved.meta.changes === 0) throw new AppError("conflict.changed")
}

async function confirmSecond(
  ctx: Ctx,
  row: queries.CheckRow & { subject: Subject },
  { reason, document_month: documentMonth, hashes }: Confirmation & { hashes: [string, ...string[]] },
): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "identity.decide")
  const { id, subject, personHash } = row
  const act = { id, kind: "confirm", reason, staffId: staff.id } as const
  const facts = { secondReviewer: staff.id, liveness: false, documentMonth: documentMonth ?? row.documentMonth }
  const isDone = await settleAdult(ctx, {
    row,
    subject,
    change: { ...facts, hashes },
    before: (status) => [audited(ctx, act), record(ctx, act, queries.isMovedNow(id, status, ctx.now()))],
    when: queries.isConfirmedByAnother(id, staff.id, personHash),
  })
  if (!isDone) throw new AppError("conflict.changed")
}

/**
 * Refuses an open check without a comparison of faces: for good. Throws what `requireStaffProof` does,
 * `request.not_found`, and `conflict.changed` for any other check.
 */
export async function refuseStaffCheck(ctx: Ctx, id: string, { reason, outcome }: Refusal): Promise<DeskCheck> {
  const { user: staff } = requireStaffProof(ctx, "identity.decide")
  const row = await findActable(ctx, staff.id, id)
  if (row.provider !== "staff") throw new AppError("conflict.changed")
  const isMinor = outcome === "refused_age"
  const now = ctx.now()
  const act = { id, kind: "refuse", reason, staffId: staff.id } as const
  const isDone = await refuseCheck(
    { ...ctx, now: () => now },
    {
      row,
      subject: row.subject,
      change: { status: outcome, over18: !isMinor, reason: isMinor ? "minor" : "other_person" },
      details: isMinor ? refusals.minor : refusals.another,
      hashes: row.personHash === null ? [] : [row.personHash],
      staffId: staff.id,
      before: [audited(ctx, act), record(ctx, act, queries.isMovedNow(id, outcome, now))],
    },
  )
  if (!isDone) throw new AppError("conflict.changed")
  return readBack(ctx, staff.id, id)
}

/**
 * Revokes a verified check: a member's profile is off the site at once, until they are verified again, and so is what
 * shows a person depicted, whose consents are withdrawn. Throws what
 * `requireStaffProof` does, `request.not_found`, and `conflict.changed` for any other check.
 */
export async function revokeCheck(ctx: Ctx, id: string, { reason }: StaffReason): Promise<DeskCheck> {
  const { user: staff } = requireStaffProof(ctx, "identity.decide")
  const { subject } = await findActable(ctx, staff.id, id)
  return moveByStaff(ctx, id, subject, await planRevocation(ctx, subject, { id, reason, staffId: staff.id }))
}

/**
 * Reopens a refused check: its subject may be checked again, and a member may submit their profile again. Their media
 * remain quarantined. That of a minor takes `members.close`, since it ends the closure of an account (trust-safety R3).
 * Throws what `revokeCheck` does, and `identity.of_lead`.
 */
export async function reopenCheck(ctx: Ctx, id: string, { reason }: StaffReason): Promise<DeskCheck> {
  const actor = requireStaffProof(ctx, "identity.decide")
  const { status, subject } = await findActable(ctx, actor.user.id, id)
  if (!mayReopen(ctx, status)) throw new AppError("identity.of_lead")
  return moveByStaff(ctx, id, subject, await planReopening(ctx, subject, { id, reason, staffId: actor.user.id }))
}

/**
 * Makes a member's verified check due in 30 days, because of what links them to another case (trust-safety R4). Throws
 * what `requireStaffProof` does, `request.not_found`, and `conflict.changed` for a check that is not verified, is due by
 * then, or is of a person depicted.
 */
export async function recheckMember(ctx: Ctx, id: string, { reason }: StaffReason): Promise<DeskCheck> {
  const { user: staff } = requireStaffProof(ctx, "identity.decide")
  await findActable(ctx, staff.id, id)
  const now = ctx.now()
  const act = { id, kind: "recheck", reason, staffId: staff.id } as const
  const [moved] = await ctx.db.batch([
    queries.bringForward(ctx.db, id, now),
    auditEntry(ctx, { action: "identity.recheck", target: { kind: "identity_check", id }, reason }),
    record(ctx, act, queries.isMovedNow(id, "verified", now)),
  ])
  if (moved.meta.changes === 0) throw new AppError("conflict.changed")
  return readBack(ctx, staff.id, id)
}

/** Moves a check as planned, and notifies the member. */
async function moveByStaff(ctx: Ctx, id: string, subject: Subject, plan: PlannedMove): Promise<DeskCheck> {
  const { user: staff } = requireStaffProof(ctx, "identity.decide")
  const news =
    "userId" in subject
      ? createNotification(ctx, {
          to: subject.userId,
          type: "profile",
          subject: `identity:${subject.userId}`,
          state: "identity_due",
          reference: null,
          when: plan.isMoved,
        })
      : null
  const { moved, notified } = await batch(ctx.db, {
    before: plan.before,
    moved: plan.moved,
    audited: plan.audited,
    follow: plan.follow,
    notified: news ? news.insert : null,
  })
  if (moved.meta.changes === 0) throw new AppError("conflict.changed")
  plan.deliver()
  if (notified) news?.publish(notified)
  return readBack(ctx, staff.id, id)
}
