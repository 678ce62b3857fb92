import { type JsonText, trustedJson } from "~/db/statements/json"
import type { FormerEntry } from "~/domain/chat/inbox/former-inbox-queries.server"
import type { ConversationState, LastMessage } from "~/domain/chat/schema"
import {
  type ConversationRole,
  type InboxEntry,
  type InboxPage,
  type MemberState,
  type MessageDraft,
  noDraft,
} from "~/domain/core/ports/chat"
import { hasColumn, hasTable, putRow } from "../storage-rows"

interface EntryRow extends Record<string, SqlStorageValue> {
  conversation_id: string
  version: number
  state: ConversationState
  role: ConversationRole
  other_id: string | null
  is_blocked: number
  created_at: number
  last_seq: number
  read_seq: number
  hidden_seq: number
  skipped: number
  other_read_seq: number
  last: JsonText<LastMessage> | null
  active_at: number
  muted_at: number | null
  draft: string
  draft_reply_to: number | null
}

const schema = `
  CREATE TABLE IF NOT EXISTS inbox (
    conversation_id TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL, role TEXT NOT NULL, other_id TEXT,
    is_blocked INTEGER NOT NULL, created_at INTEGER NOT NULL, last_seq INTEGER NOT NULL, read_seq INTEGER NOT NULL,
    hidden_seq INTEGER NOT NULL, skipped INTEGER NOT NULL, other_read_seq INTEGER NOT NULL, last TEXT,
    active_at INTEGER NOT NULL, muted_at INTEGER, draft TEXT NOT NULL DEFAULT '', draft_reply_to INTEGER) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS inbox_active ON inbox (active_at);
  CREATE TABLE IF NOT EXISTS hidden_words (word TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;`

/** A conversation without a message to show is not in the list, and has none to read. */
const unreadSql = "iif(is_blocked = 0 AND last IS NOT NULL, max(0, last_seq - read_seq - skipped), 0)"

/** Returns `unreadSql` of one row. */
const unreadIn = (row: EntryRow) =>
  row.is_blocked === 0 && row.last !== null ? Math.max(0, row.last_seq - row.read_seq - row.skipped) : 0

/**
 * A member's conversations: one row each, with the state that its room delivered last. Rooms deliver state, not
 * differences, and the higher version holds: calls that are lost, repeated or late cannot make a count drift.
 */
export class Inbox {
  /** Unread messages of all conversations; null until they are asked for. In memory, so that no request reads every row. */
  #unread: number | null = null

  constructor(private readonly sql: SqlStorage) {
    sql.exec(schema)
    // Inboxes of before 2026-12 lack it.
    if (!hasColumn(sql, "inbox", "draft_reply_to")) sql.exec("ALTER TABLE inbox ADD COLUMN draft_reply_to INTEGER")
  }

  /** Whether this object has stored any conversation or hidden word. */
  static isStored(sql: SqlStorage): boolean {
    const isFilled = (table: "inbox" | "hidden_words") =>
      hasTable(sql, table) && sql.exec(`SELECT 1 FROM ${table} LIMIT 1`).toArray().length > 0
    return isFilled("inbox") || isFilled("hidden_words")
  }

  /** Stores a room's state, unless a newer one is known. Returns the entry, or null if nothing changed. */
  store(state: MemberState): InboxEntry | null {
    const known = this.#find(state.id)
    return known && known.version >= state.version ? null : this.#replace(state, known)
  }

  /** Stores a room's state whatever is known: a room that was restored is older than its members' inboxes. */
  replace(state: MemberState): InboxEntry {
    return this.#replace(state, this.#find(state.id))
  }

  #replace(state: MemberState, known: EntryRow | null): InboxEntry {
    // A message that they wrote since was their draft.
    const draft = known && state.wroteSeq <= known.last_seq ? draftOf(known) : noDraft
    const row = rowOf(state, { mutedAt: known?.muted_at ?? null, draft })
    this.#put(row)
    if (this.#unread !== null) this.#unread += unreadIn(row) - (known ? unreadIn(known) : 0)
    return toEntry(row)
  }

  /** Stores entries that were kept elsewhere before, unless their rooms have delivered newer states. */
  import(entries: FormerEntry[]): void {
    for (const entry of entries) {
      const known = this.#find(entry.conversation_id)
      const { muted_at, draft } = entry
      this.#put(known ? { ...known, muted_at, draft: known.draft || draft } : { ...entry, draft_reply_to: null })
    }
    this.#unread = null
  }

