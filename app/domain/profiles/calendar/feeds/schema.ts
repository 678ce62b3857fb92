import * as z from "zod"
import type { CalendarEntryKind, CalendarError } from "~/db/enums"

/** Characters of an address. */
const maxCalendarAddress = 2_000

export const FeedForm = z.object({ address: z.string().trim().min(1).max(maxCalendarAddress) })
export type FeedForm = z.infer<typeof FeedForm>

/** A calendar that an owner keeps elsewhere, as they see it: never with its address, which gives access to it. */
export interface Feed {
  host: string
  /** Why it could not be read last, or null. */
  error: CalendarError | null
  /** When it was last read successfully, epoch ms, or null. */
  read_at: number | null
  /** Busy parts of days, such as `2026-12-04-evening`. */
  busy: string[]
}

/** The secret address of an owner's days off and tours. */
export interface CalendarAddress {
  address: string
  /** Epoch ms. */
  created_at: number
}

/** Days off or a tour, as a calendar elsewhere gets them. */
export interface GivenEntry {
  id: string
  kind: CalendarEntryKind
  /** The city of a tour, in the owner's language; null for days off. */
  city: string | null
  /** YYYY-MM-DD, both included. */
  first_day: string
  last_day: string
  created_at: number
}
