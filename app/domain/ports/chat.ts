import type { SessionEnd } from "../actor/actor"
import type {
  ConversationState,
  LastMessage,
  LoggedEvent,
  Message,
  Thread,
  ThreadQuery,
  WriteDenial,
} from "../chat/schema"

/** Why a room does not do what it was asked. `not_found`: it knows neither the asker nor what they name. */
type RoomRefusal = WriteDenial | "not_found" | "too_fast" | "too_late"
export type Refused = { refused: RoomRefusal; retryAfter?: number }

/** What the index of conversations is to hold of a room. */
export interface RoomIndex {
  id: string
  /** A later state has a higher one. */
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
  /** Their newest message, if it is among the newest of all; 0 otherwise. */
  wroteSeq: number
}

export interface PostedMessage {
  clientId: string
  body: string
}
export interface Posted {
  message: Message
  /** False: it was sent before. */
  isNew: boolean
}

/**
 * A conversation of two, which gives messages their numbers and keeps them. A change answers once the index says it too, so that whoever
 * did it reads it there; a message does not wait for that. Every `now` is epoch ms.
 */
export interface Room {
  /** Begins the conversation, once. */
  open(members: { id: string; asker: string; owner: string }, now: number): Promise<void>
  /**
   * Stores a message before it answers; the same `clientId` again is the same message. The first one of an asker is the request. `pause`:
   * for how long (ms) its author may send nothing new. Their channel knows; members' messages come by `Live.post`.
   */
  post(userId: string, message: PostedMessage, now: number, pause?: number): Promise<Posted | Refused>
  edit(userId: string, seq: number, body: string, now: number): Promise<{ message: Message } | Refused>
  remove(userId: string, seq: number, whose: "me" | "both", now: number): Promise<object | Refused>
  history(userId: string, query: ThreadQuery): Promise<Thread | Refused>
  /** Those of these messages that a member still sees, as they see them now. */
  show(userId: string, seqs: number[]): Promise<ShownMessages | Refused>
  /** Moves a cursor forward. `isShared`: the other one is told. */
  read(userId: string, seq: number, isShared: boolean): Promise<object | Refused>
  answer(userId: string, state: "accepted" | "declined", now: number): Promise<object | Refused>
  /** Deletes all messages so far for one of the two. */
  hide(userId: string): Promise<object | Refused>
  setBlock(userId: string, isBlocking: boolean): Promise<object | Refused>
  /** These messages and those around them, as they are now. */
  copy(userId: string, seqs: number[], around: number): Promise<CopiedMessage[] | Refused>
  /** A member's own messages after a number, oldest first. */
  own(userId: string, after: number, limit: number): Promise<Message[]>
  /** Takes a member's words and name away for good, and closes the conversation. */
  forget(userId: string): Promise<void>
  /** Lets the index say what the conversation is like now, and answers when it does. */
  publish(): Promise<void>
}

export interface ShownMessages {
  messages: Message[]
  /** Nothing is left of the other one. */
  isRedacted: boolean
}

export interface CopiedMessage {
  seq: number
  authorId: string
  body: string
  createdAt: number
  isChosen: boolean
}

/** Whom a socket belongs to, and what it may subscribe to by the authorisation that was just given. */
export interface Grant {
  familyId: string
  session: SessionEnd
  /** Null: to sign in. */
  channel: string | null
}

/** Everything that is live for one member: their sockets, and the log of what these were told. */
export interface Live {
  /** Lets one of their sockets subscribe; an unknown one is none. False: this one has as many channels as a socket may have. */
  grant(socketId: string, grant: Grant): Promise<boolean>
  /** Sends a message of theirs to the room of a conversation, unless they sent too many in this minute, wherever. */
  post(conversationId: string, message: PostedMessage, now: number): Promise<Posted | Refused>
  /** Logs an event and tells every socket. Gives its number. */
  publish(type: string, payload: Record<string, unknown>, now: number): Promise<number>
  /** What was logged after a number, messages by their numbers alone; null: nothing but where the log is now. */
  events(after: number | null, limit: number): Promise<EventPage>
  /** Closes sockets: all of them, those of one sign-in, or all but those. */
  endSockets(which: { of?: string; but?: string }): Promise<void>
  /** Closes the sockets that are subscribed to a channel. */
  leave(channel: string): Promise<void>
  share(settings: { typing: boolean; readReceipts: boolean }): Promise<void>
  /** Counts a request for this conversation, unless the budget of a day is spent: then false. Once counted, it stays so. */
  takeRequest(conversationId: string, budget: number, now: number): Promise<boolean>
  /** Blanks what was logged of a conversation. */
  forgetConversation(conversationId: string): Promise<void>
  /** Closes everything and forgets everything. */
  erase(): Promise<void>
}

export interface EventPage {
  data: LoggedEvent[]
  next_cursor: string | null
  /** Nothing is missing between `after` and the first of these. */
  is_complete: boolean
  /** The newest event's number. */
  last_seq: number
}