  #put(row: EntryRow): void {
    putRow(this.sql, { table: "inbox", key: "conversation_id" }, row)
  }

  #find(id: string): EntryRow | null {
    return this.sql.exec<EntryRow>("SELECT * FROM inbox WHERE conversation_id = ?", id).toArray()[0] ?? null
  }

  find(id: string): InboxEntry | null {
    const row = this.#find(id)
    return row && toEntry(row)
  }

  /** Counts the conversations that began before one, up to `most`: ids are in the order of their time. */
  countBefore(id: string, most: number): number {
    return this.sql
      .exec<{ earlier: number }>(
        "SELECT count(*) AS earlier FROM (SELECT 1 FROM inbox WHERE conversation_id < ? LIMIT ?)",
        id,
        most,
      )
      .one().earlier
  }

  /** Returns non-empty conversations, last active first. */
  list({ limit, before, ids }: InboxPage): InboxEntry[] {
    const place = before ?? { at: Number.MAX_SAFE_INTEGER, id: "" }
    const isNamed = ids ? "AND conversation_id IN (SELECT value FROM json_each(?4))" : ""
    return this.sql
      .exec<EntryRow>(
        `SELECT * FROM inbox WHERE last IS NOT NULL AND last_seq > hidden_seq
           AND active_at <= ?1 AND (active_at, conversation_id) < (?1, ?2) ${isNamed}
         ORDER BY active_at DESC, conversation_id DESC LIMIT ?3`,
        place.at,
        place.id,
        limit,
        ...(ids ? [JSON.stringify(ids)] : []),
      )
      .toArray()
      .map(toEntry)
  }

  /** Returns all conversations after one, in the order of their ids. */
  all(after: string, limit: number): { id: string; otherId: string | null }[] {
    return this.sql
      .exec<{ id: string; otherId: string | null }>(
        `SELECT conversation_id AS id, other_id AS otherId FROM inbox WHERE conversation_id > ?
         ORDER BY conversation_id LIMIT ?`,
        after,
        limit,
      )
      .toArray()
  }

  /** Counts unread messages, without those of blocked conversations. */
  unread(): number {
    this.#unread ??= this.sql
      .exec<{ unread: number }>(`SELECT coalesce(sum(${unreadSql}), 0) AS unread FROM inbox`)
      .one().unread
    return this.#unread
  }

  /** Mutes a conversation from `since` on (epoch ms); null: no more. Returns whether it is the member's. */
  mute(id: string, since: number | null): boolean {
    const row = this.#find(id)
    if (row && row.muted_at !== since) this.#put({ ...row, muted_at: since })
    return row !== null
  }

  /** Keeps what the member has not sent. Returns whether the conversation is theirs. */
  saveDraft(id: string, { body, replyTo }: MessageDraft): boolean {
    const row = this.#find(id)
    if (row && (row.draft !== body || row.draft_reply_to !== replyTo))
      this.#put({ ...row, draft: body, draft_reply_to: replyTo })
    return row !== null
  }

  /** Returns the words by which the member hides messages of others, in their order. */
  hiddenWords(): string[] {
    return this.sql
      .exec<{ word: string }>("SELECT word FROM hidden_words ORDER BY position")
      .toArray()
      .map(({ word }) => word)
  }

  setHiddenWords(words: string[]): void {
    this.sql.exec("DELETE FROM hidden_words WHERE word NOT IN (SELECT value FROM json_each(?))", JSON.stringify(words))
    for (const [position, word] of words.entries())
      putRow(this.sql, { table: "hidden_words", key: "word" }, { word, position })
  }

  /** Deletes the excerpts of messages that their rooms have deleted since: those last sent before a time. */
  forgetMessages(before: number): void {
    this.#unread = null
    this.sql.exec("UPDATE inbox SET last = NULL WHERE active_at < ? AND last IS NOT NULL", before)
  }
}

function rowOf(state: MemberState, { mutedAt, draft }: Pick<InboxEntry, "mutedAt" | "draft">): EntryRow {
  return {
    conversation_id: state.id,
    version: state.version,
    state: state.state,
    role: state.role,
    other_id: state.otherId,
    is_blocked: state.isBlocked ? 1 : 0,
    created_at: state.createdAt,
    last_seq: state.lastSeq,
    read_seq: state.readSeq,
    hidden_seq: state.hiddenSeq,
    skipped: state.skipped,
    other_read_seq: state.otherReadSeq,
    last: state.last && JSON.stringify(state.last),
    active_at: state.activeAt,
    muted_at: mutedAt,
    draft: draft.body,
    draft_reply_to: draft.replyTo,
  }
}

const draftOf = (row: EntryRow): MessageDraft => ({ body: row.draft, replyTo: row.draft_reply_to })

function toEntry(row: EntryRow): InboxEntry {
  return {
    id: row.conversation_id,
    version: row.version,
    state: row.state,
    role: row.role,
    otherId: row.other_id,
    isBlocked: row.is_blocked === 1,
    createdAt: row.created_at,
    lastSeq: row.last_seq,
    readSeq: row.read_seq,
    hiddenSeq: row.hidden_seq,
    skipped: row.skipped,
    otherReadSeq: row.other_read_seq,
    last: trustedJson(row.last),
    activeAt: row.active_at,
    mutedAt: row.muted_at,
    draft: draftOf(row),
  }
}

/** Returns how many messages of a conversation a member has not read. */
export function unreadOf({ isBlocked, lastSeq, readSeq, skipped }: InboxEntry): number {
  return isBlocked ? 0 : Math.max(0, lastSeq - readSeq - skipped)
}
