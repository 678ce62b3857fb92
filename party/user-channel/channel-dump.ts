import type { ObjectDump } from "~/domain/core/ports/chat"
import { insertRow } from "../chat-room/room-dump"
import { ChannelLog, hasTable } from "./channel-log"
import { Inbox } from "./inbox"
import { MemberInbox } from "./member-inbox"

type Rows = ObjectDump["tables"][string]

const eventsAtOnce = 1_000
/** Read whole with the first page of events. */
const small = ["requests", "shared", "rooms", "reported"] as const
/** Tables of the inbox, which may not exist yet. */
const inbox = ["inbox", "notifications", "digest", "imported"] as const

/** Returns a channel's rows for a backup, its events after a number; null for a channel that stores nothing. */
export function dumpChannel(sql: SqlStorage, after: number): ObjectDump | null {
  if (!ChannelLog.isStored(sql) && !Inbox.isStored(sql)) return null
  new ChannelLog(sql)
  const events = sql
    .exec("SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?", after, eventsAtOnce)
    .toArray() as Rows
  const tables = after === 0 ? [...small, ...inbox.filter((table) => hasTable(sql, table))] : []
  const others = tables.map((table) => [table, sql.exec(`SELECT * FROM ${table}`).toArray()])
  const isWhole = events.length < eventsAtOnce
  return { tables: { ...Object.fromEntries(others), events }, next: isWhole ? null : Number(events.at(-1)?.seq) }
}

/** Writes rows of a backup. What the channel has already, stays: an inbox of today is newer than its copy. */
export function loadChannel(sql: SqlStorage, { tables: { events = [], shared = [], ...others } }: ObjectDump): void {
  new ChannelLog(sql)
  MemberInbox.create(sql)
  for (const [table, rows] of [
    ["shared", shared],
    ...inbox.map((name) => [name, others[name] ?? []] as const),
  ] as const)
    if (table === "inbox" || table === "notifications" || isEmpty(sql, table))
      for (const row of rows) insertRow(sql, table, row)
  for (const table of ["requests", "rooms", "reported"])
    for (const row of others[table] ?? []) insertRow(sql, table, row)
  for (const row of events) insertRow(sql, "events", row)
}

const isEmpty = (sql: SqlStorage, table: string) => sql.exec(`SELECT 1 FROM ${table} LIMIT 1`).toArray().length === 0
