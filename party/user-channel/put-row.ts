/** Inserts a row, or updates the one with its key: a replaced row would be billed twice. */
export function putRow(
  sql: SqlStorage,
  { table, key }: { table: string; key: string },
  row: Record<string, SqlStorageValue>,
): void {
  const columns = Object.keys(row)
  const marks = columns.map(() => "?").join(", ")
  const changes = columns.filter((column) => column !== key).map((column) => `${column} = excluded.${column}`)
  sql.exec(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})
     ON CONFLICT (${key}) DO UPDATE SET ${changes.join(", ")}`,
    ...Object.values(row),
  )
}
