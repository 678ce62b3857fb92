import { sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { KeysetPlace } from "../shared/keyset-cursor"
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

const seenByStaff = sql`t.reference, t.category, t.state, t.created_at, t.updated_at, t.version, t.locale,
  coalesce(u.name, t.name, '') AS name, coalesce(u.email, t.email, '') AS email,
  t.user_id IS NOT NULL AS is_member, t.is_suspect
  FROM tickets AS t LEFT JOIN users AS u ON u.id = t.user_id`

type DeskRow = Omit<DeskTicket, "is_member" | "is_suspect"> & { id: string; is_member: number; is_suspect: number }

const toDeskTicket = ({ id: _, ...row }: DeskRow): DeskTicket => ({
  ...row,
  is_member: row.is_member === 1,
  is_suspect: row.is_suspect === 1,
})

/** Returns the tickets in a state, longest waiting first. */
export async function findDeskTickets(db: Database, state: TicketState, after: KeysetPlace | null, limit: number) {
  const beyond = after === null ? sql`1` : sql`(t.updated_at, t.id) > (${after.at}, ${after.id})`
  const [rows] = await read(
    db,
    sql<DeskRow>`SELECT t.id, ${seenByStaff}
      WHERE t.state = ${state} AND ${beyond} ORDER BY t.updated_at, t.id LIMIT ${limit}`,
  )
  return rows.map((row) => ({ id: row.id, ticket: toDeskTicket(row) }))
}

/** Returns any ticket with its newest messages, for staff: one round trip. */
export async function findDeskThread(db: Database, reference: string, limit: number) {
  const [[row], messages] = await read<[DeskRow, TicketMessage]>(
    db,
    sql<DeskRow>`SELECT t.id, ${seenByStaff} WHERE t.reference = ${reference}`,
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
