import ICAL from "ical.js"
import { calendarLength } from "~/db/calendar-days"
import { type CalendarError, dayParts } from "~/db/enums"
import { DAY, HOUR } from "~/lib/time"
import { addDays, dayOf, startOfDay } from "../../../core/shared/site-days"
import { Budget, CalendarTooLarge } from "./budget"
import { type DayPartOfDate, partsOf, timesOf } from "./day-parts"
import { timesFrom } from "./recurrences.server"
import { isUtc, wallOf, type Zone, zonesOf } from "./zones.server"

/** Events of a calendar: more than a megabyte of them has. */
const maxEvents = 5_000
/** Steps of rules of a calendar: half a second of a processor, or a whole one of a slow one. */
const maxSteps = 200_000
/** Characters of a line with what is folded below it: ical.js takes the square of the time for one of many parameters. */
const maxLine = 65_536
/** A part of a day is busy from this much of it on. */
const least = HOUR
/** Clocks of the world are at most this far from each other, ms. */
const clocks = 26 * HOUR
/** An event that takes longer is read as one that takes as long. */
const longest = 400 * DAY

/** A text that is no calendar. */
export class CalendarUnreadable extends Error {
  override readonly name = "CalendarUnreadable"
}

/** Does the same, and returns why a calendar was not read instead of throwing it. */
export function readBusyParts(
  text: string,
  from: string,
  days: number,
): { parts: DayPartOfDate[] } | { error: CalendarError } {
  try {
    return { parts: busyParts(text, from, days) }
  } catch (error) {
    return { error: error instanceof CalendarTooLarge ? "too_large" : "unreadable" }
  }
}

interface Window {
  /** YYYY-MM-DD, the last one excluded. */
  from: string
  to: string
  /** The same, epoch ms. */
  start: number
  end: number
}

/**
 * Returns the parts of days, ascending, that a calendar's events take an hour or more of (RFC 5545); not those that are cancelled, or that
 * leave their owner free. Floating times are the site's. Throws CalendarTooLarge and CalendarUnreadable.
 */
export function busyParts(text: string, from: string, days: number): DayPartOfDate[] {
  const to = addDays(from, Math.min(days, calendarLength))
  const window = { from, to, start: startOfDay(from), end: startOfDay(to) }
  const budget = new Budget(maxSteps)
  requireShortLines(text)
  const { events, definitions } = read(text)
  if (events.length > maxEvents) throw new CalendarTooLarge()
  const zoneOf = zonesOf(definitions, budget)
  const changed = changedTimes(events)
  const busy = new Set<DayPartOfDate>()
  for (const event of events) {
    for (const part of partsOfEvent(event, { window, zoneOf, budget, changed })) busy.add(part)
  }
  return [...busy].toSorted()
}

/** Throws CalendarTooLarge for a line that is too long once it is unfolded. */
function requireShortLines(text: string): void {
  let length = 0
  for (const line of text.split("\n")) {
    length = /^[ \t]/.test(line) ? length + line.length : line.length
    if (length > maxLine) throw new CalendarTooLarge()
  }
}

/** Reads the events and the definitions of zones: apart, since ical.js would go through the rules of the latter without an end. */
function read(text: string): { events: ICAL.Component[]; definitions: ICAL.Component[] } {
  let parsed: unknown
  try {
    parsed = ICAL.parse(text)
  } catch (cause) {
    throw new CalendarUnreadable("The calendar cannot be parsed", { cause })
  }
  const events: ICAL.Component[] = []
  const definitions: ICAL.Component[] = []
  for (const calendar of calendarsIn(parsed)) {
    for (const part of calendar[2]) {
      if (part[0] === "vevent") events.push(new ICAL.Component(part))
      if (part[0] === "vtimezone") definitions.push(new ICAL.Component(part))
    }
  }
  return { events, definitions }
}

/** A component as ical.js parses it (jCal, RFC 7265). */
type Parsed = [name: string, properties: unknown[], components: Parsed[]]

/** Returns the calendars of a file: one, or several in a row. Throws CalendarUnreadable for anything else. */
function calendarsIn(parsed: unknown): Parsed[] {
  const list = (Array.isArray(parsed) && typeof parsed[0] === "string" ? [parsed] : parsed) as Parsed[]
  const calendars = Array.isArray(list) ? list.filter((one) => one?.[0] === "vcalendar") : []
  if (calendars.length === 0) throw new CalendarUnreadable("There is no calendar in it")
  return calendars
}

const textOf = (event: ICAL.Component, name: string) => String(event.getFirstPropertyValue(name) ?? "").toUpperCase()

const tzidOf = (event: ICAL.Component, name: string): string | null => {
  const tzid = event.getFirstProperty(name)?.getParameter("tzid")
  return typeof tzid === "string" ? tzid : null
}

