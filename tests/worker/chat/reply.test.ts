import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { messageLifetime } from "~/domain/chat/policy"
import { ownMessages } from "~/domain/chat/privacy.server"
import type { Message } from "~/domain/chat/schema"
import type { ObjectDump } from "~/domain/core/ports/chat"
import { createCtx } from "../../../worker/context"
import { insertPair, listen, type Person, rested } from "../helpers/chat"

const ctx = () => createCtx(env, openDatabase(env.DB, null).db, () => {})
const roomOf = (id: string) => env.ChatRoom.getByName(id) as unknown as DurableObjectStub

const rows = (id: string) =>
  runInDurableObject(roomOf(id), (_, { storage }) => storage.sql.exec("SELECT * FROM messages ORDER BY seq").toArray())

const reply = (person: Person, id: string, { to, body = "A reply" }: { to: unknown; body?: string }, client_id = "r") =>
  person.call("POST", `/conversations/${id}/messages`, { client_id, body, reply_to: to })

const last = async (person: Person, id: string) => (await person.thread(id)).data.at(-1) as Message

describe("a reply", () => {
  test("a reply has the number of its original in its row, and the original's text is read with it", async () => {
    const { member, owner, id } = await insertPair()
    await owner.send(id, "ORIGINAL words")
    const response = await reply(member, id, { to: 2 })
    expect(response.status).toBe(201)
    const quote = { seq: 2, author_id: owner.id, body: "ORIGINAL words" }
    expect(await response.json()).toMatchObject({ seq: 3, body: "A reply", reply_to: quote })
    expect((await last(owner, id)).reply_to).toEqual(quote)
    expect((await owner.thread(id)).data[1]?.reply_to).toBeNull()
    expect((await rows(id))[2]).toMatchObject({ body: "A reply", reply_to: 2 })
    expect(JSON.stringify((await rows(id))[2])).not.toContain("ORIGINAL")
  })

  test("a reply that is sent again returns the stored one with its quote", async () => {
    const { member, id } = await insertPair()
    await reply(member, id, { to: 1 })
    const again = await reply(member, id, { to: 1 })
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({ seq: 2, reply_to: { seq: 1, body: "May I?" } })
  })

  test("a reply to a message that is not in the conversation is refused with a sentence", async () => {
    const { member, owner, id } = await insertPair()
    for (const to of [2, 99]) {
      const response = await reply(member, id, { to })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ code: "chat.reply_unknown", message: expect.any(String) })
    }
    for (const to of [0, -1, 1.5, "1", {}]) expect((await reply(member, id, { to })).status).toBe(422)
    await owner.call("DELETE", `/conversations/${id}/messages/1?for=me`)
    expect((await reply(owner, id, { to: 1 })).status).toBe(422)
    expect((await member.thread(id)).data).toHaveLength(1)
  })

  test("a reply to a message that was deleted for both is sent, and quotes nothing", async () => {
    const { member, owner, id } = await insertPair()
    await owner.send(id, "ORIGINAL words")
    await owner.call("DELETE", `/conversations/${id}/messages/2?for=both`)
    expect(await (await reply(member, id, { to: 2 })).json()).toMatchObject({
      reply_to: { seq: 2, author_id: "", body: null },
    })
  })

  test("a reply comes by the socket with its quote, to both members", async () => {
    const { member, owner, id } = await insertPair()
    const [sender, recipient] = [await listen(member), await listen(owner)]
    const channel = `private-conversation.${id}`
    await sender.subscribe(member, channel)
    const data = { client_id: "by-socket", body: "A reply", reply_to: 1 }
    sender.send({ event: "client-message", channel, data })
    const quote = { seq: 1, author_id: member.id, body: "May I?" }
    expect((await sender.next("message.answered")).data).toMatchObject({ message: { seq: 2, reply_to: quote } })
    expect(await recipient.event("message")).toMatchObject({ message: { seq: 2, reply_to: quote } })
    sender.send({ event: "client-message", channel, data: { ...data, client_id: "wrong", reply_to: 99 } })
    await sender.until(
      () => sender.frames.some(({ data }) => data.client_id === "wrong" && data.message === null),
      "The refusal",
    )
  })

  test("a quote follows its original: its edit, its deletion for both, and its end after a year", async () => {
    const { member, owner, id } = await insertPair()
    await owner.send(id, "FIRST words")
    await reply(member, id, { to: 2 })
    await owner.call("PATCH", `/conversations/${id}/messages/2`, { body: "Second words" })
    expect((await last(member, id)).reply_to).toMatchObject({ body: "Second words" })
    await owner.call("DELETE", `/conversations/${id}/messages/2?for=both`)
    expect((await last(member, id)).reply_to).toEqual({ seq: 2, author_id: "", body: null })
    await reply(member, id, { to: 1 }, "second")
    await rested(id)
    await runInDurableObject(roomOf(id), async (_, { storage }) => {
      storage.sql.exec("UPDATE messages SET created_at = created_at - ? WHERE seq = 1", messageLifetime)
    })
    await (roomOf(id) as unknown as { settle(): Promise<void> }).settle()
    expect((await last(member, id)).reply_to).toEqual({ seq: 1, author_id: "", body: null })
  })

  test("a quote of a message that the reader deleted for themselves is empty for them alone", async () => {
    const { member, owner, id } = await insertPair()
    await owner.send(id, "Words")
    await reply(member, id, { to: 2 })
    await member.call("DELETE", `/conversations/${id}/messages/2?for=me`)
    expect((await last(member, id)).reply_to).toMatchObject({ body: null })
    expect((await last(owner, id)).reply_to).toMatchObject({ body: "Words" })
  })

  test("a quote gives a blocked member nothing of the member who blocks them, also by a message sent again", async () => {
    const { member, owner, id } = await insertPair()
    await owner.send(id, "BLOCKER's words")
    await reply(member, id, { to: 2 })
    await owner.call("PUT", `/blocks/${member.id}`)
    await rested(id)
    const events = await member.get("/events?after=0")
    const again = await (await reply(member, id, { to: 2 })).json()
    const seen = JSON.stringify([await member.thread(id), events, again])
    for (const trace of ["BLOCKER", owner.id]) expect(seen).not.toContain(trace)
    expect((await last(owner, id)).reply_to).toMatchObject({ body: "BLOCKER's words" })
    await owner.call("DELETE", `/blocks/${member.id}`)
    expect((await last(member, id)).reply_to).toMatchObject({ body: "BLOCKER's words" })
  })

  test("a reply that is deleted for both quotes nothing, and its row loses the number of the original", async () => {
    const { member, owner, id } = await insertPair()
    await reply(owner, id, { to: 1 })
    await owner.call("DELETE", `/conversations/${id}/messages/2?for=both`)
    expect(await last(member, id)).toMatchObject({ body: null, reply_to: null })
    expect((await rows(id))[1]).toMatchObject({ body: null, reply_to: null })
  })

  test("erasing a member empties the quotes of their messages, and their replies", async () => {
    const { member, owner, id } = await insertPair()
    await owner.send(id, "ERASED words")
    await reply(member, id, { to: 2 })
    await reply(owner, id, { to: 1 })
    await env.ChatRoom.getByName(id).forget(owner.id)
    expect(JSON.stringify([await rows(id), await member.thread(id)])).not.toContain("ERASED")
    const [, , ours, theirs] = (await member.thread(id)).data
    expect(ours).toMatchObject({ body: "A reply", reply_to: { seq: 2, author_id: "", body: null } })
    expect(theirs).toMatchObject({ body: null, reply_to: null })
    expect((await rows(id))[3]).toMatchObject({ reply_to: null })
  })

  test("an export has the number of the message that a member replied to, and nothing of its text", async () => {
    const { member, owner, id } = await insertPair()
    await owner.send(id, "The OTHER's words")
    await reply(member, id, { to: 2 })
    const exported: object[] = []
    for await (const row of ownMessages(ctx(), member.id, [{ id, otherId: owner.id }])) exported.push(row)
    expect(exported).toMatchObject([
      { seq: 1, reply_to: null },
      { seq: 3, body: "A reply", reply_to: 2 },
    ])
    expect(JSON.stringify(exported)).not.toContain("OTHER")
  })
})

