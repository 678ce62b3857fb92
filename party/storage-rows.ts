type Row = Record<string, SqlStorageValue>

/** Whether an object's storage has a table. */
export function hasTable(sql: SqlStorage, name: string): boolean {
  return sql.exec("SELECT 1 FROM sqlite_schema WHERE name = ?", name).toArray().length > 0
}

export function hasColumn(sql: SqlStorage, table: string, name: string): boolean {
  return sql.exec("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", table, name).toArray().length > 0
}

/** Inserts a row, unless one with its key is there. */
export function insertRow(sql: SqlStorage, table: string, row: Row): void {
  const columns = Object.keys(row)
  const marks = columns.map(() => "?").join(", ")
  sql.exec(`INSERT OR IGNORE INTO ${table} (${columns.join(", ")}) VALUES (${marks})`, ...Object.values(row))
}

/** Inserts a row, or updates the one with its key: a replaced row would be billed twice. */
export function putRow(sql: SqlStorage, { table, key }: { table: string; key: string }, row: Row): void {
  const columns = Object.keys(row)
  const marks = columns.map(() => "?").join(", ")
  const changes = columns.filter((column) => column !== key).map((column) => `${column} = excluded.${column}`)
  sql.exec(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})
     ON CONFLICT (${key}) DO UPDATE SET ${changes.join(", ")}`,
    ...Object.values(row),
  )
}
