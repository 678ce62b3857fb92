import { and, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { ticketNotes, tickets } from "~/db/schema"
import type { stripeStatuses } from "~/db/schema/billing"
import { insertSelect } from "~/db/statements/insert-select"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { mayReply } from "./queries.server"
import type { CannedAnswer, Ticket, TicketMember, TicketNote } from "./schema"

const memberOf = (reference: string) => sql`(SELECT user_id FROM tickets WHERE reference = ${reference})`

const noProfile = { profile_id: null, profile_name: null, profile_state: null }

const maxNotes = 200
const maxTickets = 5
const maxStaff = 200

interface MemberRow {
  id: string
  joined_at: number
  plan: string | null
  plan_name: string | null
  status: (typeof stripeStatuses)[number] | null
}

interface MemberProfile {
  profile_id: string
  profile_name: string
  profile_state: string
}

/** Returns what stands beside a ticket, the prepared answers in its language: one round trip. */
export async function findTicketSide(db: Database, reference: string, locale: Locale, now: number) {
  const writerLocale = sql`(SELECT coalesce(u.locale, t.locale) FROM tickets AS t LEFT JOIN users AS u ON u.id = t.user_id
          WHERE t.reference = ${reference})`
  const [notes, answers, staff, [member], [profile], others, [author]] = await read<
    [
      TicketNote,
      CannedAnswer,
      { id: string; name: string },
      MemberRow,
      MemberProfile,
      TicketMember["tickets"][number],
      { name: string },
    ]
  >(
    db,
    sql<TicketNote>`SELECT n.id, u.name AS author, n.body, n.created_at
      FROM ticket_notes AS n LEFT JOIN users AS u ON u.id = n.staff_id
      WHERE n.ticket_id = (SELECT id FROM tickets WHERE reference = ${reference}) ORDER BY n.id LIMIT ${maxNotes}`,
    sql<CannedAnswer>`SELECT a.id, x.title, x.body FROM ticket_answers AS a
      JOIN ticket_answer_texts AS x ON x.answer_id = a.id
        AND x.locale = ${textLanguage("ticket_answer_texts", sql`a.id`, writerLocale)}
      ORDER BY a.position, a.id`,
    sql<{ id: string; name: string }>`SELECT id, name FROM users
      WHERE ${mayReply(sql`users.id`, now)} ORDER BY name LIMIT ${maxStaff}`,
    sql<MemberRow>`SELECT u.id, u.created_at AS joined_at, s.type AS plan, s.stripe_status AS status,
        (SELECT x.name FROM prices AS c JOIN plan_texts AS x ON x.plan_id = c.plan_id AND x.locale = ${textLanguage("plan_texts", sql`c.plan_id`, locale)}
          WHERE c.stripe_price = s.stripe_price) AS plan_name
      FROM users AS u LEFT JOIN subscriptions AS s ON s.user_id = u.id
      WHERE u.id = ${memberOf(reference)} ORDER BY s.created_at DESC LIMIT 1`,
    sql<MemberProfile>`SELECT id AS profile_id, name AS profile_name, state AS profile_state
      FROM profiles WHERE owner_id = ${memberOf(reference)}`,
    sql<Ticket>`SELECT reference, category, state, created_at FROM tickets
      WHERE user_id = ${memberOf(reference)} AND reference <> ${reference} ORDER BY id DESC LIMIT ${maxTickets}`,
    sql<{ name: string }>`SELECT coalesce(u.name, t.name, '') AS name
      FROM tickets AS t LEFT JOIN users AS u ON u.id = t.user_id WHERE t.reference = ${reference}`,
  )
  return {
    notes,
    answers,
    staff,
    member: member ? { ...member, ...(profile ?? noProfile) } : null,
    others,
    author: author?.name ?? "",
  }
}

/** SQL condition: a ticket may be assigned to this user: to nobody, or to staff who may reply. */
export const mayHave = (id: string | null, now: number) => (id === null ? sql`true` : mayReply(sql`${id}`, now))

type Change = Partial<Pick<typeof tickets.$inferInsert, "assigneeId" | "priority" | "state" | "updatedAt">>

/** Returns a statement that changes the ticket that `which` selects, if `when` holds. */
export function updateTicket(
  db: Database,
  { which, version, change, when }: { which: SQL | undefined; version: number; change: Change; when: SQL },
) {
  return db
    .update(tickets)
    .set({ ...change, version: version + 1 })
    .where(and(which, when))
}

/** Returns a statement that adds a note to a ticket. */
export function insertNote(
  db: Database,
  reference: string,
  note: Pick<typeof ticketNotes.$inferInsert, "id" | "staffId" | "body" | "createdAt">,
) {
  return insertSelect(db, ticketNotes, { ...note, ticketId: sql`id` }, sql`FROM tickets WHERE reference = ${reference}`)
}
