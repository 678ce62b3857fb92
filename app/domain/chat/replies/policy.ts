import { DAY, HOUR } from "~/lib/time"
import type { ReplySpeed } from "../schema"

/** First replies that are looked at, in ms. */
export const speedPeriod = 90 * DAY
/** Fewer first replies are too few for a figure. */
export const leastReplies = 10

/** How long a reply of each speed takes at most, in ms; slower ones take `days`. */
export const speedLimits = { hour: HOUR, hours: 6 * HOUR, day: DAY } as const satisfies Partial<
  Record<ReplySpeed, number>
>
