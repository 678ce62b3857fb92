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

/**
 * Why a room refuses a call. `not_found`: the caller is no member, or what they name does not exist. `reply_unknown`: the
 * author does not see the message that they reply to.
 */
type RoomRefusal = WriteDenial | "not_found" | "reply_unknown" | "too_fast" | "too_late"
export type Refused = { refused: RoomRefusal; retryAfter?: number }

/** Facts of a room that the index in the database has: what lies between the two, and nothing of a message. */
export interface RoomIndex {
  id: string
  /** Grows with each change of the room. */
  version: number
  state: ConversationState
  isBlocked: boolean
  createdAt: number
  /** Whether anything was ever written. */
  isBegun: boolean
  /** When the owner first wrote, epoch ms; null before. */
  repliedAt: number | null
  members: { userId: string; role: ConversationRole }[]
}

export type ConversationRole = "asker" | "owner"

/** A room's state as one of its members sees it: what their inbox keeps. Of two, the one with the higher version holds. */
export interface MemberState {
  id: string
  version: number
  state: ConversationState
  role: ConversationRole
  /** Null once their account is erased. */
  otherId: string | null
  /** One of the two blocks the other, or is banned. */
  isBlocked: boolean
  createdAt: number
  lastSeq: number
  readSeq: number
  hiddenSeq: number
  /** Messages after `readSeq` that need not be read: their own, deleted and hidden ones. */
  skipped: number
  otherReadSeq: number
  /** Number of their newest message if it is among the room's latest; else 0. */
  wroteSeq: number
  /** The newest message that they see, truncated. */
  last: LastMessage | null
  /** When the newest message was sent, epoch ms. */
  activeAt: number
}

/** A conversation in a member's inbox. */
export interface InboxEntry extends Omit<MemberState, "wroteSeq"> {
  mutedAt: number | null
  draft: MessageDraft
}

/** Unsent text, and the number of the message that it replies to. */
export interface MessageDraft {
  body: string
  replyTo: number | null
}

export const noDraft: MessageDraft = { body: "", replyTo: null }

/** A notification about a conversation, kept with its member's inbox. */
export interface ChatNotification {
  id: string
  type: "message" | "request"
  state: "new" | "accepted"
  conversationId: string
  readAt: number | null
  /** The last push since it became unread, epoch ms. */
  pushedAt: number | null
  createdAt: number
}

export interface PostedMessage {
  clientId: string
  body: string
  /** The message of the same conversation that it replies to. */
  replyTo: number | null
}
export interface Posted {
  message: Message
  /** False if it was a retry of a stored message. */
  isNew: boolean
}

/**
 * A conversation of two members, which numbers and stores their messages. Changes resolve once the caller's own inbox has
 * them, so that they read their own write; `post` does not wait for it. Every `now` is epoch ms.
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
  /** Returns the messages that a member sees and that have all words of a query, newest first. */
  search(userId: string, query: RoomSearch): Promise<SearchedRoom | Refused>
  /** Moves a member's read cursor forward; publishes it to the other member if `isShared`. */
  read(userId: string, seq: number, isShared: boolean): Promise<object | Refused>
  answer(userId: string, state: "accepted" | "declined", now: number): Promise<object | Refused>
  /** Deletes all messages so far for one member. */
  hide(userId: string): Promise<object | Refused>
  setBlock(userId: string, isBlocking: boolean): Promise<object | Refused>
  /** Records a ban of a member, or its end: the other one cannot write to them. */
  setBanned(userId: string, isBanned: boolean): Promise<object | Refused>
  /** Returns the member who may see that this one is typing; null for nobody. */
  listenerOf(userId: string): Promise<string | null>
  /** Returns these messages and those around them, in their current state. */
  copy(userId: string, seqs: number[], around: number): Promise<CopiedMessage[] | Refused>
  /** Returns a member's own messages after a number, oldest first. */
  own(userId: string, after: number, limit: number): Promise<Message[]>
  /** Removes a member's messages and name for good and closes the conversation. */
  forget(userId: string): Promise<void>
  /** Resolves when everything is delivered to both members and the index, or has failed and will be tried again. */
  settle(): Promise<void>
  /**
   * Reads who is banned, and writes the index and both inboxes, whatever they have: after a restore they may be newer or
   * older than the room.
   */
  publishAgain(): Promise<void>
  /** Returns the current state for the index; null for a room that does not exist. */
  index(): Promise<RoomIndex | null>
  /** Returns the current state for one of its members; null for anybody else. */
  stateOf(userId: string): Promise<MemberState | null>
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

