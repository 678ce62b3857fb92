import { type JsonText, trustedJson } from "~/db/statements/json"
import type { QueueName } from "~/domain/back-office/queues"
import { backOfficeChannel } from "~/domain/chat/channel-names"
import type { StaffSeat } from "~/domain/core/ports/chat"

/** Records in which one person is shown to others at a time. */
export const maxRecords = 20

interface Entry {
  channel: string
  userId: string
  seat: StaffSeat
  isEditing: boolean
}

export interface Person {
  userId: string
  name: string
  queues: string[]
  isEditing: boolean
}

const schema = `
  CREATE TABLE IF NOT EXISTS people (
    channel TEXT NOT NULL, user_id TEXT NOT NULL, name TEXT NOT NULL, queues TEXT NOT NULL, is_editing INTEGER NOT NULL,
    PRIMARY KEY (channel, user_id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS people_user ON people (user_id);
  CREATE TABLE IF NOT EXISTS pending (queue TEXT PRIMARY KEY) WITHOUT ROWID;`

/** Who is in which channel of the back office, and which queues changed: all statements on these tables. */
export class AttendanceList {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(schema)
  }

  /** Stores an entry. Returns whether others would see a difference; one record too many is not stored. */
  enter({ channel, userId, seat, isEditing }: Entry): boolean {
    const row = [channel, userId, seat.name, JSON.stringify(seat.queues), isEditing ? 1 : 0]
    const known = this.sql.exec(
      "SELECT 1 FROM people WHERE channel = ? AND user_id = ? AND name = ? AND queues = ? AND is_editing = ?",
      ...row,
    )
    if (known.toArray().length > 0) return false
    const records = this.recordsOf(userId)
    if (channel !== backOfficeChannel && !records.includes(channel) && records.length >= maxRecords) return false
    this.sql.exec("INSERT OR REPLACE INTO people VALUES (?, ?, ?, ?, ?)", ...row)
    return true
  }

  setEditing(channel: string, userId: string, isEditing: boolean): boolean {
    const value = isEditing ? 1 : 0
    const { rowsWritten } = this.sql.exec(
      "UPDATE people SET is_editing = ?1 WHERE channel = ?2 AND user_id = ?3 AND is_editing <> ?1",
      value,
      channel,
      userId,
    )
    return rowsWritten > 0
  }

  leave(channel: string, userId: string): boolean {
    return this.sql.exec("DELETE FROM people WHERE channel = ? AND user_id = ?", channel, userId).rowsWritten > 0
  }

  peopleOf(channel: string): Person[] {
    return this.sql
      .exec<{ user_id: string; name: string; queues: JsonText<string[]>; is_editing: number }>(
        "SELECT user_id, name, queues, is_editing FROM people WHERE channel = ? ORDER BY is_editing DESC, name",
        channel,
      )
      .toArray()
      .map(({ user_id: userId, name, queues, is_editing }) => ({
        userId,
        name,
        queues: trustedJson(queues),
        isEditing: is_editing === 1,
      }))
  }

  /** Returns who has any record open. */
  inRecords(): string[] {
    return this.sql
      .exec<{ user_id: string }>("SELECT DISTINCT user_id FROM people WHERE channel <> ?", backOfficeChannel)
      .toArray()
      .map(({ user_id }) => user_id)
  }

  recordsOf(userId: string): string[] {
    return this.sql
      .exec<{ channel: string }>(
        "SELECT channel FROM people WHERE user_id = ? AND channel <> ?",
        userId,
        backOfficeChannel,
      )
      .toArray()
      .map(({ channel }) => channel)
  }

  addPending(queues: readonly QueueName[]): void {
    for (const queue of queues) this.sql.exec("INSERT OR IGNORE INTO pending VALUES (?)", queue)
  }

  /** Returns the queues that changed since, and forgets them. */
  takePending(): QueueName[] {
    return this.sql
      .exec<{ queue: QueueName }>("DELETE FROM pending RETURNING queue")
      .toArray()
      .map(({ queue }) => queue)
  }
}
