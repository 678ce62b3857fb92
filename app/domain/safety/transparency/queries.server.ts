import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import {
  type AppealState,
  appealStates,
  type DecisionKind,
  type DecisionSource,
  type ReportCategory,
  type ReportState,
  reportPriorities,
  reportStates,
} from "~/db/enums"
import { transparencyFigures } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import { MINUTE } from "~/lib/time"
import type { PolicySlug } from "../../decisions/kinds"
import type { Figures, Hidden } from "./figures"

interface Span {
  from: number
  before: number
}

/** SQL condition: created in a span. */
const within = ({ from, before }: Span) => sql`created_at >= ${from} AND created_at < ${before}`

/** SQL condition: a notice of a span in one of these states, by the index of the queue: not what the site's own checks reported. */
const reportsOf = (span: Span, states: readonly ReportState[]) =>
  sql`state IN ${[...states]} AND priority IN ${[...reportPriorities]} AND ${within(span)} AND is_own = 0`
const isSetAside = sql`(is_suspect = 1 AND state <> 'actioned')`

/** Selects the median minutes between two moments of the rows of a table: of an even number, the mean of the two in the middle. */
const median = (table: SQL, where: SQL) => sql<{ minutes: number | null }>`
  SELECT CAST(round(avg(took) / ${MINUTE}) AS INTEGER) AS minutes FROM (
    SELECT took, row_number() OVER (ORDER BY took) AS place, count(*) OVER () AS all_rows
    FROM (SELECT updated_at - created_at AS took FROM ${table} WHERE ${where})
  ) WHERE place IN ((all_rows + 1) / 2, (all_rows + 2) / 2)`

/** Returns the counts of a span, and the medians: one round trip, each by an index of the time. */
export async function countSpan(db: Database, span: Span) {
  const [notices, [notice], decisions, appeals, [appeal]] = await read(
    db,
    sql<{ category: ReportCategory; state: ReportState; is_set_aside: 0 | 1; count: number }>`
      SELECT category, state, ${isSetAside} AS is_set_aside, count(*) AS count FROM reports
      WHERE ${reportsOf(span, reportStates)} GROUP BY category, state, is_set_aside`,
    median(sql`reports`, sql`${reportsOf(span, ["no_action", "actioned"])} AND NOT ${isSetAside}`),
    sql<{ kind: DecisionKind; rule: PolicySlug | null; is_automatic: 0 | 1; source: DecisionSource; count: number }>`
      SELECT kind, (SELECT slug FROM policies WHERE id = policy_id) AS rule, is_automatic, source, count(*) AS count
      FROM decisions WHERE ${within(span)} GROUP BY kind, policy_id, is_automatic, source`,
    sql<{ state: AppealState; count: number }>`
      SELECT state, count(*) AS count FROM appeals WHERE state IN ${[...appealStates]} AND ${within(span)} GROUP BY state`,
    median(sql`appeals`, sql`state IN ('upheld', 'overturned') AND ${within(span)}`),
  )
  return { notices, decisions, appeals, noticeMedian: notice?.minutes ?? null, appealMedian: appeal?.minutes ?? null }
}

export interface FiguresRow
  extends RowOf<typeof transparencyFigures, "id" | "period" | "state" | "recipients" | "published_at" | "created_at"> {
  figures: JsonText<Figures>
  hidden: JsonText<Hidden> | null
  reason: JsonText<Record<string, string>> | null
}

const columns = sql`id, period, state, figures, hidden, reason, recipients, published_at, created_at`

export function selectFigures(id: string) {
  return sql<FiguresRow>`SELECT ${columns} FROM transparency_figures WHERE id = ${id}`
}

/** Selects the published figures of a year and of its months, by id; all of them by the id of any of the year's. */
export function selectPublishedOf(year: SQL) {
  return sql<FiguresRow>`SELECT ${columns} FROM transparency_figures
    WHERE state = 'published' AND period >= ${year} AND period < ${year} || '~' ORDER BY id`
}

/** SQL: the year of figures, by their id. */
export const yearOfId = (id: string): SQL =>
  sql`(SELECT substr(period, 1, 4) FROM transparency_figures WHERE id = ${id})`

export type LineRow = Pick<FiguresRow, "id" | "period" | "state" | "created_at" | "published_at">

/** Selects the latest periods, at most `limit` rows. */
export function selectLines(limit: number) {
  return sql<LineRow>`SELECT id, period, state, created_at, published_at FROM transparency_figures
    ORDER BY period DESC, id DESC LIMIT ${limit}`
}

/** Selects the published periods, latest first. */
export function selectPublishedPeriods(limit: number) {
  return sql<{ period: string }>`SELECT period FROM transparency_figures
    WHERE state = 'published' ORDER BY period DESC LIMIT ${limit}`
}

/** Selects the published figures of a period; by default of the latest month, or else year. */
export function selectPublished(period: string | null) {
  return sql<FiguresRow>`SELECT ${columns} FROM transparency_figures WHERE state = 'published'
    ${period === null ? sql`` : sql`AND period = ${period}`} ORDER BY period DESC LIMIT 1`
}

/** SQL condition: so many published figures of a period, one or none. */
const isPublishedSo = (period: string, isPublished: boolean) =>
  sql`EXISTS (SELECT 1 FROM transparency_figures WHERE period = ${period} AND state = 'published') = ${isPublished ? 1 : 0}`

/** Returns the statement that deletes the draft of a period. */
export function deleteDraft(db: Database, period: string) {
  return db
    .delete(transparencyFigures)
    .where(and(eq(transparencyFigures.period, period), eq(transparencyFigures.state, "draft")))
}

/** Returns the statement that stores a draft, with a reason if figures of its period are published, and only then. */
export function insertDraft(
  db: Database,
  { id, period, figures, reason }: { id: string; period: string; figures: string; reason: string | null },
  now: number,
) {
  return insertSelect(
    db,
    transparencyFigures,
    { id, period, state: "draft", figures, reason, createdAt: now, updatedAt: now },
    sql`WHERE ${isPublishedSo(period, reason !== null)}`,
  )
}

/** SQL condition: the published figures of a year and its months are these. */
const areOthers = (year: string, ids: readonly string[]) => sql`coalesce((SELECT group_concat(id) FROM (
  SELECT id FROM transparency_figures WHERE state = 'published' AND period >= ${year} AND period < ${year} || '~' ORDER BY id
)), '') = ${ids.join(",")}`

interface Publication {
  id: string
  period: string
  hidden: string
  recipients: number | null
  /** The ids of the published figures of its year and its months that `hidden` was computed from, ordered. */
  others: readonly string[]
  /** The id of those that it replaces. */
  former: string | null
}

/** Returns the statements that publish a draft, in place of former figures, if what is published of its year is what was read. */
export function publishDraft(
  db: Database,
  { id, period, hidden, recipients, others, former }: Publication,
  now: number,
) {
  const year = period.slice(0, 4)
  const isDraft = sql`EXISTS (SELECT 1 FROM transparency_figures WHERE id = ${id} AND state = 'draft')`
  const supersede = db
    .update(transparencyFigures)
    .set({ state: "superseded", updatedAt: now })
    .where(and(sql`${transparencyFigures.id} = ${former}`, isDraft, areOthers(year, others)))
  const rest = others.filter((other) => other !== former)
  const publish = db
    .update(transparencyFigures)
    .set({ state: "published", hidden, recipients, publishedAt: now, updatedAt: now })
    .where(and(eq(transparencyFigures.id, id), eq(transparencyFigures.state, "draft"), areOthers(year, rest)))
  return { supersede, publish }
}
