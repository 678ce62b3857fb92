import { sql } from "drizzle-orm"
import { read } from "~/db/client.server"
import type { Ctx } from "../context"

/** Addresses in one part of the sitemap; the standard allows 50,000. */
const partSize = 5_000

/** Where each part of the sitemap begins: places in the order of publication, each the next one's index look-up away from the last. */
export async function findSitemapParts(ctx: Pick<Ctx, "db">): Promise<number[]> {
  const [rows] = await read(
    ctx.db,
    sql<{ start: number }>`
      WITH RECURSIVE parts AS (
        SELECT (SELECT min(newest) FROM listed_profiles) AS start
        UNION ALL
        SELECT (SELECT newest FROM listed_profiles WHERE newest >= start ORDER BY newest LIMIT 1 OFFSET ${partSize})
        FROM parts WHERE start IS NOT NULL
      )
      SELECT start FROM parts WHERE start IS NOT NULL`,
  )
  return rows.map(({ start }) => start)
}

/** The slugs of one part: the published profiles from a place on. */
export async function findSitemapSlugs(ctx: Pick<Ctx, "db">, start: number): Promise<string[]> {
  const [rows] = await read(
    ctx.db,
    sql<{ slug: string }>`
      SELECT card ->> '$.slug' AS slug FROM listed_profiles WHERE newest >= ${start} ORDER BY newest LIMIT ${partSize}`,
  )
  return rows.map(({ slug }) => slug)
}
