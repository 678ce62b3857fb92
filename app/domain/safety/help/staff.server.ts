import { parseJson } from "~/db/statements/json"
import { describeError } from "~/lib/describe-error"
import { AppError } from "~/lib/errors"
import { requireStaff, requireStaffProof } from "../../core/actor/guards"
import { type ReasonedAccess, requireReason, stateReason } from "../../core/audit/access-reason.server"
import { auditEntry, auditRead } from "../../core/audit/entries.server"
import type { AccessReason } from "../../core/audit/schema"
import type { Ctx } from "../../core/context"
import { dueAt } from "../../core/deadlines/deadlines"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { answerPurpose } from "./help.server"
import * as queries from "./queries.server"
import { type HelpNote, type HelpQuery, type HelpRequest, StoredAnswer } from "./schema"

const pageLength = 30

const access: ReasonedAccess = { action: "help.access", target: { kind: "help_requests", id: "desk" } }
const notePurpose = (id: string) => `help-note ${id}`

/** Records why the actor reads requests, for an hour (trust-safety R22, R25). Throws what `requireStaff` does. */
export async function openHelpDesk(ctx: Ctx, { reason }: AccessReason): Promise<void> {
  requireStaff(ctx, "help.read")
  await stateReason(ctx, access, reason)
}

/**
 * Lists what people asked in confidence, longest waiting first, without the actor's own: a page of 30 and the next cursor. Throws what
 * `requireStaff` does, `audit.reason_required`, and `cursor.invalid`.
 */
export async function listHelpRequests(
  ctx: Ctx,
  { state }: HelpQuery,
  cursor: string | null,
): Promise<{ data: HelpRequest[]; next_cursor: string | null }> {
  const { user } = requireStaff(ctx, "help.read")
  const after = cursor === null ? null : decodeKeyset(cursor, { state })
  await requireReason(ctx, access)
  await auditRead(ctx, { action: "help.list", target: { kind: "help_requests", id: state } })
  const rows = await queries.findRequests(ctx.db, { state, readerId: user.id, after }, pageLength + 1)
  const place = ({ created_at: at, id }: queries.HelpRow) => ({ at, id })
  const { shown, next_cursor } = pageOf(rows, pageLength, place, { state })
  return { data: await Promise.all(shown.map((row) => toRequest(ctx, row))), next_cursor }
}

async function toRequest(ctx: Pick<Ctx, "secrets">, row: queries.HelpRow): Promise<HelpRequest> {
  const { id, user_id, name, state, created_at } = row
  const stored = await readAnswer(ctx, row).catch((error: unknown) => {
    console.error(JSON.stringify({ level: "error", event: "help.unreadable", request: id, ...describeError(error) }))
    return null
  })
  return {
    id,
    answer: stored?.answer ?? null,
    message: stored?.message ?? "",
    state,
    member: { id: user_id, name },
    note: row.note_sealed === null ? null : await ctx.secrets.open(row.note_sealed, notePurpose(id)),
    created_at,
    due_at: state === "open" ? dueAt("P1", created_at) : null,
  }
}

async function readAnswer(
  ctx: Pick<Ctx, "secrets">,
  { answer_sealed, user_id }: queries.HelpRow,
): Promise<StoredAnswer> {
  return parseJson(StoredAnswer, await ctx.secrets.open(answer_sealed, answerPurpose(user_id)))
}

/**
 * Closes an open request with a note of what was done. The audit log names the request, and neither its member nor the note. Throws what
 * `requireStaffProof` does, `audit.reason_required`, `request.not_found` also for the actor's own, and `conflict.changed` for a closed one.
 */
export async function closeHelpRequest(ctx: Ctx, id: string, { note }: HelpNote): Promise<void> {
  const { user } = requireStaffProof(ctx, "help.read")
  await requireReason(ctx, access)
  const noteSealed = await ctx.secrets.seal(note, notePurpose(id))
  const [closed] = await ctx.db.batch([
    queries.closeRequest(ctx.db, { id, staffId: user.id, noteSealed }, ctx.now()),
    auditEntry(ctx, { action: "help.close", target: { kind: "help_request", id } }),
  ])
  if (closed.meta.changes > 0) return
  const state = await queries.findState(ctx.db, id, user.id)
  throw new AppError(state === null ? "request.not_found" : "conflict.changed")
}
