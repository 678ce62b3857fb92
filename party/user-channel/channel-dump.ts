import type { ObjectDump } from "~/domain/core/ports/chat"
import { insertRow } from "../storage-rows"
import { ChannelLog } from "./channel-log"
import { Inbox } from "./inbox"
import { MemberInbox } from "./member-inbox"

type Rows = ObjectDump["tables"][string]

const eventsAtOnce = 1_000
/** Read whole with the first page of events. */
const small = [
  "requests",
  "shared",
  "rooms",
  "reported",
  "inbox",
  "hidden_words",
  "notifications",
  "digest",
  "imported",
]
const withOneRow = ["shared", "digest", "imported"]
const withKeys = ["events", ...small.filter((table) => !withOneRow.includes(table))]

/** Returns a channel's rows for a backup, its events after a number; null for a channel that stores nothing. */
export function dumpChannel(sql: SqlStorage, after: number): ObjectDump | null {
  if (!ChannelLog.isStored(sql) && !Inbox.isStored(sql)) return null
  new ChannelLog(sql)
  MemberInbox.create(sql)
  const events = sql
    .exec("SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?", after, eventsAtOnce)
    .toArray() as Rows
  const others = after === 0 ? small.map((table) => [table, sql.exec(`SELECT * FROM ${table}`).toArray()]) : []
  const isWhole = events.length < eventsAtOnce
  return { tables: { ...Object.fromEntries(others), events }, next: isWhole ? null : Number(events.at(-1)?.seq) }
}

/** Writes rows of a backup. What the channel has already, stays: an inbox of today is newer than its copy. */
export function loadChannel(sql: SqlStorage, { tables }: ObjectDump): void {
  new ChannelLog(sql)
  MemberInbox.create(sql)
  for (const table of [...withKeys, ...withOneRow]) {
    const isTaken = withOneRow.includes(table) && sql.exec(`SELECT 1 FROM ${table}`).toArray().length > 0
    if (!isTaken) for (const row of tables[table] ?? []) insertRow(sql, table, row)
  }
}
