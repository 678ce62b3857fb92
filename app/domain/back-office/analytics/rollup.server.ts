import { read } from "~/db/client.server"
import { HOUR } from "~/lib/time"
import type { Ctx } from "../../core/context"
import type { Place } from "../../core/shared/lane"
import { addDays, dayOf, startOfDay } from "../../core/shared/site-days"
import { daysBetween } from "./policy"
import * as queries from "./queries.server"

/** Days before the first night of which figures are made, as far as rows still say them: a year and the year's comparison. */
const firstDays = 2 * 366

/** Days in one transaction of D1. */
const atOnce = 40

/**
 * Makes the figures of each day since the last one with figures until yesterday, nightly; repeated, it changes nothing.
 * Days that the cron missed have all but what only their own night could see (`stocks`). Revenue is made again of days whose
 * invoices changed: a refund counts on the day of the payment.
 */
export async function makeFigures(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const now = ctx.now()
  const yesterday = addDays(dayOf(now), -1)
  const [[last]] = await read(ctx.db, queries.selectLastMade())
  // From the end of the last day with figures: what was paid between it and its night belongs to the next day. Less an hour,
  // since a copy of an invoice carries a time from before it was committed.
  const since = last ? Math.min(last.at, startOfDay(addDays(last.day, 1))) - HOUR : 0
  const [hours] = await read(ctx.db, queries.selectPaidHours(since))
  const paid = [...new Set(hours.map(({ hour }) => dayOf(hour * HOUR)))].filter((day) => day <= yesterday).sort()
  // The last day again: a run that made it may have begun before its invoices were copied.
  const days = daysBetween(last?.day ?? addDays(yesterday, 1 - firstDays), yesterday)
  // Revenue first: days are marked as made once everything before them is written.
  for (const some of chunksOf(paid)) await write(ctx, { days: [], paid: some, yesterday, now })
  for (const some of chunksOf(days)) await write(ctx, { days: some, paid: [], yesterday, now })
  return null
}

function chunksOf(days: string[]): string[][] {
  return Array.from({ length: Math.ceil(days.length / atOnce) }, (_, index) =>
    days.slice(index * atOnce, (index + 1) * atOnce),
  )
}

function write(
  { db }: Pick<Ctx, "db">,
  { days, paid, yesterday, now }: { days: string[]; paid: string[]; yesterday: string; now: number },
): Promise<void> {
  return queries.writeFigures(db, { days: days.map(toSiteDay), paid: paid.map(toSiteDay), yesterday, now })
}

const toSiteDay = (day: string): queries.SiteDay => ({
  day,
  from: startOfDay(day),
  before: startOfDay(addDays(day, 1)),
})
