import type { Ctx } from "../../core/context"
import { type Place, placeWhile } from "../../core/shared/lane"
import { beginPurge, continuePurge, findPurge } from "./queries.server"

/** Pages of an index that one statement merges: a tenth of a second. */
const pagesAtOnce = 1_000

/**
 * Removes what the search indexes still hold of deleted profiles and members, at most `turns` steps: until its segments are merged, an index only hides
 * what was deleted. The cron goes on with what an erasure leaves: with a million profiles an index takes about 200 steps.
 */
export async function sweepPurges({ db }: Pick<Ctx, "db">, turns = 40): Promise<Place> {
  for (let n = 0; n < turns; n += 1) {
    const purge = await findPurge(db)
    if (!purge) return null
    if (purge.begun === null) await beginPurge(db, purge, pagesAtOnce)
    else await continuePurge(db, purge, pagesAtOnce)
  }
  return placeWhile(true)
}
