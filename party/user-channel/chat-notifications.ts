import type { ChatNotification, DueMail, InboxEntry } from "~/domain/core/ports/chat"
import { mailedAfter, pushInterval, pushLease, retention } from "~/domain/notifications/policy"
import { newId } from "~/lib/id"
import { putRow } from "../storage-rows"
import { unreadOf } from "./inbox"

/** Delay of a push (ms): a message that is read at once needs no push to another device. */
const pushedAfter = 5_000

interface NotificationRow extends Record<string, SqlStorageValue> {
  subject: string
  id: string
  conversation_id: string
  type: ChatNotification["type"]
  state: ChatNotification["state"]
  read_at: number | null
  /** When it may be mailed; null: already read or mailed. */
  mail_at: number | null
  /** When it is to be pushed; null: it was, or is read. */
  push_at: number | null
  pushed_at: number | null
  created_at: number
  updated_at: number
}

const schema = `
  CREATE TABLE IF NOT EXISTS notifications (
    subject TEXT PRIMARY KEY, id TEXT NOT NULL, conversation_id TEXT NOT NULL, type TEXT NOT NULL, state TEXT NOT NULL,
    read_at INTEGER, mail_at INTEGER, push_at INTEGER, pushed_at INTEGER, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS notifications_listed ON notifications (id);
  CREATE INDEX IF NOT EXISTS notifications_unread ON notifications (subject) WHERE read_at IS NULL;
  CREATE TABLE IF NOT EXISTS digest (mail_id TEXT NOT NULL);`

const isShown = `NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.conversation_id = notifications.conversation_id AND is_blocked = 1)`

/**
 * The notifications about a member's conversations: one row a conversation while anything is unread, renewed at most
 * every ten minutes, and one for the acceptance of a request.
 */
export class ChatNotifications {
  /** When a digest that was asked for is asked for again, epoch ms. In memory: one asked for twice is written once. */
  #retryAt = 0
  /** When the next push and the next mail are due; null after a write. This object is the only writer. */
  #due: { push: number | null; mail: number | null } | null = null

  constructor(private readonly sql: SqlStorage) {
    sql.exec(schema)
  }

