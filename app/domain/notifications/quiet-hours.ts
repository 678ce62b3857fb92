import { MINUTE } from "~/lib/time"
import type { NotificationSettings } from "./schema"

const dayLength = 24 * 60
/** Time of the daily mail, in the reader's time zone. */
const morning = 9 * 60

/** Returns the minute of the day in a time zone. */
function minuteOfDay(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(at)
  return Number(parts.slice(0, 2)) * 60 + Number(parts.slice(3, 5))
}

/** Returns the next time (epoch ms) of a minute of the day in a time zone; an hour later if a clock change skips it. */
export function nextTimeOfDay(after: number, minuteThere: number, timeZone: string): number {
  const start = Math.floor(after / MINUTE) * MINUTE
  const ahead = (minuteThere - minuteOfDay(start, timeZone) + dayLength) % dayLength || dayLength
  const found = start + ahead * MINUTE
  // Corrects for a clock change in between.
  const off = (minuteThere - minuteOfDay(found, timeZone) + dayLength) % dayLength
  const shift = off > dayLength / 2 ? off - dayLength : off
  const corrected = found + shift * MINUTE
  return minuteOfDay(corrected, timeZone) === minuteThere && corrected > after ? corrected : found
}

/** Returns the end of the quiet hours that contain this time, or null outside of them. */
export function quietUntil(at: number, { quiet_hours: quiet, time_zone }: NotificationSettings): number | null {
  if (!quiet) return null
  const now = minuteOfDay(at, time_zone)
  const { from, to } = quiet
  const isQuiet = from < to ? now >= from && now < to : now >= from || now < to
  return isQuiet ? nextTimeOfDay(at, to, time_zone) : null
}

/** Returns when a notification unread since `since` may be mailed: not before `now`, and not in quiet hours. */
export function mailTime(since: number, now: number, settings: NotificationSettings): number {
  const due = settings.rhythm === "daily" ? nextTimeOfDay(since, morning, settings.time_zone) : now
  const at = Math.max(due, now)
  return quietUntil(at, settings) ?? at
}
