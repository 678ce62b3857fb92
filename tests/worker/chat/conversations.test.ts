import { evictDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { asc, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { cases, reportMessages, reports } from "~/db/schema"
import { insertOwner, insertPair, insertPerson, insertPremium, listen, type Person, rested } from "../helpers/chat"
import { db } from "../helpers/rows"

async function insertThread(count: number) {
  const pair = await insertPair()
  for (let at = 2; at <= count; at++) {
    const author = at % 2 ? pair.member : pair.owner
    await author.send(pair.id, `Message ${at}`)
  }
  return pair
}

describe("the thread", () => {
  test("the thread is read from its end, both ways, and around a message", async () => {
    const { member, id } = await insertThread(12)
    const read = async (query: string) => {
      const { data, has_before, has_after } = await member.thread(id, query)
      return [data.map(({ seq }) => seq), has_before, has_after]
    }
    expect(await read("?limit=3")).toEqual([[10, 11, 12], true, false])
    expect(await read("?limit=3&before=10")).toEqual([[7, 8, 9], true, true])
    expect(await read("?limit=3&after=7")).toEqual([[8, 9, 10], true, true])
    expect(await read("?limit=4&around=6")).toEqual([[5, 6, 7, 8], true, true])
    expect(await read("?limit=50")).toEqual([Array.from({ length: 12 }, (_, at) => at + 1), false, false])
    expect(await read("?after=12")).toEqual([[], true, false])
    expect(await read("?before=1")).toEqual([[], false, true])
    for (const query of ["?limit=0", "?limit=101", "?before=x", "?around=-1"])
      expect((await member.call("GET", `/conversations/${id}/messages${query}`)).status).toBe(422)
  })

  test("the thread is nobody else's", async () => {
    const { id } = await insertPair()
    const stranger = await insertPerson()
    const tries: [string, string, unknown?][] = [
      ["GET", ""],
      ["DELETE", ""],
      ["GET", "/messages"],
      ["POST", "/messages", { client_id: "x", body: "Hello" }],
      ["PATCH", "/messages/1", { body: "x" }],
      ["DELETE", "/messages/1"],
      ["POST", "/read", { seq: 1 }],
      ["PUT", "/draft", { body: "x" }],
      ["PUT", "/mute", { muted: true }],
      ["POST", "/accept"],
      ["POST", "/decline"],
      ["POST", "/report", { messages: [1], category: "terms", details: "x" }],
    ]
    for (const [method, path, body] of tries) {
      for (const conversation of [id, "nowhere"]) {
        const response = await stranger.call(method, `/conversations/${conversation}${path}`, body)
        expect([method, path, response.status]).toEqual([method, path, 404])
      }
    }
  })

  test("the thread accepts text alone", async () => {
    const { member, id } = await insertPair()
    const bad = ["", "   ", "\u200b\u2060", "x".repeat(4_001), "\u0000\u001b", "a\ud800", 7, null, { body: "x" }, ["x"]]
    for (const body of bad) {
      const response = await member.call("POST", `/conversations/${id}/messages`, { client_id: "x", body })
      expect([body, response.status]).toEqual([body, 422])
    }
    for (const client_id of ["", "a b", "x".repeat(65), undefined]) {
      expect((await member.call("POST", `/conversations/${id}/messages`, { client_id, body: "x" })).status).toBe(422)
    }
    await member.send(id, "  Two\r\nlines, and <b>\u00a0e\u0301 ")
    expect((await member.thread(id)).data[1]?.body).toBe("Two\nlines, and <b>\u00a0é")
    await member.send(id, "a\u0000\u001b\u200b\u202eb")
    expect((await member.thread(id)).data[2]?.body).toBe("ab")
  })

  test("the thread loses a message for one of the two, or for both", async () => {
    const { member, owner, id } = await insertThread(4)
    const socket = await listen(owner)
    const bodies = async (person: Person) => (await person.thread(id)).data.map(({ seq, body }) => [seq, body])
    expect((await member.call("DELETE", `/conversations/${id}/messages/2`)).status).toBe(204)
    expect((await bodies(member)).map(([seq]) => seq)).toEqual([1, 3, 4])
    expect((await bodies(owner)).map(([seq]) => seq)).toEqual([1, 2, 3, 4])
    expect((await member.call("DELETE", `/conversations/${id}/messages/4?for=both`)).status).toBe(404)
    expect((await owner.call("DELETE", `/conversations/${id}/messages/4?for=both`)).status).toBe(204)
    expect((await bodies(member)).at(-1)).toEqual([4, null])
    expect(await socket.event("message.deleted")).toMatchObject({
      conversation_id: id,
      message_seq: 4,
      is_for_both: true,
    })
    const [listed] = await member.conversations()
    expect(listed?.last_message).toMatchObject({ seq: 4, body: null, is_deleted: true })
    expect((await member.call("DELETE", `/conversations/${id}/messages/2`)).status).toBe(404)
    expect((await owner.call("PATCH", `/conversations/${id}/messages/4`, { body: "Back" })).status).toBe(404)
  })
})

describe("the list", () => {
  test("the list has the last active first, is searched by name, and continues after a cursor", async () => {
    const owner = await insertOwner()
    const people = [await insertPremium({ name: "Ada Bright" }), await insertPremium({ name: "Bea Clear" })]
    for (const person of people) await person.ask(owner.slug)
    const names = async (query = "") => (await owner.conversations(query)).map((one) => one.with.name)
    expect(await names()).toEqual(["Bea Clear", "Ada Bright"])
    expect(await names("?q=ada")).toEqual(["Ada Bright"])
    expect(await names("?q=nobody")).toEqual([])
    expect(await people[0]?.conversations(`?q=${encodeURIComponent(owner.profile.name)}`)).toHaveLength(1)
    expect((await owner.call("GET", "/conversations?cursor=x")).status).toBe(400)
    const [newest] = await owner.conversations()
    expect(await names(`?cursor=${newest?.updated_at.toString(36)}.${newest?.id}`)).toEqual(["Ada Bright"])
  })

  test("the list has drafts and mutes of its own member alone", async () => {
    const { member, owner, id } = await insertPair()
    await member.call("PUT", `/conversations/${id}/draft`, { body: "Not yet" })
    await member.call("PUT", `/conversations/${id}/mute`, { muted: true })
    expect(await member.conversation(id)).toMatchObject({ draft: "Not yet", is_muted: true })
    expect(await owner.conversation(id)).toMatchObject({ draft: "", is_muted: false })
    await member.call("PUT", `/conversations/${id}/mute`, { muted: false })
    expect(await member.conversation(id)).toMatchObject({ is_muted: false })
  })

  test("a draft has the message that it replies to, until it is a message or replies to none", async () => {
    const { member, owner, id } = await insertPair()
    const write = (reply_to?: unknown) =>
      member.call("PUT", `/conversations/${id}/draft`, { body: "Seven is fine", reply_to })
    const draftOf = async () => {
      const { draft, draft_reply_to } = await member.conversation(id)
      return [draft, draft_reply_to]
    }
    expect((await write(1)).status).toBe(204)
    expect(await draftOf()).toEqual(["Seven is fine", 1])
    await member.call("PUT", `/conversations/${id}/mute`, { muted: true })
    await owner.send(id, "Another line")
    await rested(id)
    expect(await draftOf()).toEqual(["Seven is fine", 1])
    for (const bad of [0, -1, 1.5, "1", Number.MAX_SAFE_INTEGER + 1]) expect((await write(bad)).status).toBe(422)
    expect(await draftOf()).toEqual(["Seven is fine", 1])
    expect((await write()).status).toBe(204)
    expect(await draftOf()).toEqual(["Seven is fine", null])
    await write(1)
    await member.send(id, "Seven is fine")
    await rested(id)
    expect(await draftOf()).toEqual(["", null])
  })

  test("a message deletes its author's draft, and no draft of a later text or of the other member", async () => {
    const { member, owner, id } = await insertPair()
    const write = (person: Person, body: string) => person.call("PUT", `/conversations/${id}/draft`, { body })
    const drafts = async () => [(await member.conversation(id)).draft, (await owner.conversation(id)).draft]
    await write(member, "Half of it")
    await write(owner, "Mine")
    await member.send(id, "Half of it, and the rest")
    await owner.send(id, "An answer in the same moment")
    await rested(id)
    expect(await drafts()).toEqual(["", ""])
    await write(member, "The next one")
    await owner.send(id, "Something else")
    await member.call("POST", `/conversations/${id}/read`, { seq: 4 })
    await rested(id)
    expect(await drafts()).toEqual(["The next one", ""])
    expect((await write(member, "x".repeat(10_000))).status).toBe(204)
    expect((await write(member, "x".repeat(10_001))).status).toBe(422)
  })

  test("the list counts the unread messages of others, and nothing twice", async () => {
    const { member, owner, id } = await insertPair()
    for (const body of ["Two", "Three", "Four"]) await member.send(id, body)
    await member.call("DELETE", `/conversations/${id}/messages/2?for=both`)
    const unread = async () => [(await owner.conversation(id)).unread_messages_count, await owner.unread()]
    expect(await unread()).toEqual([3, 3])
    await owner.call("POST", `/conversations/${id}/read`, { seq: 3 })
    expect(await unread()).toEqual([1, 1])
    await owner.call("POST", `/conversations/${id}/read`, { seq: 1 })
    expect(await unread()).toEqual([1, 1])
    await owner.call("POST", `/conversations/${id}/read`, { seq: 99 })
    expect(await unread()).toEqual([0, 0])
    await member.send(id, "Five")
    await member.call("DELETE", `/conversations/${id}/messages/5?for=both`)
    expect(await unread()).toEqual([0, 0])
  })

  test("the list omits a deleted conversation until its next message", async () => {
    const { member, owner, id } = await insertThread(3)
    expect((await owner.call("DELETE", `/conversations/${id}`)).status).toBe(204)
    expect([await owner.conversations(), await owner.unread()]).toEqual([[], 0])
    expect((await owner.thread(id)).data).toEqual([])
    expect((await member.thread(id)).data).toHaveLength(3)
    await evictDurableObject(env.ChatRoom.getByName(id))
    await member.send(id, "Four")
    await expect.poll(async () => (await owner.conversations()).length).toBe(1)
    expect((await owner.thread(id)).data.map(({ seq }) => seq)).toEqual([4])
  })
})

test("a report copies the chosen messages and the five around each, and nothing else", async () => {
  const { member, owner, id } = await insertThread(16)
  await owner.call("DELETE", `/conversations/${id}/messages/8?for=both`)
  const report = { messages: [7, 9], category: "terms", details: "Rude" }
  const response = await member.call("POST", `/conversations/${id}/report`, report)
  expect(response.status).toBe(201)
  const { reference } = await response.json<{ reference: string }>()
  const [filed] = await db.select().from(reports).where(eq(reports.reference, reference))
  expect(filed).toMatchObject({ conversationId: id, email: member.user.email, category: "terms", details: "Rude" })
  const copies = await db
    .select()
    .from(reportMessages)
    .where(eq(reportMessages.reportId, filed?.id ?? ""))
    .orderBy(asc(reportMessages.seq))
  expect(copies.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14])
  expect(copies.filter(({ isChosen }) => isChosen).map(({ seq, body, authorId }) => [seq, body, authorId])).toEqual([
    [7, "Message 7", member.id],
    [9, "Message 9", member.id],
  ])
  const subjectOf = async (reference: string) => {
    const of = eq(reports.reference, reference)
    const [found] = await db.select().from(cases).innerJoin(reports, eq(reports.caseId, cases.id)).where(of)
    return found && [found.cases.subjectKind, found.cases.userId]
  }
  // The chosen ones are the reporter's own; the other message's author is whom the case is about.
  expect(await subjectOf(reference)).toEqual(["address", null])
  const others = await member.call("POST", `/conversations/${id}/report`, { ...report, messages: [7, 10] })
  expect(await subjectOf((await others.json<{ reference: string }>()).reference)).toEqual(["member", owner.id])
  for (const wrong of [{ messages: [] }, { messages: [99] }, { messages: Array(51).fill(1) }, { category: "x" }]) {
    const { status } = await member.call("POST", `/conversations/${id}/report`, { ...report, ...wrong })
    expect([wrong, [404, 422].includes(status)]).toEqual([wrong, true])
  }
})
