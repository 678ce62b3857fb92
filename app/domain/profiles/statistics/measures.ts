/** Days that statistics span. Today is not among them. */
export const periods = ["7", "30", "90"] as const
export const units = ["day", "week"] as const

export const measures = ["views", "favorites", "requests", "replies"] as const
export type Measure = (typeof measures)[number]

/** A count; null: fewer than five, which could identify a visitor. */
export type Count = number | null

export type Counts = Record<Measure, Count>

export interface Statistics {
  /** The first and the last day, YYYY-MM-DD in the site's time zone. */
  from: string
  to: string
  by: (typeof units)[number]
  /** Of the whole period; of views and favourites rounded down to a multiple of five. */
  totals: Counts
  /** Totals of the period of this length before. */
  totals_before: Counts
  /** By the first day of each day or week. */
  series: (Counts & { day: string })[]
}
