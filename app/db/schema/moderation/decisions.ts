import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { appealStates, decisionKinds, decisionSources, decisionStates } from "../../enums"
import { users } from "../accounts"
import { enumCheck, id, timestamps } from "../columns"
import { reports } from "./reports"

/** The rules that decisions cite (DSA, article 14). Staff edit them. */
export const policies = sqliteTable("policies", {
  id: id(),
  /** The name in code: `contact-details`. */
  slug: text().notNull().unique(),
  /** 0: no breach, 1: minor, 2: serious, 3: severe. What counts as a strike has at least 1 (trust-safety R17). */
  severity: integer().notNull(),
  position: integer().notNull(),
  ...timestamps,
})

export const policyTexts = sqliteTable(
  "policy_texts",
  {
    policyId: text("policy_id")
      .notNull()
      .references(() => policies.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    name: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.policyId, table.locale] })],
)

/**
 * Decisions that restrict somebody or refuse their notice, with what a statement of reasons needs (trust-safety R15).
 * Written before the restriction in its batch: triggers refuse one without. Never edited but for `state`.
 */
export const decisions = sqliteTable(
  "decisions",
  {
    /** A sanction's decision has the sanction's id. */
    id: id(),
    /** Shown to its reader: `D-7K3M9QTX`. */
    reference: text().notNull().unique(),
    /** Without a CHECK: kinds are added, and a CHECK changes only by building the table, and that of the appeals, again. */
    kind: text({ enum: decisionKinds }).notNull(),
    /** The restricted member, or who reported with an account; null without one, and once it is erased. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The notice that led to it, or that it refuses. Its reporter is never named. */
    reportId: text("report_id").references(() => reports.id, { onDelete: "set null" }),
    /** Id of its subject: a media item, a profile, a sanction, a report. */
    subjectId: text("subject_id").notNull(),
    /** The field of a profile's refused text; otherwise null. */
    field: text(),
    /** The subject's state before, which an overturned decision gives back. */
    priorState: text("prior_state"),
    /** Null before there were policies. Their texts may change: `ground` has them as they were, JSON by locale. */
    policyId: text("policy_id").references(() => policies.id, { onDelete: "set null" }),
    ground: text().notNull().default("{}"),
    /** In the words of staff; null where the system decided. */
    facts: text(),
    source: text({ enum: decisionSources }).notNull(),
    /** Whether the system decided, without a person. */
    isAutomatic: integer("is_automatic", { mode: "boolean" }).notNull(),
    /** Version of the sentences around the facts (locales `decisions:v1`). */
    template: integer().notNull(),
    state: text({ enum: decisionStates }).notNull(),
    /** Null: it does not end by itself. */
    endsAt: integer("ends_at"),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    /** The new reviewer whose proposal it confirms (trust-safety R9): like who decided, they do not decide on its appeal. */
    proposedBy: text("proposed_by").references(() => users.id, { onDelete: "set null" }),
    ...timestamps,
  },
  (table) => [
    index("decisions_user").on(table.userId, table.id),
    index("decisions_subject").on(table.subjectId, table.state),
    index("decisions_report").on(table.reportId),
    index("decisions_policy").on(table.policyId),
    index("decisions_staff").on(table.staffId),
    index("decisions_proposed_by").on(table.proposedBy),
    index("decisions_created").on(table.createdAt),
    enumCheck(table.source),
    enumCheck(table.state),
  ],
)

/** Appeals against decisions, one each (trust-safety R16). */
export const appeals = sqliteTable(
  "appeals",
  {
    decisionId: text("decision_id")
      .primaryKey()
      .references(() => decisions.id, { onDelete: "cascade" }),
    body: text().notNull(),
    state: text({ enum: appealStates }).notNull(),
    /** Staff's reasons, sent to who appealed; null while it is open. */
    answer: text(),
    /** The language of the answer. */
    locale: text().$type<Locale>().notNull(),
    decidedBy: text("decided_by").references(() => users.id, { onDelete: "set null" }),
    ...timestamps,
  },
  (table) => [
    index("appeals_queue").on(table.state, table.createdAt, table.decisionId),
    index("appeals_decided_by").on(table.decidedBy),
    enumCheck(table.state),
  ],
)
