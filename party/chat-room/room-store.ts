import { messageLifetime } from "~/domain/chat/policy"
import type { ConversationState } from "~/domain/chat/schema"
import type { CopiedMessage, PostedMessage } from "~/domain/core/ports/chat"
import { hasColumn, hasTable } from "../storage-rows"
import {
  addReplies,
  type Change,
  type ChangeRow,
  type MemberRow,
  type MessageRow,
  type RoomRow,
  roomSchema,
} from "./room-schema"

/** Up to this number, unread messages are counted exactly. */
const countedUnread = 1_000
/** At most this many messages lie between two writes of the index. */
const indexedAmong = 40

/** Storage of a room: all statements on its tables. Calls are synchronous, so that consecutive calls are one commit. */
export class RoomStore {
  /** Cached rows; null after a write that is not copied here. This object is the only writer. */
  #room: RoomRow | null = null
  #members: MemberRow[] | null = null
  /** The newest message that each member wrote after their read cursor. In memory, because storing it costs a row write per message. */
  readonly #written = new Map<string, number>()
  /** Undefined until they are read. */
  #repliedAt: number | null | undefined
  #indexed: string | null | undefined
  #isOpen: boolean

  /** Writes nothing: a Durable Object can be addressed by any name, and most names are no conversations. */
  constructor(private readonly sql: SqlStorage) {
    this.#isOpen = hasTable(sql, "room")
  }

  private write(query: string, ...values: SqlStorageValue[]): void {
    this.#room = null
    this.#members = null
    this.sql.exec(query, ...values)
  }

