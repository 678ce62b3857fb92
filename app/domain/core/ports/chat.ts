import type {
  ConversationState,
  LastMessage,
  LoggedEvent,
  Message,
  Thread,
  ThreadQuery,
  WriteDenial,
} from "../../chat/schema"
import type { SessionEnd } from "../actor/actor"

/** Why a room refuses a call. `not_found`: the caller is no member, or what they name does not exist. */
type RoomRefusal = WriteDenial | "not_found" | "too_fast" | "too_late"
export type Refused = { refused: RoomRefusal; retryAfter?: number }

/** A room's state, as the index of conversations stores it. */
export interface RoomIndex {
  id: string
  /** Grows with each change. */
  version: number
  state: ConversationState
  isBlocked: boolean
  lastSeq: number
  activeAt: number
  members: RoomMember[]
}

export interface RoomMember {
  userId: string
  role: "asker" | "owner"
  readSeq: number
  skipped: number
  hiddenSeq: number
  last: LastMessage | null
  /** Number of their newest message if it is among the room's latest; else 0. */
  wroteSeq: number
}

export interface PostedMessage {
  clientId: string
  body: string
}
export interface Posted {
  message: Message
  /** False if it was a retry of a stored message. */
  isNew: boolean
}

/**
 * A conversation of two members, which numbers and stores their messages. Changes resolve once the index is updated, so
 * that the caller reads their own write; `post` does not wait for it. Every `now` is epoch ms.
 */
export interface Room {
  /** Opens the conversation; idempotent. */
  open(members: { id: string; asker: string; owner: string }, now: number): Promise<void>
  /**
   * Stores a message before resolving; the same `clientId` returns the same message. A requester's first message is the
   * request. `pause`: for how long (ms) their channel lets the author send nothing new. Members' messages come through
   * `Live.post`.
   */
  post(userId: string, message: PostedMessage, now: number, pause?: number): Promise<Posted | Refused>
  edit(userId: string, seq: number, body: string, now: number): Promise<{ message: Message } | Refused>
  remove(userId: string, seq: number, whose: "me" | "both", now: number): Promise<object | Refused>
  history(userId: string, query: ThreadQuery): Promise<Thread | Refused>
  /** Returns those of these messages that a member still sees, in their current state. */
  show(userId: string, seqs: number[]): Promise<ShownMessages | Refused>
  /** Moves a member's read cursor forward; publishes it to the other member if `isShared`. */
  read(userId: string, seq: number, isShared: boolean): Promise<object | Refused>
  answer(userId: string, state: "accepted" | "declined", now: number): Promise<object | Refused>
  /** Deletes all messages so far for one member. */
  hide(userId: string): Promise<object | Refused>
  setBlock(userId: string, isBlocking: boolean): Promise<object | Refused>
  /** Returns these messages and those around them, in their current state. */
  copy(userId: string, seqs: number[], around: number): Promise<CopiedMessage[] | Refused>
  /** Returns a member's own messages after a number, oldest first. */
  own(userId: string, after: number, limit: number): Promise<Message[]>
  /** Removes a member's messages and name for good and closes the conversation. */
  forget(userId: string): Promise<void>
  /** Updates the index with the current state; resolves when it is written. */
  publish(): Promise<void>
  /** Does the same for an index that may have lost what it knew. */
  publishAgain(): Promise<void>
  /** Returns the current state for the index; null for a room that does not exist. */
  index(): Promise<RoomIndex | null>
  /** Returns the room's rows for a backup, messages after a number; null for a room that does not exist. */
  dump(after: number): Promise<ObjectDump | null>
  /** Writes rows of a backup beside what is there; may be repeated. */
  load(dump: ObjectDump): Promise<void>
}

/** Rows of an object's own tables, by table; `next` continues the numbered one, null at its end. */
export interface ObjectDump {
  tables: Record<string, Record<string, string | number | null>[]>
  next: number | null
}

export interface ShownMessages {
  messages: Message[]
  /** The other member's messages are redacted. */
  isRedacted: boolean
}

export interface CopiedMessage {
  seq: number
  authorId: string
  body: string
  createdAt: number
  isChosen: boolean
}

/** A socket's session, and the channel that it was just authorised for. */
export interface Grant {
  familyId: string
  session: SessionEnd
  /** Null to sign in. */
  channel: string | null
  /** For the channels of the back office. */
  staff?: StaffSeat
}

/** A member of staff who has the back office open. */
export interface StaffSeat {
  /** As colleagues see it. */
  name: string
  /** The queues that they may see. */
  queues: readonly string[]
  /** Their serialised rights: with other rights the socket is closed, and its channels are authorized again. */
  rights: string
}

/** Whether somebody who has a record open has typed something that is not saved. */
export interface Attendance {
  isEditing: boolean
}

/** A member's realtime state: their sockets and the log of published events. */
export interface Live {
  /** Authorises one of their sockets; unknown sockets are ignored. False if it has the maximum number of channels. */
  grant(socketId: string, grant: Grant): Promise<boolean>
  /** Sends a message of theirs to a conversation's room, unless they exceed the limit per minute across all rooms. */
  post(conversationId: string, message: PostedMessage, now: number): Promise<Posted | Refused>
  /** Logs an event and sends it to every socket. Returns its number. */
  publish(type: string, payload: Record<string, unknown>, now: number): Promise<number>
  /** Returns the events after a number, messages by number only; null returns only the log's position. */
  events(after: number | null, limit: number): Promise<EventPage>
  /** Closes sockets: all, those of one sign-in (`of`), or all but those (`but`). */
  endSockets(which: { of?: string; but?: string }): Promise<void>
  /** Closes the sockets subscribed to a channel. */
  leave(channel: string): Promise<void>
  /** Closes the sockets that are in channels of the back office: the rights of their user have changed. */
  leaveBackOffice(): Promise<void>
  share(settings: { typing: boolean; readReceipts: boolean }): Promise<void>
  /** Counts a request for this conversation once; returns false if the day's budget is spent. */
  takeRequest(conversationId: string, budget: number, now: number): Promise<boolean>
  /** Blanks the logged events of a conversation. */
  forgetConversation(conversationId: string): Promise<void>
  /** Returns the ids of all conversations that the member had events of. */
  conversations(): Promise<string[]>
  /** Returns the channel's rows for a backup, events after a number; null for one that stores nothing. */
  dump(after: number): Promise<ObjectDump | null>
  /** Writes rows of a backup beside what is there; may be repeated. */
  load(dump: ObjectDump): Promise<void>
  /** Closes all sockets and deletes all state. */
  erase(): Promise<void>
}

export interface EventPage {
  data: LoggedEvent[]
  next_cursor: string | null
  /** No event is missing between `after` and the first of these. */
  is_complete: boolean
  /** The newest event's number. */
  last_seq: number
}