/** Returns the times of series that have an event of their own in their place. */
function changedTimes(events: ICAL.Component[]): Set<string> {
  const times = new Set<string>()
  for (const event of events) {
    try {
      const time = event.getFirstPropertyValue("recurrence-id")
      if (time instanceof ICAL.Time) times.add(`${nameOf(time)} ${textOf(event, "uid")}`)
    } catch {
      // Not a time: it changes none.
    }
  }
  return times
}

interface Reading {
  window: Window
  zoneOf: (tzid: string | null) => Zone
  budget: Budget
  changed: Set<string>
}

function partsOfEvent(event: ICAL.Component, reading: Reading): DayPartOfDate[] {
  try {
    if (textOf(event, "transp") === "TRANSPARENT" || textOf(event, "status") === "CANCELLED") return []
    return [...readEvent(event, reading)]
  } catch (error) {
    if (error instanceof CalendarTooLarge) throw error
    // The others of its calendar are no less busy for one that is malformed.
    return []
  }
}

function* readEvent(event: ICAL.Component, { window, zoneOf, budget, changed }: Reading): Generator<DayPartOfDate> {
  const start = event.getFirstPropertyValue("dtstart")
  if (!(start instanceof ICAL.Time)) return
  const toEpoch: Zone = isUtc(start) ? (wall) => wall : zoneOf(tzidOf(event, "dtstart"))
  const length = lengthOf(event, start, toEpoch, zoneOf)
  if (length < least) return
  const near = { start: window.start - clocks - length, end: window.end + clocks }
  const wallOfUtc = (at: number) => at + (at - toEpoch(at))
  const isSeries = !event.hasProperty("recurrence-id")
  const times = isSeries ? timesFrom(event, start, { ...near, wallOfUtc, budget }) : [start]
  const left = isSeries ? new Set(excludedTimes(event, budget)) : null
  const uid = textOf(event, "uid")
  for (const time of times) {
    const wall = wallOf(time)
    if (wall < near.start || wall > near.end) continue
    budget.spend(conversion)
    const startsAt = toEpoch(wall)
    if (left && namesOf(time, startsAt).some((name) => left.has(name) || changed.has(`${name} ${uid}`))) continue
    if (start.isDate) yield* wholeDays(wall, length, window, budget)
    else yield* partsWithin(startsAt, length, window, budget)
  }
}

/** Steps that a conversion of a time counts for, and a day of an event: the platform's calendar is slow. */
const conversion = 5

/** Returns how other properties may name a time: by its clock, in UTC, or by its day. */
function namesOf(time: ICAL.Time, startsAt: number): string[] {
  const wall = wallOf(time)
  return [`${wall}`, `${startsAt}Z`, `${wall - (wall % DAY)}D`]
}

/** Returns how a property names a time. */
const nameOf = (time: ICAL.Time) => `${wallOf(time)}${time.isDate ? "D" : isUtc(time) ? "Z" : ""}`

/** Yields the names of the times that a series leaves out. */
function* excludedTimes(event: ICAL.Component, budget: Budget): Generator<string> {
  for (const property of event.getAllProperties("exdate")) {
    for (const time of property.getValues()) {
      budget.spend()
      if (time instanceof ICAL.Time) yield nameOf(time)
    }
  }
}

/** Returns how long an event takes, ms: a day without an end, nothing for a time without one (RFC 5545, 3.6.1). */
function lengthOf(event: ICAL.Component, start: ICAL.Time, toEpoch: Zone, zoneOf: Reading["zoneOf"]): number {
  const end = event.getFirstPropertyValue("dtend")
  const duration = event.getFirstPropertyValue("duration")
  let length = start.isDate ? DAY : 0
  if (end instanceof ICAL.Time) {
    if (start.isDate || end.isDate) length = wallOf(end) - wallOf(start)
    else {
      const endsAt = isUtc(end) ? wallOf(end) : zoneOf(tzidOf(event, "dtend"))(wallOf(end))
      length = endsAt - toEpoch(wallOf(start))
    }
  } else if (duration instanceof ICAL.Duration) length = duration.toSeconds() * 1_000
  return Math.min(length, longest)
}

/** Yields every part of the days of an event without times: they are the site's days. */
function* wholeDays(wall: number, length: number, { from, to }: Window, budget: Budget): Generator<DayPartOfDate> {
  const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10)
  const [first, end] = [dayAt(wall), dayAt(wall + length)]
  for (let day = first < from ? from : first; day < end && day < to; day = addDays(day, 1)) {
    budget.spend(conversion)
    yield* partsOf(day)
  }
}

function* partsWithin(startsAt: number, length: number, window: Window, budget: Budget): Generator<DayPartOfDate> {
  const [start, end] = [Math.max(startsAt, window.start), Math.min(startsAt + length, window.end)]
  if (end <= start) return
  const last = dayOf(end - 1)
  for (let day = dayOf(start); day <= last; day = addDays(day, 1)) {
    budget.spend(conversion)
    for (const part of dayParts) {
      const times = timesOf(day, part)
      if (Math.min(end, times.end) - Math.max(start, times.start) >= least) yield `${day}-${part}`
    }
  }
}
