/** Days that a period of the dashboard spans; the last one is the last with figures. */
export const periods = ["7", "30", "90", "365"] as const
export type Period = (typeof periods)[number]

/** Added up over a period. */
export const flows = ["new_members", "new_profiles", "messages", "revenue"] as const
/** As they were at a period's end. `waiting`: profiles that await review; their waiting times are in minutes. */
const stocks = ["members", "subscriptions", "waiting", "waiting_median", "waiting_oldest"] as const
export const measures = [...flows, ...stocks] as const
export type Measure = (typeof measures)[number]

/** Null: the night has made no figures of it. */
export type Figure = number | null

export interface FigurePoint {
  /** The day, or the first day of the week. */
  day: string
  value: Figure
  /** Of as many days before the period. */
  before: Figure
}

/** A measure over a period, or a part of it. */
export interface FigureLine {
  measure: Measure
  /** The currency of revenue, the plan of subscriptions; otherwise empty. */
  dimension: string
  total: Figure
  total_before: Figure
  series: FigurePoint[]
}

/** Days are YYYY-MM-DD in the site's time zone, amounts minor units. */
export interface Figures {
  from: string
  to: string
  before_from: string
  before_to: string
  by: "day" | "week"
  /** The last day with figures; null before the first night. */
  made_until: string | null
  lines: FigureLine[]
  /** At this moment. */
  now: {
    members: number
    subscriptions: { plan: string; count: number }[]
  }
}
