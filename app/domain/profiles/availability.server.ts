import type { Ctx } from "../core/context"
import { type Place, placeWhile } from "../core/shared/lane"
import { endLapsedAvailability } from "./queries.server"

/**
 * Ends the availability that lapsed, the longest lapsed first: triggers take it from the filter, the counts and the cached pages. At most
 * `batches` statements of `batch` profiles, each of which costs about a hundred small rows; the next sweep goes on.
 */
export async function sweepAvailability(
  { db, now }: Pick<Ctx, "db" | "now">,
  { batch, batches } = { batch: 100, batches: 20 },
): Promise<Place> {
  const lapsedBy = now()
  for (let n = 0; n < batches; n += 1) {
    const ended = await endLapsedAvailability(db, lapsedBy, batch)
    if (ended < batch) return null
  }
  return placeWhile(true)
}
