import type { Ctx } from "../../core/context"
import { type Place, placeWhile } from "../../core/shared/lane"
import { continueRename } from "./queries.server"

/**
 * Goes on with the renames of cities, categories and services that concern more profiles than one statement reads again: at most `turns`
 * statements of 500 profiles each. The cron calls it: a rename need not.
 */
export async function sweepRenames({ db }: Pick<Ctx, "db">, turns = 40): Promise<Place> {
  for (let n = 0; n < turns; n += 1) {
    if (!(await continueRename(db))) return null
  }
  return placeWhile(true)
}
