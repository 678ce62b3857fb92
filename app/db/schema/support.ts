import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { ticketCategories } from "../enums"
import { users } from "./accounts"
import { id, timestamps } from "./columns"

export const ticketStates = ["open", "answered", "closed"] as const

/** A conversation with us that somebody began on the contact page. */
export const tickets = sqliteTable(
  "tickets",
  {
    id: id(),
    /** What its writer quotes to us: `T-7K3M9QTX`. */
    reference: text().notNull().unique(),
    /** Null: a visitor wrote it. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    category: text({ enum: ticketCategories }).notNull(),
    /** A visitor's, as typed; null for a member, whose account knows. */
    name: text(),
    email: text(),
    /** The language to answer in. */
    locale: text().$type<Locale>().notNull(),
    state: text({ enum: ticketStates }).notNull(),
    /** Raised by every change: who answers must have read the latest. */
    version: integer().notNull(),
    /** A program probably wrote it: kept, for it may be wrong to think so, but not answered by itself. */
    isSuspect: integer("is_suspect", { mode: "boolean" }).notNull(),
    ...timestamps,
  },
  (table) => [
    index("tickets_user").on(table.userId, table.id),
    index("tickets_email").on(table.email),
    index("tickets_queue").on(table.state, table.updatedAt, table.id),
    index("tickets_updated").on(table.updatedAt),
  ],
)

export const ticketMessages = sqliteTable(
  "ticket_messages",
  {
    id: id(),
    ticketId: text("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    author: text({ enum: ["member", "visitor", "staff"] }).notNull(),
    /** Who of the staff wrote it; null for anybody else's, and once they are gone. */
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    body: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("ticket_messages_ticket").on(table.ticketId, table.id),
    index("ticket_messages_staff").on(table.staffId),
  ],
)
