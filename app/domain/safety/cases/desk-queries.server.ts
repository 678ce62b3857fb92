import { type SQL, sql } from "drizzle-orm"
import { reportsOfCase } from "~/db/audit/personal-reads"
import { type Database, read } from "~/db/client.server"
import type { cases, reports } from "~/db/schema"
import { always } from "~/db/statements/conditions"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import { nameOf } from "../../accounts/owner-queries.server"
import { isCaseOf } from "../../decisions/cases/about-queries.server"
import { isPaused } from "../../decisions/cases/pause-queries.server"
import { isOfOthers, isOpenCase } from "../../decisions/cases/queries.server"
import { selectStrikes } from "../../decisions/queries.server"
import { selectTemplates } from "../../decisions/template-queries.server"
import { textColumn } from "../../profiles/content/hidden-text-queries.server"
import type { Priority } from "../categories"
import { isSanctionable, type SanctionKind } from "../sanctions/queries.server"
import type { CaseFilter, CaseList } from "./lists"
import { selectQuestions } from "./questions/queries.server"
import type { CaseNote, PastDecision, TextByLanguage } from "./schema"

export interface LineRow
  extends RowOf<
    typeof cases,
    | "id"
    | "reference"
    | "category"
    | "priority"
    | "state"
    | "subject_kind"
    | "profile_text"
    | "due_at"
    | "paused_until"
    | "is_suspect"
    | "claimed_by"
    | "claimed_until"
    | "created_at"
    | "updated_at"
  > {
  subject: string | null
  claimant: string | null
  reports: number
}

/** SQL subject of a case, in words: the name of a member or profile, or the address of its first report. */
const subjectOf = sql`CASE cases.subject_kind WHEN 'member' THEN ${nameOf(sql`cases.user_id`)}
    WHEN 'address' THEN (SELECT about FROM reports WHERE case_id = cases.id ORDER BY id LIMIT 1)
    ELSE (SELECT name FROM profiles WHERE id = cases.profile_id) END`

const line = sql`cases.id, cases.reference, cases.category, cases.priority, cases.state, cases.subject_kind, cases.profile_text, cases.due_at,
  cases.paused_until, cases.is_suspect, cases.claimed_by, cases.claimed_until, cases.created_at, cases.updated_at, ${subjectOf} AS subject,
  ${nameOf(sql`cases.claimed_by`)} AS claimant, (SELECT count(*) FROM reports WHERE case_id = cases.id) AS reports`

const isIn: Record<CaseList, SQL> = {
  open: isOpenCase,
  appealed: sql`cases.state = 'appealed'`,
  ended: sql`cases.state IN ('actioned', 'no_action', 'closed')`,
}

/** Ranks of open cases, in their order: overdue, in time, or waiting for an answer when the first page was read. */
const ranks = ["overdue", "in_time", "waiting"] as const

export interface CasePlace {
  rank: (typeof ranks)[number]
  priority: Priority
  at: number
  id: string
}

/**
 * Returns open cases, those overdue at `asOf` (epoch ms) first and those that wait for an answer last, then by priority, then longest
 * waiting first; others latest first. None that is about the reader, or that they reported.
 */
export async function findCases(
  db: Database,
  { list, about }: CaseFilter,
  { staffId, after, asOf, limit }: { staffId: string; after: CasePlace | null; asOf: number; limit: number },
): Promise<LineRow[]> {
  const rank = sql`(CASE WHEN ${isPaused(asOf)} THEN 2 WHEN cases.due_at < ${asOf} THEN 0
    ELSE 1 END)`
  const beyond =
    after === null
      ? sql`1`
      : list === "open"
        ? sql`(${rank}, cases.priority, cases.created_at, cases.id)
            > (${ranks.indexOf(after.rank)}, ${after.priority}, ${after.at}, ${after.id})`
        : sql`(cases.updated_at, cases.id) < (${after.at}, ${after.id})`
  const order =
    list === "open"
      ? sql`${rank}, cases.priority, cases.created_at, cases.id`
      : sql`cases.updated_at DESC, cases.id DESC`
  const [rows] = await read(
    db,
    sql<LineRow>`SELECT ${line} FROM cases WHERE ${isIn[list]} AND ${about ? isCaseOf(about.kind, about.id) : always} AND ${isOfOthers(staffId)}
        AND ${beyond}
      ORDER BY ${order} LIMIT ${limit}`,
  )
  return rows
}

/** Returns the reference of the most urgent open case that nobody else holds and nobody is asked about, other than this one, or null. */
export async function findNext(
  db: Database,
  { staffId, except, now }: { staffId: string; except: string; now: number },
): Promise<string | null> {
  const [rows] = await read(
    db,
    sql<{
      reference: string
    }>`SELECT reference FROM cases WHERE ${isIn.open} AND ${isOfOthers(staffId)} AND reference <> ${except}
      AND NOT ${isPaused(now)} AND (claimed_by IS NULL OR claimed_by = ${staffId} OR claimed_until <= ${now})
      ORDER BY (due_at >= ${now}), priority, created_at, id LIMIT 1`,
  )
  return rows[0]?.reference ?? null
}

