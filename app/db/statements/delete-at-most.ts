import { type SQL, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import type { Database } from "../client.server"

/** Rows that one statement of a retention deletes: well below D1's 30 seconds a statement, with their triggers and cascades. */
export const deletedAtOnce = 1_000

/**
 * Returns the statement that deletes at most a thousand rows of a table. Whether there are more, `hasMore` says of its result. Not for a
 * table WITHOUT ROWID.
 */
export function deleteAtMost(db: Database, table: SQLiteTable, where: SQL | undefined) {
  return db.delete(table).where(sql`rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${deletedAtOnce})`)
}

/** Whether one of these deletions stopped at its limit. */
export function hasMore(results: readonly D1Result[]): boolean {
  return results.some(({ meta }) => meta.changes >= deletedAtOnce)
}
