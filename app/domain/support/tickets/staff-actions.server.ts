import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { isPermitted, requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { fillPlaceholders } from "./placeholders"
import * as queries from "./queries.server"
import type { TicketChange, TicketSide } from "./schema"
import * as deskQueries from "./staff-queries.server"

/**
 * Returns what stands beside a ticket, for staff; its prepared answers are filled in, and its member's plan is null
 * without the permission to read billing. The entry of `getDeskThread`, with which it is read, stands for both. Throws
 * what `requireStaff` does.
 */
export async function getTicketSide(ctx: Ctx, reference: string): Promise<TicketSide> {
  const actor = requireStaff(ctx, "tickets.read")
  const { member, others, author, ...found } = await deskQueries.findTicketSide(
    ctx.db,
    reference,
    ctx.locale,
    ctx.now(),
  )
  const values = { name: author, reference, site: ctx.site.name }
  const answers = found.answers.map((answer) => ({ ...answer, body: fillPlaceholders(answer.body, values) }))
  const side = { ...found, answers }
  if (!member) return { ...side, member: null }
  const { id, joined_at, plan, plan_name, status, profile_id, profile_name, profile_state } = member
  return {
    ...side,
    member: {
      id,
      joined_at,
      tickets: others,
      plan: plan && status && isPermitted(actor, "billing.read") ? { type: plan, name: plan_name, status } : null,
      profile: profile_id === null ? null : { id: profile_id, name: profile_name ?? "", state: profile_state ?? "" },
    },
  }
}

/**
 * Assigns version `version` of a ticket, or changes its priority or state. Throws what `requireStaffProof` does,
 * `request.not_found`, also for an assignee who may not reply, and `conflict.changed` if the ticket has changed.
 */
export async function changeTicket(ctx: Ctx, reference: string, change: TicketChange): Promise<void> {
  requireStaffProof(ctx, "tickets.reply")
  const { db } = ctx
  const now = ctx.now()
  const { version, assignee_id: assigneeId, priority, state } = change
  const isKnown = deskQueries.mayHave(assigneeId ?? null, now)
  const asRead = queries.isTicketVersion(reference, version)
  // Only a change of state is news to the author, and moves the ticket in the list.
  const moved = state === undefined ? {} : { state, updatedAt: now }
  const details = { ...(assigneeId !== undefined && { assignee: assigneeId }), ...(priority && { priority }) }
  const [changed] = await db.batch([
    deskQueries.updateTicket(db, { which: asRead, version, change: { assigneeId, priority, ...moved }, when: isKnown }),
    auditEntry(ctx, {
      action: "ticket.change",
      target: { kind: "ticket", id: reference },
      details: { ...details, ...(state && { state }) },
    }),
  ])
  if (changed.meta.changes > 0) return
  const thread = await queries.findDeskThread(db, reference, 0, now)
  throw new AppError(thread && thread.version !== version ? "conflict.changed" : "request.not_found")
}

/** Adds an internal note to a ticket. Throws what `requireStaffProof` does, and `request.not_found`. */
export async function addNote(ctx: Ctx, reference: string, body: string): Promise<void> {
  const { user } = requireStaffProof(ctx, "tickets.reply")
  const now = ctx.now()
  const note = { id: newId(now), staffId: user.id, body, createdAt: now }
  const [written] = await ctx.db.batch([
    deskQueries.insertNote(ctx.db, reference, note),
    auditEntry(ctx, { action: "ticket.note", target: { kind: "ticket", id: reference }, details: { note: note.id } }),
  ])
  if (written.meta.changes === 0) throw new AppError("request.not_found")
}
