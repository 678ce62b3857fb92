import { describe, expect, test } from "vitest"
import type { Conversation, Message } from "~/domain/chat/schema"
import { applyToList, mergeLoaded, putFetched } from "~/features/chat/list/list-state"
import type { LiveEvent } from "~/features/shell/live/event-stream"

const me = "me"
const conversation = (id: string, seq: number, change: Partial<Conversation> = {}): Conversation => ({
  id,
  state: "accepted",
  is_mine: true,
  last_seq: seq,
  read_seq: seq,
  others_read_seq: null,
  unread_messages_count: 0,
  with: { id: "other", name: id, avatar: null, slug: null, is_gone: false },
  last_message: { seq, body: `text ${seq}`, author_id: "other", created_at: seq, is_deleted: false },
  is_muted: false,
  draft: "",
  draft_reply_to: null,
  may_write: true,
  why_not: null,
  opens_private: false,
  away: null,
  created_at: 0,
  updated_at: seq,
  ...change,
})
const message = (conversation_id: string, seq: number, change: Partial<Message> = {}): LiveEvent => ({
  type: "message",
  message: {
    conversation_id,
    seq,
    author_id: "other",
    body: `text ${seq}`,
    created_at: seq,
    edited_at: null,
    deleted_at: null,
    ...change,
  },
})
const read = (conversation_id: string, read_seq: number, user_id = me): LiveEvent => ({
  type: "read",
  conversation_id,
  read_seq,
  user_id,
})
const onMessage = (list: Conversation[], event: LiveEvent, isWhole = true) => applyToList(list, event, me, isWhole)
const ids = (list: Conversation[]) => list.map(({ id }) => id)

describe("the list of conversations", () => {
  const list = [conversation("b", 20), conversation("a", 10)]

  test("the list puts the conversation of a new message first, with its text and one more unread, and fetches nothing", () => {
    const received = onMessage(list, message("a", 30))
    expect([ids(received.list), received.missing]).toEqual([["a", "b"], null])
    expect(received.list[0]).toMatchObject({
      unread_messages_count: 1,
      last_seq: 30,
      last_message: { body: "text 30" },
    })
    expect(onMessage(received.list, message("a", 30)).list).toBe(received.list)
  })

  test("the list counts nothing of the user's own messages, which mark the earlier ones as read", () => {
    const unread = onMessage(list, message("a", 30)).list
    expect(onMessage(unread, message("a", 31, { author_id: me })).list[0]).toMatchObject({
      unread_messages_count: 0,
      read_seq: 31,
    })
  })

  test("the list has nothing unread once all is read, and fetches the rest once a part is", () => {
    const unread = onMessage(onMessage(list, message("a", 30)).list, message("a", 31)).list
    expect(onMessage(unread, read("a", 31)).list[0]).toMatchObject({ unread_messages_count: 0 })
    expect(onMessage(unread, read("a", 30)).missing).toBe("a")
    expect(onMessage(unread, read("a", 31, "other")).list).toBe(unread)
  })

  test("the list fetches an unknown conversation, unless it shows a part of them", () => {
    expect(onMessage(list, message("new", 1)).missing).toBe("new")
    expect(onMessage(list, message("new", 1), false).missing).toBeNull()
    expect(onMessage(list, { type: "conversation", conversation_id: "a" }, false).missing).toBe("a")
  })

  test("the list applies an edit of the message that it shows, and fetches after a deletion that it shows or counts", () => {
    const edited = onMessage(list, { ...message("a", 10, { body: "other words" }), type: "message.changed" })
    expect(edited.list.find(({ id }) => id === "a")?.last_message?.body).toBe("other words")
    const deleted = (message_seq: number) =>
      onMessage(list, { type: "message.deleted", conversation_id: "a", message_seq, is_for_both: true }).missing
    expect([deleted(10), deleted(9)]).toEqual(["a", null])
  })

  test("the list inserts a fetched conversation, and removes an empty one", () => {
    expect(ids(putFetched(list, conversation("new", 15)))).toEqual(["b", "new", "a"])
    expect(ids(putFetched(list, conversation("b", 20, { last_message: null })))).toEqual(["a"])
  })

  test("the list retains events received while the page's data was loading", () => {
    const received = onMessage(list, message("a", 30)).list
    expect(mergeLoaded(list, received)[0]).toMatchObject({ id: "a", last_seq: 30, unread_messages_count: 1 })
    const seen = onMessage(received, read("a", 30)).list
    expect(mergeLoaded(received, seen)[0]).toMatchObject({ id: "a", unread_messages_count: 0 })
    const later = [conversation("a", 40), conversation("b", 20)]
    expect(mergeLoaded(later, received)).toEqual(later)
  })
})
