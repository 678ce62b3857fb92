import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import type { ChatRoom } from "../../../party/chat-room/chat-room"
import { kept } from "../../../party/user-channel/channel-log"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { insertPair, rested } from "../helpers/chat"
import { takeLog } from "../helpers/log"

type Namespace = "ChatRoom" | "UserChannel"

function inside<T>(namespace: Namespace, name: string, action: (storage: DurableObjectStorage) => T): Promise<T> {
  const stub = env[namespace].getByName(name) as unknown as DurableObjectStub
  return runInDurableObject(stub, (_, { storage }) => action(storage))
}

/**
 * Counts what an object does until the count is read: what it is billed for (rows written, deleted ones too, and alarms
 * set), and its statements, each of which leaves the runtime a cursor to collect.
 */
function countCosts(namespace: Namespace, name: string) {
  return inside(namespace, name, (storage) => {
    const cursors: { rowsWritten: number }[] = []
    const exec = storage.sql.exec.bind(storage.sql)
    const run = vi.spyOn(storage.sql, "exec").mockImplementation((...query) => {
      const cursor = exec(...query)
      cursors.push(cursor)
      return cursor as never
    })
    // One that fires by itself would write, too.
    const setAlarm = vi.spyOn(storage, "setAlarm").mockResolvedValue()
    return () => {
      const rows = cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)
      const alarms = setAlarm.mock.calls.length
      for (const spy of [run, setAlarm]) spy.mockRestore()
      return { rows, alarms, statements: cursors.length }
    }
  })
}

/** Two members who have written to each other; `send` returns the cost of one more message, once all is delivered. */
async function insertCountedPair() {
  const { member, owner, id } = await insertPair()
  // The first message marks the acceptance as seen.
  await member.send(id, "Thank you")
  await rested(id)
  return {
    recipient: owner.id,
    async send() {
      const deliver = vi.spyOn(UserChannel.prototype, "deliver")
      const room = await countCosts("ChatRoom", id)
      const [sender, recipient] = [
        await countCosts("UserChannel", member.id),
        await countCosts("UserChannel", owner.id),
      ]
      await member.send(id, "One more")
      await rested(id)
      const requests = deliver.mock.calls.length
      deliver.mockRestore()
      return { room: room(), channels: [sender(), recipient()], requests }
    },
  }
}

test("a message costs its room three rows, and each member one request, an event and a row of their inbox", async () => {
  const pair = await insertCountedPair()
  // The event, the entry, and the entry's place in the list.
  const row = { rows: 3, alarms: 0 }
  for (let times = 0; times < 3; times++)
    expect(await pair.send()).toMatchObject({ room: { rows: 3 }, channels: [row, row], requests: 2 })
})

test("a message takes twelve statements of its room, and four of each member's channel", async () => {
  const pair = await insertCountedPair()
  await pair.send()
  for (let times = 0; times < 3; times++) {
    const { room, channels } = await pair.send()
    // Two more are this test's own, which waits for the deliveries.
    expect([room, ...channels].map(({ statements }) => statements)).toEqual([12 + 2, 4, 4])
  }
})

test("a room sets one alarm for all messages of a moment, and records with it what is delivered", async () => {
  const { member, id } = await insertPair()
  await rested(id)
  await inside("ChatRoom", id, (storage) => storage.deleteAlarm())
  await evictDurableObject(env.ChatRoom.getByName(id))
  const sent = await countCosts("ChatRoom", id)
  for (const text of ["One", "Two", "Three"]) await member.send(id, text)
  expect(sent()).toMatchObject({ rows: 3 * 2, alarms: 1 })
  const recorded = await countCosts("ChatRoom", id)
  const room = env.ChatRoom.getByName(id) as unknown as DurableObjectStub
  await runInDurableObject(room, (instance) => (instance as ChatRoom).alarm())
  expect(recorded(), "and the monthly one again").toMatchObject({ rows: 1, alarms: 1 })
})

test("a member whose log is full is billed for the event that makes room, too", async () => {
  const pair = await insertCountedPair()
  await inside("UserChannel", pair.recipient, ({ sql }) => {
    const fill = `WITH RECURSIVE n (seq) AS (SELECT max(seq) + 1 FROM events UNION ALL SELECT seq + 1 FROM n LIMIT ?)
      INSERT INTO events SELECT seq, '', 0, 'test', '{}', 0, ? FROM n`
    sql.exec(fill, kept.events, Date.now())
    sql.exec("DELETE FROM events WHERE seq <= (SELECT max(seq) FROM events) - ?", kept.events)
  })
  await evictDurableObject(env.UserChannel.getByName(pair.recipient))
  const { channels } = await pair.send()
  expect(channels).toMatchObject([
    { rows: 3, alarms: 0 },
    { rows: 4, alarms: 0 },
  ])
})

/** Returns, once it is called, the statements since by which the database would be written. */
function watchWrites() {
  const prototype = Object.getPrototypeOf(env.DB.withSession()) as D1DatabaseSession
  const prepare = vi.spyOn(prototype, "prepare")
  const original = Object.getPrototypeOf(env.DB) as D1Database
  const prepared = vi.spyOn(original, "prepare")
  return () => {
    const texts = [...prepare.mock.calls, ...prepared.mock.calls].map(([text]) => text)
    for (const spy of [prepare, prepared]) spy.mockRestore()
    return texts.filter((text) => /^\s*(INSERT|UPDATE|DELETE)\b/i.test(text))
  }
}

test("a message by the API asks the database for the session alone", async () => {
  const { member, id } = await insertPair()
  await member.send(id, "The session's last use is written")
  await rested(id)
  takeLog("request")
  expect((await member.send(id, "One more")).status).toBe(201)
  expect(takeLog("request")).toMatchObject([{ d1_round_trips: 1, d1_statements: 1 }])
})

test("an act on a conversation writes nothing to the database, but for a block", async () => {
  const { member, owner, id } = await insertPair()
  const path = `/conversations/${id}`
  await owner.send(id, "The first reply is written")
  await rested(id)
  const actions: Record<string, () => Promise<Response>> = {
    "a message": () => member.send(id, "One more"),
    "an edit": () => member.call("PATCH", `${path}/messages/3`, { body: "One more, please" }),
    reading: () => owner.call("POST", `${path}/read`, { seq: 3 }),
    "a draft": () => owner.call("PUT", `${path}/draft`, { body: "Perhaps" }),
    "deleting a message": () => member.call("DELETE", `${path}/messages/3?for=both`),
    "deleting the conversation": () => member.call("DELETE", path),
  }
  const written: Record<string, string[]> = {}
  for (const [name, action] of Object.entries(actions)) {
    const writes = watchWrites()
    expect([name, (await action()).ok]).toEqual([name, true])
    await rested(id)
    written[name] = writes()
  }
  expect(written).toEqual(Object.fromEntries(Object.keys(actions).map((name) => [name, []])))
  const writes = watchWrites()
  await owner.call("PUT", `/blocks/${member.id}`)
  await rested(id)
  expect(writes().filter((text) => /UPDATE conversations\b/.test(text))).toHaveLength(1)
})
