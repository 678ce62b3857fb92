import { Column, getTableColumns, is, SQL, sql } from "drizzle-orm"
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import type { Database } from "../client.server"

/** A row of a table, each column's value or the expression that gives it; a column that is left out has its default, or null. */
type SelectedRow<Table extends SQLiteTable> = {
  [Key in keyof Table["$inferInsert"]]: Table["$inferInsert"][Key] | SQL | SQLiteColumn
}

/**
 * Returns a statement that inserts a row for each one of `source` (`FROM … WHERE …`, or `WHERE …` alone for one row or none). The columns
 * are named: where one stands in the table does not matter.
 */
export function insertSelect<Table extends SQLiteTable>(
  db: Pick<Database, "insert">,
  table: Table,
  row: SelectedRow<Table>,
  source: SQL,
) {
  const values: Record<string, unknown> = row
  const columns = Object.entries<SQLiteColumn>(getTableColumns(table))
  const expressions = columns.map(([key, column]) => expressionOf(column, values[key]))
  // drizzle lists the columns of the whole table, in this same order.
  return db.insert(table).select(sql`SELECT ${sql.join(expressions, sql`, `)} ${source}`)
}

function expressionOf(column: SQLiteColumn, value: unknown = column.default ?? null): SQL {
  if (is(value, SQL)) return value
  if (is(value, Column)) return sql`${value}`
  return value === null ? sql`NULL` : sql`${sql.param(value, column)}`
}
