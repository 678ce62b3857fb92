import { and, eq, exists, sql } from "drizzle-orm"
import { insertSelect } from "~/db/insert-select"
import { ticketMessages, tickets, users } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaff, requireStaffProof } from "../actor/guards"
import type { Ctx } from "../context"
import { newMail } from "../mail/outbox.server"
import { newNotification } from "../notifications/service.server"
import * as queries from "./queries.server"
import type { AnswerForm, DeskTicket, TicketMessage, TicketState } from "./schema"
import { shownMessages } from "./service.server"

const pageLength = 30

/**
 * The tickets in a state, whoever waits longest first, for staff: a page of 30 and the cursor of the next. Throws what `requireStaff`
 * does, and `cursor.invalid`.
 */
export async function listDeskTickets(
  ctx: Ctx,
  state: TicketState,
  cursor: string | null,
): Promise<{ data: DeskTicket[]; next_cursor: string | null }> {
  requireStaff(ctx)
  const rows = await queries.findDeskTickets(ctx.db, state, cursor === null ? null : decode(cursor), pageLength + 1)
  const shown = rows.slice(0, pageLength)
  const last = shown.at(-1)
  return {
    data: shown.map(({ ticket }) => ticket),
    next_cursor: last && rows.length > pageLength ? `${last.ticket.updated_at.toString(36)}.${last.id}` : null,
  }
}

function decode(cursor: string): { at: number; id: string } {
  const [, at, id] = /^([0-9a-z]{1,10})\.([0-9A-Z]{26})$/.exec(cursor) ?? []
  if (!at || !id) throw new AppError("cursor.invalid")
  return { at: Number.parseInt(at, 36), id }
}

/** A ticket with what was said in it, for staff. Throws what `requireStaff` does, and `request.not_found`. */
export async function getDeskThread(ctx: Ctx, reference: string): Promise<DeskTicket & { messages: TicketMessage[] }> {
  requireStaff(ctx)
  const thread = await queries.findDeskThread(ctx.db, reference, shownMessages)
  if (!thread) throw new AppError("request.not_found")
  return thread
}

/**
 * Answers a ticket: the answer stands in its thread, and its writer gets a mail. Throws what `requireStaffProof` does, `request.not_found`,
 * and `conflict.changed` when the ticket is not as it was read (`version`).
 */
export async function answerTicket(ctx: Ctx, reference: string, { message, version }: AnswerForm): Promise<void> {
  const { user: staff } = requireStaffProof(ctx)
  const { db } = ctx
  const now = ctx.now()
  const id = newId(now)
  const asRead = and(eq(tickets.reference, reference), eq(tickets.version, version))
  const writer = (column: "email" | "locale") =>
    sql`(SELECT coalesce(u.${sql.identifier(column)}, t.${sql.identifier(column)})
      FROM ${tickets} AS t LEFT JOIN ${users} AS u ON u.id = t.user_id WHERE t.reference = ${reference})`
  const isWritten = exists(db.select({ one: sql`1` }).from(ticketMessages).where(eq(ticketMessages.id, id)))
  const mail = newMail(ctx, {
    to: writer("email"),
    locale: writer("locale"),
    template: "ticket-answer",
    data: { messageId: id },
    when: isWritten,
  })
  const news = newNotification(ctx, {
    to: sql`(SELECT user_id FROM tickets WHERE reference = ${reference})`,
    ...{ type: "ticket", subject: `ticket:${reference}`, state: "answered", reference },
    when: isWritten,
  })
  const [written, , told] = await db.batch([
    insertSelect(
      db,
      ticketMessages,
      { id, ticketId: sql`id`, author: "staff", staffId: staff.id, body: message, createdAt: now },
      sql`FROM ${tickets} WHERE ${asRead}`,
    ),
    mail.insert,
    news.insert,
    db
      .update(tickets)
      .set({ state: "answered", version: version + 1, updatedAt: now })
      .where(asRead),
  ])
  if (written.meta.changes > 0) {
    news.tell(told)
    return mail.wake()
  }
  await requireThere(ctx, reference)
  throw new AppError("conflict.changed")
}

async function requireThere(ctx: Ctx, reference: string): Promise<void> {
  const found = await ctx.db.select({ id: tickets.id }).from(tickets).where(eq(tickets.reference, reference)).limit(1)
  if (found.length === 0) throw new AppError("request.not_found")
}
