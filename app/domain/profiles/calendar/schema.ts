import * as z from "zod"
import type { CalendarEntryKind } from "~/db/enums"

/** Days off or a tour of an owner, both days included, YYYY-MM-DD. */
export interface CalendarEntry {
  id: string
  kind: CalendarEntryKind
  /** The city of a tour, named in the reader's language. */
  city: { slug: string; name: string } | null
  first_day: string
  last_day: string
}

/** The owner's page of days off and tours. */
export interface EntriesPage {
  /** By date. */
  entries: CalendarEntry[]
  /** Cities that a tour can name. */
  cities: { slug: string; name: string }[]
  /** The days between which entries lie. */
  first_day: string
  last_day: string
}

const Days = z.object({ first_day: z.iso.date(), last_day: z.iso.date() })

export const DaysOffForm = Days.extend({ kind: z.literal("off").default("off") })
export const TourForm = Days.extend({
  kind: z.literal("tour").default("tour"),
  /** The slug of a city. */
  city: z.string().min(1).max(80),
})

/** Days off or a tour, to be added. */
export const NewEntry = z.discriminatedUnion("kind", [
  DaysOffForm.extend({ kind: z.literal("off") }),
  TourForm.extend({ kind: z.literal("tour") }),
])
export type NewEntry = z.infer<typeof NewEntry>

export const EntryActionForm = z.object({ id: z.string().min(1).max(40) })
