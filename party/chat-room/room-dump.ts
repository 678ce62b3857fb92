import type { ObjectDump } from "~/domain/core/ports/chat"
import { hasTable, insertRow } from "../storage-rows"
import { addReplies, roomSchema } from "./room-schema"

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
  if (messages.some((row) => row.reply_to !== undefined)) addReplies(sql)
  for (const row of messages) insertRow(sql, "messages", row)
}

const isStored = (sql: SqlStorage) => hasTable(sql, "room")
