import { read } from "~/db/client.server"
import { transparencyScope } from "~/db/content-scopes"
import { appealStates, decisionKinds, decisionSources, reportCategories, reportStates } from "~/db/enums"
import { trustedJson } from "~/db/statements/json"
import { completeLocale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { policySlugs } from "../../decisions/kinds"
import { keptFor } from "../service.server"
import { type Counts, type Figures, type FigureTable, hideCounts, shownFigures, shownRecipients } from "./figures"
import { isYear, monthsOf, yearOf } from "./periods"
import * as queries from "./queries.server"
import type { DeskFigures, PeriodLine, PublicationForm, PublishedFigures, TransparencyDraftForm } from "./schema"
import { draftablePeriods, periodProblem, spanOf } from "./spans"

/** A safety limit: fifteen years of months and years, each replaced once. */
const maxPeriods = 400

/** Lists the periods for staff, latest first, and those that can be drafted. Throws what `requireStaff` does. */
export async function listTransparency(ctx: Ctx): Promise<{ periods: PeriodLine[]; draftable: string[] }> {
  requireStaff(ctx, "transparency.read")
  const [rows] = await read(ctx.db, queries.selectLines(maxPeriods))
  return { periods: rows.map(toLine), draftable: draftablePeriods(ctx.now(), keptFor) }
}

const toLine = ({ id, period, state, created_at, published_at }: queries.LineRow): PeriodLine => ({
  id,
  period,
  state,
  drafted_at: created_at,
  published_at,
})

/**
 * Returns a period's figures for staff: one round trip. A draft is shown as it would be published now. Throws what `requireStaff`
 * does, and `request.not_found`.
 */
export async function getTransparency(ctx: Ctx, id: string): Promise<DeskFigures> {
  requireStaff(ctx, "transparency.read")
  const { row, others } = await findWithOthers(ctx, id)
  const figures = trustedJson(row.figures)
  const hidden = trustedJson(row.hidden) ?? hideCounts(figures, hiddenBefore(row.period, others))
  return {
    ...toLine(row),
    figures,
    shown: shownFigures(figures, hidden),
    reason: trustedJson(row.reason),
    recipients: row.recipients,
  }
}

async function findWithOthers({ db }: Ctx, id: string) {
  const [[row], others] = await read(db, queries.selectFigures(id), queries.selectPublishedOf(queries.yearOfId(id)))
  if (!row) throw new AppError("request.not_found")
  return { row, others }
}

/** Returns the counts that published figures hide: those that a period's replace, and of a year those of its months. */
function hiddenBefore(period: string, others: readonly queries.FiguresRow[]): Set<string> {
  const related = others.filter((other) => other.period === period || isYear(period))
  return new Set(related.flatMap(({ hidden }) => Object.keys(trustedJson(hidden) ?? {})))
}

/**
 * Computes the figures of a month or year that is over and freezes them as its draft, in place of a draft that there is. Figures that
 * will replace published ones need a reason, which the public reads. Returns the draft's id. Throws what `requireStaffProof` does,
 * `transparency.unfinished`, `transparency.deleted` once reports of the period are past their retention, `validation.failed`
 * without a reason, and `conflict.changed` if the period was published meanwhile.
 */
export async function draftTransparency(ctx: Ctx, { period, ...form }: TransparencyDraftForm): Promise<{ id: string }> {
  requireStaffProof(ctx, "transparency.draft")
  const { db } = ctx
  const now = ctx.now()
  const problem = periodProblem(period, now, keptFor)
  if (problem) throw new AppError(`transparency.${problem}`)
  const [published] = await read(db, queries.selectPublished(period))
  const isCorrection = published.length > 0
  const missing = (["reason_en", "reason_fr"] as const).filter((name) => form[name] === "")
  if (isCorrection && missing.length > 0) {
    const fields = Object.fromEntries(missing.map((name) => [name, ["required" as const]]))
    throw new AppError("validation.failed", { fields })
  }
  const figures = toFigures(await queries.countSpan(db, spanOf(period)))
  const id = newId(now)
  const reason = isCorrection ? JSON.stringify({ en: form.reason_en, fr: form.reason_fr }) : null
  const [, drafted] = await db.batch([
    queries.deleteDraft(db, period),
    queries.insertDraft(db, { id, period, figures: JSON.stringify(figures), reason }, now),
    auditEntry(ctx, { action: "transparency.draft", target: { kind: "transparency", id }, details: { period } }),
  ])
  if (drafted.meta.changes === 0) throw new AppError("conflict.changed")
  return { id }
}

type SpanCounts = Awaited<ReturnType<typeof queries.countSpan>>

function toFigures({ notices: all, decisions, appeals, noticeMedian, appealMedian }: SpanCounts): Figures {
  const notices = all.filter((row) => row.is_set_aside === 0)
  const setAside = all.filter((row) => row.is_set_aside === 1)
  const noticeGroups = {
    category: countBy(reportCategories, notices, ({ category }) => category),
    outcome: countBy(reportStates, notices, ({ state }) => state),
  }
  const decisionGroups = {
    kind: countBy(decisionKinds, decisions, ({ kind }) => kind),
    rule: countBy([...policySlugs, "none"], decisions, ({ rule }) => rule ?? "none"),
    method: countBy(["automatic", "staff"], decisions, (row) => (row.is_automatic === 1 ? "automatic" : "staff")),
    occasion: countBy(decisionSources, decisions, ({ source }) => source),
  }
  const appealGroups = { outcome: countBy(appealStates, appeals, ({ state }) => state) }
  return {
    notices: tableOf(notices, noticeGroups, noticeMedian),
    set_aside: tableOf(setAside),
    decisions: tableOf(decisions, decisionGroups),
    appeals: tableOf(appeals, appealGroups, appealMedian),
  }
}

function tableOf(
  rows: readonly { count: number }[],
  groups: FigureTable["groups"] = {},
  median: number | null = null,
): FigureTable {
  return { total: sumOf(rows), groups, median }
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

function countBy<Row extends { count: number }>(
  parts: readonly string[],
  rows: readonly Row[],
  partOf: (row: Row) => string,
): Counts {
  return Object.fromEntries(parts.map((part) => [part, sumOf(rows.filter((row) => partOf(row) === part))]))
}

/**
 * Publishes a draft, in place of the period's published figures, and decides which numbers the public does not see. Throws what
 * `requireStaffProof` does, `request.not_found`, `conflict.changed` for what is no draft any more, and where a hidden number could be
 * computed from a year and its months: `transparency.months_missing`, `transparency.year_published`.
 */
export async function publishTransparency(ctx: Ctx, id: string, { recipients }: PublicationForm): Promise<void> {
  requireStaffProof(ctx, "transparency.publish")
  const { db } = ctx
  const { row, others } = await findWithOthers(ctx, id)
  if (row.state !== "draft") throw new AppError("conflict.changed")
  const hidden = hideCounts(trustedJson(row.figures), hiddenBefore(row.period, others))
  requireSafeYear(row.period, Object.keys(hidden), others)
  const { supersede, publish } = queries.publishDraft(
    db,
    {
      id,
      period: row.period,
      hidden: JSON.stringify(hidden),
      recipients,
      others: others.map((other) => other.id),
      former: others.find(({ period }) => period === row.period)?.id ?? null,
    },
    ctx.now(),
  )
  const details = { period: row.period }
  const [, published] = await db.batch([
    supersede,
    publish,
    auditEntry(ctx, { action: "transparency.publish", target: { kind: "transparency", id }, details }),
  ])
  if (published.meta.changes === 0) throw new AppError("conflict.changed")
}

/**
 * A year is published with none of its months or with all of them, whose hidden counts it hides, too: what it shows, less the months,
 * reveals nothing. A month of a published year is only corrected, and only if it hides nothing that the year shows.
 */
function requireSafeYear(period: string, hidden: readonly string[], others: readonly queries.FiguresRow[]): void {
  if (isYear(period)) {
    const months = others.filter((other) => !isYear(other.period)).length
    if (months !== 0 && months !== monthsOf(period).length) throw new AppError("transparency.months_missing")
    return
  }
  const year = others.find((other) => other.period === yearOf(period))
  if (!year) return
  const isCorrection = others.some((other) => other.period === period)
  const hiddenOfYear = trustedJson(year.hidden) ?? {}
  if (isCorrection && hidden.every((cell) => cell in hiddenOfYear)) return
  throw new AppError("transparency.year_published")
}

/**
 * Returns the published figures of a period, by default of the latest, and the periods that are published, latest first: one round
 * trip. Null if the period is not published; `latest` is null while nothing is.
 */
export async function getPublishedTransparency(
  ctx: Pick<Ctx, "db" | "locale" | "shows">,
  period: string | null,
): Promise<{ periods: string[]; published: PublishedFigures | null }> {
  ctx.shows?.(transparencyScope)
  const [periods, [row]] = await read(
    ctx.db,
    queries.selectPublishedPeriods(maxPeriods),
    queries.selectPublished(period),
  )
  const published = row
    ? {
        period: row.period,
        published_at: row.published_at ?? row.created_at,
        shown: shownFigures(trustedJson(row.figures), trustedJson(row.hidden) ?? {}),
        reason: trustedJson(row.reason)?.[completeLocale(ctx.locale)] ?? null,
        recipients: shownRecipients(row.recipients),
      }
    : null
  return { periods: periods.map((one) => one.period), published }
}
