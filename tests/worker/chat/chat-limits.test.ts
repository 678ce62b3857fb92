import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test, vi } from "vitest"
import { conversations, profiles, settings, users } from "~/db/schema"
import { editableFor } from "~/domain/chat/limits"
import { requestLifetime } from "~/domain/chat/policy"
import type { Conversation, Message } from "~/domain/chat/schema"
import { insertOwner, insertPair, insertPerson, insertPremium } from "../helpers/chat"
import { db, insertStaff } from "../helpers/rows"

const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
const anyone = {
  verified_only: false,
  premium_only: false,
  languages: [] as string[],
  daily_budget: null as number | null,
  private_for: "premium",
}

describe("an owner's rules", () => {
  test("an owner's rules admit the members they name: verified, premium by subscription, of a language", async () => {
    const owner = await insertOwner()
    expect(await owner.get("/me/contact-rules")).toEqual(anyone)
    const [payer, colleague] = [await insertPremium({ locale: "en" }), await insertOwner({ locale: "fr" })]
    const set = (rules: Partial<typeof anyone>) => owner.call("PUT", "/me/contact-rules", { ...anyone, ...rules })

    await set({ verified_only: true })
    expect(await codeOf(await payer.ask(owner.slug))).toEqual([403, "chat.verified_required"])
    expect(await codeOf(await colleague.ask(owner.slug))).toEqual([403, "chat.verified_required"])
    await set({ premium_only: true })
    expect(await codeOf(await colleague.ask(owner.slug))).toEqual([403, "chat.subscription_required"])
    await set({ languages: ["fr"] })
    expect(await codeOf(await payer.ask(owner.slug))).toEqual([403, "chat.language_required"])
    expect((await colleague.ask(owner.slug)).status).toBe(201)
    await set({ premium_only: true, languages: ["en", "fr", "en"] })
    expect((await payer.ask(owner.slug)).status).toBe(201)
    expect(await owner.get("/me/contact-rules")).toMatchObject({ premium_only: true, languages: ["en", "fr"] })
    await set({ verified_only: true })
    const verified = await insertOwner()
    await db.update(profiles).set({ verifiedAt: 1 }).where(eq(profiles.id, verified.profile.id))
    expect((await verified.ask(owner.slug)).status).toBe(201)
  })

  test("an owner's rules refuse an invalid value", async () => {
    const owner = await insertOwner()
    for (const rules of [
      {},
      { ...anyone, daily_budget: -1 },
      { ...anyone, languages: ["de"] },
      { ...anyone, daily_budget: "2" },
      { ...anyone, private_for: "nobody" },
    ]) {
      expect((await owner.call("PUT", "/me/contact-rules", rules)).status).toBe(422)
    }
  })

  test("an owner's rules hold for any number of tabs and members at once", async () => {
    const owner = await insertOwner()
    await owner.call("PUT", "/me/contact-rules", { ...anyone, daily_budget: 3 })
    const people = await Promise.all(Array.from({ length: 8 }, () => insertPremium()))
    const responses = await Promise.all(
      people.flatMap((person) => [person.ask(owner.slug, "Hello", "tab"), person.ask(owner.slug, "Hello", "tab")]),
    )
    const statuses = responses.map(({ status }) => status)
    expect(await owner.conversations()).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(statuses.filter((status) => status === 201)).toHaveLength(6)
    expect(await codeOf(await (await insertPremium()).ask(owner.slug))).toEqual([429, "chat.budget_spent"])
    const rows = await db.select().from(conversations).where(eq(conversations.version, 0))
    expect(rows).toEqual([])
  })
})

