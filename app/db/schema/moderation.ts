import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { reportCategories } from "../enums"
import { users } from "./accounts"
import { id, timestamps } from "./columns"

/** What somebody, often without an account, told us is wrong (trust-safety R13). */
export const reports = sqliteTable(
  "reports",
  {
    id: id(),
    /** What the sender quotes to us: `R-7K3M9QTX`. */
    reference: text().notNull().unique(),
    category: text({ enum: reportCategories }).notNull(),
    priority: text({ enum: ["P0", "P1", "P2", "P3"] }).notNull(),
    state: text({ enum: ["received", "no_action"] }).notNull(),
    /** Where it is, in the sender's words: an address of ours as a rule. Never a link to follow blindly. */
    about: text().notNull(),
    details: text().notNull(),
    /** Where the receipt and the decision go; null: the sender wants none. */
    email: text(),
    /** The language to answer in. */
    locale: text().$type<Locale>().notNull(),
    /** A program probably wrote it, or one address too many (P0): stored, for that may be wrong, but not answered, and it hides nothing. */
    isSuspect: integer("is_suspect", { mode: "boolean" }).notNull(),
    /** Of messages: where they were written. Staff see of a conversation what a report copied, and no more. */
    conversationId: text("conversation_id"),
    /** The picture or video that `about` names; it may be gone by now. */
    mediaId: text("media_id"),
    /** It keeps the medium hidden until staff close it (trust-safety R14). */
    hidesMedia: integer("hides_media", { mode: "boolean" }).notNull().default(false),
    closedBy: text("closed_by").references(() => users.id, { onDelete: "set null" }),
    /** Why, in the words of staff; the reporter is sent them. */
    closingReason: text("closing_reason"),
    ...timestamps,
  },
  (table) => [
    index("reports_queue").on(table.state, table.priority, table.createdAt),
    index("reports_email").on(table.email),
    index("reports_media").on(table.mediaId),
    index("reports_closed_by").on(table.closedBy),
  ],
)

/** What somebody reported of a conversation, with the five messages before and after (trust-safety R19). */
export const reportMessages = sqliteTable(
  "report_messages",
  {
    reportId: text("report_id")
      .notNull()
      .references(() => reports.id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    /** Null once they are forgotten. */
    authorId: text("author_id"),
    body: text().notNull(),
    /** Chosen by who reports; the others stand around those. */
    isChosen: integer("is_chosen", { mode: "boolean" }).notNull(),
    /** When it was written. */
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.seq] }), index("report_messages_author").on(table.authorId)],
)
