import { and, eq, exists, sql } from "drizzle-orm"
import { insertSelect } from "~/db/insert-select"
import { ticketMessages, tickets, users } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaff, requireStaffProof } from "../actor/guards"
import type { Ctx } from "../context"
import { createMail } from "../mail/outbox.server"
import { createNotification } from "../notifications/service.server"
import { decodeKeyset, pageOf } from "../shared/keyset-cursor"
import * as queries from "./queries.server"
import type { DeskTicket, StaffReplyForm, TicketMessage, TicketState } from "./schema"
import { shownMessages } from "./service.server"

const pageLength = 30

/**
 * Lists the tickets in a state for staff, longest waiting first: a page of 30 and the next cursor. Throws what
 * `requireStaff` does, and `cursor.invalid`.
 */
export async function listDeskTickets(
  ctx: Ctx,
  state: TicketState,
  cursor: string | null,
): Promise<{ data: DeskTicket[]; next_cursor: string | null }> {
  requireStaff(ctx)
  const rows = await queries.findDeskTickets(
    ctx.db,
    state,
    cursor === null ? null : decodeKeyset(cursor),
    pageLength + 1,
  )
  const { shown, next_cursor } = pageOf(rows, pageLength, ({ id, ticket }) => ({ at: ticket.updated_at, id }))
  return { data: shown.map(({ ticket }) => ticket), next_cursor }
}

/** Returns a ticket with its messages, for staff. Throws what `requireStaff` does, and `request.not_found`. */
export async function getDeskThread(ctx: Ctx, reference: string): Promise<DeskTicket & { messages: TicketMessage[] }> {
  requireStaff(ctx)
  const thread = await queries.findDeskThread(ctx.db, reference, shownMessages)
  if (!thread) throw new AppError("request.not_found")
  return thread
}

/**
 * Replies to version `version` of a ticket and mails its author. Throws what `requireStaffProof` does,
 * `request.not_found`, and `conflict.changed` if the ticket has changed.
 */
export async function replyToTicket(ctx: Ctx, reference: string, { message, version }: StaffReplyForm): Promise<void> {
  const { user: staff } = requireStaffProof(ctx)
  const { db } = ctx
  const now = ctx.now()
  const id = newId(now)
  const asRead = and(eq(tickets.reference, reference), eq(tickets.version, version))
  const writer = (column: "email" | "locale") =>
    sql`(SELECT coalesce(u.${sql.identifier(column)}, t.${sql.identifier(column)})
      FROM ${tickets} AS t LEFT JOIN ${users} AS u ON u.id = t.user_id WHERE t.reference = ${reference})`
  const isWritten = exists(db.select({ one: sql`1` }).from(ticketMessages).where(eq(ticketMessages.id, id)))
  const mail = createMail(ctx, {
    to: writer("email"),
    locale: writer("locale"),
    template: "ticket-answer",
    data: { messageId: id },
    when: isWritten,
  })
  const notification = createNotification(ctx, {
    to: sql`(SELECT user_id FROM tickets WHERE reference = ${reference})`,
    ...{ type: "ticket", subject: `ticket:${reference}`, state: "answered", reference },
    when: isWritten,
  })
  const [written, , notificationRows] = await db.batch([
    insertSelect(
      db,
      ticketMessages,
      { id, ticketId: sql`id`, author: "staff", staffId: staff.id, body: message, createdAt: now },
      sql`FROM ${tickets} WHERE ${asRead}`,
    ),
    mail.insert,
    notification.insert,
    db
      .update(tickets)
      .set({ state: "answered", version: version + 1, updatedAt: now })
      .where(asRead),
  ])
  if (written.meta.changes > 0) {
    notification.publish(notificationRows)
    return mail.enqueue()
  }
  await requireThere(ctx, reference)
  throw new AppError("conflict.changed")
}

async function requireThere(ctx: Ctx, reference: string): Promise<void> {
  const found = await ctx.db.select({ id: tickets.id }).from(tickets).where(eq(tickets.reference, reference)).limit(1)
  if (found.length === 0) throw new AppError("request.not_found")
}
