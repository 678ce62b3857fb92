import { DAY, HOUR } from "~/lib/time"

/** The site's days begin at midnight in Paris, as invoices' do. */
const days = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Paris" })

/** Returns the day of a time (epoch ms), YYYY-MM-DD. */
export function dayOf(at: number): string {
  return days.format(at)
}

/** Returns the day some days later, or earlier. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10)
}

/** Returns when a day begins, epoch ms: Paris is one hour ahead of UTC in winter, two in summer. */
export function startOfDay(day: string): number {
  const summer = Date.parse(day) - 2 * HOUR
  return dayOf(summer) === day ? summer : summer + HOUR
}
