import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"

/**
 * Columns of a table as hand-written SQL returns them: under their names in the database, booleans as 0 or 1. A column
 * of a left-joined table may also be null, which the row's own interface has to say.
 */
export type RowOf<Table extends SQLiteTable, Name extends ColumnOf<Table>["_"]["name"]> = {
  [Column in ColumnOf<Table> as Extract<Column["_"]["name"], Name>]: ValueOf<Column>
}

type ColumnOf<Table extends SQLiteTable> = Table["_"]["columns"][keyof Table["_"]["columns"]] & SQLiteColumn

type ValueOf<Column extends SQLiteColumn> =
  | (Column["_"]["dataType"] extends "boolean" ? 0 | 1 : Column["_"]["data"])
  | (Column["_"]["notNull"] extends true ? never : null)
