import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { CaseState, CaseSubject } from "~/db/enums"
import { caseQuestions } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import { DAY, HOUR } from "~/lib/time"
import { nameOf } from "../../../accounts/owner-queries.server"
import { isOpenCase, isWorkable } from "../../../decisions/cases/queries.server"
import { maxQuestions } from "./limits"

/** How long (ms) a question is open, and pauses the deadline of its case, by the case's priority (trust-safety R14). */
export const openFor = { urgent: 48 * HOUR, other: 7 * DAY }

/** Who is asked: the author of a report, by its reference, or the member whom the case is about. */
export interface Addressee {
  report_id: string | null
  user_id: string | null
  /** Where the mail goes; null: to the account's address. */
  email: string | null
  locale: Locale
}

/** Returns who can be asked about a case; null: there is no such person, or no way to reach them. */
export async function findAddressee(db: Database, caseId: string, report: string | null): Promise<Addressee | null> {
  const [rows] = await read(
    db,
    report === null
      ? sql<Addressee>`SELECT NULL AS report_id, u.id AS user_id, NULL AS email, u.locale
          FROM cases AS c JOIN users AS u ON u.id = c.user_id WHERE c.id = ${caseId}`
      : sql<Addressee>`SELECT r.id AS report_id, coalesce(r.reporter_id, u.id) AS user_id, r.email, r.locale
          FROM reports AS r LEFT JOIN users AS u ON u.email = r.email
          WHERE r.case_id = ${caseId} AND r.reference = ${report} AND (r.email IS NOT NULL OR r.reporter_id IS NOT NULL)`,
  )
  return rows[0] ?? null
}

/** SQL condition on `q`, an open question that has not expired: it is to this person. */
const isToPerson = (
  { report_id, user_id, email }: Addressee,
  now: number,
) => sql`(q.state = 'open' AND q.expires_at > ${now} AND (
  q.user_id = ${user_id} OR q.report_id = ${report_id} OR (q.report_id IS NULL AND ${report_id === null ? 1 : 0})
  OR (SELECT email FROM reports WHERE id = q.report_id) = ${email}))`

/** Selects how many questions a case has, and whether one to this person is open. */
export async function findAskDenial(
  db: Database,
  caseId: string,
  to: Addressee,
  now: number,
): Promise<{ questions: number; is_asked: 0 | 1 }> {
  const [rows] = await read(
    db,
    sql<{
      questions: number
      is_asked: 0 | 1
    }>`SELECT count(*) AS questions, coalesce(max(${isToPerson(to, now)}), 0) AS is_asked
      FROM case_questions AS q WHERE q.case_id = ${caseId}`,
  )
  return rows[0] ?? { questions: 0, is_asked: 0 }
}

/**
 * Returns the statement that asks a person of a case that this member of staff may work on: one open question to each, and so many of a
 * case.
 */
export function insertQuestion(
  db: Database,
  {
    caseId,
    to,
    staffId,
    ...question
  }: { id: string; reference: string; caseId: string; to: Addressee; staffId: string; body: string },
  now: number,
) {
  const isOpen = sql`SELECT 1 FROM case_questions AS q WHERE q.case_id = cases.id AND ${isToPerson(to, now)}`
  return insertSelect(
    db,
    caseQuestions,
    {
      ...question,
      caseId: sql`cases.id`,
      reportId: to.report_id,
      userId: to.user_id,
      askedBy: staffId,
      askedAt: now,
      expiresAt: sql`${now} + iif(cases.priority IN ('P0', 'P1'), ${openFor.urgent}, ${openFor.other})`,
      state: "open",
    },
    sql`FROM cases WHERE cases.id = ${caseId} AND ${isWorkable(caseId, staffId, now)} AND NOT EXISTS (${isOpen})
      AND (SELECT count(*) FROM case_questions WHERE case_id = cases.id) < ${maxQuestions}`,
  )
}

/** SQL condition: this question was asked. */
export const isAsked = (id: string): SQL => sql`EXISTS (SELECT 1 FROM case_questions WHERE id = ${id})`

