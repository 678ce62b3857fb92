import type { reportPriorities } from "~/db/enums"
// Scripts read this file without the alias.
import { DAY, HOUR } from "../../../lib/time.ts"
import { isPublicHoliday } from "./public-holidays.ts"

/** Business days in which reports of the lower priorities are looked at (trust-safety R14). */
const businessDays = 7

/**
 * Returns when a report has to be looked at, epoch ms (UTC): P0 in an hour, P1 in 48 hours, others in seven business
 * days, which are neither weekends nor public holidays of France.
 */
export function dueAt(priority: (typeof reportPriorities)[number], createdAt: number): number {
  if (priority === "P0") return createdAt + HOUR
  if (priority === "P1") return createdAt + 48 * HOUR
  let due = createdAt
  for (let left = businessDays; left > 0; ) {
    due += DAY
    const weekday = new Date(due).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && !isPublicHoliday(due)) left -= 1
  }
  return due
}
