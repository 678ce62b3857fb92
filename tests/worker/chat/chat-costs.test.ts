import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { kept } from "../../../party/user-channel/channel-log"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { insertPair, rested } from "../helpers/chat"

type Namespace = "ChatRoom" | "UserChannel"

function inside<T>(namespace: Namespace, name: string, action: (storage: DurableObjectStorage) => T): Promise<T> {
  const stub = env[namespace].getByName(name) as unknown as DurableObjectStub
  return runInDurableObject(stub, (_, { storage }) => action(storage))
}

/** Counts what an object is billed for until the count is read: rows written, deleted ones too, and alarms set. */
function countWrites(namespace: Namespace, name: string) {
  return inside(namespace, name, (storage) => {
    const cursors: { rowsWritten: number }[] = []
    const exec = storage.sql.exec.bind(storage.sql)
    const run = vi.spyOn(storage.sql, "exec").mockImplementation((...query) => {
      const cursor = exec(...query)
      cursors.push(cursor)
      return cursor as never
    })
    const setAlarm = vi.spyOn(storage, "setAlarm")
    return () => {
      const rows = cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0)
      const alarms = setAlarm.mock.calls.length
      for (const spy of [run, setAlarm]) spy.mockRestore()
      return { rows, alarms }
    }
  })
}

/** Two members who have written to each other; `send` returns the cost of one more message, once all is delivered. */
async function insertCountedPair() {
  const { member, owner, id } = await insertPair()
  await rested(id)
  return {
    recipient: owner.id,
    async send() {
      const deliver = vi.spyOn(UserChannel.prototype, "deliver")
      const room = await countWrites("ChatRoom", id)
      const [sender, recipient] = [
        await countWrites("UserChannel", member.id),
        await countWrites("UserChannel", owner.id),
      ]
      await member.send(id, "One more")
      await rested(id)
      const requests = deliver.mock.calls.length
      deliver.mockRestore()
      return { room: room(), channels: [sender(), recipient()], requests }
    },
  }
}

test("a message costs its room three rows and two alarms, and each member one request and one row", async () => {
  const pair = await insertCountedPair()
  const row = { rows: 1, alarms: 0 }
  for (let times = 0; times < 3; times++)
    expect(await pair.send()).toEqual({ room: { rows: 3, alarms: 2 }, channels: [row, row], requests: 2 })
})

test("a member whose log is full is billed for the event that makes room, too", async () => {
  const pair = await insertCountedPair()
  await inside("UserChannel", pair.recipient, ({ sql }) => {
    const fill = `WITH RECURSIVE n (seq) AS (SELECT max(seq) + 1 FROM events UNION ALL SELECT seq + 1 FROM n LIMIT ?)
      INSERT INTO events SELECT seq, '', 0, 'test', '{}', 0, ? FROM n`
    sql.exec(fill, kept.events, Date.now())
    sql.exec("DELETE FROM events WHERE seq <= (SELECT max(seq) FROM events) - ?", kept.events)
  })
  const { channels } = await pair.send()
  expect(channels).toEqual([
    { rows: 1, alarms: 0 },
    { rows: 2, alarms: 0 },
  ])
})

/** Counts the writes of the index in D1 until the count is read. */
function countIndexWrites() {
  const batch = vi.spyOn(Object.getPrototypeOf(env.DB.withSession()) as D1DatabaseSession, "batch")
  return () => {
    const writes = batch.mock.calls.filter(([statements]) =>
      statements.some((statement) =>
        /^UPDATE conversations\b/.test((statement as { statement?: string }).statement ?? ""),
      ),
    )
    batch.mockRestore()
    return writes.length
  }
}

test("every act on a conversation writes the index once", async () => {
  const { member, owner, id } = await insertPair()
  const path = `/conversations/${id}`
  await rested(id)
  const actions: Record<string, () => Promise<unknown>> = {
    "a message": () => member.send(id, "One more"),
    "an edit": () => member.call("PATCH", `${path}/messages/2`, { body: "One more, please" }),
    reading: () => owner.call("POST", `${path}/read`, { seq: 2 }),
    "deleting a message": () => member.call("DELETE", `${path}/messages/2?for=both`),
    "deleting the conversation": () => member.call("DELETE", path),
    "a block": () => owner.call("PUT", `/blocks/${member.id}`),
  }
  const counts: Record<string, number> = {}
  for (const [name, action] of Object.entries(actions)) {
    const writes = countIndexWrites()
    await action()
    await rested(id)
    counts[name] = writes()
  }
  expect(counts).toEqual(Object.fromEntries(Object.keys(actions).map((name) => [name, 1])))
})
