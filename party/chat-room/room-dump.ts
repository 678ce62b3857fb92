import type { ObjectDump } from "~/domain/core/ports/chat"
import { roomSchema } from "./room-store"

type Rows = ObjectDump["tables"][string]

const messagesAtOnce = 500
/** Read whole with the first page of messages. */
const small = ["room", "members", "hidden", "changes"] as const

/** Returns a room's rows for a backup, its messages after a number; null for a room that does not exist. */
export function dumpRoom(sql: SqlStorage, after: number): ObjectDump | null {
  if (!isStored(sql)) return null
  const messages = sql
    .exec("SELECT * FROM messages WHERE seq > ? ORDER BY seq LIMIT ?", after, messagesAtOnce)
    .toArray() as Rows
  const others = after === 0 ? small.map((table) => [table, sql.exec(`SELECT * FROM ${table}`).toArray()]) : []
  const last = messages.at(-1)?.seq
  const isWhole = messages.length < messagesAtOnce
  return { tables: { ...Object.fromEntries(others), messages }, next: isWhole ? null : Number(last) }
}

/** Writes rows of a backup. What the room has already, stays: a room of today is newer than its copy. */
export function loadRoom(sql: SqlStorage, { tables: { messages = [], ...others } }: ObjectDump): void {
  const isNew = !isStored(sql)
  sql.exec(roomSchema)
  if (isNew) for (const table of small) for (const row of others[table] ?? []) insertRow(sql, table, row)
  for (const row of messages) insertRow(sql, "messages", row)
}

function isStored(sql: SqlStorage): boolean {
  return sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'room'").toArray().length > 0
}

/** Inserts a row as it was dumped, unless one with its key is there. */
export function insertRow(sql: SqlStorage, table: string, row: ObjectDump["tables"][string][number]): void {
  const columns = Object.keys(row)
  const marks = columns.map(() => "?")
  sql.exec(`INSERT OR IGNORE INTO ${table} (${columns.join(", ")}) VALUES (${marks.join(", ")})`, ...Object.values(row))
}
