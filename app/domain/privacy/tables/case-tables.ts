import { sql } from "drizzle-orm"
import * as schema from "~/db/schema"
import type { PersonalTable } from "./personal-table"

/** SQL of the user's address, and a requested one once its mailbox has confirmed: before that, it may be a stranger's. */
export const addresses = (userId: string) => sql`
  SELECT email FROM users WHERE id = ${userId}
  UNION SELECT new_email FROM email_changes WHERE user_id = ${userId} AND to_confirmed_at IS NOT NULL`

/** Tables of reports, cases, decisions and appeals, in the order of erasure: referencing rows before the rows they reference. */
export const caseTables = {
  /** A decision stays for six years, without the member; their appeal goes with them. */
  appeals: {
    table: schema.appeals,
    kind: "requests",
    of: (userId) => sql`decision_id IN (SELECT id FROM decisions WHERE user_id = ${userId} OR id IN (
      SELECT d.id FROM reports AS r JOIN decisions AS d ON d.report_id = r.id
      WHERE r.email IN (${addresses(userId)}) AND d.kind = 'notice_refused'))`,
    export: { hide: ["decided_by"] },
    erase: "delete",
  },
  decisions: {
    table: schema.decisions,
    kind: "requests",
    of: (userId) => sql`user_id = ${userId}`,
    export: { hide: ["staff_id", "proposed_by", "report_id", "policy_id", "prior_state"] },
    // Whose report is refused goes; what the report says, and its appeal, stay.
    erase: { hold: "safety", set: { userId: null, subjectId: sql`iif(kind = 'notice_refused', subject_id, id)` } },
  },
  case_notes: {
    table: schema.caseNotes,
    kind: "requests",
    of: (userId) => sql`case_id IN (SELECT id FROM cases WHERE user_id = ${userId})`,
    export: { nothing: "notes of staff to each other about a case" },
    erase: "delete",
  },
  /** Questions about the member's things and about their reports, with their answers: facts of a case, as reports are. */
  case_questions: {
    table: schema.caseQuestions,
    kind: "requests",
    of: (userId) => sql`(user_id = ${userId}
      OR report_id IN (SELECT id FROM reports WHERE email IN (${addresses(userId)}) OR reporter_id = ${userId}))`,
    export: { hide: ["case_id", "report_id", "asked_by"] },
    erase: { hold: "safety", set: { userId: null } },
  },
  /** Cases protect others, as the reports that they hold. Whom they are about is not informed. */
  cases: {
    table: schema.cases,
    kind: "requests",
    of: (userId) => sql`user_id = ${userId}`,
    export: { nothing: "what staff look into; its decisions are in the export, and who reported never is" },
    erase: { hold: "safety", set: { userId: null, profileId: null, subjectId: sql`id` } },
  },
  /** Reports protect others and remain valid without the reporter's address. */
  reports: {
    table: schema.reports,
    kind: "requests",
    of: (userId) => sql`(email IN (${addresses(userId)}) OR reporter_id = ${userId})`,
    export: {
      hide: [
        "case_id",
        "is_suspect",
        "hides_media",
        "hides_text",
        "hides_profile",
        "reporter_id",
        "closed_by",
        "closing_reason",
      ],
    },
    erase: { hold: "safety", set: { email: null, reporterId: null } },
  },
  help_requests: {
    table: schema.helpRequests,
    kind: "requests",
    of: (userId) => sql`user_id = ${userId}`,
    export: { nothing: "answers in confidence: whoever has the account must not find that there are any" },
    erase: "delete",
  },
  /** Reported messages remain evidence as long as the report, without their authors' ids. */
  report_messages: {
    table: schema.reportMessages,
    kind: "messages",
    of: (userId) => sql`author_id = ${userId}`,
    export: {
      nothing: "copies of messages, which are in the export as messages; the subject of a report is not informed",
    },
    erase: { hold: "safety", set: { authorId: null } },
  },
} satisfies Record<string, PersonalTable>
