import type { CalendarError } from "~/db/enums"

type CalendarReading = { text: string } | { error: CalendarError }

/** Fetches calendars that owners keep elsewhere (iCalendar, RFC 5545), by addresses that they typed. */
export interface Calendars {
  /** Returns an address as it is requested, `webcal:` as `https:`; null for one that no request is ever sent to (SSRF). */
  normalize: (address: string) => string | null
  /** Never throws for what the other server does. */
  fetch: (address: string) => Promise<CalendarReading>
}
