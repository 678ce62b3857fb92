import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { conversations } from "~/db/schema"
import { conversationChannel } from "~/domain/chat/channel-names"
import type { Conversation } from "~/domain/chat/schema"
import { insertOwner, insertPair, insertPerson, insertPremium, type Person, rested } from "../helpers/chat"
import { db } from "../helpers/rows"

const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
const stored = (responses: Response[]) => responses.filter(({ status }) => status === 201).length

/**
 * Inserts a member's conversations with that many owners, each accepted: with their requests that are as many messages.
 */
async function insertTalks(count: number) {
  const member = await insertPremium()
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const owner = await insertOwner()
    const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: Conversation }>()
    await owner.call("POST", `/conversations/${conversation.id}/accept`)
    ids.push(conversation.id)
  }
  return { member, ids }
}

describe("a member's messages", () => {
  test("a member's messages are twenty a minute in any number of conversations at once, also after their channel hibernated", async () => {
    const { member, ids } = await insertTalks(5)
    const responses = await Promise.all(ids.flatMap((id) => [1, 2, 3, 4].map((at) => member.send(id, `Message ${at}`))))
    expect(stored(responses)).toBe(20 - ids.length)
    const [first = ""] = ids
    for (const id of ids) await rested(id)
    await evictDurableObject(env.UserChannel.getByName(member.id))
    const refused = await member.send(first, "And another")
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0)
    expect(await codeOf(refused)).toEqual([429, "chat.too_fast"])
  })

  test("a member's messages are twenty a minute by sockets and the API together", async () => {
    const { member, ids } = await insertTalks(4)
    const socket = await member.connect()
    for (const id of ids) await socket.subscribe(member, conversationChannel(id))
    for (const id of ids)
      for (let at = 0; at < 5; at++)
        socket.send({
          event: "client-message",
          channel: conversationChannel(id),
          data: { client_id: `s${at}`, body: "Hi" },
        })
    const responses = await Promise.all(ids.flatMap((id) => [1, 2, 3, 4].map((at) => member.send(id, `Message ${at}`))))
    const sentBySocket = () => socket.frames.filter(({ event }) => event === "message.answered")
    await socket.until(() => sentBySocket().length === 20, "All answers")
    const bySocket = sentBySocket().filter(({ data }) => data.message !== null).length
    expect(bySocket + stored(responses)).toBe(20 - ids.length)
  })

  test("a refused or repeated message does not count against the limit", async () => {
    const { member, ids } = await insertTalks(1)
    const [id = ""] = ids
    for (let at = 0; at < 30; at++) expect((await member.send(id, "Once", "same")).status).toBe(at === 0 ? 201 : 200)
    for (let at = 0; at < 30; at++) expect((await member.send("nowhere", "Hello")).status).toBe(404)
    for (let at = 0; at < 18; at++) expect((await member.send(id, `Message ${at}`)).status).toBe(201)
    expect((await member.send(id, "The twenty-first")).status).toBe(429)
    expect((await member.send(id, "Once", "same")).status).toBe(200)
  })
})

