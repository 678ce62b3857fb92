import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { describe, expect, test, vi } from "vitest"
import { messageLifetime } from "~/domain/chat/policy"
import type { FoundInConversations, FoundMessages } from "~/domain/chat/search/schema"
import { ChatRoom } from "../../../party/chat-room/chat-room"
import { insertOwner, insertPair, insertPremium, type Person, rested } from "../helpers/chat"
import { takeLog } from "../helpers/log"

const roomOf = (id: string) => env.ChatRoom.getByName(id) as unknown as DurableObjectStub

const find = (person: Person, id: string, q: string, cursor = "") =>
  person.get<FoundMessages>(
    `/conversations/${id}/messages/search?q=${encodeURIComponent(q)}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
  )
const found = async (person: Person, id: string, q: string) => (await find(person, id, q)).data.map(({ body }) => body)

const findInAll = (person: Person, q: string, cursor = "") =>
  person.get<FoundInConversations>(`/messages/search?q=${encodeURIComponent(q)}${cursor && `&cursor=${cursor}`}`)
const foundInAll = async (person: Person, q: string) =>
  (await findInAll(person, q)).data.map(({ message }) => message.body)

/** Writes many messages of an author straight into a room. */
const fill = (id: string, authorId: string, bodies: string[]) =>
  runInDurableObject(roomOf(id), async (instance, { storage }) => {
    const [{ last } = { last: 0 }] = storage.sql
      .exec<{ last: number }>("SELECT max(seq) AS last FROM messages")
      .toArray()
    for (const [index, body] of bodies.entries())
      storage.sql.exec(
        "INSERT INTO messages (seq, author_id, client_id, body, created_at) VALUES (?, ?, ?, ?, ?)",
        last + index + 1,
        authorId,
        `filled-${last + index}`,
        body,
        Date.now(),
      )
    await (instance as ChatRoom).load({ tables: { messages: [] }, next: null })
  })

/** Returns every row of an object's tables, as text. */
const dump = (namespace: "ChatRoom" | "UserChannel", name: string) =>
  runInDurableObject(env[namespace].getByName(name) as unknown as DurableObjectStub, (_, { storage: { sql } }) =>
    JSON.stringify(
      sql
        .exec<{ name: string }>(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
        )
        .toArray()
        .map(({ name }) => sql.exec(`SELECT * FROM "${name}"`).toArray()),
    ),
  )

describe("a search in a conversation", () => {
  test("a search finds messages of both members whatever their case and accents, newest first", async () => {
    const { member, owner, id } = await insertPair()
    await owner.send(id, "En été, à la mer")
    await member.send(id, "Not at all")
    await member.send(id, "L'ETE prochain")
    expect(await found(owner, id, "ete")).toEqual(["L'ETE prochain", "En été, à la mer"])
    expect(await found(member, id, "mer été")).toEqual(["En été, à la mer"])
    expect(await found(member, id, "winter")).toEqual([])
  })

  test("a search has pages of twenty, whose cursor belongs to its words", async () => {
    const { member, id } = await insertPair()
    await fill(
      id,
      member.id,
      Array.from({ length: 41 }, (_, n) => `Word ${n}`),
    )
    const first = await find(member, id, "word")
    expect(first.data.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, n) => `Word ${40 - n}`))
    const second = await find(member, id, "word", first.next_cursor ?? "")
    const third = await find(member, id, "word", second.next_cursor ?? "")
    expect(third).toMatchObject({ data: [{ body: "Word 0" }], next_cursor: null })
    const wrong = `/conversations/${id}/messages/search?q=other&cursor=${encodeURIComponent(first.next_cursor ?? "")}`
    expect((await member.call("GET", wrong)).status).toBe(400)
    const exactly = await find(member, id, "word 1")
    expect(exactly.next_cursor, "11 of them, and no more").toBeNull()
  })

  test("a search reads a limited number of messages, and goes on where it ended", async () => {
    const { member, id } = await insertPair()
    await fill(id, member.id, ["NEEDLE", ...Array.from({ length: 2_000 }, () => "hay")])
    const first = await find(member, id, "needle")
    expect(first).toEqual({ data: [], next_cursor: expect.any(String) })
    expect((await find(member, id, "needle", first.next_cursor ?? "")).data).toMatchObject([{ body: "NEEDLE" }])
  })

  test("a search finds nothing that was edited, deleted for both, for the reader, or with the conversation", async () => {
    const { member, owner, id } = await insertPair()
    for (const body of ["SECRET one", "SECRET two", "SECRET three"]) await member.send(id, body)
    await member.call("PATCH", `/conversations/${id}/messages/2`, { body: "harmless" })
    await member.call("DELETE", `/conversations/${id}/messages/3?for=both`)
    await owner.call("DELETE", `/conversations/${id}/messages/4?for=me`)
    expect(await found(owner, id, "secret")).toEqual([])
    expect(await found(member, id, "secret")).toEqual(["SECRET three"])
    await member.call("DELETE", `/conversations/${id}`)
    expect(await found(member, id, "secret")).toEqual([])
  })

  test("no storage has the words of a message after its deletion, its author's erasure, or its year", async () => {
    const { member, owner, id } = await insertPair()
    await member.send(id, "DELETED words")
    await member.send(id, "EXPIRED words")
    await owner.send(id, "ERASED words")
    await owner.send(id, "Kept")
    await rested(id)
    const stored = async () => {
      const all = [dump("ChatRoom", id), dump("UserChannel", member.id), dump("UserChannel", owner.id)]
      return (await Promise.all(all)).join()
    }
    for (const q of ["deleted", "expired", "erased"]) expect(await found(member, id, q)).toHaveLength(1)
    await member.call("DELETE", `/conversations/${id}/messages/2?for=both`)
    await runInDurableObject(roomOf(id), async (instance, { storage }) => {
      storage.sql.exec("UPDATE messages SET created_at = created_at - ? WHERE seq = 3", messageLifetime)
      storage.sql.exec("UPDATE messages SET created_at = created_at - ? WHERE seq < 3", messageLifetime)
      await (instance as ChatRoom).settle()
    })
    await env.ChatRoom.getByName(id).forget(owner.id)
    await rested(id)
    const rest = await stored()
    for (const word of ["DELETED", "EXPIRED", "ERASED"]) expect(rest).not.toContain(word)
    for (const q of ["deleted", "expired", "erased"]) expect(await found(member, id, q)).toEqual([])
  })

  test("a search stores nothing, and a message costs no index", async () => {
    const { member, id } = await insertPair()
    const before = await dump("ChatRoom", id)
    await find(member, id, "may")
    expect(await dump("ChatRoom", id)).toBe(before)
    const tables = await runInDurableObject(roomOf(id), (_, { storage: { sql } }) =>
      sql
        .exec<{ name: string }>("SELECT name FROM sqlite_schema WHERE name LIKE '%fts%' OR name LIKE '%search%'")
        .toArray(),
    )
    expect(tables).toEqual([])
  })

  test("a blocked member finds their own messages alone, and the member who blocks them all", async () => {
    const { member, owner, id } = await insertPair()
    await member.send(id, "Words of the member")
    await owner.send(id, "Words of the BLOCKER")
    await owner.call("PUT", `/blocks/${member.id}`)
    expect(await found(member, id, "words")).toEqual(["Words of the member"])
    expect(await foundInAll(member, "words")).toEqual(["Words of the member"])
    expect(JSON.stringify(await findInAll(member, "words"))).not.toContain(owner.id)
    expect(await found(owner, id, "words")).toHaveLength(2)
  })

  test("a search in somebody else's conversation, without words or with too many letters is refused", async () => {
    const { id, member } = await insertPair()
    const stranger = await insertPremium()
    expect((await stranger.call("GET", `/conversations/${id}/messages/search?q=may`)).status).toBe(404)
    for (const q of ["", "   ", "x".repeat(81)])
      expect((await member.call("GET", `/conversations/${id}/messages/search?q=${encodeURIComponent(q)}`)).status).toBe(
        422,
      )
    for (const cursor of ["x", "0", "1.5", "-1"])
      expect((await member.call("GET", `/conversations/${id}/messages/search?q=may&cursor=${cursor}`)).status).toBe(400)
  })

  test("searches of a member are limited to sixty a minute, in one conversation and in all", async () => {
    const { member, owner, id } = await insertPair()
    for (let n = 0; n < 30; n += 1) {
      await find(member, id, "may")
      await findInAll(member, "may")
    }
    for (const path of [`/conversations/${id}/messages/search?q=may`, "/messages/search?q=may"])
      expect((await member.call("GET", path)).status).toBe(429)
    expect((await owner.call("GET", `/conversations/${id}/messages/search?q=may`)).status).toBe(200)
  })
})

/** Inserts an owner with conversations, in each of which the request has a text. */
async function insertBusyOwner(texts: string[]) {
  const owner = await insertOwner()
  const ids: string[] = []
  for (const text of texts) {
    const member = await insertPremium()
    const { conversation } = await (await member.ask(owner.slug, text)).json<{ conversation: { id: string } }>()
    await rested(conversation.id)
    ids.push(conversation.id)
  }
  return { owner, ids }
}

describe("a search in all conversations", () => {
  test("a search in all conversations finds the newest messages with who wrote them, three of a conversation at most", async () => {
    const { member, owner, id } = await insertPair()
    for (const n of [1, 2, 3, 4]) await owner.send(id, `Bistro ${n}`)
    const { owner: second } = await insertBusyOwner([])
    const { conversation } = await (await member.ask(second.slug, "A bistro, too")).json<{
      conversation: { id: string }
    }>()
    await rested(id)
    await rested(conversation.id)
    const result = await findInAll(member, "BISTRO")
    expect(result.data.map(({ message }) => message.body)).toEqual([
      "A bistro, too",
      "Bistro 4",
      "Bistro 3",
      "Bistro 2",
    ])
    expect(result.data[1]).toMatchObject({ conversation: { id, with: { id: owner.id } } })
    expect(result).toMatchObject({ next_cursor: null, is_complete: true })
    expect(await foundInAll(await insertPremium(), "bistro")).toEqual([])
  })

  test("a search in all conversations asks twenty rooms at a time, and goes on with the others", async () => {
    const { owner } = await insertBusyOwner(Array.from({ length: 22 }, (_, n) => `Hello ${n}`))
    const search = vi.spyOn(ChatRoom.prototype, "search")
    const first = await findInAll(owner, "hello")
    expect(search).toHaveBeenCalledTimes(20)
    expect(first.data).toHaveLength(20)
    const second = await findInAll(owner, "hello", first.next_cursor ?? "")
    expect(search).toHaveBeenCalledTimes(22)
    expect(second).toMatchObject({ data: [{}, {}], next_cursor: null })
    expect((await owner.call("GET", `/messages/search?q=other&cursor=${first.next_cursor}`)).status).toBe(400)
    search.mockRestore()
  })

  test("a room that fails is left out of a search in all conversations, which says so", async () => {
    const { owner, ids } = await insertBusyOwner(["Hello one", "Hello two"])
    const original = ChatRoom.prototype.search
    const search = vi.spyOn(ChatRoom.prototype, "search").mockImplementation(async function (this: ChatRoom, ...args) {
      if ((await this.index())?.id === ids[0]) throw new Error("out of reach")
      return original.apply(this, args)
    })
    expect(await findInAll(owner, "hello")).toMatchObject({
      data: [{ message: { body: "Hello two" } }],
      is_complete: false,
    })
    expect(takeLog("chat.unreachable")).toHaveLength(1)
    search.mockRestore()
  })
})