describe("a sender", () => {
  test("a sender begins ten conversations a day", async () => {
    const member = await insertPremium()
    const owners = await Promise.all(Array.from({ length: 12 }, () => insertOwner()))
    const statuses = []
    for (const { slug } of owners) statuses.push((await member.ask(slug)).status)
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429])
    expect(await codeOf(await member.ask(owners[11]?.slug ?? ""))).toEqual([429, "chat.too_many_new"])
    expect((await member.ask(owners[0]?.slug ?? "")).status).toBe(201)
  })

  test("a sender sends twenty messages a minute, in two tabs too", async () => {
    const { member, owner, id } = await insertPair()
    const responses = await Promise.all(Array.from({ length: 30 }, (_, at) => member.send(id, `Message ${at}`)))
    const refused = responses.filter(({ status }) => status === 429)
    // The request was one of them.
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(19)
    expect(refused).toHaveLength(11)
    expect(refused[0]?.headers.get("Retry-After")).toMatch(/^\d+$/)
    const body = await refused[0]?.json<{ code: string; message: string }>()
    expect(body?.message).toMatch(/^Please wait \d+ seconds? before writing again\.$/)
    expect((await owner.send(id, "Mine still goes")).status).toBe(201)
    expect((await member.thread(id)).data.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
  })

  test("staff set how many messages a minute a member may send", async () => {
    const { member, id } = await insertPair()
    await db.insert(settings).values({ key: "limits.messages", value: "3", version: 1, updatedAt: 0 })
    const responses: Response[] = []
    // The request was the first message, and a copy of the settings may be one message old.
    for (let at = 0; at < 6; at++) responses.push(await member.send(id, `Message ${at}`))
    await db.delete(settings)
    const statuses = responses.map(({ status }) => status)
    expect(statuses.slice(-3)).toEqual([429, 429, 429])
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(3)
  })

  test("a sender of twenty messages in one conversation is limited in the others, too", async () => {
    const member = await insertPremium()
    const owners = [await insertOwner(), await insertOwner()]
    const ids: string[] = []
    for (const owner of owners) {
      const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: Conversation }>()
      await owner.call("POST", `/conversations/${conversation.id}/accept`)
      ids.push(conversation.id)
    }
    const [first = "", second = ""] = ids
    for (let at = 0; at < 18; at++) expect((await member.send(first, `Message ${at}`)).status).toBe(201)
    expect(await codeOf(await member.send(second, "The twenty-first"))).toEqual([429, "chat.too_fast"])
  })

  test("a sender with a new account sends no links", async () => {
    const [young, owner] = [await insertPremium({ createdAt: Date.now() - 60_000 }), await insertOwner()]
    const held = await young.ask(owner.slug, "Look: https://example.org/me")
    expect(await held.clone().json()).toMatchObject({
      message: "New accounts can’t send links for the first 24 hours. Send your message without the link.",
    })
    expect(await codeOf(held)).toEqual([403, "chat.links_held"])
    const { conversation } = await (await young.ask(owner.slug, "Look at me")).json<{ conversation: Conversation }>()
    const { id } = conversation
    await owner.call("POST", `/conversations/${id}/accept`)
    expect((await young.send(id, "on www.example.org")).status).toBe(403)
    expect((await young.call("PATCH", `/conversations/${id}/messages/1`, { body: "example.com" })).status).toBe(403)
    expect((await owner.send(id, "Mine: https://example.org")).status).toBe(201)
    await db
      .update(users)
      .set({ createdAt: Date.now() - 25 * 60 * 60_000 })
      .where(eq(users.id, young.id))
    expect((await young.send(id, "on www.example.org")).status).toBe(201)
  })
})

describe("a request", () => {
  test("a request can be declined, and accepted later, by its owner alone", async () => {
    const [member, owner, stranger] = [await insertPremium(), await insertOwner(), await insertPerson()]
    const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: Conversation }>()
    const { id } = conversation
    for (const person of [member, stranger]) {
      for (const answer of ["accept", "decline"])
        expect((await person.call("POST", `/conversations/${id}/${answer}`)).status).toBeGreaterThanOrEqual(400)
    }
    expect(await (await owner.call("POST", `/conversations/${id}/decline`)).json()).toMatchObject({ state: "declined" })
    expect(await owner.unread()).toBe(0)
    expect(await codeOf(await member.send(id, "Please"))).toEqual([409, "chat.declined"])
    expect(await codeOf(await member.ask(owner.slug, "Please", "second"))).toEqual([409, "chat.declined"])
    expect((await owner.call("POST", `/conversations/${id}/accept`)).status).toBe(200)
    expect((await member.send(id, "Thank you")).status).toBe(201)
    expect((await owner.call("POST", `/conversations/${id}/decline`)).status).toBe(404)
  })

  test("an unanswered request expires after 30 days", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner()]
    const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: Conversation }>()
    const room = env.ChatRoom.getByName(conversation.id)
    expect(await room.answer(owner.id, "accepted", Date.now() + requestLifetime)).toEqual({ refused: "expired" })
    await runInDurableObject(room as unknown as DurableObjectStub, (_, { storage: { sql } }) =>
      sql.exec("UPDATE room SET created_at = ?", Date.now() - requestLifetime),
    )
    await evictDurableObject(room)
    expect(await codeOf(await member.send(conversation.id, "Still there?"))).toEqual([409, "chat.expired"])
  })
})

test("a message can be edited for five minutes", async () => {
  const { member, owner, id } = await insertPair()
  await member.send(id, "Helo")
  const changed = await member.call("PATCH", `/conversations/${id}/messages/2`, { body: "Hello" })
  expect(await changed.json<Message>()).toMatchObject({ seq: 2, body: "Hello", edited_at: expect.any(Number) })
  expect((await owner.thread(id)).data[1]).toMatchObject({ body: "Hello", edited_at: expect.any(Number) })
  expect((await owner.call("PATCH", `/conversations/${id}/messages/2`, { body: "Not mine" })).status).toBe(404)
  const room = env.ChatRoom.getByName(id)
  expect(await room.edit(member.id, 2, "Too late", Date.now() + editableFor + 1)).toEqual({ refused: "too_late" })
  await evictDurableObject(room)
  expect((await member.thread(id)).data[1]?.body).toBe("Hello")
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + editableFor + 1 })
  const late = await member.call("PATCH", `/conversations/${id}/messages/2`, { body: "Too late" })
  vi.useRealTimers()
  expect(await codeOf(late)).toEqual([409, "chat.too_late"])
})

test("staff read no conversation", async () => {
  const { id } = await insertPair()
  const staff = await insertPerson(await insertStaff().then(({ id: _, email: __, ...row }) => row))
  for (const path of [`/conversations/${id}`, `/conversations/${id}/messages`])
    expect((await staff.call("GET", path)).status).toBe(404)
})
