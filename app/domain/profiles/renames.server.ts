import { sql } from "drizzle-orm"
import { searchRenames } from "~/db/schema"
import type { Ctx } from "../context"

/**
 * Goes on with the renames of cities, categories and services that concern more profiles than one statement reads again: at most `turns`
 * statements of 500 profiles each. Whoever renames need not call it, the cron does.
 */
export async function sweepRenames({ db }: Pick<Ctx, "db">, turns = 40): Promise<void> {
  for (let n = 0; n < turns; n += 1) {
    const continued = await db
      .update(searchRenames)
      .set({ turn: sql`${searchRenames.turn} + 1` })
      .where(sql`tag = (SELECT tag FROM search_renames LIMIT 1)`)
      .returning({ tag: searchRenames.tag })
    if (continued.length === 0) return
  }
}
