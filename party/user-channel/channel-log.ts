import type { Message } from "~/domain/chat/schema"
import type { EventPage } from "~/domain/core/ports/chat"
import { DAY } from "~/lib/time"
import { hasTable } from "../storage-rows"

/** An event of a room. `source` and `n` identify it, so that repeated deliveries are logged once. */
export interface Delivered {
  source: string
  /** Increases with each event of a source. */
  n: number
  type: string
  payload: Record<string, unknown>
  /** This member is the author. */
  isOwn: boolean
}

export interface Logged {
  seq: number
  type: string
  payload: Record<string, unknown>
}

/** Signs of activity that a member lets others see. */
export interface Shared {
  typing: boolean
  readReceipts: boolean
}

/** Retention: number of events and lifetime (ms). */
export const kept = { events: 5_000, for: 30 * 24 * 60 * 60 * 1_000 }
/** A member's messages of the last minute are searched in this many of the newest events. */
const recent = 1_000

const schema = `
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY, source TEXT NOT NULL, n INTEGER NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL,
    is_own INTEGER NOT NULL, created_at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS requests (conversation_id TEXT PRIMARY KEY, created_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS shared (typing INTEGER NOT NULL, read_receipts INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS rooms (conversation_id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS reported (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL);`

/** The conversations of a log from before it listed them. */
const fillRooms = `INSERT OR IGNORE INTO rooms
  SELECT DISTINCT substr(source, 1, instr(source, ':') - 1) FROM events WHERE source <> ''`

/** Logs only the numbers of a message: its text belongs to the room, where it can be deleted. */
function withoutWords({ message, ...payload }: Record<string, unknown>): Record<string, unknown> {
  if (!message) return payload
  const { conversation_id, seq } = message as Message
  return { ...payload, message: { conversation_id, seq } }
}

/** Storage of a member's channel: all statements on its tables. */
export class ChannelLog {
  /** Cached newest number of each source. In memory, because an index on it would double the writes. */
  readonly #newest = new Map<string, number>()
  /** Cached number of the newest event, and the time of the oldest; null until they are read. This object is the only writer. */
  #lastSeq: number | null = null
  #oldestAt: number | null = null
  #shared: Shared | null = null

  constructor(private readonly sql: SqlStorage) {
    const isOlder = ChannelLog.isStored(sql) && !hasTable(sql, "rooms")
    sql.exec(schema)
    if (isOlder) sql.exec(fillRooms)
  }

  /** Whether this object has created its tables. */
  static isStored(sql: SqlStorage): boolean {
    return hasTable(sql, "events")
  }

  lastSeq(): number {
    this.#lastSeq ??= this.number("SELECT max(seq) AS value FROM events") ?? 0
    return this.#lastSeq
  }

  private number(query: string, ...values: SqlStorageValue[]): number | null {
    return this.sql.exec<{ value: number | null }>(query, ...values).one().value
  }

  /** Logs those of a room's events that are new, and returns them. */
  add(events: Delivered[], now: number): Logged[] {
    const added: Logged[] = []
    let seq = this.lastSeq()
    for (const { source, n, type, payload, isOwn } of events) {
      if (n <= this.newestOf(source)) continue
      seq += 1
      this.insert({ seq, type, payload }, { source, n, isOwn, now })
      this.#newest.set(source, n)
      added.push({ seq, type, payload })
    }
    if (added.length > 0) this.prune(seq, now)
    return added
  }

  publish(type: string, payload: Record<string, unknown>, now: number): Logged {
    const seq = this.lastSeq() + 1
    this.insert({ seq, type, payload }, { source: "", n: 0, isOwn: false, now })
    this.prune(seq, now)
    return { seq, type, payload }
  }

  private insert(
    { seq, type, payload }: Logged,
    { source, n, isOwn, now }: { source: string; n: number; isOwn: boolean; now: number },
  ): void {
    const values = [seq, source, n, type, JSON.stringify(withoutWords(payload)), isOwn ? 1 : 0, now]
    this.sql.exec("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", ...values)
    this.#lastSeq = seq
  }

  private newestOf(source: string): number {
    const known = this.#newest.get(source)
    if (known !== undefined) return known
    const found = this.number("SELECT max(n) AS value FROM events WHERE source = ?", source) ?? 0
    this.sql.exec("INSERT OR IGNORE INTO rooms VALUES (?)", source.slice(0, source.indexOf(":")))
    this.#newest.set(source, found)
    return found
  }

