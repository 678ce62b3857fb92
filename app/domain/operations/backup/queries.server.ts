import { sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { type TableSource, tableSources } from "~/db/table-sources"
import { changesFrom, type SchemaObject, searchRefills, selectObjects } from "~/db/triggers"

type Value = string | number | null

/** A page has about this many bytes, whatever its rows: an answer of D1 and a statement's parameter have limits. */
const pageBytes = 500_000
const pageRows = 500

const named = (columns: string[]) => columns.map((column) => `"${column}"`).join(", ")

/**
 * Returns the next rows of a table after a key, each as the values of `columns`, in the order of the key, and whether
 * they are the last.
 */
export async function readPage(
  db: Database,
  source: TableSource,
  after: Value[] | null,
): Promise<{ rows: Value[][]; isLast: boolean }> {
  const { table, columns, key } = source
  const order = named(key)
  const bytes = columns.map((column) => `coalesce(length(CAST("${column}" AS BLOB)), 0)`).join(" + ")
  const beyond = after ? `WHERE (${order}) > (${after.map(() => "?").join(", ")})` : ""
  const { results } = await db.$client
    .prepare(
      `WITH page AS (SELECT ${named(columns)} FROM "${table}" ${beyond} ORDER BY ${order} LIMIT ${pageRows}),
        sized AS (SELECT *, sum(${bytes}) OVER (ORDER BY ${order}) AS "bytes so far", row_number() OVER (ORDER BY ${order}) AS "place" FROM page)
       SELECT *, (SELECT count(*) FROM page) AS "found" FROM sized WHERE "place" = 1 OR "bytes so far" <= ${pageBytes} ORDER BY ${order}`,
    )
    .bind(...(after ?? []))
    .all<Record<string, Value>>()
  const found = Number(results[0]?.found ?? 0)
  const rows = results.map((row) => columns.map((column) => row[column] ?? null))
  return { rows, isLast: rows.length === found && found < pageRows }
}

/** Returns the next ids of conversations or of members. */
export async function readIds(db: Database, table: "conversations" | "users", after: string, limit: number) {
  const [rows] = await read(
    db,
    sql<{ id: string }>`SELECT id FROM ${sql.identifier(table)} WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Inserts rows unless rows with their keys are there; returns how many cannot stand beside the others. */
export async function loadRows(db: Database, table: string, columns: string[], rows: Value[][]): Promise<number> {
  const values = columns.map((_, place) => `json_extract(value, '$[${place}]')`).join(", ")
  const insert = (some: Value[][]) =>
    db.$client
      .prepare(`INSERT OR IGNORE INTO "${table}" (${named(columns)}) SELECT ${values} FROM json_each(?)`)
      .bind(JSON.stringify(some))
      .run()
  try {
    await insert(rows)
    return 0
  } catch (error) {
    if (!/FOREIGN KEY/.test(String(error))) throw error
  }
  // A row whose parent was deleted while the backup ran. The others have their places.
  let leftOut = 0
  for (const row of rows) {
    await insert([row]).catch((error: unknown) => {
      if (!/FOREIGN KEY/.test(String(error))) throw error
      leftOut += 1
    })
  }
  return leftOut
}

/** Name of the table that lives while a restore does. */
const progress = "restore_progress"

/** Returns the backup that is being restored, null for none; and whether the database has members. */
export async function findRestore(db: Database): Promise<{ backupId: string | null; hasMembers: boolean }> {
  const [tables, members] = await read(
    db,
    sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name = ${progress}`,
    sql<{ one: number }>`SELECT 1 AS one FROM users LIMIT 1`,
  )
  if (tables.length === 0) return { backupId: null, hasMembers: members.length > 0 }
  const { results } = await db.$client
    .prepare(`SELECT backup_id FROM ${progress} WHERE part = 0`)
    .all<{ backup_id: string }>()
  return { backupId: results[0]?.backup_id ?? null, hasMembers: members.length > 0 }
}

/** Empties the database and takes its triggers and search away, so that rows have no effects; all or nothing. */
export async function beginRestore(db: Database, backupId: string): Promise<void> {
  const client = db.$client
  const { results: objects } = await client.prepare(selectObjects).all<SchemaObject>()
  const drops = objects
    .filter(({ type }) => type !== "view")
    .toSorted((a, b) => (a.type === b.type ? 0 : a.type === "trigger" ? -1 : 1))
    .map(({ type, name }) => `DROP ${type.toUpperCase()} "${name}"`)
  await client.batch(
    [
      ...drops,
      ...tableSources.map(({ table }) => `DELETE FROM "${table}"`),
      `CREATE TABLE ${progress} (part INTEGER PRIMARY KEY, backup_id TEXT NOT NULL, left_out INTEGER NOT NULL)`,
      `INSERT INTO ${progress} VALUES (0, '${backupId}', 0)`,
    ].map((statement) => client.prepare(statement)),
  )
}

/** Returns the number of rows that a part left out when it was loaded; null if it was not. */
export async function findLoaded(db: Database, part: number): Promise<number | null> {
  const { results } = await db.$client
    .prepare(`SELECT left_out FROM ${progress} WHERE part = ?`)
    .bind(part)
    .all<{ left_out: number }>()
  return results[0]?.left_out ?? null
}

export async function recordLoaded(db: Database, part: number, backupId: string, leftOut: number): Promise<void> {
  await db.$client.prepare(`INSERT OR REPLACE INTO ${progress} VALUES (?, ?, ?)`).bind(part, backupId, leftOut).run()
}

/** Makes the search indexes again, empty. */
export async function openSearch(db: Database): Promise<void> {
  const client = db.$client
  const { results } = await client.prepare(selectObjects).all<SchemaObject>()
  const tables = changesFrom(results).filter((statement) => statement.startsWith("CREATE VIRTUAL TABLE"))
  if (tables.length > 0) await client.batch(tables.map((statement) => client.prepare(statement)))
}

/** The number of search indexes. */
export const searches = searchRefills.length

const refilledAtOnce = 1_000

/** Fills the search with the next listed profiles after a place in an index; returns the last place, null at the end. */
export async function refillSearch(db: Database, search: number, after: number): Promise<number | null> {
  const refill = searchRefills[search]
  if (!refill) return null
  const client = db.$client
  const { results } = await client
    .prepare(`SELECT max(place) AS last FROM (${refill.places} ORDER BY place LIMIT ${refilledAtOnce})`)
    .bind(after)
    .all<{ last: number | null }>()
  const last = results[0]?.last ?? null
  if (last === null) return null
  // A page whose response was lost is filled again.
  await client.batch([client.prepare(refill.clear).bind(after, last), client.prepare(refill.fill).bind(after, last)])
  return last
}

/** Makes the triggers again and ends the restore; all or nothing. */
export async function endRestore(db: Database): Promise<void> {
  const client = db.$client
  const { results } = await client.prepare(selectObjects).all<SchemaObject>()
  const missing = changesFrom(results)
  await client.batch([...missing, `DROP TABLE ${progress}`].map((statement) => client.prepare(statement)))
}