/** SQL time when a question expires. */
export const expiryOf = (id: string): SQL => sql`(SELECT expires_at FROM case_questions WHERE id = ${id})`

/** SQL time when the last open question of a case expires; null without one. */
export const lastExpiryOf = (caseId: string): SQL =>
  sql`(SELECT max(expires_at) FROM case_questions WHERE case_id = ${caseId} AND state = 'open')`

/** Returns the statement that withdraws an open question of a case that this member of staff may work on. */
export function withdrawQuestion(
  db: Database,
  { caseId, reference, staffId }: { caseId: string; reference: string; staffId: string },
  now: number,
) {
  return db
    .update(caseQuestions)
    .set({ state: "withdrawn" })
    .where(
      and(
        eq(caseQuestions.reference, reference),
        eq(caseQuestions.caseId, caseId),
        eq(caseQuestions.state, "open"),
        isWorkable(caseId, staffId, now),
      ),
    )
}

/** Returns the statement that ends the open questions of a case if `when` holds. */
export function endQuestions(db: Database, caseId: string, when: SQL) {
  return db
    .update(caseQuestions)
    .set({ state: "ended" })
    .where(and(eq(caseQuestions.caseId, caseId), eq(caseQuestions.state, "open"), when))
}

/** Returns the statement that stores the answer to an open question, also an expired one, of an open case. */
export function storeAnswer(db: Database, id: string, answer: string, now: number) {
  return db
    .update(caseQuestions)
    .set({ state: "answered", answer, answeredAt: now })
    .where(
      and(
        eq(caseQuestions.id, id),
        eq(caseQuestions.state, "open"),
        sql`EXISTS (SELECT 1 FROM cases WHERE id = case_id AND ${isOpenCase})`,
      ),
    )
}

/** SQL condition: the question has this answer since `now`. */
export const isAnsweredNow = (id: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM case_questions WHERE id = ${id} AND state = 'answered' AND answered_at = ${now})`

export interface DeskRow
  extends RowOf<
    typeof caseQuestions,
    "reference" | "body" | "state" | "asked_at" | "expires_at" | "answer" | "answered_at"
  > {
  report: string | null
  asked_by: string | null
}

/** Selects the questions of a case, in the order in which they were asked. */
export function selectQuestions(caseId: string) {
  return sql<DeskRow>`SELECT q.reference, (SELECT reference FROM reports WHERE id = q.report_id) AS report,
      ${nameOf(sql`q.asked_by`)} AS asked_by, q.body, q.state, q.asked_at, q.expires_at, q.answer, q.answered_at
    FROM case_questions AS q WHERE q.case_id = ${caseId} ORDER BY q.id LIMIT ${maxQuestions}`
}

export interface AskedRow
  extends RowOf<
    typeof caseQuestions,
    "id" | "case_id" | "user_id" | "asked_by" | "body" | "state" | "expires_at" | "answer" | "answered_at"
  > {
  report: string | null
  /** Whether the account or address of who was asked is still there. */
  has_addressee: 0 | 1
  case_reference: string
  case_state: CaseState
  subject_kind: CaseSubject
  claimed_by: string | null
  claimed_until: number | null
}

/** Returns a question with its case, by its id or reference. */
export async function findQuestion(
  db: Database,
  which: { id: string } | { reference: string },
): Promise<AskedRow | null> {
  const [rows] = await read(
    db,
    sql<AskedRow>`SELECT q.id, q.case_id, q.user_id, q.asked_by, q.body, q.state, q.expires_at, q.answer, q.answered_at,
        (SELECT reference FROM reports WHERE id = q.report_id) AS report,
        (q.user_id IS NOT NULL OR EXISTS (SELECT 1 FROM reports WHERE id = q.report_id AND email IS NOT NULL)) AS has_addressee, c.reference AS case_reference, c.state AS case_state,
        c.subject_kind, c.claimed_by, c.claimed_until
      FROM case_questions AS q JOIN cases AS c ON c.id = q.case_id
      WHERE ${"id" in which ? sql`q.id = ${which.id}` : sql`q.reference = ${which.reference}`}`,
  )
  return rows[0] ?? null
}
