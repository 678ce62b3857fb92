import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { cases } from "~/db/schema"

/** SQL condition on `cases`: its deadline is paused while somebody is asked (trust-safety R14). */
export const isPaused = (now: number): SQL => sql`(coalesce(cases.paused_until, 0) > ${now})`

/** SQL time (ms) on `cases` by which the deadline is too late if the pause ends at `now`: 0 without one. */
export const restOfPause = (now: number): SQL<number> => sql`max(0, coalesce(cases.paused_until, 0) - ${now})`

/**
 * Returns the statement that pauses the deadline of a case until a question expires, if `when` holds: `until` is SQL of that time. Time
 * that another question pauses already counts once. The deadline of P0 stays.
 */
export function pauseCase(db: Database, id: string, { until, when }: { until: SQL; when: SQL }, now: number) {
  const isPausing = sql`cases.priority <> 'P0'`
  const later = sql`max(0, ${until} - max(${now}, coalesce(cases.paused_until, 0)))`
  return db
    .update(cases)
    .set({
      state: "triaged",
      dueAt: sql`due_at + iif(${isPausing}, ${later}, 0)`,
      pausedUntil: sql`iif(${isPausing}, max(${until}, coalesce(paused_until, 0)), paused_until)`,
      // The leads were alerted to a deadline that has moved.
      alertedAt: sql`iif(${isPausing}, NULL, alerted_at)`,
    })
    .where(and(eq(cases.id, id), when))
}

/**
 * Returns the statement that ends the pause of a case early: at `until`, SQL of when its last open question expires, or now if none is
 * open. The deadline comes nearer by the rest.
 */
export function shortenPause(db: Database, id: string, until: SQL, now: number) {
  const end = sql`min(paused_until, max(${now}, coalesce(${until}, 0)))`
  return db
    .update(cases)
    .set({ dueAt: sql`due_at - (paused_until - ${end})`, pausedUntil: end })
    .where(and(eq(cases.id, id), isPaused(now)))
}
