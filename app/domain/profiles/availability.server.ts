import { inArray, sql } from "drizzle-orm"
import { profiles } from "~/db/schema"
import type { Ctx } from "../context"

/**
 * Ends the availability that lapsed, the longest lapsed first: triggers take it from the filter, the counts and the cached pages. At most
 * `batches` statements of `batch` profiles, each of which costs about a hundred small rows; the next sweep goes on.
 */
export async function sweepAvailability(
  { db, now }: Pick<Ctx, "db" | "now">,
  { batch, batches } = { batch: 100, batches: 20 },
): Promise<void> {
  const lapsed = sql`(SELECT id FROM profiles WHERE available_until <= ${now()} ORDER BY available_until LIMIT ${batch})`
  for (let n = 0; n < batches; n += 1) {
    // Neither version nor updated_at: nobody edited the profile.
    const ended = await db
      .update(profiles)
      .set({ availableUntil: null })
      .where(inArray(profiles.id, lapsed))
      .returning({ id: profiles.id })
    if (ended.length < batch) return
  }
}
