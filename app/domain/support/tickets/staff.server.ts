import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry, auditedList, auditedRead } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { createMail } from "../../mail/outbox.server"
import { createNotification } from "../../notifications/service.server"
import * as queries from "./queries.server"
import type { DeskFilter, DeskTicket, StaffReplyForm, TicketMessage } from "./schema"
import { shownMessages } from "./service.server"

const pageLength = 30

/**
 * Lists the tickets in a state for staff, longest waiting first: a page of 30 and the next cursor. Throws what
 * `requireStaff` does, and `cursor.invalid`.
 */
export async function listDeskTickets(
  ctx: Ctx,
  { state, assignee }: DeskFilter,
  cursor: string | null,
): Promise<{ data: DeskTicket[]; next_cursor: string | null }> {
  const { user } = requireStaff(ctx, "tickets.read")
  const whose = { anyone: undefined, nobody: null, me: user.id }[assignee]
  const after = cursor === null ? null : decodeKeyset(cursor, { state, assignee })
  const rows = await auditedList(
    ctx,
    { action: "ticket.list", target: { kind: "ticket", id: "list" }, filters: { state, assignee }, cursor },
    (db) => queries.findDeskTickets(db, { state, assignee: whose, after, limit: pageLength + 1, now: ctx.now() }),
  )
  const { shown, next_cursor } = pageOf(rows, pageLength, ({ id, ticket }) => ({ at: ticket.updated_at, id }), {
    state,
    assignee,
  })
  return { data: shown.map(({ ticket }) => ticket), next_cursor }
}

/**
 * Returns a ticket with its messages, for staff, and records that they were read. Throws what `requireStaff` does, and
 * `request.not_found`.
 */
export async function getDeskThread(ctx: Ctx, reference: string): Promise<DeskTicket & { messages: TicketMessage[] }> {
  requireStaff(ctx, "tickets.read")
  const thread = await auditedRead(ctx, { action: "ticket.read", target: { kind: "ticket", id: reference } }, (db) =>
    queries.findDeskThread(db, reference, shownMessages, ctx.now()),
  )
  if (!thread) throw new AppError("request.not_found")
  return thread
}

/**
 * Replies to version `version` of a ticket and mails its author. Throws what `requireStaffProof` does,
 * `request.not_found`, and `conflict.changed` if the ticket has changed.
 */
export async function replyToTicket(ctx: Ctx, reference: string, { message, version }: StaffReplyForm): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "tickets.reply")
  const { db } = ctx
  const now = ctx.now()
  const id = newId(now)
  const asRead = queries.isTicketVersion(reference, version)
  const isWritten = queries.existsMessage(db, id)
  const mail = createMail(ctx, {
    ...queries.authorOf(reference),
    template: "ticket-answer",
    data: { messageId: id },
    when: isWritten,
  })
  const notification = createNotification(ctx, {
    to: queries.memberOf(reference),
    type: "ticket",
    subject: `ticket:${reference}`,
    state: "answered",
    reference,
    when: isWritten,
  })
  const [written, , , notificationRows] = await db.batch([
    queries.insertMessage(db, asRead, { id, author: "staff", staffId: staff.id, body: message }, now),
    auditEntry(ctx, { action: "ticket.reply", target: { kind: "ticket", id: reference } }),
    mail.insert,
    notification.insert,
    queries.markAnswered(db, asRead, version, now),
  ])
  if (written.meta.changes > 0) {
    notification.publish(notificationRows)
    return mail.enqueue()
  }
  throw new AppError((await queries.isTicket(db, reference)) ? "conflict.changed" : "request.not_found")
}
