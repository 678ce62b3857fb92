import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { strFromU8, unzipSync } from "fflate"
import { describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { dataRequests, outboxEmails, users } from "~/db/schema"
import { conversationChannel } from "~/domain/chat/channel-names"
import { shareBan } from "~/domain/chat/live.server"
import { messageLifetime } from "~/domain/chat/policy"
import { forgetInChat, ownMessages } from "~/domain/chat/privacy.server"
import type { Message } from "~/domain/chat/schema"
import { runErasure } from "~/domain/privacy/erasure.server"
import { failExport, runExport } from "~/domain/privacy/export.server"
import { newId } from "~/lib/id"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { createCtx } from "../../../worker/context"
import { insertOwner, insertPair, insertPremium, listen, type Person, rested, ring } from "../helpers/chat"
import { runJobs } from "../helpers/mail"
import { dumpDatabase } from "../helpers/person"
import { db } from "../helpers/rows"

const ctx = () => createCtx(env, openDatabase(env.DB, null).db, () => {})

/** Returns every row that an object stores, as text. */
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

/** Returns the rows of a member's event log, as text. */
const logOf = (person: Person) =>
  runInDurableObject(env.UserChannel.getByName(person.id) as unknown as DurableObjectStub, (_, { storage }) =>
    JSON.stringify(storage.sql.exec("SELECT * FROM events").toArray()),
  )

interface Event {
  seq: number
  type: string
  payload: { message?: Message } & Record<string, unknown>
}
const eventsOf = async (person: Person) => (await person.get<{ data: Event[] }>("/events?after=0")).data

describe("a member's event log", () => {
  /** Inserts two members; reads all that the logs of both hold of a conversation. */
  async function insertLogged() {
    const pair = await insertPair()
    const both = [pair.member, pair.owner]
    const logs = async () => {
      await rested(pair.id)
      const said = await Promise.all(both.map(eventsOf))
      return JSON.stringify([said, await Promise.all(both.map(({ id }) => dump("UserChannel", id)))])
    }
    return { ...pair, logs }
  }

  test("the event log stores no message text, and returns the text of messages that still exist", async () => {
    const { member, owner, id } = await insertLogged()
    await member.send(id, "Words to find again", "mine")
    await rested(id)
    for (const person of [member, owner]) expect(await logOf(person)).not.toContain("Words to find")
    const [ours, theirs] = [(await eventsOf(member)).at(-1), (await eventsOf(owner)).at(-1)]
    const thread = await member.thread(id)
    expect(ours).toMatchObject({ type: "message", payload: { message: thread.data.at(-1) } })
    expect(theirs?.payload.message).toMatchObject({ seq: 2, author_id: member.id, body: "Words to find again" })
    expect(theirs?.payload.message).not.toHaveProperty("client_id")
  })

  test("the event log loses a message that was deleted for both", async () => {
    const { member, owner, id, logs } = await insertLogged()
    await member.send(id, "REGRETTED my address")
    await rested(id)
    expect((await member.call("DELETE", `/conversations/${id}/messages/2?for=both`)).status).toBe(204)
    expect(await logs()).not.toContain("REGRETTED")
    const [notified] = (await eventsOf(owner)).filter(({ payload }) => payload.message?.seq === 2)
    expect(notified).toMatchObject({
      type: "message",
      payload: { message: { body: null, deleted_at: expect.any(Number) } },
    })
  })

  test("the event log loses the first text of an edited message", async () => {
    const { member, owner, id, logs } = await insertLogged()
    await member.send(id, "FIRST wording")
    await rested(id)
    await member.call("PATCH", `/conversations/${id}/messages/2`, { body: "second wording" })
    expect(await logs()).not.toContain("FIRST")
    const notified = (await eventsOf(owner)).filter(({ payload }) => payload.message?.seq === 2)
    expect(notified.map(({ type, payload }) => [type, payload.message?.body])).toEqual([
      ["message", "second wording"],
      ["message.changed", "second wording"],
    ])
  })

  test("the event log returns a member nothing of what they deleted for themselves, and the other member all of it", async () => {
    const { member, owner, id } = await insertLogged()
    for (const body of ["HIDDEN alone", "HIDDEN with all"]) await owner.send(id, body)
    await member.call("DELETE", `/conversations/${id}/messages/2?for=me`)
    await rested(id)
    const [first] = (await eventsOf(member)).filter(({ payload }) => payload.message_seq === 2)
    expect(first).toMatchObject({ type: "message.deleted", payload: { conversation_id: id, is_for_both: false } })
    expect(JSON.stringify(await eventsOf(member))).not.toContain("HIDDEN alone")
    await member.call("DELETE", `/conversations/${id}`)
    await rested(id)
    expect(JSON.stringify(await eventsOf(member))).not.toContain("HIDDEN")
    expect(JSON.stringify(await eventsOf(owner))).toContain("HIDDEN with all")
  })

  test("the event log returns a blocked member neither texts nor the id of the member who blocks them, until unblocked", async () => {
    const { member, owner, id } = await insertLogged()
    await member.send(id, "Words of the member")
    await owner.send(id, "BLOCKER's words")
    await owner.call("POST", `/conversations/${id}/read`, { seq: 3 })
    await rested(id)
    expect(JSON.stringify(await eventsOf(member))).toContain(owner.id)
    await owner.call("PUT", `/blocks/${member.id}`)
    await rested(id)
    const redacted = JSON.stringify(await eventsOf(member))
    for (const trace of [owner.id, "BLOCKER"]) expect(redacted).not.toContain(trace)
    expect(redacted).toContain("Words of the member")
    expect(JSON.stringify(await eventsOf(owner))).toContain("Words of the member")
    await owner.call("DELETE", `/blocks/${member.id}`)
    expect(JSON.stringify(await eventsOf(member))).toContain("BLOCKER's words")
  })

  test("the event log is numbered without a gap when one of its conversations is deleted", async () => {
    const { member, owner, id } = await insertLogged()
    await owner.send(id, "Some words")
    await rested(id)
    const before = await eventsOf(member)
    await env.ChatRoom.getByName(id).forget(owner.id)
    await env.ChatRoom.getByName(id).forget(member.id)
    const after = await eventsOf(member)
    expect(after.slice(0, before.length).map(({ seq }) => seq)).toEqual(before.map(({ seq }) => seq))
    expect(JSON.stringify(after)).not.toContain("Some words")
  })
})

describe("an erasure in chat", () => {
  test("an erasure in chat leaves neither texts nor names in rooms, channels and index, and all of the other member's", async () => {
    const { member, owner, id } = await insertPair()
    await member.send(id, "Secret words of the member")
    await owner.send(id, "Words of the owner")
    await member.call("POST", `/conversations/${id}/read`, { seq: 3 })
    await member.send(id, "More secret words")
    await member.call("PATCH", `/conversations/${id}/messages/4`, { body: "Other secret words" })
    await member.call("POST", `/conversations/${id}/read`, { seq: 4 })
    await rested(id)
    const socket = await listen(owner)
    const gone = await listen(member)
    expect(JSON.stringify(await eventsOf(owner))).toContain("Other secret words")
    expect(await eventsOf(owner)).toContainEqual(
      expect.objectContaining({ type: "read", payload: { conversation_id: id, user_id: member.id, read_seq: 3 } }),
    )
    const traces = [member.id, "secret", "Secret", "May I?"]

    const requestId = newId(Date.now())
    const times = { createdAt: Date.now(), updatedAt: Date.now() }
    await db.insert(dataRequests).values({
      id: requestId,
      userId: member.id,
      kind: "erasure",
      state: "requested",
      progress: 0,
      steps: 0,
      runAt: 1,
      ...times,
    })
    await runErasure(ctx(), requestId)

    expect(await gone.closing(2_000)).toBe(4100)
    const stored = [await dump("ChatRoom", id), await dump("UserChannel", owner.id)]
    for (const text of stored) for (const trace of traces) expect(text).not.toContain(trace)
    expect(stored[0]).toContain("Words of the owner")
    expect(await dump("UserChannel", member.id)).not.toContain(member.id)
    const rows = (await dumpDatabase()).filter(({ table }) => table !== "data_requests")
    const left = rows.filter(({ row }) => traces.some((trace) => JSON.stringify(row).includes(trace)))
    expect(left).toEqual([])

    expect(await owner.conversation(id)).toMatchObject({
      state: "closed",
      may_write: false,
      why_not: "unavailable",
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

  test("an erasure in chat can be repeated, and empties the room with the last of the two", async () => {
    const { member, owner, id } = await insertPair()
    await forgetInChat(ctx(), member.id)
    await forgetInChat(ctx(), member.id)
    await forgetInChat(ctx(), owner.id)
    expect(await dump("ChatRoom", id)).toBe("[[],[]]")
  })
})

test("an export of chat holds the member's own messages, and nobody else's", async () => {
  const { member, owner, id } = await insertPair()
  await owner.send(id, "The owner's")
  await member.send(id, "The member's")
  await member.send(id, "Deleted")
  await member.call("DELETE", `/conversations/${id}/messages/4?for=both`)
  const messages: object[] = []
  const conversations = [{ id, otherId: owner.id }]
  for await (const message of ownMessages(ctx(), member.id, conversations)) messages.push(message)
  expect(messages).toMatchObject([
    { conversation_id: id, seq: 1, body: "May I?" },
    { conversation_id: id, seq: 3, body: "The member's" },
  ])
})

describe("more conversations than one job goes through", () => {
  /** Inserts a member who has written to three owners, and their due request. */
  async function insertRequest(kind: "export" | "erasure") {
    const member = await insertPremium()
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const owner = await insertOwner()
      const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: { id: string } }>()
      await rested(conversation.id)
      ids.push(conversation.id)
    }
    const at = Date.now()
    const requestId = newId(at)
    const row = { id: requestId, userId: member.id, kind, state: "requested" as const, progress: 0, steps: 0, runAt: 1 }
    await db.insert(dataRequests).values({ ...row, createdAt: at, updatedAt: at })
    const jobs: object[] = []
    return { member, ids, requestId, jobs, ctx: { ...ctx(), enqueueJob: (job: object) => void jobs.push(job) } }
  }

  test("are erased in two jobs, and the account with the last one", async () => {
    const { member, ids, requestId, jobs, ctx } = await insertRequest("erasure")
    const named = async () => {
      const rooms = await Promise.all(ids.map((id) => dump("ChatRoom", id)))
      return rooms.filter((room) => room.includes(member.id)).length
    }
    const accounts = () => db.select().from(users).where(eq(users.id, member.id))
    expect(await named()).toBe(3)
    await runErasure(ctx, requestId, { conversations: 2 })
    expect([await named(), (await accounts()).length, jobs]).toEqual([1, 1, [{ kind: "erasure", requestId }]])
    await runErasure(ctx, requestId, { conversations: 2 })
    expect([await named(), (await accounts()).length, jobs.length]).toEqual([0, 0, 1])
  })

  test("are erased again after a restore in two jobs, without a mail in the last one either", async () => {
    const { member, requestId, ctx } = await insertRequest("erasure")
    const [account] = await db.select().from(users).where(eq(users.id, member.id))
    const mails = () =>
      db
        .select()
        .from(outboxEmails)
        .where(eq(outboxEmails.recipient, account?.email ?? ""))
    await runErasure(ctx, requestId, { conversations: 2, isRepeated: true })
    await runErasure(ctx, requestId, { conversations: 2 })
    expect(await db.select().from(users).where(eq(users.id, member.id))).toEqual([])
    expect(await mails()).toEqual([])
  })

  test("are exported in two jobs: one file, with a part of the messages from each", async () => {
    const { member, ids, requestId, jobs, ctx } = await insertRequest("export")
    await member.call("PUT", "/me/hidden-words", { words: ["one"] })
    await runExport(ctx, requestId, 2)
    expect(jobs).toEqual([{ kind: "export", requestId }])
    await runExport(ctx, requestId, 2)
    expect(jobs).toHaveLength(1)
    const { objects } = await env.MEDIA.list({ prefix: `exports/${member.id}/` })
    expect(objects.map(({ key }) => key)).toEqual([`exports/${member.id}/${requestId}.zip`])
    const file = await env.MEDIA.get(`exports/${member.id}/${requestId}.zip`)
    const zip = unzipSync(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0)))
    const parts = Object.keys(zip).filter((name) => name.startsWith("data/messages"))
    expect(parts).toEqual(["data/messages-1.json", "data/messages-2.json"])
    const read = (name: string) => JSON.parse(strFromU8(zip[name] ?? new Uint8Array()))
    expect(read("data/hidden_words.json")).toEqual([{ word: "one" }])
    const messages = parts.flatMap(read)
    expect(messages.map((one) => one.conversation_id)).toEqual(ids.toSorted())
  })

  test("are closed to the other members in two jobs when their member is shut out", async () => {
    const { member, ids, jobs, ctx } = await insertRequest("export")
    const leave = vi.spyOn(UserChannel.prototype, "leave").mockResolvedValue()
    const [, second = ""] = ids.toSorted()
    await shareBan(ctx, member.id, null, 2)
    expect([leave.mock.calls.length, jobs]).toEqual([2, [{ kind: "ban_share", userId: member.id, place: second }]])
    await runJobs([{ kind: "ban_share", userId: member.id, place: second }])
    expect(leave.mock.calls.map(([channel]) => channel).toSorted()).toEqual(ids.map(conversationChannel).toSorted())
    leave.mockRestore()
  })

  test("leave no part of an export that is given up", async () => {
    const { member, requestId, ctx } = await insertRequest("export")
    await runExport(ctx, requestId, 2)
    await failExport(ctx, requestId)
    expect((await env.MEDIA.list({ prefix: `exports/${member.id}/` })).objects).toEqual([])
  })
})

test("a room without new messages deletes those past the retention period", async () => {
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
