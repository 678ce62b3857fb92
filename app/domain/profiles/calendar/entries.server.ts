import { read } from "~/db/client.server"
import { formatDays } from "~/i18n/days"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireActive, requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { type Place, placeWhile } from "../../core/shared/lane"
import { dayOf } from "../../core/shared/site-days"
import { isCalendarDay, lastCalendarDay } from "./days"
import { maxEntries } from "./limits"
import * as queries from "./queries.server"
import type { CalendarEntry, EntriesPage, NewEntry } from "./schema"

/** Returns the actor's days off and tours that are not past, by date. Throws `auth.required`, and `request.not_found` without a profile. */
export async function listEntries(ctx: Ctx): Promise<CalendarEntry[]> {
  const [rows] = await read(ctx.db, queries.selectEntries(ctx.locale, requireOwner(ctx), dayOf(ctx.now())))
  return rows.map(toEntry)
}

/** Returns what the owner's page of days off and tours needs: one round trip. Throws what `listEntries` does. */
export async function getEntriesPage(ctx: Ctx): Promise<EntriesPage> {
  const owner = requireOwner(ctx)
  const today = dayOf(ctx.now())
  const [rows, cities] = await read(
    ctx.db,
    queries.selectEntries(ctx.locale, owner, today),
    queries.selectTourCities(ctx.locale, owner),
  )
  return { entries: rows.map(toEntry), cities, first_day: today, last_day: lastCalendarDay(today) }
}

export function toEntry({ city_slug, city, ...entry }: queries.EntryRow): CalendarEntry {
  return { ...entry, city: city_slug === null ? null : { slug: city_slug, name: city ?? "" } }
}

/**
 * Adds days off or a tour, effective at once. Throws what `listEntries` does, `account.suspended`, `validation.failed` for days that are past,
 * more than 89 days ahead or in the wrong order and for a city that is unknown or their own, `calendar.overlap` for a tour during another
 * one, `calendar.full`, and `rate.limited`.
 */
export async function addEntry(ctx: Ctx, entry: NewEntry): Promise<{ id: string }> {
  requireActive(ctx)
  const owner = requireOwner(ctx)
  await ctx.limit("workshop.save", owner.userId)
  const { kind, first_day: firstDay, last_day: lastDay } = entry
  const now = ctx.now()
  const today = dayOf(now)
  const problems = {
    ...(!isCalendarDay(firstDay, today) && { first_day: ["day_ahead" as const] }),
    ...(!isCalendarDay(lastDay, today) && { last_day: ["day_ahead" as const] }),
    ...(firstDay > lastDay && { last_day: ["day_order" as const] }),
  }
  if (Object.keys(problems).length > 0) throw new AppError("validation.failed", { fields: problems })
  const id = newId(now)
  const city = entry.kind === "tour" ? entry.city : null
  const added = await queries.insertEntry(
    ctx.db,
    owner,
    { id, kind, city, firstDay, lastDay, now, today, max: maxEntries },
    ctx.locale,
  )
  if (added.is_stored) return { id }
  if (city !== null && !added.is_city) throw new AppError("validation.failed", { fields: { city: ["invalid"] } })
  if (added.is_home) throw new AppError("validation.failed", { fields: { city: ["city_home"] } })
  if (added.other) {
    const { city: other, first_day, last_day } = added.other
    const days = formatDays(first_day, last_day, ctx.locale)
    throw new AppError("calendar.overlap", { values: { city: other ?? "", days } })
  }
  if (added.is_full) throw new AppError("calendar.full", { values: { max: maxEntries } })
  throw new AppError("request.not_found")
}

/** Removes days off or a tour of the actor; nothing happens if it is gone. Throws what `listEntries` does, `account.suspended` and `rate.limited`. */
export async function removeEntry(ctx: Ctx, id: string): Promise<void> {
  requireActive(ctx)
  const owner = requireOwner(ctx)
  await ctx.limit("workshop.save", owner.userId)
  await queries.deleteEntry(ctx.db, owner, id)
}

/**
 * Deletes entries that are past, first those that ended first. At most `batches` statements of `batch` entries, each of which writes two rows
 * of the search indexes again; the next message goes on.
 */
export async function sweepCalendars(
  { db, now }: Pick<Ctx, "db" | "now">,
  { batch, batches } = { batch: 100, batches: 20 },
): Promise<Place> {
  const today = dayOf(now())
  for (let n = 0; n < batches; n += 1) {
    const deleted = await queries.deletePast(db, today, batch)
    if (deleted < batch) return null
  }
  return placeWhile(true)
}
