import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { helpStates, type ProfileTextName, reportCategories, reportPriorities, reportStates } from "../../enums"
import { users } from "../accounts"
import { enumCheck, id, timestamps } from "../columns"
import { cases } from "./cases"

/** Reports of abuse, often without an account (trust-safety R13). */
export const reports = sqliteTable(
  "reports",
  {
    id: id(),
    /** Shown to the reporter: `R-7K3M9QTX`. */
    reference: text().notNull().unique(),
    /** The case that it belongs to, which staff decide. A trigger opens one for a report without. */
    caseId: text("case_id").references(() => cases.id, { onDelete: "cascade" }),
    category: text({ enum: reportCategories }).notNull(),
    priority: text({ enum: reportPriorities }).notNull(),
    /** `actioned`: closed, and what it was about stays hidden. */
    state: text({ enum: reportStates }).notNull(),
    /** The reported page, as typed: usually one of our URLs. Never follow it blindly. */
    about: text().notNull(),
    details: text().notNull(),
    /** Address for receipt and decision; null for an anonymous report. */
    email: text(),
    /** The language of replies. */
    locale: text().$type<Locale>().notNull(),
    /**
     * Probably a bot's, or one of too many P0 reports of an address. Stored, as that may be wrong, but not replied to,
     * and it hides nothing.
     */
    isSuspect: integer("is_suspect", { mode: "boolean" }).notNull(),
    /** The conversation of reported messages. Staff see only the messages that a report copied. */
    conversationId: text("conversation_id"),
    /** The picture or video that `about` names; it may have been deleted. */
    mediaId: text("media_id"),
    /** Hides the media item until staff close the report (trust-safety R14). */
    hidesMedia: integer("hides_media", { mode: "boolean" }).notNull().default(false),
    /** The profile whose page `about` names; null for a picture's, and for any other page. */
    profileId: text("profile_id"),
    /** Hides the whole profile until staff close the report: only for a minor, or danger to life. */
    hidesProfile: integer("hides_profile", { mode: "boolean" }).notNull().default(false),
    /** The text of the profile that is meant, where who reports says so. */
    profileText: text("profile_text").$type<ProfileTextName>(),
    /** Hides that text until staff close the report. */
    hidesText: integer("hides_text", { mode: "boolean" }).notNull().default(false),
    /** Read by nothing: cases have deadlines. */
    dueAt: integer("due_at").notNull().default(0),
    alertedAt: integer("alerted_at"),
    /** Whether a check of the site's own wrote it, and nobody sent it. */
    isOwn: integer("is_own", { mode: "boolean" }).notNull().default(false),
    /** The member who reported, logged in and not anonymously. */
    reporterId: text("reporter_id").references(() => users.id, { onDelete: "set null" }),
    /** Staff dismissed it as manifestly unfounded (trust-safety R38). */
    isUnfounded: integer("is_unfounded", { mode: "boolean" }).notNull().default(false),
    closedBy: text("closed_by").references(() => users.id, { onDelete: "set null" }),
    /** Staff's reasons, which are sent to the reporter. */
    closingReason: text("closing_reason"),
    ...timestamps,
  },
  (table) => [
    index("reports_queue").on(table.state, table.priority, table.createdAt),
    index("reports_case").on(table.caseId, table.state),
    index("reports_email").on(table.email),
    index("reports_media").on(table.mediaId),
    index("reports_profile").on(table.profileId),
    index("reports_closed_by").on(table.closedBy),
    index("reports_reporter").on(table.reporterId, table.isUnfounded),
  ],
)

/** Reported messages, with the five before and after each (trust-safety R19). */
export const reportMessages = sqliteTable(
  "report_messages",
  {
    reportId: text("report_id")
      .notNull()
      .references(() => reports.id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    /** Null once the author is erased. */
    authorId: text("author_id"),
    body: text().notNull(),
    /** Chosen by the reporter; the others are context. */
    isChosen: integer("is_chosen", { mode: "boolean" }).notNull(),
    /** When the message was sent. */
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.seq] }), index("report_messages_author").on(table.authorId)],
)

/**
 * Answers to the question in confidence (trust-safety R22). Answers are encrypted, and padded to one length; the state is in plain
 * text, since the queue is listed by it.
 */
export const helpRequests = sqliteTable(
  "help_requests",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    answerSealed: text("answer_sealed").notNull(),
    state: text({ enum: helpStates }).notNull(),
    /** Encrypted, written by the trust lead; null while it is open. */
    noteSealed: text("note_sealed"),
    closedBy: text("closed_by").references(() => users.id, { onDelete: "set null" }),
    ...timestamps,
  },
  (table) => [
    index("help_requests_queue").on(table.state, table.createdAt, table.id),
    index("help_requests_user").on(table.userId),
    index("help_requests_closed_by").on(table.closedBy),
    enumCheck(table.state),
  ],
)
