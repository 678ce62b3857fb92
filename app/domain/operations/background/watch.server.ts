import { DAY, HOUR, MINUTE } from "~/lib/time"
import type { Ctx } from "../../core/context"
import type { Place } from "../../core/shared/lane"
import { findOldest, type Lane } from "./queries.server"

/** How long (ms) the longest waiting item of a lane may be due: beyond that the lane is late, and somebody has to look. */
const promises: Record<Lane, number> = {
  payment_events: HOUR,
  withdrawals: HOUR,
  mails: HOUR,
  digests: HOUR,
  pushes: HOUR,
  exports: 6 * HOUR,
  erasures: 2 * DAY,
  // Two nights: the member still has a day to cancel.
  renewal_notices: 2 * DAY,
  sanctions: 30 * MINUTE,
  availability: 30 * MINUTE,
  audit_seals: 30 * MINUTE,
}

/** A lane whose longest waiting item is older than its promise. */
interface LateLane {
  lane: Lane
  /** How long the item has been due, ms. */
  age: number
}

/** Returns the lanes that are late: one round trip. */
async function findLateLanes(ctx: Pick<Ctx, "db" | "now">): Promise<LateLane[]> {
  const lanes = Object.keys(promises) as Lane[]
  const oldest = await findOldest(ctx.db, lanes, ctx.now())
  return lanes.flatMap((lane, index) => {
    const at = oldest[index]
    const age = typeof at === "number" ? ctx.now() - at : null
    return age !== null && age > promises[lane] ? [{ lane, age }] : []
  })
}

/** Logs each lane that is late as `lane.late`, an error that operators are alerted by; runs every five minutes. */
export async function watchLanes(ctx: Pick<Ctx, "db" | "now" | "logError">): Promise<Place> {
  for (const { lane, age } of await findLateLanes(ctx))
    ctx.logError("lane.late", new Error("The lane is late"), { lane, minutes: Math.round(age / MINUTE) })
  return null
}
