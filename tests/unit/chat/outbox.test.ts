import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import { beforeEach, describe, expect, test } from "vitest"
import { type DeliveryCursor, minCursor, pendingFor, retryDelay } from "../../../party/chat-room/outbox"
import type { RoomRow } from "../../../party/chat-room/room-schema"
import { RoomStore } from "../../../party/chat-room/room-store"

/** A room's storage in memory: SQLite, as in the object. */
function openStorage(): SqlStorage {
  const db = new DatabaseSync(":memory:")
  const exec = (query: string, ...values: SQLInputValue[]) => {
    if (/^\s*CREATE/.test(query)) db.exec(query)
    const rows = /^\s*CREATE/.test(query) ? [] : db.prepare(query).all(...values)
    return { toArray: () => rows, one: () => rows[0] }
  }
  return { exec } as unknown as SqlStorage
}

const nothing: DeliveryCursor = { seq: 0, n: 0 }
let store: RoomStore

beforeEach(() => {
  store = new RoomStore(openStorage())
  store.create("room", "ada", "bob", 1_000)
})

const write = (seq: number, authorId: string, body = `${seq}`) =>
  store.insert({ seq, authorId, clientId: `client-${seq}`, body, replyTo: null, now: 1_000 + seq })
const pending = (userId: string, notified = nothing) => pendingFor(store, store.room() as RoomRow, userId, notified)
const numbers = ({ events }: ReturnType<typeof pending>) => events.map(({ source, n }) => `${source.at(-1)}${n}`)