export interface RoomSearch {
  q: string
  /** Messages with a lower number; null for all. */
  before: number | null
  /** Messages to return. */
  limit: number
  /** The most messages to read. */
  most: number
}

export interface SearchedRoom {
  messages: Message[]
  /** The number before which the search goes on; null at the beginning of the conversation. */
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

/** A member's realtime state: their sockets, the log of published events, and the inbox of their conversations. */
export interface Live extends Inbox {
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

/** Which of a member's conversations: those that were active before a place in the list, of these ids. */
export interface InboxPage {
  limit: number
  before?: { at: number; id: string }
  ids?: string[]
}

export interface InboxList {
  entries: InboxEntry[]
  /** The member's words, by which pages hide messages of others. */
  hiddenWords: string[]
}

/** A conversation of the inbox, and its place among the member's others. */
export interface OpenedEntry {
  /** Null while its room could not deliver it, and for others' conversations. */
  entry: InboxEntry | null
  /** One of the first conversations that the member ever had. */
  isEarly: boolean
}

/** A member's conversations and the notifications about them. */
interface Inbox {
  /** Returns a member's non-empty conversations, last active first. */
  listConversations(page: InboxPage): Promise<InboxList>
  /** Returns these of a member's conversations, empty ones too. */
  findConversations(ids: string[]): Promise<InboxEntry[]>
  /** Returns one of them for its page. */
  findOpened(id: string): Promise<OpenedEntry>
  /** Returns the ids of all conversations that a member ever had, after one, in their order; the other's id where it is known. */
  allConversations(after: string, limit: number): Promise<{ id: string; otherId: string | null }[]>
  /** Counts unread messages, without those of blocked conversations. */
  countUnread(): Promise<number>
  /** Mutes a conversation since a time (epoch ms), or not (null). Returns whether it is theirs. */
  mute(id: string, since: number | null): Promise<boolean>
  hiddenWords(): Promise<string[]>
  /** Replaces the words by which the member hides messages of others. */
  setHiddenWords(words: string[]): Promise<void>
  /** Keeps what is unsent. Returns whether the conversation is theirs. */
  saveDraft(id: string, draft: MessageDraft): Promise<boolean>
  /** Returns the notifications about conversations that no block hides, newest first, with an id below `before`. */
  listNotifications(before: string | null, limit: number): Promise<ChatNotification[]>
  findNotification(id: string): Promise<ChatNotification | null>
  /** Marks these or all as read. Returns how many were unread. */
  readNotifications(ids: string[] | null, now: number): Promise<number>
  /** Counts the unread ones by type. */
  countNotifications(): Promise<{ type: ChatNotification["type"]; count: number }[]>
  /** Records that one is pushed now; false if it was within the interval. */
  claimPush(id: string, now: number): Promise<boolean>
  /** Postpones a push, or gives it up (null). */
  postponePush(id: string, until: number | null): Promise<void>
  /** Returns the mail that is due about what is unread, for its digest; null if nothing is. */
  findDueMail(now: number): Promise<DueMail | null>
  /** Postpones the mail about what is unread, or records that it is written (null). */
  postponeMail(until: number | null): Promise<void>
}

/** A digest that is due. */
export interface DueMail {
  /** The id that its mail has, however often it is asked for. */
  mailId: string
  /** When the oldest of its notifications became unread, epoch ms. */
  since: number
  types: ChatNotification["type"][]
}