/** Makes a room one from before replies. */
const makeOld = (id: string) =>
  runInDurableObject(roomOf(id), async (_, { storage }) => {
    storage.sql.exec("ALTER TABLE messages DROP COLUMN reply_to")
  })

const columns = (id: string) =>
  runInDurableObject(roomOf(id), (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>("SELECT name FROM pragma_table_info('messages')")
      .toArray()
      .map(({ name }) => name),
  )

describe("a room from before replies", () => {
  test("a room from before replies gets their column with the first one, and shows, deletes and erases without it", async () => {
    const { member, owner, id } = await insertPair()
    await makeOld(id)
    await owner.send(id, "Words")
    expect((await last(member, id)).reply_to).toBeNull()
    expect((await owner.call("DELETE", `/conversations/${id}/messages/2?for=both`)).status).toBe(204)
    expect(await columns(id)).not.toContain("reply_to")
    expect((await reply(member, id, { to: 1 })).status).toBe(201)
    expect((await last(owner, id)).reply_to).toMatchObject({ seq: 1, body: "May I?" })
    const { id: third } = await insertPair().then(async (pair) => {
      await makeOld(pair.id)
      await env.ChatRoom.getByName(pair.id).forget(pair.owner.id)
      return pair
    })
    expect(JSON.stringify(await rows(third))).not.toContain("reply_to")
  })

  test("a room from before replies takes the replies of a backup", async () => {
    const { member, id } = await insertPair()
    await reply(member, id, { to: 1 })
    const room = env.ChatRoom.getByName(id)
    const dump = (await room.dump(0)) as ObjectDump
    await runInDurableObject(roomOf(id), async (_, { storage }) => {
      storage.sql.exec("DELETE FROM messages WHERE seq = 2")
    })
    await makeOld(id)
    await room.load(dump)
    expect((await last(member, id)).reply_to).toMatchObject({ seq: 1, body: "May I?" })
  })
})
