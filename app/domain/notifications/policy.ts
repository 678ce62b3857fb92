import { DAY, MINUTE } from "~/lib/time"

/** Unread time after which a notification is mailed (ms). */
export const mailedAfter = 30 * MINUTE
/** Minimum time between pushes of an unread conversation (ms). */
export const pushInterval = 10 * MINUTE
/** Lease of a claimed push (ms): after it, the push is claimed again. */
export const pushLease = 10 * MINUTE
/** How long notifications are kept after their last change (ms). */
export const retention = 180 * DAY
