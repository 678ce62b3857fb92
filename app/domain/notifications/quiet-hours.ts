import type { NotificationSettings } from "./schema"

const minute = 60_000
const dayLength = 24 * 60
/** When a daily mail is written, in the reader's own time. */
const morning = 9 * 60

/** The minute of the day there, at this time. */
function minuteOfDay(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(at)
  return Number(parts.slice(0, 2)) * 60 + Number(parts.slice(3, 5))
}

/** The next time (epoch ms) at which it is that minute of the day there. Where clocks leave it out, an hour later. */
export function nextTimeOfDay(after: number, minuteThere: number, timeZone: string): number {
  const start = Math.floor(after / minute) * minute
  const ahead = (minuteThere - minuteOfDay(start, timeZone) + dayLength) % dayLength || dayLength
  const found = start + ahead * minute
  // A clock that was put on or back in between.
  const off = (minuteThere - minuteOfDay(found, timeZone) + dayLength) % dayLength
  const shift = off > dayLength / 2 ? off - dayLength : off
  const corrected = found + shift * minute
  return minuteOfDay(corrected, timeZone) === minuteThere && corrected > after ? corrected : found
}

/** When the quiet hours end in which this time lies; null: it lies in none. */
export function quietUntil(at: number, { quiet_hours: quiet, time_zone }: NotificationSettings): number | null {
  if (!quiet) return null
  const now = minuteOfDay(at, time_zone)
  const { from, to } = quiet
  const isQuiet = from < to ? now >= from && now < to : now >= from || now < to
  return isQuiet ? nextTimeOfDay(at, to, time_zone) : null
}

/** When a mail may tell of something that is unread since `since`: never before `now`, and not in quiet hours. */
export function mailTime(since: number, now: number, settings: NotificationSettings): number {
  const due = settings.rhythm === "daily" ? nextTimeOfDay(since, morning, settings.time_zone) : now
  const at = Math.max(due, now)
  return quietUntil(at, settings) ?? at
}