  /** Returns the conversation; null if it does not exist. */
  room(): RoomRow | null {
    if (!this.#isOpen) return null
    this.#room ??=
      this.sql
        .exec<RoomRow>("SELECT *, max(coalesce((SELECT max(seq) FROM messages), 0), pushed_seq) AS last_seq FROM room")
        .toArray()[0] ?? null
    return this.#room
  }

  create(id: string, requester: string, owner: string, now: number): void {
    this.sql.exec(roomSchema)
    this.#isOpen = true
    this.write("INSERT INTO room VALUES (?, 'request', ?, 0, 0, ?)", id, now, now)
    this.write(
      "INSERT INTO members (user_id, role, read_seq, hidden_seq, blocks) VALUES (?, 'asker', 0, 0, 0), (?, 'owner', 0, 0, 0)",
      requester,
      owner,
    )
  }

  members(): MemberRow[] {
    if (!this.#isOpen) return []
    this.#members ??= this.sql.exec<MemberRow>("SELECT * FROM members").toArray()
    return this.#members.map((member) => ({
      ...member,
      read_seq: Math.max(member.read_seq, this.written(member)),
      is_banned: member.is_banned ?? 0,
    }))
  }

  /** Returns the newest message that a member wrote after their read cursor, or 0. */
  private written({ user_id, read_seq }: MemberRow): number {
    const known = this.#written.get(user_id)
    if (known !== undefined) return known
    const [row] = this.sql
      .exec<{ seq: number | null }>(
        "SELECT max(seq) AS seq FROM messages WHERE seq > ? AND author_id = ?",
        read_seq,
        user_id,
      )
      .toArray()
    const seq = row?.seq ?? 0
    this.#written.set(user_id, seq)
    return seq
  }

  setState(state: ConversationState): void {
    this.write("UPDATE room SET state = ?", state)
  }

  insert(message: { seq: number; authorId: string; now: number } & PostedMessage): void {
    const { seq, authorId, clientId, body, replyTo, now } = message
    if (replyTo !== null) addReplies(this.sql)
    const [column, mark, reply] = replyTo === null ? ["", "", []] : [", reply_to", ", ?", [replyTo]]
    this.sql.exec(
      `INSERT INTO messages (seq, author_id, client_id, body, created_at${column}) VALUES (?, ?, ?, ?, ?${mark})`,
      seq,
      authorId,
      clientId,
      body,
      now,
      ...reply,
    )
    this.#written.set(authorId, seq)
    if (this.#room) this.#room = { ...this.#room, last_seq: seq }
    const author = this.members().find(({ user_id }) => user_id === authorId)
    if (this.#repliedAt === null && author?.role === "owner") this.#repliedAt = now
  }

  sent(authorId: string, clientId: string): MessageRow | null {
    return this.one("author_id = ? AND client_id = ?", authorId, clientId)
  }

  message(seq: number): MessageRow | null {
    return this.one("seq = ?", seq)
  }

  private one(condition: string, ...values: SqlStorageValue[]): MessageRow | null {
    return this.sql.exec<MessageRow>(`SELECT * FROM messages WHERE ${condition}`, ...values).toArray()[0] ?? null
  }

  /** Returns messages after `after` (ascending) or before `before` (descending) that the member has not hidden. */
  seen(member: MemberRow, range: { after: number } | { before: number }, limit: number): MessageRow[] {
    const [bound, from, order] = "after" in range ? [">", range.after, "ASC"] : ["<", range.before, "DESC"]
    return this.sql
      .exec<MessageRow>(
        `SELECT * FROM messages WHERE seq ${bound} ? AND seq > ?
           AND NOT EXISTS (SELECT 1 FROM hidden WHERE user_id = ? AND hidden.seq = messages.seq)
         ORDER BY seq ${order} LIMIT ?`,
        from,
        member.hidden_seq,
        member.user_id,
        limit,
      )
      .toArray()
  }

  /** Returns those of these messages that the member has not hidden. */
  some(member: MemberRow, seqs: number[]): MessageRow[] {
    return this.sql
      .exec<MessageRow>(
        `SELECT * FROM messages WHERE seq IN (SELECT value FROM json_each(?)) AND seq > ?
           AND NOT EXISTS (SELECT 1 FROM hidden WHERE user_id = ? AND hidden.seq = messages.seq)`,
        JSON.stringify(seqs),
        member.hidden_seq,
        member.user_id,
      )
      .toArray()
  }

  isHidden(userId: string, seq: number): boolean {
    const found = this.sql.exec("SELECT 1 FROM hidden WHERE user_id = ? AND seq = ?", userId, seq).toArray()
    return found.length > 0
  }

  edit(seq: number, body: string, now: number): void {
    this.write("UPDATE messages SET body = ?, edited_at = ? WHERE seq = ?", body, now, seq)
  }

  deleteForBoth(seq: number, now: number): void {
    this.write(`UPDATE messages SET ${emptied(this.sql)}, deleted_at = ? WHERE seq = ?`, now, seq)
  }

  hideMessage(userId: string, seq: number): void {
    this.write("INSERT OR IGNORE INTO hidden VALUES (?, ?)", userId, seq)
  }

  hideAll(userId: string, seq: number): void {
    this.write("UPDATE members SET hidden_seq = ?, read_seq = ? WHERE user_id = ?", seq, seq, userId)
    this.write("DELETE FROM hidden WHERE user_id = ? AND seq <= ?", userId, seq)
  }

  moveRead(userId: string, seq: number): void {
    this.write("UPDATE members SET read_seq = ? WHERE user_id = ?", seq, userId)
  }

  setBlock(userId: string, isBlocking: boolean): void {
    this.write("UPDATE members SET blocks = ? WHERE user_id = ?", isBlocking ? 1 : 0, userId)
  }

  setBanned(userId: string, isBanned: boolean): void {
    // Rooms that are older than this column get it with their first ban.
    if (!hasColumn(this.sql, "members", "is_banned"))
      this.write("ALTER TABLE members ADD COLUMN is_banned INTEGER NOT NULL DEFAULT 0")
    this.write("UPDATE members SET is_banned = ? WHERE user_id = ?", isBanned ? 1 : 0, userId)
  }

  addChange({ type, seq, byUser, forUser }: Change): void {
    this.write("UPDATE room SET last_n = last_n + 1")
    this.write("INSERT INTO changes SELECT last_n, ?, ?, ?, ? FROM room", type, seq, byUser, forUser)
  }

  /** Returns messages and changes after these numbers, oldest first. */
  pending(seq: number, n: number, limit: number): { messages: MessageRow[]; changes: ChangeRow[] } {
    const messages = this.sql
      .exec<MessageRow>("SELECT * FROM messages WHERE seq > ? ORDER BY seq LIMIT ?", seq, limit)
      .toArray()
    if (this.room()?.last_n === n) return { messages, changes: [] }
    const changes = this.sql
      .exec<{ n: number; type: Change["type"]; seq: number; by_user: string; for_user: string | null }>(
        "SELECT * FROM changes WHERE n > ? ORDER BY n LIMIT ?",
        n,
        limit,
      )
      .toArray()
      .map(({ by_user, for_user, ...row }) => ({ ...row, byUser: by_user, forUser: for_user }))
    return { messages, changes }
  }

  /** Returns the number of the oldest undelivered change. */
  firstChange(): number | null {
    const [row] = this.sql.exec<{ n: number | null }>("SELECT min(n) AS n FROM changes").toArray()
    return row?.n ?? null
  }

  /** Stores up to where every recipient has received everything. */
  acknowledge(room: RoomRow, seq: number, n: number): void {
    const first = this.firstChange()
    const hasChanges = first !== null && first <= n
    if (seq > room.pushed_seq) {
      const activeAt = this.message(seq)?.created_at ?? room.active_at
      this.sql.exec("UPDATE room SET pushed_seq = ?, active_at = ?", seq, activeAt)
      this.#room = { ...room, pushed_seq: seq, active_at: activeAt }
    }
    if (hasChanges) this.sql.exec("DELETE FROM changes WHERE n <= ?", n)
  }

  /** Removes a member's texts and id. Their messages remain as empty rows. */
  forget(userId: string): void {
    this.write(
      `UPDATE messages SET ${emptied(this.sql)}, author_id = '', client_id = NULL, deleted_at = created_at WHERE author_id = ?`,
      userId,
    )
    this.write("UPDATE changes SET by_user = '' WHERE by_user = ?", userId)
    for (const [table, column] of [
      ["members", "user_id"],
      ["hidden", "user_id"],
      ["changes", "for_user"],
    ])
      this.write(`DELETE FROM ${table} WHERE ${column} = ?`, userId)
  }

  /** Returns when the oldest message was written, epoch ms. */
  oldest(): number | null {
    if (!this.#isOpen) return null
    const [row] = this.sql
      .exec<{ created_at: number }>("SELECT created_at FROM messages ORDER BY seq LIMIT 1")
      .toArray()
    return row?.created_at ?? null
  }

  /** Deletes delivered messages beyond their lifetime. */
  sweep(now: number): void {
    const oldest = this.oldest()
    if (oldest === null || oldest > now - messageLifetime) return
    this.write(
      "DELETE FROM messages WHERE created_at <= ? AND seq <= (SELECT pushed_seq FROM room)",
      now - messageLifetime,
    )
  }

  /** Returns a member's own messages after a number. */
  own(userId: string, after: number, limit: number): MessageRow[] {
    if (!this.#isOpen) return []
    return this.sql
      .exec<MessageRow>(
        "SELECT * FROM messages WHERE author_id = ? AND seq > ? AND body IS NOT NULL ORDER BY seq LIMIT ?",
        userId,
        after,
        limit,
      )
      .toArray()
  }

  copy(member: MemberRow, seqs: number[], around: number): CopiedMessage[] {
    const wanted = new Set(seqs)
    const copied = new Map<number, CopiedMessage>()
    for (const seq of wanted) {
      const before = this.seen(member, { before: seq + 1 }, around + 1)
      const after = this.seen(member, { after: seq }, around)
      for (const row of [...before, ...after]) {
        if (row.body === null) continue
        const { author_id: authorId, body, created_at: createdAt } = row
        copied.set(row.seq, { seq: row.seq, authorId, body, createdAt, isChosen: wanted.has(row.seq) })
      }
    }
    return [...copied.values()].sort((a, b) => a.seq - b.seq)
  }

  /** Returns the state that was last written to the index, as `indexedAs` has it; null if unknown. */
  indexed(): string | null {
    if (this.#indexed !== undefined) return this.#indexed
    const [row] = hasTable(this.sql, "indexed")
      ? this.sql.exec<{ state: string }>("SELECT state FROM indexed").toArray()
      : []
    this.#indexed = row?.state ?? null
    return this.#indexed
  }

  setIndexed(state: string): void {
    this.sql.exec("CREATE TABLE IF NOT EXISTS indexed (id INTEGER PRIMARY KEY, state TEXT NOT NULL)")
    this.sql.exec("INSERT OR REPLACE INTO indexed VALUES (1, ?)", state)
    this.#indexed = state
  }

  /** Returns when the owner first wrote, epoch ms; null before. Read once: this is asked with every message. */
  repliedAt(): number | null {
    if (this.#repliedAt !== undefined) return this.#repliedAt
    const [row] = this.sql
      .exec<{ created_at: number }>(
        `SELECT created_at FROM messages
         WHERE author_id = (SELECT user_id FROM members WHERE role = 'owner') ORDER BY seq LIMIT 1`,
      )
      .toArray()
    this.#repliedAt = row?.created_at ?? null
    return this.#repliedAt
  }

  /** Returns an author's newest message, if it is among the last `indexedAmong` or they wrote it since they last read; 0 otherwise. */
  newestOf(authorId: string, lastSeq: number): number {
    const written = this.#written.get(authorId)
    if (written) return written
    const [row] = this.sql
      .exec<{ seq: number }>(
        "SELECT seq FROM messages WHERE author_id = ? AND seq > ? ORDER BY seq DESC LIMIT 1",
        authorId,
        lastSeq - indexedAmong,
      )
      .toArray()
    return row?.seq ?? 0
  }

  /** Counts messages after the read cursor that the member need not read: own, deleted and hidden ones. */
  skipped({ user_id, read_seq }: MemberRow, lastSeq: number): number {
    if (lastSeq === read_seq || lastSeq - read_seq > countedUnread) return 0
    const [row] = this.sql
      .exec<{ skipped: number }>(
        `SELECT count(*) AS skipped FROM messages WHERE seq > ? AND (author_id = ? OR body IS NULL
           OR EXISTS (SELECT 1 FROM hidden WHERE user_id = ? AND hidden.seq = messages.seq))`,
        read_seq,
        user_id,
        user_id,
      )
      .toArray()
    return row?.skipped ?? 0
  }
}

/** Assigns nothing to the columns of what a message said. */
const emptied = (sql: SqlStorage) =>
  `body = NULL, edited_at = NULL${hasColumn(sql, "messages", "reply_to") ? ", reply_to = NULL" : ""}`
