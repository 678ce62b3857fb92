import { and, eq, lt, notExists, or, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import type { CaseSubject, ProfileTextName } from "~/db/enums"
import { caseNotes, cases, reports } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import { dueAt } from "../../core/deadlines/deadlines"
import { restOfPause } from "./pause-queries.server"

type Row = typeof cases.$inferInsert

/** Subject of a case, as it is stored. `id` of an address that somebody typed is that of its report: nothing says that two are the same. */
export interface StoredSubject {
  kind: CaseSubject
  id: string
  userId: string | SQL | null
  profileId: string | SQL | null
  /** The text of the profile that it is about; absent: the whole subject. */
  profileText?: ProfileTextName
}

/** The urgency of a report, and the subject of its case. */
export type Urgency = Pick<Row, "category" | "priority" | "isSuspect"> & { subject: StoredSubject }

/** The report that opens a case, or joins one. */
type Opening = Urgency & Pick<Row, "id">

/** SQL condition on `cases`: staff have not decided on it. */
export const isOpenCase = sql`cases.state IN ('received', 'triaged')`

const isAbout = ({ kind, id, profileText }: StoredSubject) =>
  sql`subject_kind = ${kind} AND subject_id = ${id} AND profile_text = ${profileText ?? ""} AND ${isOpenCase}`

/** SQL id of the open case about a subject. */
export function openCaseOf(subject: StoredSubject): SQL<string> {
  return sql`(SELECT id FROM cases WHERE ${isAbout(subject)})`
}

/**
 * Returns the statement that makes the open case about a subject as urgent as a report of it, if `when` holds. A P0 or P1 report that makes
 * it more urgent ends its pause.
 */
export function raiseCase(db: Database, { category, priority, isSuspect, subject }: Urgency, when: SQL, now: number) {
  const due = dueAt(priority, now)
  const isMoreUrgent = sql`priority > ${priority}`
  const endsPause = ["P0", "P1"].includes(priority) ? isMoreUrgent : sql`false`
  const rest = restOfPause(now)
  return db
    .update(cases)
    .set({
      category: sql`iif(${isMoreUrgent}, ${category}, category)`,
      priority: sql`min(priority, ${priority})`,
      dueAt: sql`iif(${endsPause}, min(due_at - ${rest}, ${due}), min(due_at, ${due} + ${rest}))`,
      pausedUntil: sql`iif(${endsPause}, NULL, paused_until)`,
      alertedAt: sql`iif(${isMoreUrgent}, NULL, alerted_at)`,
      isSuspect: sql`is_suspect AND ${isSuspect ? 1 : 0}`,
      updatedAt: now,
    })
    .where(and(isAbout(subject), when))
}

/**
 * Returns the statements that open a case for a report if `when` holds, or make the open one about the same subject as urgent as
 * this report is: they belong before the report's insert.
 */
export function openCase(db: Database, opening: Opening, when: SQL, now: number) {
  const { id, category, priority, isSuspect, subject } = opening
  return [
    raiseCase(db, opening, when, now),
    insertSelect(
      db,
      cases,
      {
        id,
        reference: `C-${id.slice(-8)}`,
        subjectKind: subject.kind,
        subjectId: subject.id,
        userId: subject.userId,
        profileId: subject.profileId,
        profileText: subject.profileText ?? "",
        category,
        priority,
        state: "received",
        dueAt: dueAt(priority, now),
        isSuspect,
        createdAt: now,
        updatedAt: now,
      },
      sql`WHERE ${when} AND NOT EXISTS (SELECT 1 FROM cases WHERE ${isAbout(subject)})`,
    ),
  ] as const
}

/** SQL condition: this member of staff may work on the case: it is open, nobody else holds it, and it is not their own. */
export function isWorkable(id: string, staffId: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM cases WHERE id = ${id} AND ${isOpenCase} AND ${isFree(staffId, now)}
    AND ${isOfOthers(staffId)})`
}

const isFree = (staffId: string, now: number) =>
  sql`(cases.claimed_by IS NULL OR cases.claimed_by = ${staffId} OR cases.claimed_until <= ${now})`

/** SQL condition on `cases`: it neither is about this person nor comes from them alone or among others. */
export function isOfOthers(staffId: string): SQL {
  return sql`(cases.user_id IS NOT ${staffId}
    AND NOT EXISTS (SELECT 1 FROM reports WHERE case_id = cases.id AND reporter_id = ${staffId}))`
}

/** Returns the statement that gives a case to a member of staff until `until` (epoch ms), or extends it. */
export function claimCase(db: Database, id: string, staffId: string, { until, now }: { until: number; now: number }) {
  return db
    .update(cases)
    .set({ claimedBy: staffId, claimedUntil: until, state: "triaged" })
    .where(and(eq(cases.id, id), isWorkable(id, staffId, now)))
}

/** Returns the statement that gives a case back. */
export function releaseCase(db: Database, id: string, staffId: string) {
  return db
    .update(cases)
    .set({ claimedBy: null, claimedUntil: null })
    .where(and(eq(cases.id, id), eq(cases.claimedBy, staffId)))
}

export interface Outcome {
  state: "no_action" | "actioned"
  staffId: string
  reason: string
  isUnfounded: boolean
}

/** Returns the statement that ends a case that this member of staff may work on if `when` holds. */
export function endCase(
  db: Database,
  id: string,
  { state, staffId, reason, isUnfounded, when }: Outcome & { when: SQL },
  now: number,
) {
  return db
    .update(cases)
    .set({
      state,
      closedBy: staffId,
      closingReason: reason,
      // A guest's report counts for nobody.
      isUnfounded: sql`${isUnfounded ? 1 : 0} AND EXISTS (SELECT 1 FROM reports WHERE case_id = ${id} AND reporter_id IS NOT NULL)`,
      claimedBy: null,
      claimedUntil: null,
      dueAt: sql`due_at - ${restOfPause(now)}`,
      pausedUntil: null,
      updatedAt: now,
    })
    .where(and(eq(cases.id, id), isWorkable(id, staffId, now), when))
}

/** Returns the statement that records whether a case that has ended still has open reports: it belongs after what closes some. */
export function markEnding(db: Database, id: string) {
  return db
    .update(cases)
    .set({
      isEnding: sql`NOT (${isOpenCase}) AND EXISTS (SELECT 1 FROM reports WHERE case_id = cases.id AND state = 'received')`,
    })
    .where(eq(cases.id, id))
}

/** SQL condition: this member of staff ended the case with this outcome at `now`. */
export function isEndedNow(id: string, { state, staffId }: Pick<Outcome, "state" | "staffId">, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM cases WHERE id = ${id} AND state = ${state} AND closed_by = ${staffId} AND updated_at = ${now})`
}

