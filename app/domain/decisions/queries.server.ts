import { and, eq, lt, ne, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { AppealState, DecisionKind } from "~/db/enums"
import { decisions } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import type { PolicySlug } from "./kinds"
import { nextStep, type RuleStrikes, type Severity, strikeKinds, strikeLifetime } from "./strikes"

type Row = typeof decisions.$inferInsert

/** A decision to record; `policy` is a rule's slug. */
export interface NewDecision extends Pick<Row, "id" | "kind" | "field" | "facts" | "source" | "staffId"> {
  userId: string | SQL | null
  /** The new reviewer whose proposal it confirms. */
  proposedBy?: string | null
  reportId?: string | SQL | null
  subjectId: string | SQL
  priorState?: string | SQL | null
  policy: PolicySlug
  isAutomatic: boolean
  endsAt?: number | null
  /** The moment of the restriction, epoch ms: triggers compare it. */
  now: number
}

/** The version of the sentences of a new statement of reasons. */
const currentTemplate = 1

/** Returns the statement that records a decision if `when` holds, and those of what it supersedes. */
export function insertDecision(db: Database, { policy, now, ...decision }: NewDecision, when: SQL) {
  const isRule = sql`(SELECT id FROM policies WHERE slug = ${policy})`
  return insertSelect(
    db,
    decisions,
    {
      ...decision,
      reference: `D-${decision.id.slice(-8)}`,
      proposedBy: decision.proposedBy ?? null,
      reportId: decision.reportId ?? null,
      priorState: decision.priorState ?? null,
      endsAt: decision.endsAt ?? null,
      policyId: isRule,
      ground: sql`(SELECT json_group_object(locale, json_object('name', name, 'text', text)) FROM policy_texts WHERE policy_id = ${isRule})`,
      template: currentTemplate,
      state: "active",
      createdAt: now,
      updatedAt: now,
    },
    sql`WHERE ${when}`,
  )
}

/** SQL condition: this decision was recorded. */
export function isRecorded(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM decisions WHERE id = ${id})`
}

/** SQL condition: a decision of this kind about a subject, or about a field of it, is in force. */
export function isInForce(subjectId: string, kind: DecisionKind, field: string | null = null): SQL {
  return sql`EXISTS (SELECT 1 FROM decisions WHERE subject_id = ${subjectId} AND field IS ${field} AND kind = ${kind} AND state = 'active')`
}

/** SQL condition: no other decision about the same subject, or the same field of it, is in force. */
export function isOnlyOne({ id, subject_id, field }: Pick<DecisionRow, "id" | "subject_id" | "field">): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM decisions WHERE subject_id = ${subject_id} AND field IS ${field} AND state = 'active' AND id <> ${id})`
}

/** Returns the statement that ends the decisions about a subject that a later one, `id`, replaces. */
export function supersede(db: Database, { id, subjectId, field, now }: NewDecision) {
  return db
    .update(decisions)
    .set({ state: "superseded", updatedAt: now })
    .where(
      and(
        sql`${decisions.subjectId} = ${subjectId}`,
        eq(decisions.state, "active"),
        ne(decisions.id, id),
        sql`field IS ${field ?? null}`,
        isRecorded(id),
      ),
    )
}

export interface LineRow extends RowOf<typeof decisions, "id" | "reference" | "kind" | "state" | "created_at"> {
  appeal: AppealState | null
}

/** Returns a member's decisions, latest first. */
export async function findDecisions(
  db: Database,
  userId: string,
  before: string | null,
  limit: number,
): Promise<LineRow[]> {
  const [rows] = await read(
    db,
    sql<LineRow>`SELECT d.id, d.reference, d.kind, d.state, d.created_at, a.state AS appeal
      FROM decisions AS d LEFT JOIN appeals AS a ON a.decision_id = d.id
      WHERE d.user_id = ${userId} ${before === null ? sql`` : sql`AND d.id < ${before}`} ORDER BY d.id DESC LIMIT ${limit}`,
  )
  return rows
}

