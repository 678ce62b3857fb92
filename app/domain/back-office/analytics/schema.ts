import * as z from "zod"
import { DAY } from "~/lib/time"
import { periods } from "./measures"

/** The longest period, in days: a year, and its leap day. */
const maxDays = 366

const Day = z.iso.date()

/** Of dates that are none nothing is said here: their own errors do. */
function isPeriod(from: string, to: string): boolean {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Number.isNaN(first + last) || (first <= last && last - first < maxDays * DAY)
}

/** The days of a period: 30 until the last one with figures, unless they are given, both of them. */
export const FiguresQuery = z
  .object({ from: Day.optional(), to: Day.optional() })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), { path: ["from"] })
  .refine(({ from, to }) => from === undefined || to === undefined || isPeriod(from, to), { path: ["to"] })
export type FiguresQuery = z.infer<typeof FiguresQuery>

/** The query of the dashboard's address: a number of days, or dates. Empty dates of its form are none. */
export const DashboardQuery = z
  .object({
    period: z.enum(periods).optional(),
    from: z.union([z.literal("").transform(() => undefined), Day]).optional(),
    to: z.union([z.literal("").transform(() => undefined), Day]).optional(),
  })
  .pipe(FiguresQuery.safeExtend({ period: z.enum(periods).optional() }))
