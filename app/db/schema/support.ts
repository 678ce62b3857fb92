import { sql } from "drizzle-orm"
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { ticketCategories, ticketPriorities, ticketStates } from "../enums"
import { users } from "./accounts"
import { id, timestamps } from "./columns"

export { ticketStates } from "../enums"

/** Support tickets, opened on the contact page. */
export const tickets = sqliteTable(
  "tickets",
  {
    id: id(),
    /** Shown to the author: `T-7K3M9QTX`. */
    reference: text().notNull().unique(),
    /** Null for a visitor. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    category: text({ enum: ticketCategories }).notNull(),
    /** A visitor's, as typed; null for a member, whose account has it. */
    name: text(),
    email: text(),
    /** The language of replies. */
    locale: text().$type<Locale>().notNull(),
    state: text({ enum: ticketStates }).notNull(),
    /** The member of staff who takes care of it; null: nobody yet. */
    assigneeId: text("assignee_id").references(() => users.id, { onDelete: "set null" }),
    priority: text({ enum: ticketPriorities }).notNull().default("normal"),
    /** Incremented by every change: a reply must be to the latest version. */
    version: integer().notNull(),
    /** Probably a bot's: stored, as that may be wrong, but sent no receipt. */
    isSuspect: integer("is_suspect", { mode: "boolean" }).notNull(),
    ...timestamps,
  },
  (table) => [
    index("tickets_user").on(table.userId, table.id),
    index("tickets_email").on(table.email),
    index("tickets_assignee").on(table.assigneeId),
    index("tickets_open").on(table.assigneeId).where(sql`state = 'open'`),
    index("tickets_queue").on(table.state, table.updatedAt, table.id),
    index("tickets_updated").on(table.updatedAt),
  ],
)

/** Who wrote a message of a ticket. */
export const ticketAuthors = ["member", "visitor", "staff"] as const

export const ticketMessages = sqliteTable(
  "ticket_messages",
  {
    id: id(),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    author: text({ enum: ticketAuthors }).notNull(),
    /** Staff member who wrote it; null for other authors, and once deleted. */
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    body: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("ticket_messages_ticket").on(table.ticketId, table.id),
    index("ticket_messages_staff").on(table.staffId),
  ],
)

/** Notes of staff on a ticket, for staff alone: never mailed, and in no export. */
export const ticketNotes = sqliteTable(
  "ticket_notes",
  {
    id: id(),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    /** Null once their account is deleted. */
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    body: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("ticket_notes_ticket").on(table.ticketId, table.id), index("ticket_notes_staff").on(table.staffId)],
)

/** Answers that staff insert into a reply. */
export const ticketAnswers = sqliteTable("ticket_answers", {
  id: id(),
  position: integer().notNull(),
  ...timestamps,
})

export const ticketAnswerTexts = sqliteTable(
  "ticket_answer_texts",
  {
    answerId: text("answer_id")
      .notNull()
      .references(() => ticketAnswers.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    title: text().notNull(),
    body: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.answerId, table.locale] })],
)