  /** Deletes expired events, but never the newest: the next number follows it. */
  prune(newest: number, now: number): void {
    if (newest > kept.events) this.sql.exec("DELETE FROM events WHERE seq <= ?", newest - kept.events)
    this.#oldestAt ??= this.number(
      "SELECT min(created_at) AS value FROM (SELECT created_at FROM events ORDER BY seq LIMIT 1)",
    )
    if (this.#oldestAt === null || this.#oldestAt >= now - kept.for) return
    this.sql.exec("DELETE FROM events WHERE created_at < ? AND seq < ?", now - kept.for, newest)
    this.#oldestAt = null
  }

  /** Returns when this member sent messages after a moment, in all conversations, oldest first. */
  sentSince(since: number): number[] {
    return this.sql
      .exec<{ created_at: number }>(
        "SELECT created_at FROM events WHERE seq > ? AND is_own = 1 AND created_at > ? ORDER BY seq",
        this.lastSeq() - recent,
        since,
      )
      .toArray()
      .map((row) => row.created_at)
  }

  /** Returns this member's own messages that are in no report yet: their events' numbers and times, oldest first. */
  unreported(limit: number): { seq: number; at: number }[] {
    return this.sql
      .exec<{ seq: number; at: number }>(
        `SELECT seq, created_at AS at FROM events WHERE seq > coalesce((SELECT seq FROM reported), 0) AND is_own = 1
         ORDER BY seq LIMIT ?`,
        limit,
      )
      .toArray()
  }

  /** Records that messages up to this event are reported. */
  setReported(seq: number): void {
    this.sql.exec("INSERT OR REPLACE INTO reported VALUES (1, ?)", seq)
  }

  page(after: number | null, limit: number): EventPage {
    const last = this.lastSeq()
    if (after === null) return { data: [], next_cursor: null, is_complete: true, last_seq: last }
    const first = this.number("SELECT min(seq) AS value FROM events") ?? 1
    const data = this.sql
      .exec<{ seq: number; type: string; payload: string; created_at: number }>(
        "SELECT seq, type, payload, created_at FROM events WHERE seq > ? ORDER BY seq LIMIT ?",
        after,
        limit,
      )
      .toArray()
      .map((row) => ({ ...row, payload: withoutWords(JSON.parse(row.payload)) }))
    const end = data.at(-1)?.seq ?? after
    return {
      data,
      next_cursor: end < last ? String(end) : null,
      // Greater than the last number: the log was reset.
      is_complete: after >= first - 1 && after <= last,
      last_seq: last,
    }
  }

  /** Returns the conversations that this member ever had an event of, after one, in their order. */
  conversations(after: string, limit: number): string[] {
    return this.sql
      .exec<{ conversation_id: string }>(
        "SELECT conversation_id FROM rooms WHERE conversation_id > ? ORDER BY conversation_id LIMIT ?",
        after,
        limit,
      )
      .toArray()
      .map((row) => row.conversation_id)
  }

  /** Reduces a conversation's events to `conversation` events, so that clients reload it. */
  forgetConversation(conversationId: string): void {
    this.sql.exec(
      "UPDATE events SET type = 'conversation', payload = ?, is_own = 0 WHERE source IN (?, ?)",
      JSON.stringify({ conversation_id: conversationId }),
      `${conversationId}:m`,
      `${conversationId}:c`,
    )
  }

  takeRequest(conversationId: string, budget: number, now: number): boolean {
    this.sql.exec("DELETE FROM requests WHERE created_at <= ?", now - DAY)
    if (this.number("SELECT count(*) AS value FROM requests WHERE conversation_id = ?", conversationId)) return true
    if ((this.number("SELECT count(*) AS value FROM requests") ?? 0) >= budget) return false
    this.sql.exec("INSERT INTO requests VALUES (?, ?)", conversationId, now)
    return true
  }

  share({ typing, readReceipts }: Shared): void {
    this.sql.exec("DELETE FROM shared")
    this.sql.exec("INSERT INTO shared VALUES (?, ?)", typing ? 1 : 0, readReceipts ? 1 : 0)
    this.#shared = { typing, readReceipts }
  }

  /** Read once: this is asked with every command of a socket. */
  shared(): Shared {
    if (this.#shared) return this.#shared
    const [row] = this.sql.exec<{ typing: number; read_receipts: number }>("SELECT * FROM shared").toArray()
    this.#shared = { typing: row?.typing !== 0, readReceipts: row?.read_receipts !== 0 }
    return this.#shared
  }
}
