import { and, eq, exists, lt, ne, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { ticketMessages, tickets, users } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import { hasAnyRole } from "../../accounts/staff/grant-queries.server"
import { rolesWith } from "../../core/actor/roles"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"
import type { DeskTicket, Ticket, TicketMessage, TicketState } from "./schema"

const listed = sql`reference, category, state, created_at, updated_at`

/** Returns a member's tickets, newest first, older than `before` (an id). */
export async function findTickets(db: Database, userId: string, before: string | null, limit: number) {
  const beyond = before === null ? sql`1` : sql`id < ${before}`
  const [rows] = await read(
    db,
    sql<Ticket & { id: string }>`SELECT id, ${listed} FROM tickets
      WHERE user_id = ${userId} AND ${beyond} ORDER BY id DESC LIMIT ${limit}`,
  )
  return rows
}

/** Returns one of a member's tickets with its newest messages, or null: one round trip. */
export async function findThread(db: Database, userId: string, reference: string, limit: number) {
  const [[ticket], messages] = await read<[Ticket, TicketMessage]>(
    db,
    sql<Ticket>`SELECT ${listed} FROM tickets WHERE reference = ${reference} AND user_id = ${userId}`,
    selectMessages(sql`SELECT id FROM tickets WHERE reference = ${reference} AND user_id = ${userId}`, limit),
  )
  return ticket ? { ...ticket, messages: messages.reverse() } : null
}

/** SQL condition: the user may reply to tickets at `now`. A ticket assigned to anybody else is nobody's. */
export const mayReply = (userId: SQL, now: number) => hasAnyRole(userId, rolesWith("tickets.reply"), now)

const seenByStaff = (
  now: number,
) => sql`t.reference, t.category, t.state, t.created_at, t.updated_at, t.version, t.locale,
  coalesce(u.name, t.name, '') AS name, coalesce(u.email, t.email, '') AS email,
  t.user_id IS NOT NULL AS is_member, t.is_suspect, t.priority, a.id AS assignee_id, a.name AS assignee
  FROM tickets AS t LEFT JOIN users AS u ON u.id = t.user_id
  LEFT JOIN users AS a ON a.id = t.assignee_id AND ${mayReply(sql`a.id`, now)}`

type DeskRow = Omit<DeskTicket, "is_member" | "is_suspect"> & { id: string; is_member: number; is_suspect: number }

const toDeskTicket = ({ id: _, ...row }: DeskRow): DeskTicket => ({
  ...row,
  is_member: row.is_member === 1,
  is_suspect: row.is_suspect === 1,
})

interface TicketSearch {
  state: TicketState
  assignee: string | null | undefined
  after: KeysetPlace | null
  limit: number
  now: number
}

/** Returns the tickets in a state, longest waiting first; with an assignee only theirs, with null those of nobody. */
export async function findDeskTickets(db: Database, { state, assignee, after, limit, now }: TicketSearch) {
  const beyond = after === null ? sql`1` : sql`(t.updated_at, t.id) > (${after.at}, ${after.id})`
  const ofAssignee = assignee === undefined ? sql`1` : sql`a.id IS ${assignee}`
  const [rows] = await read(
    db,
    sql<DeskRow>`SELECT t.id, ${seenByStaff(now)}
      WHERE t.state = ${state} AND ${ofAssignee} AND ${beyond} ORDER BY t.updated_at, t.id LIMIT ${limit}`,
  )
  return rows.map((row) => ({ id: row.id, ticket: toDeskTicket(row) }))
}

/** Returns any ticket with its newest messages, for staff: one round trip. */
export async function findDeskThread(db: Database, reference: string, limit: number, now: number) {
  const [[row], messages] = await read<[DeskRow, TicketMessage]>(
    db,
    sql<DeskRow>`SELECT t.id, ${seenByStaff(now)} WHERE t.reference = ${reference}`,
    selectMessages(sql`SELECT id FROM tickets WHERE reference = ${reference}`, limit),
  )
  return row ? { ...toDeskTicket(row), messages: messages.reverse() } : null
}

function selectMessages(ticketId: ReturnType<typeof sql>, limit: number) {
  return sql<TicketMessage>`SELECT id, author, body, created_at FROM ticket_messages
    WHERE ticket_id = (${ticketId}) ORDER BY id DESC LIMIT ${limit}`
}

/** Returns a staff reply with its ticket's reference, or null once deleted. */
export async function findReply(db: Database, messageId: string) {
  const [[row]] = await read(
    db,
    sql<{ reference: string; body: string; is_member: number }>`
      SELECT t.reference, m.body, t.user_id IS NOT NULL AS is_member
      FROM ticket_messages AS m JOIN tickets AS t ON t.id = m.ticket_id WHERE m.id = ${messageId}`,
  )
  return row ?? null
}

/** SQL condition on `tickets`: this one is the member's. */
export function isTicketOf(userId: string, reference: string) {
  return and(eq(tickets.reference, reference), eq(tickets.userId, userId))
}

/** SQL condition on `tickets`: this one still has this version. */
export function isTicketVersion(reference: string, version: number) {
  return and(eq(tickets.reference, reference), eq(tickets.version, version))
}

/** SQL condition: the message was written. */
export function existsMessage(db: Database, id: string): SQL {
  return exists(db.select({ one: sql`1` }).from(ticketMessages).where(eq(ticketMessages.id, id)))
}

/** SQL expressions of the e-mail and the language of a ticket's author, for their mails. */
export function authorOf(reference: string): { to: SQL; locale: SQL } {
  const of = (column: "email" | "locale") =>
    sql`(SELECT coalesce(u.${sql.identifier(column)}, t.${sql.identifier(column)})
      FROM ${tickets} AS t LEFT JOIN ${users} AS u ON u.id = t.user_id WHERE t.reference = ${reference})`
  return { to: of("email"), locale: of("locale") }
}

/** SQL id of the member who opened a ticket; null for a visitor. */
export function memberOf(reference: string): SQL {
  return sql`(SELECT user_id FROM tickets WHERE reference = ${reference})`
}

/** Returns a statement that selects the id of the ticket that `which` selects. */
export function selectTicketId(db: Database, which: SQL | undefined) {
  return db.select({ id: tickets.id }).from(tickets).where(which).limit(1)
}

export async function isTicket(db: Database, reference: string): Promise<boolean> {
  const found = await selectTicketId(db, eq(tickets.reference, reference))
  return found.length > 0
}

type NewTicket = Omit<typeof tickets.$inferInsert, "state" | "version" | "createdAt" | "updatedAt">

/** Returns a statement that inserts an open ticket. */
export function insertTicket(db: Database, ticket: NewTicket, now: number) {
  return db.insert(tickets).values({ ...ticket, state: "open", version: 1, createdAt: now, updatedAt: now })
}

/** Returns a statement that inserts the first message of a ticket. */
export function insertFirstMessage(db: Database, message: typeof ticketMessages.$inferInsert) {
  return db.insert(ticketMessages).values(message)
}

type NewMessage = Pick<typeof ticketMessages.$inferInsert, "id" | "author" | "staffId" | "body">

/** Returns a statement that inserts a message into the ticket that `which` selects. */
export function insertMessage(db: Database, which: SQL | undefined, message: NewMessage, now: number) {
  return insertSelect(
    db,
    ticketMessages,
    { ...message, ticketId: sql`id`, createdAt: now },
    sql`FROM ${tickets} WHERE ${which}`,
  )
}

/** Returns a statement that reopens the ticket that `which` selects. */
export function reopenTicket(db: Database, which: SQL | undefined, now: number) {
  return db
    .update(tickets)
    .set({ state: "open", version: sql`${tickets.version} + 1`, updatedAt: now })
    .where(which)
}

/** Returns a statement that closes the ticket that `which` selects, unless it is closed. */
export function markClosed(db: Database, which: SQL | undefined, now: number) {
  return db
    .update(tickets)
    .set({ state: "closed", version: sql`${tickets.version} + 1`, updatedAt: now })
    .where(and(which, ne(tickets.state, "closed")))
}

/** Returns a statement that marks the ticket that `which` selects as answered, as its next version. */
export function markAnswered(db: Database, which: SQL | undefined, version: number, now: number) {
  return db
    .update(tickets)
    .set({ state: "answered", version: version + 1, updatedAt: now })
    .where(which)
}

/** Deletes the tickets without a message since `before` (epoch ms). */
export function deleteTicketsBefore(db: Database, before: number) {
  return deleteAtMost(db, tickets, lt(tickets.updatedAt, before))
}