export interface CaseRow
  extends LineRow,
    RowOf<typeof cases, "subject_id" | "user_id" | "profile_id" | "closing_reason" | "is_unfounded"> {
  closed_by: string | null
  hides: 0 | 1
  /** Somebody reported it, other than a check of the site's own. */
  has_notice: 0 | 1
  profile_state: string | null
  media_state: string | null
  media_kind: "photo" | "video" | null
  media_width: number | null
  media_height: number | null
  /** JSON of the text that it is about, by language: as the public sees it, and as it is hidden. */
  live_text: JsonText<TextByLanguage> | null
  hidden_text: JsonText<TextByLanguage> | null
}

const textOfProfile = textColumn(sql`cases.profile_text`)

const whole = sql`${line}, cases.subject_id, cases.user_id, cases.profile_id, cases.closing_reason, cases.is_unfounded,
  ${nameOf(sql`cases.closed_by`)} AS closed_by, m.state AS media_state, m.kind AS media_kind, m.width AS media_width,
  m.height AS media_height,
  (SELECT state FROM profiles WHERE cases.subject_kind = 'profile' AND cases.profile_text = '' AND id = cases.subject_id) AS profile_state,
  (SELECT json_group_object(locale, ${textOfProfile}) FROM profile_texts
    WHERE profile_id = cases.subject_id AND ${textOfProfile} <> '' HAVING count(*) > 0) AS live_text,
  (SELECT texts FROM hidden_texts WHERE case_id = cases.id) AS hidden_text,
  EXISTS (SELECT 1 FROM reports WHERE case_id = cases.id AND is_own = 0) AS has_notice,
  EXISTS (SELECT 1 FROM reports WHERE case_id = cases.id AND (hides_media = 1 OR hides_text = 1 OR hides_profile = 1)) AS hides
  FROM cases LEFT JOIN media AS m ON cases.subject_kind = 'media' AND m.id = cases.subject_id`

/** Returns a case that is neither about this member of staff nor reported by them. */
export async function findCase(db: Database, reference: string, staffId: string): Promise<CaseRow | null> {
  const [rows] = await read(
    db,
    sql<CaseRow>`SELECT ${whole} WHERE cases.reference = ${reference} AND ${isOfOthers(staffId)}`,
  )
  return rows[0] ?? null
}

export interface ReportRow
  extends RowOf<
    typeof reports,
    | "reference"
    | "category"
    | "priority"
    | "state"
    | "about"
    | "details"
    | "email"
    | "locale"
    | "is_suspect"
    | "profile_text"
    | "created_at"
  > {
  has_messages: 0 | 1
  is_of_member: 0 | 1
}

export interface HistoryRow
  extends RowOf<typeof cases, "reference" | "category" | "priority" | "state" | "created_at"> {}

/** How much of what happened before a case shows, and how many notes. */
const shown = { notes: 100, cases: 20, decisions: 20 }

/** Returns what stands beside a case: its reports, notes and what happened before, in one round trip. */
export async function findFacts(
  db: Database,
  { id, subject_id: subjectId, user_id: userId }: Pick<CaseRow, "id" | "subject_id" | "user_id">,
  { staffId, locale, now }: { staffId: string; locale: Locale; now: number },
) {
  const member = userId ?? ""
  const recipient = sql`coalesce((SELECT locale FROM users WHERE id = ${member}),
    (SELECT locale FROM reports WHERE case_id = ${id} ORDER BY id LIMIT 1), ${locale})`
  const [latestReports, notes, questions, earlier, decisions, strikes, [allowed], templates] = await read(
    db,
    sql<ReportRow>`SELECT r.reference, r.category, r.priority, r.state, r.about, r.details, r.email, r.locale, r.is_suspect, r.profile_text, r.created_at,
        EXISTS (SELECT 1 FROM report_messages WHERE report_id = r.id) AS has_messages, r.reporter_id IS NOT NULL AS is_of_member
      FROM reports AS r WHERE r.case_id = ${id} ORDER BY r.id DESC LIMIT ${reportsOfCase}`,
    sql<CaseNote>`SELECT ${nameOf(sql`n.staff_id`)} AS author, n.body, n.created_at FROM case_notes AS n
      WHERE n.case_id = ${id} ORDER BY n.id LIMIT ${shown.notes}`,
    selectQuestions(id),
    sql<HistoryRow>`SELECT reference, category, priority, state, created_at FROM cases WHERE id <> ${id} AND id IN (
        SELECT id FROM cases WHERE subject_id = ${subjectId} UNION SELECT id FROM cases WHERE user_id = ${userId}) AND ${isOfOthers(staffId)}
      ORDER BY id DESC LIMIT ${shown.cases}`,
    sql<PastDecision>`SELECT d.reference, d.kind, d.state, d.created_at, a.state AS appeal FROM decisions AS d
      LEFT JOIN appeals AS a ON a.decision_id = d.id
      WHERE d.user_id = ${userId} AND d.kind <> 'notice_refused' ORDER BY d.id DESC LIMIT ${shown.decisions}`,
    selectStrikes(member, locale, now),
    sql<Record<SanctionKind, 0 | 1> & { recipient: Locale }>`SELECT ${isSanctionable(member, "warn", now)} AS warn,
      ${isSanctionable(member, "limit", now)} AS "limit", ${isSanctionable(member, "suspend", now)} AS suspend,
      ${isSanctionable(member, "close", now)} AS close, ${recipient} AS recipient`,
    selectTemplates(recipient, locale),
  )
  return { latestReports, notes, questions, earlier, decisions, strikes, allowed, templates }
}
