import { read } from "~/db/client.server"
import { hasMore } from "~/db/statements/delete-at-most"
import { HOUR } from "~/lib/time"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { type Place, placeWhile } from "../../core/shared/lane"
import { addDays, dayOf, startOfDay } from "../../core/shared/site-days"
import { type Measure, measures, type Statistics } from "./measures"
import { type RawCounts, showCount, showCounts, showTotal, weekOf } from "./policy"
import * as queries from "./queries.server"
import type { StatisticsQuery } from "./schema"

/** No day's views are older, in days. They are deleted by the month, whose last day is then up to a month younger. */
const keptDays = 400

/**
 * Returns the statistics of the actor's profile for the days before today: one round trip. Throws `request.not_found`
 * for members without a profile.
 */
export async function getStatistics(ctx: Ctx, query: StatisticsQuery): Promise<Statistics> {
  return findStatistics(ctx, requireOwner(ctx), query)
}

/** Returns the statistics of an owner's profile for the days before today: one round trip. */
export async function findStatistics(
  ctx: Ctx,
  { userId, profileId }: { userId: string; profileId: string },
  { period, by }: StatisticsQuery,
): Promise<Statistics> {
  const span = spanOf(ctx.now(), Number(period))
  const { start, today } = span
  const times = { from: startOfDay(start), before: startOfDay(today) }
  const [views, favorites, requests, replies] = await read(
    ctx.db,
    queries.selectViews(profileId, start, today),
    queries.selectNewFavorites(profileId, times.from, times.before),
    queries.selectFirstMessages("requests", userId, times),
    queries.selectFirstMessages("replies", userId, times),
  )
  return toStatistics(span, by, { views, favorites, requests, replies })
}

/** The days of statistics (YYYY-MM-DD): from `start` on those compared with, from `from` on those shown, before `today`. */
interface Span {
  start: string
  from: string
  today: string
  days: number
}

/** Returns the span of so many days before today. */
function spanOf(now: number, days: number): Span {
  const today = dayOf(now)
  return { start: addDays(today, -2 * days), from: addDays(today, -days), today, days }
}

/** The rows of the statements. */
interface StatisticsRows {
  views: queries.DayCount[]
  favorites: queries.HourCount[]
  requests: queries.HourCount[]
  replies: queries.HourCount[]
}

/** Converts rows to statistics by day or week. */
function toStatistics(span: Span, by: Statistics["by"], rows: StatisticsRows): Statistics {
  const { start, from, today, days } = span
  const counts: Record<Measure, queries.DayCount[]> = {
    views: rows.views,
    favorites: byDay(rows.favorites),
    requests: byDay(rows.requests),
    replies: byDay(rows.replies),
  }
  const now = Array.from({ length: days }, (_, index) => addDays(from, index))
  const before = Array.from({ length: days }, (_, index) => addDays(start, index))
  const groups = new Map<string, string[]>()
  for (const day of now) {
    const group = by === "week" ? weekOf(day) : day
    groups.set(group, [...(groups.get(group) ?? []), day])
  }
  return {
    from,
    to: addDays(today, -1),
    by,
    totals: showCounts(sumOf(counts, now), showTotal),
    totals_before: showCounts(sumOf(counts, before), showTotal),
    series: [...groups.values()].map((group) => ({
      day: group[0] ?? from,
      ...showCounts(sumOf(counts, group), showCount),
    })),
  }
}

/** Deletes statistics beyond their retention. */
export async function sweepStatistics(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const oldest = addDays(dayOf(ctx.now()), -keptDays)
  return placeWhile(hasMore([await queries.deleteMonthsUntil(ctx.db, addDays(oldest, -1).slice(0, 7))]))
}

const byDay = (hours: queries.HourCount[]): queries.DayCount[] =>
  hours.map(({ hour, count }) => ({ day: dayOf(hour * HOUR), count }))

function sumOf(counts: Record<Measure, queries.DayCount[]>, days: string[]): RawCounts {
  const wanted = new Set(days)
  const sums = measures.map((measure) => {
    return [measure, counts[measure].reduce((sum, { day, count }) => sum + (wanted.has(day) ? count : 0), 0)]
  })
  return Object.fromEntries(sums) as RawCounts
}
