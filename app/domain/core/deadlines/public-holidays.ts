// Scripts read this file without the alias.
import { DAY } from "../../../lib/time.ts"

/** Public holidays of the same date each year, as month and day (Code du travail, L3133-1). */
const fixed = ["01-01", "05-01", "05-08", "07-14", "08-15", "11-01", "11-11", "12-25"]
/** Days after Easter Sunday: Easter Monday, Ascension Day, Whit Monday. */
const afterEaster = [1, 39, 50]

/** Returns Easter Sunday of a year in the Gregorian calendar, epoch ms at 0:00 UTC (Meeus, Jones and Butcher). */
export function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const correction = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const day = moon + weekday - 7 * correction + 114
  return Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1)
}

/** Returns whether a moment (epoch ms) is on a public holiday of metropolitan France, by its date in UTC. */
export function isPublicHoliday(at: number): boolean {
  const date = new Date(at)
  if (fixed.includes(date.toISOString().slice(5, 10))) return true
  const days = Math.floor((at - easterSunday(date.getUTCFullYear())) / DAY)
  return afterEaster.includes(days)
}
