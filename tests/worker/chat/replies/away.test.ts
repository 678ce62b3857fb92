import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { awayNotes } from "~/db/schema"
import type { AwayNote, Conversation } from "~/domain/chat/schema"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import { insertOwner, insertPair, insertPremium, type Person } from "../../helpers/chat"
import { ask, runCron, submit, takeJobs } from "../../helpers/mail"
import { db } from "../../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
})

const cookieOf = ({ session }: Pick<Person, "session">) => ({
  headers: { Cookie: `__Host-salon_session=${session.token}` },
})
const today = () => dayOf(Date.now())
const note = "Back on Monday, thank you for your patience."
const leave = (owner: Person, last_day = addDays(today(), 2), text = note) =>
  owner.call("PUT", "/me/away-note", { last_day, note: text })
const awayOf = async (owner: Person) => (await owner.get<{ away: AwayNote | null }>("/me/away-note")).away
const open = async (person: Person, id: string) => (await ask(`/profile/chat/${id}`, cookieOf(person))).text()
const openNew = async (person: Person, slug: string) =>
  (await ask(`/profile/chat/new?profile=${slug}`, cookieOf(person))).text()

describe("an away note", () => {
  test("the member who wrote to the owner sees the note in the conversation, and the owner does not", async () => {
    const { member, owner, id } = await insertPair()
    expect((await member.conversation(id)).away).toBeNull()
    await leave(owner)
    const away = { last_day: addDays(today(), 2), note }
    expect((await member.conversation(id)).away).toEqual(away)
    expect((await member.conversations())[0]?.away).toEqual(away)
    expect(await open(member, id)).toContain(note)
    expect((await owner.conversation(id)).away).toBeNull()
    expect(await open(owner, id)).not.toContain(note)
  })

  test("the note is shown before a first message, and is not sent as one", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner()]
    await leave(owner)
    expect(await openNew(member, owner.slug)).toContain(note)
    const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: Conversation }>()
    expect(conversation.away?.note).toBe(note)
    expect((await member.thread(conversation.id)).data).toHaveLength(1)
  })

  test("an owner who writes to another owner does not show their note: it would reveal their profile", async () => {
    const [requester, owner] = [await insertOwner(), await insertOwner()]
    const { conversation } = await (await requester.ask(owner.slug)).json<{ conversation: Conversation }>()
    await leave(requester)
    expect((await owner.conversation(conversation.id)).away).toBeNull()
    expect(await open(owner, conversation.id)).not.toContain(note)
  })

  test("with a block in either direction nobody sees the note", async () => {
    const blocking = await insertPair()
    await leave(blocking.owner)
    await blocking.owner.call("PUT", `/blocks/${blocking.member.id}`)
    expect((await blocking.member.conversation(blocking.id)).away).toBeNull()
    expect(await open(blocking.member, blocking.id)).not.toContain(note)
    expect(await openNew(blocking.member, blocking.owner.slug)).not.toContain(note)

    const blocked = await insertPair()
    await leave(blocked.owner)
    await blocked.member.call("PUT", `/blocks/${blocked.owner.id}`)
    expect((await blocked.member.conversation(blocked.id)).away).toBeNull()
  })

  test("a banned owner's note is not shown", async () => {
    const { member, owner, id } = await insertPair()
    await leave(owner)
    await env.DB.prepare("UPDATE users SET banned_at = 1 WHERE id = ?").bind(owner.id).run()
    expect((await member.conversation(id)).away).toBeNull()
  })

  test("the note ends by itself at midnight in Paris after its last day, and the night deletes it", async () => {
    const { member, owner, id } = await insertPair()
    await leave(owner, today())
    const midnight = startOfDay(addDays(today(), 1))
    vi.useFakeTimers({ toFake: ["Date"], now: midnight - 1 })
    expect((await member.conversation(id)).away).not.toBeNull()
    vi.setSystemTime(midnight)
    expect((await member.conversation(id)).away).toBeNull()
    expect(await awayOf(owner)).toBeNull()
    expect(await openNew(await insertPremium(), owner.slug)).not.toContain(note)
    await runCron("17 3 * * *")
    takeJobs()
    expect(await db.select().from(awayNotes).where(eq(awayNotes.userId, owner.id))).toEqual([])
  })

  test("the night leaves the notes of those who are still away", async () => {
    const owner = await insertOwner()
    await leave(owner)
    await runCron("17 3 * * *")
    takeJobs()
    expect(await awayOf(owner)).not.toBeNull()
  })

  test("a day in the past or more than 180 days ahead is refused, and so is a text that is too long", async () => {
    const owner = await insertOwner()
    for (const last_day of [addDays(today(), -1), addDays(today(), 181), "2026-02-31", "soon"])
      expect((await leave(owner, last_day)).status, last_day).toBe(422)
    expect((await leave(owner, today(), "n".repeat(301))).status).toBe(422)
    expect(await awayOf(owner)).toBeNull()
    expect((await leave(owner, addDays(today(), 180))).status).toBe(200)
  })

  test("a new account's note may hold no link, as its messages", async () => {
    const [young, old] = [await insertOwner({ createdAt: Date.now() - 60_000 }), await insertOwner()]
    const text = "Write to me at example.com instead"
    const refused = await leave(young, today(), text)
    expect(await refused.json()).toMatchObject({ code: "chat.links_held" })
    expect(await awayOf(young)).toBeNull()
    expect((await leave(old, today(), text)).status).toBe(200)
  })

  test("members without a profile can set none", async () => {
    const member = await insertPremium()
    expect((await leave(member)).status).toBe(404)
    expect((await member.call("GET", "/me/away-note")).status).toBe(404)
    expect((await member.call("DELETE", "/me/away-note")).status).toBe(404)
  })

  test("the page sets the note and ends it, and retains a refused one", async () => {
    const owner = await insertOwner()
    const press = (fields: Record<string, string>) => submit("/profile/escort/answers", fields, cookieOf(owner))
    const refused = await press({ intent: "away", last_day: addDays(today(), -1), note })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain(note)
    await press({ intent: "away", last_day: today(), note })
    expect(await awayOf(owner)).toEqual({ last_day: today(), note })
    await press({ intent: "back", last_day: today(), note })
    expect(await awayOf(owner)).toBeNull()
  })
})
