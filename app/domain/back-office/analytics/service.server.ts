import { read } from "~/db/client.server"
import { translator } from "~/i18n/i18n.server"
import { requireStaff } from "../../core/actor/guards"
import type { Permission } from "../../core/actor/roles"
import type { Ctx } from "../../core/context"
import { csvAmount, csvOf } from "../../core/shared/csv"
import { addDays, dayOf } from "../../core/shared/site-days"
import { type FigureLine, type Figures, type Measure, measures, type Period } from "./measures"
import { daysBetween, figureOf, pointsOf, type Span, spanBefore, unitOf } from "./policy"
import * as queries from "./queries.server"
import type { FiguresQuery } from "./schema"

type Now = readonly [ReadonlyArray<{ value: number }>, ReadonlyArray<{ price: string; value: number }>]

/**
 * Returns the site's figures of a period and of as many days before it; without dates, of `period` days until the
 * last one with figures. Revenue only with `billing.read`. Two round trips. Throws what `requireStaff` does.
 */
export async function getFigures(ctx: Ctx, { from, to }: FiguresQuery, period: Period = "30"): Promise<Figures> {
  requireStaff(ctx, "dashboard.read")
  const [[last]] = await read(ctx.db, queries.selectLastMade())
  const span = spanOf(last?.day ?? addDays(dayOf(ctx.now()), -1), { from, to }, Number(period))
  const before = spanBefore(span)
  const shown = measures.filter((measure) => measure !== "revenue" || mayRead(ctx, "billing.read"))
  const [rows, plans, ...now] = await read(
    ctx.db,
    queries.selectFigures(["made", ...shown], before.from, span.to),
    queries.selectPlansOfPrices(ctx.locale),
    queries.selectMembersNow(),
    queries.selectSubscriptionsNow(),
  )
  const planOf = (price: string) => plans.find((one) => one.price === price)?.plan ?? ""
  return {
    from: span.from,
    to: span.to,
    before_from: before.from,
    before_to: before.to,
    by: unitOf(span.days),
    made_until: last?.day ?? null,
    lines: linesOf(rows, shown, planOf, { span, before }),
    now: toNow(now, planOf),
  }
}

function spanOf(last: string, { from, to }: FiguresQuery, days: number): Span {
  if (from !== undefined && to !== undefined) return { from, to, days: daysBetween(from, to).length }
  return { from: addDays(last, 1 - days), to: last, days }
}

function mayRead(ctx: Ctx, permission: Permission): boolean {
  try {
    requireStaff(ctx, permission)
    return true
  } catch {
    return false
  }
}

interface FigureRow {
  measure: Measure | "made"
  dimension: string
  day: string
  value: number
}

/** Returns each measure's lines: of revenue one for each currency, of subscriptions one for each plan. */
function linesOf(
  rows: readonly FigureRow[],
  shown: readonly Measure[],
  planOf: (price: string) => string,
  { span, before }: { span: Span; before: Span },
): FigureLine[] {
  const made = new Set(rows.flatMap(({ measure, day }) => (measure === "made" ? [day] : [])))
  const [now, past] = [daysBetween(span.from, span.to), daysBetween(before.from, before.to)]
  return shown.flatMap((measure) => {
    const lines = new Map<string, Map<string, number>>()
    for (const row of rows) {
      if (row.measure !== measure) continue
      const name = nameOf(row, planOf)
      const values = lines.get(name) ?? new Map<string, number>()
      lines.set(name, values.set(row.day, (values.get(row.day) ?? 0) + row.value))
    }
    if (lines.size === 0 && measure !== "revenue") lines.set("", new Map())
    return [...lines].map(([dimension, values]) => {
      const line = { measure, values, made }
      return {
        measure,
        dimension,
        total: figureOf(line, now),
        total_before: figureOf(line, past),
        series: pointsOf(line, now, past),
      }
    })
  })
}

/** Returns what a row is added up under. */
function nameOf({ measure, dimension }: FigureRow, planOf: (price: string) => string): string {
  if (measure === "subscriptions") return planOf(dimension)
  return measure === "revenue" ? dimension : ""
}

function toNow([[members], subscriptions]: Now, planOf: (price: string) => string): Figures["now"] {
  const counts = new Map<string, number>()
  for (const { price, value } of subscriptions) counts.set(planOf(price), (counts.get(planOf(price)) ?? 0) + value)
  return {
    members: members?.value ?? 0,
    subscriptions: [...counts].map(([plan, count]) => ({ plan, count })),
  }
}

/** Returns figures as CSV: a row for each measure and day. Amounts have two decimals. */
export function figuresCsv(ctx: Pick<Ctx, "locale">, { lines }: Figures): string {
  const t = translator(ctx.locale, "figures")
  const cell = (measure: Measure, value: number | null) =>
    value === null ? "" : measure === "revenue" ? csvAmount(value, ctx.locale) : String(value)
  const header = [t("table.measure"), t("table.part"), t("table.day"), t("table.value"), t("table.before")]
  const rows = lines.flatMap(({ measure, dimension, series }) =>
    series.map(({ day, value, before }) => [
      t(`measures.${measure}`),
      dimension.toUpperCase(),
      day,
      cell(measure, value),
      cell(measure, before),
    ]),
  )
  return csvOf([header, ...rows], ctx.locale)
}
