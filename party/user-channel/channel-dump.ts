import type { ObjectDump } from "~/domain/core/ports/chat"
import { insertRow } from "../chat-room/room-dump"
import { ChannelLog } from "./channel-log"

type Rows = ObjectDump["tables"][string]

const eventsAtOnce = 1_000
/** Read whole with the first page of events. */
const small = ["requests", "shared", "rooms"] as const

/** Returns a channel's rows for a backup, its events after a number; null for a channel that stores nothing. */
export function dumpChannel(sql: SqlStorage, after: number): ObjectDump | null {
  if (!ChannelLog.isStored(sql)) return null
  new ChannelLog(sql)
  const events = sql
    .exec("SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?", after, eventsAtOnce)
    .toArray() as Rows
  const others = after === 0 ? small.map((table) => [table, sql.exec(`SELECT * FROM ${table}`).toArray()]) : []
  const isWhole = events.length < eventsAtOnce
  return { tables: { ...Object.fromEntries(others), events }, next: isWhole ? null : Number(events.at(-1)?.seq) }
}

/** Writes rows of a backup. What the channel has already, stays. */
export function loadChannel(sql: SqlStorage, { tables: { events = [], shared = [], ...others } }: ObjectDump): void {
  new ChannelLog(sql)
  const isShared = sql.exec("SELECT 1 FROM shared").toArray().length > 0
  if (!isShared) for (const row of shared) insertRow(sql, "shared", row)
  for (const table of ["requests", "rooms"]) for (const row of others[table] ?? []) insertRow(sql, table, row)
  for (const row of events) insertRow(sql, "events", row)
}
