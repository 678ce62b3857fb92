import type { CheckStatus } from "~/db/schema/profiles/identity"
import { DAY } from "~/lib/time"
import type { CalendarDay } from "../../core/ports/identity"

/** States of a check that somebody has to end: a subject has one such check at most. */
export const openStates = ["pending", "processing", "needs_input"] as const satisfies CheckStatus[]
/** Final states (trust-safety R3): only staff may reopen. */
export const refusedStates = ["refused_age", "refused"] as const satisfies CheckStatus[]

/** States of a check that once verified its subject: what it says of who they are still holds. */
export const settledStates = ["verified", "expired", "revoked"] as const satisfies CheckStatus[]

export const isOpen = (status: CheckStatus) => (openStates as readonly CheckStatus[]).includes(status)
export const isRefused = (status: CheckStatus) => (refusedStates as readonly CheckStatus[]).includes(status)

/** Days before a check is due on which its subject is notified (trust-safety R4), the last one first. */
export const noticeDays = [1, 7, 30] as const

/** How long before it is due a check may be done again, ms. */
export const renewalWindow = 30 * DAY

/** After the erasure of an account, until its checks' rows are deleted (trust-safety R1), ms. */
export const recordLifetime = 365 * DAY

/** How long hashes of refused people are kept (R3), ms. */
export const refusedLifetime = 2 * 365 * DAY

/** How long a redaction may remain unconfirmed before the provider is asked again, ms. */
export const redactionPatience = DAY

/** Returns whether somebody born on this day is 18 at `now` (epoch ms, UTC); on 29 February, a year becomes one on 1 March. */
export function isAdult({ year, month, day }: CalendarDay, now: number): boolean {
  return Date.UTC(year + 18, month - 1, day) <= now
}

/** Returns YYYY-MM. */
export function monthOf({ year, month }: CalendarDay): string {
  return `${year}-${String(month).padStart(2, "0")}`
}

/** Returns when a check is due again (epoch ms), and why: after twelve months, or with the last month of the document. */
export function nextCheck(
  checkedAt: number,
  documentMonth: string | null,
): { at: number; reason: "period" | "document" } {
  const date = new Date(checkedAt)
  const period = date.setUTCFullYear(date.getUTCFullYear() + 1)
  const [year = 0, month = 0] = (documentMonth ?? "").split("-").map(Number)
  const end = documentMonth === null ? Number.POSITIVE_INFINITY : Date.UTC(year, month, 1)
  return end < period ? { at: end, reason: "document" } : { at: period, reason: "period" }
}