  /** Follows a conversation's new state. */
  follow(entry: InboxEntry, now: number): void {
    const { id, role, state, lastSeq } = entry
    const [subject, acceptance] = [`conversation:${id}`, `answer:${id}`]
    if (unreadOf(entry) > 0) this.#markUnread(subject, entry, now)
    else {
      // The requester has seen the acceptance if they have written since.
      this.#markRead(lastSeq > 1 ? [subject, acceptance] : [subject], now)
    }
    // Inserted once, right after the acceptance: nothing has been written since the request.
    if (role === "asker" && state === "accepted" && lastSeq === 1 && !this.#find(acceptance))
      this.#insert(acceptance, entry, { type: "request", state: "accepted", createdAt: now }, now)
  }

  /**
   * An unread conversation notifies again only for a message long after the last notification, or for the first one after
   * a mail, which may then be mailed again. A pending mail or push retains its time.
   */
  #markUnread(subject: string, entry: InboxEntry, now: number): void {
    const { role, state, activeAt } = entry
    const type = role === "owner" && state === "request" ? "request" : "message"
    const known = this.#find(subject)
    if (!known) {
      this.#insert(subject, entry, { type, state: "new", createdAt: activeAt }, now)
      return
    }
    const isUnread = known.read_at === null
    const isNews =
      !isUnread ||
      activeAt >= known.created_at + pushInterval ||
      (known.mail_at === null && activeAt > known.created_at)
    if (!isNews || entry.mutedAt !== null) return
    this.#put({
      ...known,
      id: newId(activeAt),
      type,
      read_at: null,
      mail_at: (isUnread ? known.mail_at : null) ?? activeAt + mailedAfter,
      push_at: (isUnread ? known.push_at : null) ?? now + pushedAfter,
      pushed_at: isUnread ? known.pushed_at : null,
      created_at: activeAt,
      updated_at: now,
    })
  }

  #insert(
    subject: string,
    { id, mutedAt }: InboxEntry,
    { createdAt, ...news }: Pick<ChatNotification, "type" | "state" | "createdAt">,
    now: number,
  ): void {
    if (mutedAt !== null) return
    this.#put({
      subject,
      id: newId(createdAt),
      conversation_id: id,
      ...news,
      read_at: null,
      mail_at: createdAt + mailedAfter,
      push_at: now + pushedAfter,
      pushed_at: null,
      created_at: createdAt,
      updated_at: now,
    })
  }

  #markRead(subjects: string[], now: number): void {
    const { rowsWritten } = this.sql.exec(
      `UPDATE notifications SET read_at = ?1, mail_at = NULL, push_at = NULL, updated_at = ?1
       WHERE read_at IS NULL AND subject IN (SELECT value FROM json_each(?2))`,
      now,
      JSON.stringify(subjects),
    )
    if (rowsWritten > 0) this.#due = null
  }

  #put(row: NotificationRow): void {
    this.#due = null
    putRow(this.sql, { table: "notifications", key: "subject" }, row)
  }

  #find(subject: string): NotificationRow | null {
    return this.sql.exec<NotificationRow>("SELECT * FROM notifications WHERE subject = ?", subject).toArray()[0] ?? null
  }

  #withId(id: string): NotificationRow | null {
    return this.sql.exec<NotificationRow>("SELECT * FROM notifications WHERE id = ?", id).toArray()[0] ?? null
  }

  /** Stores notifications that were kept elsewhere before, unless newer ones are here. */
  import(rows: NotificationRow[]): void {
    for (const row of rows) if (!this.#find(row.subject)) this.#put(row)
  }

  list(before: string | null, limit: number): ChatNotification[] {
    const isOlder = before === null ? "?1 IS NULL" : "id < ?1"
    return this.sql
      .exec<NotificationRow>(
        `SELECT * FROM notifications WHERE ${isOlder} AND ${isShown} ORDER BY id DESC LIMIT ?2`,
        before,
        limit,
      )
      .toArray()
      .map(toNotification)
  }

  find(id: string): ChatNotification | null {
    const [row] = this.sql
      .exec<NotificationRow>(`SELECT * FROM notifications WHERE id = ? AND ${isShown}`, id)
      .toArray()
    return row ? toNotification(row) : null
  }

  /** Marks these or all as read. Returns how many were unread. */
  read(ids: string[] | null, now: number): number {
    this.#due = null
    const isMeant = ids === null ? "?2 IS NULL" : "id IN (SELECT value FROM json_each(?2))"
    const read = this.sql.exec(
      `UPDATE notifications SET read_at = ?1, mail_at = NULL, push_at = NULL, updated_at = ?1
       WHERE read_at IS NULL AND ${isMeant} RETURNING id`,
      now,
      ids && JSON.stringify(ids),
    )
    return read.toArray().length
  }

  count(): { type: ChatNotification["type"]; count: number }[] {
    return this.sql
      .exec<{ type: ChatNotification["type"]; count: number }>(
        `SELECT type, count(*) AS count FROM notifications WHERE read_at IS NULL AND ${isShown} GROUP BY type`,
      )
      .toArray()
  }

  /** Returns when a push or a mail is due next, epoch ms; null for none. A digest that was asked for is due an hour later. */
  nextAt(): number | null {
    this.#due ??= this.sql
      .exec<{ push: number | null; mail: number | null }>(
        "SELECT min(push_at) AS push, min(mail_at) AS mail FROM notifications WHERE read_at IS NULL",
      )
      .one()
    const { push, mail } = this.#due
    const times = [push, mail && Math.max(mail, this.#retryAt)].flatMap((at) => at ?? [])
    return times.length > 0 ? Math.min(...times) : null
  }

  /** Claims up to `limit` notifications whose push is due, for the length of the lease. */
  takePushes(now: number, limit: number): string[] {
    const due = this.sql
      .exec<NotificationRow>("SELECT * FROM notifications WHERE read_at IS NULL AND push_at <= ? LIMIT ?", now, limit)
      .toArray()
    for (const row of due) this.#put({ ...row, push_at: now + pushLease })
    return due.map(({ id }) => id)
  }

  claimPush(id: string, now: number): boolean {
    const row = this.#withId(id)
    if (!row || (row.pushed_at !== null && row.pushed_at > now - pushInterval)) return false
    this.#put({ ...row, push_at: null, pushed_at: now })
    return true
  }

  postponePush(id: string, until: number | null): void {
    const row = this.#withId(id)
    if (row?.read_at === null) this.#put({ ...row, push_at: until })
  }

  /** Returns whether a digest is to be asked for now: one is due, and none was asked for within the `retry` time (ms). */
  takeDigest(now: number, retry: number): boolean {
    const isDue =
      this.sql.exec("SELECT 1 FROM notifications WHERE read_at IS NULL AND mail_at <= ? LIMIT 1", now).toArray()
        .length > 0
    if (!isDue || now < this.#retryAt) return false
    this.#retryAt = now + retry
    return true
  }

  /** Returns what a digest would be about; its mail keeps its id until it is written, however often that is tried. */
  findDueMail(now: number): DueMail | null {
    const rows = this.sql
      .exec<NotificationRow>("SELECT * FROM notifications WHERE read_at IS NULL AND mail_at IS NOT NULL")
      .toArray()
    const [first] = rows.map(({ mail_at }) => Number(mail_at)).toSorted((a, b) => a - b)
    if (first === undefined || first > now) return null
    const [digest] = this.sql.exec<{ mail_id: string }>("SELECT mail_id FROM digest").toArray()
    const mailId = digest?.mail_id ?? newId(now)
    if (!digest) this.sql.exec("INSERT INTO digest VALUES (?)", mailId)
    return { mailId, since: first - mailedAfter, types: [...new Set(rows.map(({ type }) => type))] }
  }

  /** Postpones the mail about what awaits one; null records that it is written. */
  postponeMail(until: number | null): void {
    if (until === null) this.sql.exec("DELETE FROM digest")
    this.#retryAt = 0
    this.#due = null
    this.sql.exec("UPDATE notifications SET mail_at = ? WHERE read_at IS NULL AND mail_at IS NOT NULL", until)
  }

  /** Deletes notifications beyond their retention. */
  prune(now: number): void {
    this.#due = null
    this.sql.exec("DELETE FROM notifications WHERE updated_at < ?", now - retention)
  }
}

function toNotification(row: NotificationRow): ChatNotification {
  const { id, type, state } = row
  return {
    id,
    type,
    state,
    conversationId: row.conversation_id,
    readAt: row.read_at,
    pushedAt: row.pushed_at,
    createdAt: row.created_at,
  }
}
