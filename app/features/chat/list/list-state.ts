import type { Conversation, Message } from "~/domain/chat/schema"
import type { LiveEvent } from "~/features/shell/live/event-stream"

/**
 * A member's list of conversations, changed by events; where an event does not hold enough, `missing` is the
 * conversation to fetch.
 */
export interface LiveList {
  list: Conversation[]
  missing: string | null
}

/**
 * Applies an event to the list. `isWhole`: the list shows all conversations from the newest on, so that a new one
 * belongs to it.
 */
export function applyToList(list: Conversation[], event: LiveEvent, userId: string, isWhole: boolean): LiveList {
  const same = { list, missing: null }
  switch (event.type) {
    case "message": {
      const message = event.message as Message
      const known = list.find(({ id }) => id === message.conversation_id)
      if (!known) return { list, missing: isWhole ? message.conversation_id : null }
      return message.seq > known.last_seq
        ? { list: put(list, addMessage(known, message, userId)), missing: null }
        : same
    }
    case "message.changed": {
      const message = event.message as Message
      const known = list.find(({ id }) => id === message.conversation_id)
      if (!known?.last_message || known.last_message.seq !== message.seq) return same
      const last_message = { ...known.last_message, body: message.body, is_deleted: message.body === null }
      return { list: put(list, { ...known, last_message }), missing: null }
    }
    case "message.deleted": {
      const known = list.find(({ id }) => id === event.conversation_id)
      const isShown = known?.last_message?.seq === event.message_seq
      const isCounted = known !== undefined && Number(event.message_seq) > known.read_seq
      return { list, missing: known && (isShown || isCounted) ? known.id : null }
    }
    case "read": {
      const known = list.find(({ id }) => id === event.conversation_id)
      const to = Number(event.read_seq)
      if (!known || event.user_id !== userId || to <= known.read_seq) return same
      if (to < known.last_seq && known.unread_messages_count > 0) return { list, missing: known.id }
      return { list: put(list, { ...known, read_seq: to, unread_messages_count: 0 }), missing: null }
    }
    case "conversation": {
      const id = String(event.conversation_id)
      return { list, missing: isWhole || list.some((one) => one.id === id) ? id : null }
    }
    default:
      return same
  }
}

function addMessage(known: Conversation, { seq, author_id, body, created_at }: Message, userId: string): Conversation {
  const isOwn = author_id === userId
  return {
    ...known,
    last_message: { seq, body, author_id, created_at, is_deleted: body === null },
    last_seq: seq,
    updated_at: created_at,
    // Writing a message marks the earlier ones as read.
    ...(isOwn
      ? { read_seq: seq, unread_messages_count: 0 }
      : { unread_messages_count: known.unread_messages_count + 1 }),
  }
}

/** Inserts or replaces a fetched conversation; removes one that is empty. */
export function putFetched(list: Conversation[], fetched: Conversation): Conversation[] {
  if (fetched.last_message === null) return list.filter(({ id }) => id !== fetched.id)
  return put(list, fetched)
}

/** Merges the loaded list with the newer state of its conversations that this page has received since. */
export function mergeLoaded(loaded: Conversation[], known: Conversation[]): Conversation[] {
  const newer = loaded.map((one) => {
    const received = known.find(({ id }) => id === one.id)
    if (!received || received.last_seq < one.last_seq) return one
    const isFurther = received.last_seq > one.last_seq || received.read_seq > one.read_seq
    const { last_message, last_seq, read_seq, unread_messages_count, updated_at } = received
    return isFurther ? { ...one, last_message, last_seq, read_seq, unread_messages_count, updated_at } : one
  })
  return newer.sort(byActivity)
}

function put(list: Conversation[], one: Conversation): Conversation[] {
  return [...list.filter(({ id }) => id !== one.id), one].sort(byActivity)
}

const byActivity = (a: Conversation, b: Conversation) => b.updated_at - a.updated_at || (a.id < b.id ? 1 : -1)