describe("changes", () => {
  test("edits of messages are twenty a minute, and reach the other member's log no more often", async () => {
    const { member, owner, id } = await insertPair()
    await member.send(id, "Original")
    const statuses = []
    for (let at = 0; at < 25; at++)
      statuses.push((await member.call("PATCH", `/conversations/${id}/messages/2`, { body: `Version ${at}` })).status)
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
    await rested(id)
    const { data } = await owner.get<{ data: { type: string }[] }>("/events?after=0")
    expect(data.filter(({ type }) => type === "message.changed")).toHaveLength(20)
  })

  test("changes of all kinds are 120 a minute together", async () => {
    const { member, id } = await insertPair()
    const path = `/conversations/${id}`
    const kinds: [string, string, unknown?][] = [
      ["PUT", `${path}/draft`, { body: "x" }],
      ["PUT", `${path}/mute`, { muted: true }],
      ["POST", `${path}/read`, { seq: 1 }],
      ["DELETE", path],
      ["DELETE", `${path}/messages/1?for=both`],
      ["POST", `${path}/accept`],
    ]
    const responses = await Promise.all(
      Array.from({ length: 120 / kinds.length }, () => kinds.map((kind) => member.call(...kind))).flat(),
    )
    expect(responses.filter(({ status }) => status === 429)).toEqual([])
    for (const kind of [
      ...kinds,
      ["PATCH", `${path}/messages/1`, { body: "y" }],
      ["POST", `${path}/decline`],
    ] as const) {
      const [method, at, body] = kind as [string, string, unknown?]
      const refused = await member.call(method, at, body)
      expect([at, refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([at, 429, true])
    }
    expect((await member.send(id, "Messages have a limit of their own")).status).toBe(201)
  })

  test("a change without effect writes nothing, neither in the room nor in the index", async () => {
    const { member, owner, id } = await insertPair()
    await member.send(id, "Words", "words")
    await member.send(id, "More")
    const path = `/conversations/${id}`
    const actions: [Person, string, string, unknown?][] = [
      [owner, "POST", `${path}/read`, { seq: 2 }],
      [member, "PATCH", `${path}/messages/2`, { body: "Other words" }],
      [member, "DELETE", `${path}/messages/3?for=both`],
      [owner, "POST", `${path}/accept`],
      [owner, "DELETE", path],
      [owner, "PUT", `/blocks/${member.id}`],
    ]
    for (const [person, method, at, body] of actions) {
      await person.call(method, at, body)
      await rested(id)
      const before = await stateOf(id)
      const again = await person.call(method, at, body)
      await rested(id)
      expect([at, again.ok, await stateOf(id)]).toEqual([at, true, before])
    }
  })
})

/** Returns the room's last number, and the time of the index's last write. */
async function stateOf(id: string) {
  await new Promise((resolve) => setTimeout(resolve, 60))
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id))
  return { version: (await env.ChatRoom.getByName(id).index())?.version, updatedAt: row?.updatedAt }
}

test("a request for an unknown conversation stores nothing", async () => {
  const person = await insertPerson()
  const path = "/conversations/never-begun"
  const actions: [string, string, unknown?][] = [
    ["GET", `${path}/messages`],
    ["POST", `${path}/messages`, { client_id: "a", body: "Hello" }],
    ["PATCH", `${path}/messages/1`, { body: "Hello" }],
    ["DELETE", `${path}/messages/1`],
    ["POST", `${path}/read`, { seq: 1 }],
    ["POST", `${path}/accept`],
    ["POST", `${path}/decline`],
    ["POST", `${path}/report`, { messages: [1], category: "spam" }],
    ["DELETE", path],
  ]
  for (const [method, at, body] of actions) {
    const { status } = await person.call(method, at, body)
    expect([method, at, status]).toEqual([method, at, at.endsWith("report") ? expect.any(Number) : 404])
    expect(status).toBeGreaterThanOrEqual(400)
  }
  const room = env.ChatRoom.getByName("never-begun") as unknown as DurableObjectStub
  const tables = await runInDurableObject(room, (_, { storage: { sql } }) => [
    ...sql.exec("SELECT name FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'"),
  ])
  expect(tables).toEqual([])
})

describe("unread messages", () => {
  test("an author's own message is never unread, also after a thousand messages and a hibernation", async () => {
    const { member, owner, id } = await insertPair()
    await rested(id)
    const room = env.ChatRoom.getByName(id) as unknown as DurableObjectStub
    await runInDurableObject(room, (_, { storage: { sql } }) => {
      sql.exec(
        `WITH RECURSIVE n (seq) AS (SELECT 2 UNION ALL SELECT seq + 1 FROM n LIMIT 1005)
         INSERT INTO messages (seq, author_id, client_id, body, created_at) SELECT seq, ?, 'own-' || seq, 'Mine', ? FROM n`,
        member.id,
        Date.now(),
      )
      sql.exec("UPDATE room SET pushed_seq = 1006")
    })
    await evictDurableObject(room)
    await member.send(id, "One more")
    await rested(id)
    expect([(await member.conversation(id)).unread_messages_count, await member.unread()]).toEqual([0, 0])
    await evictDurableObject(room)
    await owner.send(id, "One to read")
    await rested(id)
    expect(await member.unread()).toBe(1)
  })

  test("writing a message marks the earlier ones as read, which the other member sees", async () => {
    const { member, owner, id } = await insertPair()
    for (const body of ["One", "Two"]) await owner.send(id, body)
    await rested(id)
    expect(await member.unread()).toBe(2)
    await member.send(id, "Three")
    await rested(id)
    expect([await member.unread(), (await owner.conversation(id)).others_read_seq]).toEqual([0, 4])
    await owner.send(id, "Four")
    await rested(id)
    expect(await member.unread()).toBe(1)
  })
})
