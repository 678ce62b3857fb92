import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { AppealState, ProfileTextName } from "~/db/enums"
import { appeals, decisions, reports, sanctions } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"
import { nameOf } from "../../accounts/owner-queries.server"
import type { KeysetPlace } from "../../core/shared/keyset-cursor"
import { isOpenCase, type StoredSubject, type Urgency } from "../../decisions/cases/queries.server"

export interface AppealRow extends RowOf<typeof appeals, "decision_id" | "state" | "created_at" | "updated_at"> {
  reference: string
  may_decide: 0 | 1
  kind: (typeof decisions.$inferSelect)["kind"]
}

/** Returns appeals in a state, as a reader sees them: open ones longest waiting first, the others latest first. */
export async function findAppeals(
  db: Database,
  { state, readerId, after }: { state: AppealState; readerId: string; after: KeysetPlace | null },
  limit: number,
): Promise<AppealRow[]> {
  const [beyond, order] = state === "open" ? [sql`>`, sql``] : [sql`<`, sql`DESC`]
  const [rows] = await read(
    db,
    sql<AppealRow>`SELECT a.decision_id, a.state, a.created_at, a.updated_at, d.reference, d.kind,
        ${isAnother(sql`a.decision_id`, readerId)} AS may_decide
      FROM appeals AS a JOIN decisions AS d ON d.id = a.decision_id
      WHERE a.state = ${state} ${after ? sql`AND (a.created_at, a.decision_id) ${beyond} (${after.at}, ${after.id})` : sql``}
      ORDER BY a.created_at ${order}, a.decision_id ${order} LIMIT ${limit}`,
  )
  return rows
}

/** Selects the open appeals that a person may decide, longest waiting first: their ids, and since when they wait. */
export function selectOpenAppeals(staffId: string, atMost: SQL) {
  return sql`SELECT a.decision_id AS id, a.created_at AS since FROM appeals AS a
    WHERE a.state = 'open' AND ${isAnother(sql`a.decision_id`, staffId)} ORDER BY a.created_at, a.decision_id ${atMost}`
}

export interface AppealFacts {
  decided_by: string | null
  decided_at: number
  /** Reference of the case that the decision comes from. */
  report_case: string | null
  may_decide: 0 | 1
}

/** SQL condition: this person neither made the decision, alone, as the second or by a proposal, nor is its subject. */
const isAnother = (
  decisionId: string | SQL,
  staffId: string,
) => sql`EXISTS (SELECT 1 FROM decisions AS o WHERE o.id = ${decisionId}
  AND o.staff_id IS NOT ${staffId} AND o.proposed_by IS NOT ${staffId} AND o.user_id IS NOT ${staffId}
  AND NOT EXISTS (SELECT 1 FROM sanctions AS s WHERE s.id = o.id AND s.second_staff_id = ${staffId}))`

/** Selects what staff see of an appeal beside its decision, by the decision's reference. */
export function selectFacts(reference: string, staffId: string) {
  return sql<AppealFacts>`SELECT ${nameOf(sql`a.decided_by`)} AS decided_by, a.updated_at AS decided_at,
      (SELECT c.reference FROM reports AS r JOIN cases AS c ON c.id = r.case_id WHERE r.id = d.report_id) AS report_case,
      ${isAnother(sql`a.decision_id`, staffId)} AS may_decide
    FROM decisions AS d JOIN appeals AS a ON a.decision_id = d.id WHERE d.reference = ${reference}`
}

/** Returns the statement that decides an open appeal, by another person than who decided before. */
export function decideAppeal(
  db: Database,
  decisionId: string,
  { state, answer, staffId }: { state: "upheld" | "overturned"; answer: string; staffId: string },
  now: number,
) {
  return db
    .update(appeals)
    .set({ state, answer, decidedBy: staffId, updatedAt: now })
    .where(and(eq(appeals.decisionId, decisionId), eq(appeals.state, "open"), isAnother(decisionId, staffId)))
}

/** Returns the statement that records an appeal if the decision is still contestable and nobody has contested it. */
export function insertAppeal(
  db: Database,
  { decisionId, body, locale }: Pick<typeof appeals.$inferInsert, "decisionId" | "body" | "locale">,
  now: number,
) {
  const isOpen = and(eq(decisions.id, decisionId), sql`state IN ('active', 'ended')`)
  return insertSelect(
    db,
    appeals,
    { decisionId, body, locale, state: "open", createdAt: now, updatedAt: now },
    sql`FROM decisions WHERE ${isOpen} AND NOT EXISTS (SELECT 1 FROM appeals WHERE decision_id = ${decisionId})`,
  )
}

/** SQL condition: this person gave the appeal this outcome at `now`. */
export function isDecidedNow(
  decisionId: string,
  { state, staffId }: { state: AppealState; staffId: string },
  now: number,
): SQL {
  return sql`EXISTS (SELECT 1 FROM appeals WHERE decision_id = ${decisionId} AND state = ${state} AND decided_by = ${staffId} AND updated_at = ${now})`
}

/** Returns the statement after which the reports of the case that a decision comes from hide nothing, if `when` holds. */
export function releaseHiding(db: Database, reportId: string | null, when: SQL) {
  return db
    .update(reports)
    .set({ hidesMedia: false, hidesProfile: false, hidesText: false })
    .where(and(sql`case_id = (SELECT case_id FROM reports WHERE id = ${reportId})`, when))
}

/** Returns the statement that ends a sanction if `when` holds. */
export function liftSanction(db: Database, id: string, when: SQL, now: number) {
  return db
    .update(sanctions)
    .set({ state: "lifted", endedAt: now })
    .where(and(eq(sanctions.id, id), sql`state IN ('active', 'expired')`, when))
}

/** Returns the statement after which a report is one of the open case about its subject, if `when` holds and there is another one by now. */
export function joinOpenCase(db: Database, id: string, when: SQL) {
  return db
    .update(reports)
    .set({
      caseId: sql`coalesce((SELECT cases.id FROM cases AS c JOIN cases ON cases.subject_kind = c.subject_kind
          AND cases.subject_id = c.subject_id AND cases.profile_text = c.profile_text AND ${isOpenCase}
          WHERE c.id = reports.case_id), case_id)`,
    })
    .where(and(eq(reports.id, id), when))
}

/** Returns a report with the subject of its case, as it would open one. */
export async function findReopened(db: Database, id: string): Promise<Urgency | null> {
  const [[row]] = await read(
    db,
    sql<{
      category: Urgency["category"]
      priority: Urgency["priority"]
      is_suspect: 0 | 1
      kind: StoredSubject["kind"]
      subject_id: string
      profile_text: ProfileTextName | ""
    }>`SELECT r.category, r.priority, r.is_suspect, c.subject_kind AS kind, c.subject_id, c.profile_text
      FROM reports AS r JOIN cases AS c ON c.id = r.case_id WHERE r.id = ${id}`,
  )
  if (!row) return null
  const { category, priority, is_suspect, kind, subject_id, profile_text } = row
  const subject = { kind, id: subject_id, userId: null, profileId: null, profileText: profile_text || undefined }
  return { category, priority, isSuspect: is_suspect === 1, subject }
}

/** Returns the statement that opens a report again if `when` holds: the first in the queue, since it is late. */
export function reopenReport(db: Database, id: string, when: SQL, now: number) {
  return db
    .update(reports)
    .set({ state: "received", closedBy: null, closingReason: null, updatedAt: now })
    .where(and(eq(reports.id, id), eq(reports.state, "no_action"), when))
}