export interface DecisionRow
  extends LineRow,
    RowOf<
      typeof decisions,
      | "user_id"
      | "report_id"
      | "subject_id"
      | "field"
      | "prior_state"
      | "facts"
      | "source"
      | "is_automatic"
      | "template"
      | "ends_at"
      | "staff_id"
    > {
  ground: JsonText<Record<string, { name: string; text: string }>>
  /** Address and language of who reported without an account; null for another kind, or once it is erased. */
  reporter: string | null
  reporter_locale: Locale | null
  /** Reference of the report that it refuses or that led to it. */
  report: string | null
  /** The owner's name for the person whose consent ended; null for another kind. */
  person: string | null
  appeal_body: string | null
  appeal_answer: string | null
  appealed_at: number | null
}

/** Selects a decision with its appeal. */
export function selectDecision(which: { id: string } | { reference: string }) {
  return sql<DecisionRow>`SELECT d.id, d.reference, d.kind, d.state, d.user_id, d.report_id, d.subject_id, d.field, d.prior_state,
      d.facts, d.source, d.is_automatic, d.template, d.ends_at, d.staff_id, d.ground, d.created_at,
      iif(d.kind = 'notice_refused', r.email, NULL) AS reporter, r.locale AS reporter_locale, r.reference AS report,
      (SELECT label FROM depicted_people WHERE id = d.subject_id) AS person, a.state AS appeal, a.body AS appeal_body, a.answer AS appeal_answer, a.created_at AS appealed_at
    FROM decisions AS d LEFT JOIN appeals AS a ON a.decision_id = d.id LEFT JOIN reports AS r ON r.id = d.report_id
    WHERE ${"id" in which ? sql`d.id = ${which.id}` : sql`d.reference = ${which.reference}`}`
}

/** Returns a decision by its id or reference. */
export async function findDecision(
  db: Database,
  which: { id: string } | { reference: string },
): Promise<DecisionRow | null> {
  const [rows] = await read(db, selectDecision(which))
  return rows[0] ?? null
}

/** Returns the statement that marks a decision as overturned if `when` holds: it counts as a strike no longer. */
export function overturn(db: Database, decisionId: string, when: SQL, now: number) {
  return db
    .update(decisions)
    .set({ state: "overturned", updatedAt: now })
    .where(and(eq(decisions.id, decisionId), when))
}

interface StrikeRow {
  policy: PolicySlug
  severity: Severity
  name: string
  strikes: number
  first_at: number | null
  latest_at: number | null
}

/** Selects every rule with a member's strikes under it: overturned decisions, and those of a year ago, do not count (trust-safety R17). */
export function selectStrikes(userId: string, locale: Locale, now: number) {
  return sql<StrikeRow>`SELECT p.slug AS policy, p.severity, coalesce(t.name, p.slug) AS name,
      coalesce(s.strikes, 0) AS strikes, s.first_at, s.latest_at
    FROM policies AS p LEFT JOIN policy_texts AS t ON t.policy_id = p.id AND t.locale = ${textLanguage("policy_texts", sql`p.id`, locale)}
      LEFT JOIN (SELECT policy_id, count(DISTINCT coalesce(report_id, id)) AS strikes, min(created_at) AS first_at, max(created_at) AS latest_at
        FROM decisions WHERE user_id = ${userId} AND state IN ('active', 'ended') AND kind IN ${[...strikeKinds]}
          AND created_at > ${now - strikeLifetime} GROUP BY policy_id) AS s ON s.policy_id = p.id AND p.severity > 0
    ORDER BY p.position`
}

export function toRuleStrikes({ policy, severity, name, strikes, first_at, latest_at }: StrikeRow): RuleStrikes {
  const counts_until = first_at === null ? null : first_at + strikeLifetime
  return { policy, name, strikes, latest_at, counts_until, next: nextStep(severity, strikes) }
}

/** Deletes the decisions whose ids precede `id`, with their appeals. */
export function deleteDecisionsBefore(db: Database, id: string) {
  return deleteAtMost(db, decisions, lt(decisions.id, id))
}
