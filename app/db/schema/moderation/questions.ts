import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { questionStates } from "../../enums"
import { users } from "../accounts"
import { enumCheck, id } from "../columns"
import { cases } from "./cases"
import { reports } from "./reports"

/** Questions of staff to the member whom a case is about, or to who made one of its reports (trust-safety R14). */
export const caseQuestions = sqliteTable(
  "case_questions",
  {
    id: id(),
    /** Shown to who is asked: `Q-7K3M9QTX`. */
    reference: text().notNull().unique(),
    caseId: text("case_id")
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    /** The report whose author is asked; null: the member whom the case is about. */
    reportId: text("report_id").references(() => reports.id, { onDelete: "cascade" }),
    /** The account of who is asked; null without one, and once it is erased. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    askedBy: text("asked_by").references(() => users.id, { onDelete: "set null" }),
    body: text().notNull(),
    askedAt: integer("asked_at").notNull(),
    /** An answer after it is read too, but the deadline of the case does not wait for it. */
    expiresAt: integer("expires_at").notNull(),
    answer: text(),
    answeredAt: integer("answered_at"),
    state: text({ enum: questionStates }).notNull(),
  },
  (table) => [
    index("case_questions_case").on(table.caseId, table.state),
    index("case_questions_report").on(table.reportId),
    index("case_questions_user").on(table.userId),
    index("case_questions_asked_by").on(table.askedBy),
    enumCheck(table.state),
  ],
)
