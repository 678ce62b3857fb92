import { read } from "~/db/client.server"
import { batch } from "~/db/statements/batch"
import { AppError } from "~/lib/errors"
import { addressOf } from "../../accounts/queries.server"
import { shareBan } from "../../chat/live.server"
import { isPermitted, requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry, auditedList, auditedRead } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import type { AppealState } from "../../decisions/kinds"
import { type DecisionRow, findDecision, overturn, selectDecision } from "../../decisions/queries.server"
import { composeStatement } from "../../decisions/statement.server"
import { createMail } from "../../mail/outbox.server"
import { createNotification } from "../../notifications/service.server"
import { undoDecision } from "./effects.server"
import * as queries from "./queries.server"
import type { AppealAnswer, DeskAppeal, DeskAppealLine } from "./schema"

const pageLength = 30

/**
 * Lists appeals for staff: open ones longest waiting first, the others latest first. A page of 30. Throws what
 * `requireStaff` does, and `cursor.invalid`.
 */
export async function listAppeals(
  ctx: Ctx,
  state: AppealState,
  cursor: string | null,
): Promise<{ data: DeskAppealLine[]; next_cursor: string | null }> {
  const { user: staff } = requireStaff(ctx, "appeals.read")
  const after = cursor === null ? null : decodeKeyset(cursor, { state })
  const rows = await auditedList(
    ctx,
    { action: "appeal.list", target: { kind: "appeal", id: "list" }, filters: { state }, cursor },
    (db) => queries.findAppeals(db, { state, readerId: staff.id, after }, pageLength + 1),
  )
  const { shown, next_cursor } = pageOf(
    rows,
    pageLength,
    ({ created_at, decision_id }) => ({ at: created_at, id: decision_id }),
    { state },
  )
  return {
    data: shown.map(({ reference, kind, state: of, created_at, updated_at, may_decide }) => ({
      reference,
      kind,
      state: of,
      created_at,
      decided_at: updated_at,
      may_decide: may_decide === 1,
    })),
    next_cursor,
  }
}

/** Returns an appeal with its decision, by the decision's reference. Throws what `requireStaff` does, and `request.not_found`. */
export async function getAppeal(ctx: Ctx, reference: string): Promise<DeskAppeal> {
  const { user: staff } = requireStaff(ctx, "appeals.read")
  const [decisions, [facts]] = await auditedRead(
    ctx,
    { action: "appeal.read", target: { kind: "appeal", id: reference } },
    (db) => read(db, selectDecision({ reference }), queries.selectFacts(reference, staff.id)),
  )
  const [row] = decisions
  if (!row?.appeal || !facts) throw new AppError("request.not_found")
  return {
    reference,
    kind: row.kind,
    state: row.appeal,
    created_at: row.appealed_at ?? 0,
    decided_at: facts.decided_at,
    decision: composeStatement(row, ctx.locale, ctx.now()),
    member_id: row.user_id,
    case_reference: facts.report_case,
    subject_id: row.subject_id,
    body: row.appeal_body ?? "",
    answer: row.appeal_answer,
    decided_by: facts.decided_by,
    may_decide: facts.may_decide === 1,
    may_overturn: mayOverturn(ctx, row),
  }
}

/** Whether the actor, who decides on appeals, may undo this decision: a refused identity check with `members.close` (trust-safety R3). */
function mayOverturn({ actor }: Ctx, { kind }: DecisionRow): boolean {
  return kind !== "identity_refused" || isPermitted(actor, "members.close")
}

/**
 * Decides an appeal, by another person than who decided before: `overturned` undoes the decision in the same batch, and
 * a mail gives the outcome with its reasons. Throws what `requireStaffProof` does, `request.not_found`, `identity.of_lead`,
 * `appeals.same_reviewer`, and `conflict.changed` for a decided one.
 */
export async function decideAppeal(ctx: Ctx, reference: string, { outcome, answer }: AppealAnswer): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "appeals.decide")
  const { db } = ctx
  const now = ctx.now()
  const found = await findDecision(db, { reference })
  if (!found?.appeal) throw new AppError("request.not_found")
  if (outcome === "overturned" && !mayOverturn(ctx, found)) throw new AppError("identity.of_lead")
  const isDecided = queries.isDecidedNow(found.id, { state: outcome, staffId: staff.id }, now)
  const undone =
    outcome === "overturned" ? await undoDecision(ctx, found, { staffId: staff.id, answer }, isDecided) : []
  const recipient =
    found.user_id !== null
      ? addressOf(found.user_id)
      : found.reporter !== null
        ? { to: found.reporter, locale: found.reporter_locale ?? ctx.locale }
        : null
  const mail = recipient
    ? createMail(ctx, { ...recipient, template: "appeal", data: { decisionId: found.id }, when: isDecided })
    : null
  const news =
    found.user_id !== null
      ? createNotification(ctx, {
          to: found.user_id,
          type: "decision",
          subject: `decision:${found.id}`,
          state: outcome,
          reference,
          when: isDecided,
        })
      : null
  const { decided, notified } = await batch(db, {
    decided: queries.decideAppeal(db, found.id, { state: outcome, answer, staffId: staff.id }, now),
    audited: auditEntry(ctx, {
      action: outcome === "overturned" ? "appeal.overturn" : "appeal.uphold",
      target: { kind: "appeal", id: reference },
    }),
    overturned: outcome === "overturned" ? overturn(db, found.id, isDecided, now) : null,
    undone,
    mailed: mail?.insert ?? null,
    notified: news?.insert ?? null,
  })
  if (decided.meta.changes === 0) throw await refusalOf(ctx, reference, staff.id)
  mail?.enqueue()
  if (notified) news?.publish(notified)
  if (outcome === "overturned" && found.kind === "member_closed" && found.user_id) await shareBan(ctx, found.user_id)
}

async function refusalOf(ctx: Ctx, reference: string, staffId: string): Promise<AppError> {
  const [[facts]] = await read(ctx.db, queries.selectFacts(reference, staffId))
  return new AppError(facts?.may_decide === 0 ? "appeals.same_reviewer" : "conflict.changed")
}
