import { getTableName, sql } from "drizzle-orm"
import { check, integer, type SQLiteColumn, text } from "drizzle-orm/sqlite-core"

/** Primary key: a time-ordered opaque id (ULID, 26 characters) from `newId`. */
export const id = () => text().primaryKey()

/** Epoch ms, always from the request's clock, never the database's. */
export const timestamps = {
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
}

/** The CHECK that holds an enum column to its values: each one of a table made since migration 0020 has it. */
export function enumCheck(column: SQLiteColumn) {
  const values = (column.enumValues ?? []).map((value) => `'${value.replaceAll("'", "''")}'`)
  return check(`${getTableName(column.table)}_${column.name}`, sql`${column} IN (${sql.raw(values.join(", "))})`)
}
