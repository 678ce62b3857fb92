import ICAL from "ical.js"
import { MINUTE } from "~/lib/time"
import type { Budget } from "./budget"
import { timesFrom } from "./recurrences.server"

/** Converts the time that a clock shows, as epoch ms of the same clock in UTC, to epoch ms. */
export type Zone = (wall: number) => number

const utc: Zone = (wall) => wall

/** Returns what a clock shows, as epoch ms of the same clock in UTC. */
export const wallOf = (time: ICAL.Time): number =>
  Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)

export function isUtc(time: ICAL.Time): boolean {
  return time.zone === ICAL.Timezone.utcTimezone
}

/**
 * Returns the zones of a calendar by their TZID: names of the IANA's database, whose rules are known here; otherwise what the calendar says
 * of them (VTIMEZONE); otherwise the site's, as for floating times.
 */
export function zonesOf(definitions: ICAL.Component[], budget: Budget): (tzid: string | null) => Zone {
  const known = new Map<string, Zone>()
  const defined = new Map(definitions.map((one) => [one.getFirstPropertyValue("tzid"), one]))
  const site = namedZone("Europe/Paris") ?? utc
  return (tzid) => {
    if (tzid === null) return site
    const found = known.get(tzid) ?? namedZone(tzid) ?? definedZone(defined.get(tzid), budget) ?? site
    known.set(tzid, found)
    return found
  }
}

/** Returns a zone of the IANA's database; null for any other name. */
function namedZone(name: string): Zone | null {
  // `+02:00` would be one, too.
  if (!/^[A-Za-z]/.test(name)) return null
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" })
  } catch {
    return null
  }
  const offsetAt = (at: number): number => {
    const text = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? ""
    const [, sign, hours = "0", minutes = "0", seconds = "0"] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(text) ?? []
    const size = (Number(hours) * 60 + Number(minutes)) * MINUTE + Number(seconds) * 1_000
    return sign === "-" ? -size : size
  }
  // Twice: near a change of clocks the first offset is the other side's.
  return (wall) => wall - offsetAt(wall - offsetAt(wall))
}

interface Onset {
  /** By the clock before it. */
  wall: number
  /** Offsets of UTC before and after it, ms. */
  from: number
  to: number
}

/** Years of a definition that are looked at, from the time that is converted: each rule of clocks begins every year. */
const years = 2

function definedZone(definition: ICAL.Component | undefined, budget: Budget): Zone | null {
  if (!definition) return null
  const observances = ["standard", "daylight"].flatMap((name) => definition.getAllSubcomponents(name))
  const byYear = new Map<number, Onset[]>()
  const onsetsOf = (year: number): Onset[] => {
    const found = byYear.get(year) ?? observances.flatMap((one) => onsetsIn(one, year, budget))
    byYear.set(
      year,
      found.toSorted((a, b) => a.wall - b.wall),
    )
    return byYear.get(year) as Onset[]
  }
  return (wall) => {
    const onsets = onsetsOf(new Date(wall).getUTCFullYear())
    const last = onsets.findLast((one) => one.wall <= wall)
    return wall - (last?.to ?? onsets[0]?.from ?? 0)
  }
}

/** Returns when an observance began in a year and the ones before it; its first time, if that was before all of them. */
function onsetsIn(observance: ICAL.Component, year: number, budget: Budget): Onset[] {
  const offset = (name: string) => {
    const value = observance.getFirstPropertyValue(name)
    return value instanceof ICAL.UtcOffset ? value.toSeconds() * 1_000 : 0
  }
  const start = observance.getFirstPropertyValue("dtstart")
  if (!(start instanceof ICAL.Time)) return []
  const [from, to] = [offset("tzoffsetfrom"), offset("tzoffsetto")]
  const window = { start: Date.UTC(year - years, 0, 1), end: Date.UTC(year + 1, 0, 2) }
  // A rule's end is in UTC, its times are by the clock before the change.
  const wallOfUtc = (at: number) => at + from
  const walls = [...timesFrom(observance, start, { ...window, wallOfUtc, budget })].map(wallOf)
  return [...new Set([wallOf(start), ...walls])].map((wall) => ({ wall, from, to }))
}
