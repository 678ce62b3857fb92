import { and, eq, ne, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { searchPurges, searchRenames } from "~/db/schema"

/** Continues one rename by its next 500 profiles, by a trigger. Returns whether there was one. */
export async function continueRename(db: Database): Promise<boolean> {
  const continued = await db
    .update(searchRenames)
    .set({ turn: sql`${searchRenames.turn} + 1` })
    .where(sql`tag = (SELECT tag FROM search_renames LIMIT 1)`)
    .returning({ tag: searchRenames.tag })
  return continued.length > 0
}

export type SearchPurge = typeof searchPurges.$inferSelect

/** The search indexes of profiles, published or not. */
export const profileIndexes = [
  "search_newest",
  "search_price",
  "search_profiles",
] as const satisfies SearchPurge["index"][]

/**
 * Returns the statements that ask for search indexes to be purged of what was deleted before them. The number of a row grows from the
 * time (`now`, epoch ms), so that whoever still continues an earlier purge cannot end this one.
 */
export function askPurges(db: Database, indexes: readonly SearchPurge["index"][], now: number) {
  return indexes.map((index) =>
    db
      .insert(searchPurges)
      .values({ index, asked: now })
      .onConflictDoUpdate({ target: searchPurges.index, set: { asked: sql`asked + 1` } }),
  )
}

/** Returns an index to purge, if there is one. */
export async function findPurge(db: Database): Promise<SearchPurge | null> {
  const [row] = await db.select().from(searchPurges).limit(1)
  return row ?? null
}

/**
 * Merges about `pages` pages of an index's segments into one: as part of a merge of all that there are now, or of the one that was begun.
 * Returns how many rows that wrote. See sqlite.org/fts5.html#the_merge_command.
 */
async function merge({ $client }: Database, index: SearchPurge["index"], pages: number): Promise<number> {
  const { meta } = await $client.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`).bind(pages).run()
  return meta.changes
}

/** Begins to purge an index of all that was deleted so far. */
export async function beginPurge(db: Database, { index, asked }: SearchPurge, pages: number): Promise<void> {
  await merge(db, index, -pages)
  await db.update(searchPurges).set({ begun: asked }).where(eq(searchPurges.index, index))
}

/** Continues a purge. At its end its row is deleted, or ready for another purge if one was asked for meanwhile. */
export async function continuePurge(db: Database, { index, begun }: SearchPurge, pages: number): Promise<void> {
  // SQLite's own sign that nothing was left to merge.
  if ((await merge(db, index, pages)) >= 2) return
  const isThis = and(eq(searchPurges.index, index), eq(searchPurges.begun, begun ?? 0))
  await db.batch([
    db.delete(searchPurges).where(and(isThis, eq(searchPurges.asked, searchPurges.begun))),
    db
      .update(searchPurges)
      .set({ begun: null })
      .where(and(isThis, ne(searchPurges.asked, searchPurges.begun))),
  ])
}
