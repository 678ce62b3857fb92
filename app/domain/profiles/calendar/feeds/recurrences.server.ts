import ICAL from "ical.js"
import { DAY } from "~/lib/time"
import { type Budget, CalendarTooLarge } from "./budget"

interface Window {
  /** By the clock of the event, epoch ms as if it was UTC. */
  start: number
  end: number
  /** Converts the end of a rule, which is in UTC, to that clock. */
  wallOfUtc: (at: number) => number
  budget: Budget
}

/** Rules of an event; real ones have one. */
const maxRules = 4
/** Values of each part of a rule, and its interval: ical.js goes through each of them in each step. */
const maxValues = 400
const maxInterval = 1_000

/** Yields when an event takes place: its first time, its dates, and its rules from about the window's start to its end. */
export function* timesFrom(event: ICAL.Component, start: ICAL.Time, window: Window): Generator<ICAL.Time> {
  yield start
  for (const property of event.getAllProperties("rdate")) {
    for (const value of property.getValues()) {
      window.budget.spend()
      if (value instanceof ICAL.Time) yield value
      if (value instanceof ICAL.Period) yield value.start
    }
  }
  const rules = event.getAllProperties("rrule")
  if (rules.length > maxRules) throw new CalendarTooLarge()
  for (const property of rules) {
    const rule = property.getFirstValue()
    if (rule instanceof ICAL.Recur) yield* timesOfRule(rule, start, window)
  }
}

function* timesOfRule(rule: ICAL.Recur, start: ICAL.Time, window: Window): Generator<ICAL.Time> {
  const { budget } = window
  if (rule.interval > maxInterval || Object.values(rule.parts).flat().length > maxValues) throw new CalendarTooLarge()
  rule.until = endOf(rule, start, window)
  const iterator = rule.iterator(skipTo(window.start, rule, start))
  // Each of its loops asks this, also those that find nothing: the 30th of February, each second of a century.
  const isWithinRules = iterator.check_contracting_rules.bind(iterator)
  iterator.check_contracting_rules = () => {
    budget.spend(cost[rule.freq] ?? 2)
    return isWithinRules()
  }
  for (let time = iterator.next(); time; time = iterator.next()) yield time.clone()
}

/** A step of a year lays out its days. */
const cost: Partial<Record<string, number>> = { YEARLY: 40, MONTHLY: 8 }

/** Returns where a rule ends, by its event's clock: at its own end, or at the window's. */
function endOf({ until }: ICAL.Recur, start: ICAL.Time, { end, wallOfUtc }: Window): ICAL.Time {
  const wall = (time: ICAL.Time) => Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
  const isOfUtc = until?.zone === ICAL.Timezone.utcTimezone && start.zone !== ICAL.Timezone.utcTimezone
  const own = !until ? end : until.isDate ? wall(until) + DAY - 1 : isOfUtc ? wallOfUtc(wall(until)) : wall(until)
  return timeAt(Math.min(own, end), start)
}

/** Periods of a rule by which its start can be moved without a change of its times, in days; others have few a year. */
const periods: Partial<Record<string, number>> = { SECONDLY: 1, MINUTELY: 1, HOURLY: 1, DAILY: 1, WEEKLY: 7 }

/** Returns the start of a rule, moved by whole periods close to the window; one that counts its times starts at the first. */
function skipTo(wall: number, { freq, interval, count }: ICAL.Recur, start: ICAL.Time): ICAL.Time {
  const period = periods[freq]
  const first = Date.UTC(start.year, start.month - 1, start.day, start.hour, start.minute, start.second)
  if (!period || count || first >= wall) return start
  const length = period * interval * DAY
  return timeAt(first + Math.floor((wall - first) / length) * length, start)
}

/** Returns a time of the same kind and zone as another. */
function timeAt(wall: number, like: ICAL.Time): ICAL.Time {
  const at = new Date(wall)
  const parts = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: like.isDate ? 0 : at.getUTCHours(),
    minute: like.isDate ? 0 : at.getUTCMinutes(),
    second: like.isDate ? 0 : at.getUTCSeconds(),
    isDate: like.isDate,
  }
  return new ICAL.Time(parts, like.zone)
}
