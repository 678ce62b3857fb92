import { shareOf } from "~/lib/share-of"
import { MINUTE } from "~/lib/time"
import type { NotificationSettings } from "./schema"

const dayLength = 24 * 60
/** Earliest time of the daily mail, in the reader's time zone. */
const morning = 9 * 60
/** Seconds over which mails and pushes of one time of the day are spread: at nine sharp all members of a time zone are due at once. */
const spread = 3_600

/** Whose mail or push it is, and what they chose. */
export interface Recipient {
  userId: string
  settings: NotificationSettings
}

const delayOf = (userId: string) => shareOf(userId, spread) * 1_000

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

/** Returns when a member is notified whose quiet hours contain this time: within the hour after their end. Null outside of them. */
export function postponedUntil(at: number, { userId, settings }: Recipient): number | null {
  const end = quietUntil(at, settings)
  return end === null ? null : end + delayOf(userId)
}

/**
 * Returns when a notification unread since `since` may be mailed: not before `now`, and not in quiet hours. A daily mail
 * is due within the hour after nine.
 */
export function mailTime(since: number, now: number, recipient: Recipient): number {
  const { userId, settings } = recipient
  const isDaily = settings.rhythm === "daily"
  const due = isDaily ? nextTimeOfDay(since, morning, settings.time_zone) + delayOf(userId) : now
  const at = Math.max(due, now)
  return postponedUntil(at, recipient) ?? at
}