describe("a member's pending events", () => {
  test("a member's pending events begin after their own cursor: the messages in order, then the changes in order", () => {
    for (const seq of [1, 2, 3]) write(seq, "ada")
    store.addChange({ type: "read", seq: 2, byUser: "bob", forUser: null })
    store.addChange({ type: "message.changed", seq: 3, byUser: "ada", forUser: null })
    expect(numbers(pending("bob"))).toEqual(["m1", "m2", "m3", "c1", "c2"])
    expect(pending("bob").upTo).toEqual({ seq: 3, n: 2 })
    expect(numbers(pending("bob", { seq: 2, n: 1 }))).toEqual(["m3", "c2"])
  })

  test("a member's pending events are empty once they have everything, and their cursor stays", () => {
    write(1, "ada")
    store.addChange({ type: "conversation", seq: 0, byUser: "bob", forUser: null })
    expect(pending("bob", { seq: 1, n: 1 })).toEqual({ events: [], upTo: { seq: 1, n: 1 }, isChanged: false })
  })

  test("a member's state may have changed by a message, and by a change that is not the other member's own", () => {
    write(1, "ada")
    expect(pending("bob").isChanged).toBe(true)
    store.addChange({ type: "message.deleted", seq: 1, byUser: "ada", forUser: "ada" })
    expect(pending("bob", { seq: 1, n: 0 }).isChanged).toBe(false)
    expect(pending("ada", { seq: 1, n: 0 }).isChanged).toBe(true)
    // A block is no event of the blocked member.
    store.setBlock("ada", true)
    store.addChange({ type: "conversation", seq: 0, byUser: "ada", forUser: null })
    expect(pending("bob", { seq: 1, n: 1 })).toMatchObject({ events: [], isChanged: true })
  })

  test("a member's pending events come a hundred at a time, each once, in any amount", () => {
    for (let seq = 1; seq <= 250; seq++) write(seq, "ada")
    for (let at = 1; at <= 130; at++) store.addChange({ type: "read", seq: at, byUser: "bob", forUser: null })
    const received: string[] = []
    let notified = nothing
    for (let round = 0; round < 10; round++) {
      const { events, upTo } = pending("bob", notified)
      expect(events.length).toBeLessThanOrEqual(200)
      received.push(...events.map(({ source, n }) => `${source.at(-1)}${n}`))
      notified = upTo
    }
    const expected = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`)
    expect(received.filter((one) => one.startsWith("m"))).toEqual(expected("m", 250))
    expect(received.filter((one) => one.startsWith("c"))).toEqual(expected("c", 130))
    expect(notified).toEqual({ seq: 250, n: 130 })
  })

  test("a member's pending events leave out changes that are the other member's alone, and go on beyond them", () => {
    write(1, "ada")
    store.addChange({ type: "message.deleted", seq: 1, byUser: "ada", forUser: "ada" })
    store.addChange({ type: "read", seq: 1, byUser: "bob", forUser: null })
    expect(numbers(pending("bob"))).toEqual(["m1", "c2"])
    expect(numbers(pending("ada"))).toEqual(["m1", "c1", "c2"])
    expect(pending("bob").upTo).toEqual(pending("ada").upTo)
  })

  test("a member's pending events are their own acts while one blocks the other, and the rest is never delivered", () => {
    write(1, "ada")
    store.setBlock("bob", true)
    write(2, "ada")
    write(3, "bob")
    store.addChange({ type: "read", seq: 1, byUser: "ada", forUser: null })
    store.addChange({ type: "read", seq: 2, byUser: "bob", forUser: null })
    expect(numbers(pending("bob"))).toEqual(["m3", "c2"])
    expect(numbers(pending("ada"))).toEqual(["m1", "m2", "c1"])
    expect([pending("ada").upTo, pending("bob").upTo]).toEqual([
      { seq: 3, n: 2 },
      { seq: 3, n: 2 },
    ])
  })

  test("a member's pending events say which messages are their own, with the client's id for them alone", () => {
    write(1, "ada", "Hello")
    const [[own], [other]] = [pending("ada").events, pending("bob").events]
    expect([own?.isOwn, other?.isOwn]).toEqual([true, false])
    expect(own?.payload).toMatchObject({ message: { body: "Hello", client_id: "client-1" } })
    expect(other?.payload).toMatchObject({ message: { body: "Hello", author_id: "ada", conversation_id: "room" } })
    expect(JSON.stringify(other)).not.toContain("client-1")
  })

  test("a member's pending events have a change as it is now, and none of a deleted message", () => {
    write(1, "ada", "Before")
    store.addChange({ type: "message.changed", seq: 1, byUser: "ada", forUser: null })
    store.addChange({ type: "message.changed", seq: 9, byUser: "ada", forUser: null })
    store.deleteForBoth(1, 5_000)
    store.addChange({ type: "message.deleted", seq: 1, byUser: "ada", forUser: null })
    const { events, upTo } = pending("bob", { seq: 1, n: 0 })
    expect(events.map(({ n, payload }) => [n, payload])).toMatchObject([
      [1, { message: { body: null } }],
      [3, { conversation_id: "room", message_seq: 1, is_for_both: true }],
    ])
    expect(upTo).toEqual({ seq: 1, n: 3 })
  })
})

describe("the common delivery cursor", () => {
  test("the common cursor is the minimum of all members, for messages and for changes apart", () => {
    const all = [
      { seq: 7, n: 2 },
      { seq: 3, n: 9 },
      { seq: 5, n: 5 },
    ]
    expect(minCursor(all)).toEqual({ seq: 3, n: 2 })
    expect(minCursor(all.toReversed())).toEqual({ seq: 3, n: 2 })
  })

  test("the common cursor deletes the changes before it and no other, and never goes back", () => {
    write(1, "ada")
    write(2, "ada")
    for (const seq of [1, 2]) store.addChange({ type: "read", seq, byUser: "bob", forUser: null })
    store.acknowledge(store.room() as RoomRow, 1, 1)
    expect([store.room()?.pushed_seq, store.firstChange()]).toEqual([1, 2])
    store.acknowledge(store.room() as RoomRow, 0, 1)
    expect(store.room()?.pushed_seq).toBe(1)
    expect(numbers(pending("bob", { seq: 1, n: 1 }))).toEqual(["m2", "c2"])
  })
})

test("a failed delivery is retried after half a second, then with twice the delay each time, and each minute at last", () => {
  expect([1, 2, 3, 7, 8, 9, 1_000].map(retryDelay)).toEqual([500, 1_000, 2_000, 32_000, 60_000, 60_000, 60_000])
})
