import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { dataRequests } from "~/db/schema"
import { messageLifetime } from "~/domain/chat/policy"
import { forgetInChat, ownMessages } from "~/domain/chat/privacy.server"
import { runErasure } from "~/domain/privacy/erasure.server"
import { newId } from "~/lib/id"
import { createCtx } from "../../worker/create-ctx"
import { insertPair, listen, rested, ring } from "./helpers/chat"
import { dumpDatabase } from "./helpers/person"
import { db } from "./helpers/rows"

const ctx = () => createCtx(env, openDatabase(env.DB, null).db, () => {})

/** Every row that an object keeps, as text. */
async function dump(namespace: "ChatRoom" | "UserChannel", name: string): Promise<string> {
  const stub = env[namespace].getByName(name) as unknown as DurableObjectStub
  return runInDurableObject(stub, async (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
      )
      .toArray()
    const rows = tables.map((table) => storage.sql.exec(`SELECT * FROM "${table.name}"`).toArray())
    return JSON.stringify([rows, [...(await storage.list())]])
  })
}

describe("being forgotten in chat", () => {
  test("leaves neither words nor names in rooms, channels and index, and all that the other one wrote", async () => {
    const { member, owner, id } = await insertPair()
    await member.send(id, "Secret words of the member")
    await owner.send(id, "Words of the owner")
    await member.send(id, "More secret words")
    const socket = await listen(owner)
    const gone = await listen(member)
    expect(await dump("UserChannel", owner.id)).toContain("secret words")
    const traces = [member.id, "secret", "Secret", "May I?"]

    const requestId = newId(Date.now())
    const times = { createdAt: Date.now(), updatedAt: Date.now() }
    await db.insert(dataRequests).values({
      ...{ id: requestId, userId: member.id, kind: "erasure", state: "requested", progress: 0, steps: 0, runAt: 1 },
      ...times,
    })
    await runErasure(ctx(), requestId)

    expect(await gone.closing(2_000)).toBe(4100)
    const kept = [await dump("ChatRoom", id), await dump("UserChannel", owner.id)]
    for (const text of kept) for (const trace of traces) expect(text).not.toContain(trace)
    expect(kept[0]).toContain("Words of the owner")
    expect(await dump("UserChannel", member.id)).not.toContain(member.id)
    const rows = (await dumpDatabase()).filter(({ table }) => table !== "data_requests")
    const left = rows.filter(({ row }) => traces.some((trace) => JSON.stringify(row).includes(trace)))
    expect(left).toEqual([])

    expect(await owner.conversation(id)).toMatchObject({
      ...{ state: "closed", may_write: false, why_not: "unavailable" },
      with: { id: "", name: "Deleted user", is_gone: true },
    })
    expect((await owner.thread(id)).data.map(({ author_id, body }) => [author_id, body])).toEqual([
      ["", null],
      ["", null],
      [owner.id, "Words of the owner"],
      ["", null],
    ])
    expect(await socket.event("conversation")).toMatchObject({ conversation_id: id, state: "closed" })
    expect((await owner.send(id, "Hello?")).status).toBe(410)
  })

  test("can be asked for again, and empties the room with the last of the two", async () => {
    const { member, owner, id } = await insertPair()
    await forgetInChat(ctx(), member.id)
    await forgetInChat(ctx(), member.id)
    await forgetInChat(ctx(), owner.id)
    expect(await dump("ChatRoom", id)).toBe("[[],[]]")
  })
})

test("taking one's data along takes one's own messages, and nobody else's", async () => {
  const { member, owner, id } = await insertPair()
  await owner.send(id, "The owner's")
  await member.send(id, "The member's")
  await member.send(id, "Deleted")
  await member.call("DELETE", `/conversations/${id}/messages/4?for=both`)
  const messages: object[] = []
  for await (const message of ownMessages(ctx(), member.id)) messages.push(message)
  expect(messages).toMatchObject([
    { conversation_id: id, seq: 1, body: "May I?" },
    { conversation_id: id, seq: 3, body: "The member's" },
  ])
})

test("A room in which nobody writes any more deletes what is older than messages may be", async () => {
  const { member, id } = await insertPair()
  await member.send(id, "Words of long ago")
  await rested(id)
  const room = env.ChatRoom.getByName(id) as unknown as DurableObjectStub
  await runInDurableObject(room, (_, { storage }) => {
    storage.sql.exec("UPDATE messages SET created_at = created_at - ?", messageLifetime)
  })
  await ring("ChatRoom", id)
  expect(await dump("ChatRoom", id)).not.toContain("long ago")
  expect(await ring("ChatRoom", id)).toBe(false)
})
