import type { ConversationState } from "~/domain/chat/schema"
import { hasColumn } from "../storage-rows"

/** The one row about the conversation itself. */
export interface RoomRow extends Record<string, SqlStorageValue> {
  id: string
  state: ConversationState
  created_at: number
  /** Every recipient has received the messages up to this one. */
  pushed_seq: number
  /** The number of the newest change other than a message. */
  last_n: number
  active_at: number
  /** The number of the newest message. Retention may have deleted older ones, but never before delivery. */
  last_seq: number
}

export interface MemberRow extends Record<string, SqlStorageValue> {
  user_id: string
  role: "asker" | "owner"
  /** The newest message that the member has read or written. */
  read_seq: number
  hidden_seq: number
  blocks: number
  is_banned: number
}

export interface MessageRow extends Record<string, SqlStorageValue> {
  seq: number
  author_id: string
  client_id: string | null
  body: string | null
  /** The message that this one replies to. Undefined in rooms that are older than the column, until their first reply. */
  reply_to: number | null
  created_at: number
  edited_at: number | null
  deleted_at: number | null
}

/** A change to deliver: `seq` is the message that changed, or the read cursor. */
export interface Change {
  type: "message.changed" | "message.deleted" | "conversation" | "read"
  seq: number
  byUser: string
  /** Null: for both members. */
  forUser: string | null
}
export interface ChangeRow extends Change {
  n: number
}

export const roomSchema = `
  CREATE TABLE IF NOT EXISTS room (
    id TEXT NOT NULL, state TEXT NOT NULL, created_at INTEGER NOT NULL, pushed_seq INTEGER NOT NULL, last_n INTEGER NOT NULL,
    active_at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS members (
    user_id TEXT PRIMARY KEY, role TEXT NOT NULL, read_seq INTEGER NOT NULL, hidden_seq INTEGER NOT NULL, blocks INTEGER NOT NULL,
    is_banned INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY, author_id TEXT NOT NULL, client_id TEXT, body TEXT, created_at INTEGER NOT NULL, edited_at INTEGER,
    deleted_at INTEGER, reply_to INTEGER);
  CREATE UNIQUE INDEX IF NOT EXISTS messages_sent ON messages (author_id, client_id);
  CREATE TABLE IF NOT EXISTS hidden (user_id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (user_id, seq)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS changes (
    n INTEGER PRIMARY KEY, type TEXT NOT NULL, seq INTEGER NOT NULL, by_user TEXT NOT NULL, for_user TEXT);`

/** Adds the column of replies, which rooms older than it get with their first one. */
export function addReplies(sql: SqlStorage): void {
  if (!hasColumn(sql, "messages", "reply_to")) sql.exec("ALTER TABLE messages ADD COLUMN reply_to INTEGER")
}
