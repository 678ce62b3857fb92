import { sql } from "drizzle-orm"
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { caseStates, caseSubjects, type ProfileTextName, reportCategories, reportPriorities } from "../../enums"
import { users } from "../accounts"
import { enumCheck, id, timestamps } from "../columns"

/** Cases of the reports about one subject: staff decide a case, and its reports end with it (trust-safety R13). A subject has one open case at most. */
export const cases = sqliteTable(
  "cases",
  {
    /** In the app that of the report that opened it. */
    id: id(),
    /** Shown to staff: `C-7K3M9QTX`. */
    reference: text().notNull().unique(),
    subjectKind: text("subject_kind", { enum: caseSubjects }).notNull(),
    /** Its id; of an address the id of the case, or the address itself where a check of the site's own names it. */
    subjectId: text("subject_id").notNull(),
    /** The text of the profile that it is about; empty: the whole subject. */
    profileText: text("profile_text").$type<ProfileTextName | "">().notNull().default(""),
    /** The member whom it is about; null for an unknown one, and once they are erased. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The profile that the subject is, or belongs to. It may have been deleted. */
    profileId: text("profile_id"),
    /** Category and priority of its most urgent report. */
    category: text({ enum: reportCategories }).notNull(),
    priority: text({ enum: reportPriorities }).notNull(),
    state: text({ enum: caseStates }).notNull(),
    /** When it has to be decided (trust-safety R14): the earliest of its reports' deadlines, moved on by the pauses. */
    dueAt: integer("due_at").notNull(),
    /** Until when the deadline is paused at most, while somebody is asked: `dueAt` includes it. Null, or past: it is not. */
    pausedUntil: integer("paused_until"),
    /** When the leads were last alerted that it is due; null: never, or not since it is more urgent. */
    alertedAt: integer("alerted_at"),
    /** All its reports are probably a bot's. */
    isSuspect: integer("is_suspect", { mode: "boolean" }).notNull(),
    /** The staff member who works on it, until `claimedUntil` (epoch ms). */
    claimedBy: text("claimed_by").references(() => users.id, { onDelete: "set null" }),
    claimedUntil: integer("claimed_until"),
    closedBy: text("closed_by").references(() => users.id, { onDelete: "set null" }),
    /** Staff's reasons, which are sent to who reported. */
    closingReason: text("closing_reason"),
    /** Staff dismissed it as manifestly unfounded: so are its reports (trust-safety R38). */
    isUnfounded: integer("is_unfounded", { mode: "boolean" }).notNull().default(false),
    /** Whether it has ended, and some of its reports have not. */
    isEnding: integer("is_ending", { mode: "boolean" }).notNull().default(false),
    ...timestamps,
  },
  (table) => [
    index("cases_queue").on(table.state, table.priority, table.createdAt),
    index("cases_ended").on(table.state, table.updatedAt),
    uniqueIndex("cases_open")
      .on(table.subjectKind, table.subjectId, table.profileText)
      .where(sql`state IN ('received', 'triaged')`),
    index("cases_ending").on(table.id).where(sql`is_ending = 1`),
    index("cases_subject").on(table.subjectId),
    index("cases_user").on(table.userId),
    index("cases_profile").on(table.profileId),
    index("cases_claimed_by").on(table.claimedBy),
    index("cases_closed_by").on(table.closedBy),
    enumCheck(table.subjectKind),
    enumCheck(table.category),
    enumCheck(table.priority),
    enumCheck(table.state),
  ],
)

/** Notes about a case that staff write for each other. */
export const caseNotes = sqliteTable(
  "case_notes",
  {
    id: id(),
    caseId: text("case_id")
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    /** Null once who wrote it is erased. */
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    body: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("case_notes_case").on(table.caseId, table.id), index("case_notes_staff").on(table.staffId)],
)