/** Returns the statement that opens the case of a report again, once the report itself is open, if `when` holds. */
export function reopenCaseOf(db: Database, reportId: string, when: SQL, now: number) {
  return db
    .update(cases)
    .set({ state: "triaged", closedBy: null, closingReason: null, isUnfounded: false, isEnding: false, updatedAt: now })
    .where(and(sql`${cases.id} = (SELECT case_id FROM reports WHERE id = ${reportId})`, sql`NOT (${isOpenCase})`, when))
}

/** Returns the statement that records that staff were alerted to cases, by a condition that says to which. */
export function markAlerted(db: Database, which: SQL, now: number) {
  return db.update(cases).set({ alertedAt: now }).where(which)
}

/** Returns the statement that writes a note about a case. */
export function insertNote(db: Database, note: typeof caseNotes.$inferInsert) {
  return db.insert(caseNotes).values(note)
}

/** Returns the statement that closes cases whose decisions can be contested no longer: those that ended before `before` (epoch ms). */
export function closeSettled(db: Database, before: number, limit: number) {
  const settled = db
    .select({ id: cases.id })
    .from(cases)
    .where(and(or(eq(cases.state, "actioned"), eq(cases.state, "no_action")), lt(cases.updatedAt, before)))
    .limit(limit)
  return db.update(cases).set({ state: "closed" }).where(sql`${cases.id} IN ${settled}`)
}

/** Deletes cases without a report that ended before `before` (epoch ms): their reports were deleted after their retention. */
export function deleteEmptyCases(db: Database, before: number) {
  const hasReports = db.select({ one: sql`1` }).from(reports).where(eq(reports.caseId, cases.id))
  return deleteAtMost(db, cases, and(eq(cases.state, "closed"), lt(cases.updatedAt, before), notExists(hasReports)))
}
