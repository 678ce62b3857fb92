import { eq, sql } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { notifications, tickets } from "~/db/schema"
import type { Notification } from "~/domain/notifications/schema"
import { createNotification } from "~/domain/notifications/service.server"
import { getDeskThread, replyToTicket } from "~/domain/support/tickets/staff.server"
import { newId } from "~/lib/id"
import { staffCtx } from "../helpers/applicant"
import { insertOwner, insertPair, insertPerson, insertPremium, listen, type Person, ring } from "../helpers/chat"
import { ask, call, runCron, runJobs, submit, takeJobs, takeWoken } from "../helpers/mail"
import { DAY, db } from "../helpers/rows"

afterEach(() => {
  takeJobs()
  takeWoken()
})

interface Page {
  data: Notification[]
  next_cursor: string | null
  unread_notifications_count: number
}

const cookieOf = ({ session }: Pick<Person, "session">) => ({
  headers: { Cookie: `__Host-salon_session=${session.token}` },
})
const listOf = (person: Person, query = "") => person.get<Page>(`/notifications${query}`)
const shortOf = async (person: Person) =>
  (await listOf(person)).data.map(({ type, state, is_read }) => `${type} ${state}${is_read ? "" : " unread"}`)

/** Waits until the room has written the index. */
async function settled(id: string) {
  await ring("ChatRoom", id)
}

/** Notifies a member of a reply to a ticket, as staff do. */
async function notifyOfReply(person: Person, subject = "ticket:T-00000001", reference = "T-00000001") {
  const { ctx } = await staffCtx()
  const news = createNotification(ctx, { to: person.id, type: "ticket", subject, state: "answered", reference })
  const [notified] = await ctx.db.batch([news.insert])
  news.publish(notified)
  return notified[0]?.id as string
}

describe("a conversation's notification", () => {
  test("a conversation's notification is a request for the owner, and its acceptance for the requester", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner()]
    const response = await member.ask(owner.slug)
    const { conversation } = await response.json<{ conversation: { id: string } }>()
    expect(await shortOf(owner)).toEqual(["request new unread"])
    expect((await listOf(owner)).data[0]).toMatchObject({
      title: `${member.user.name} would like to talk to you`,
      path: `/profile/chat/${conversation.id}`,
      conversation_id: conversation.id,
      unread_messages_count: 1,
    })
    expect(await shortOf(member)).toEqual([])
    await owner.call("POST", `/conversations/${conversation.id}/accept`)
    expect(await shortOf(member)).toEqual(["request accepted unread"])
    await owner.call("POST", `/conversations/${conversation.id}/accept`)
    expect(await shortOf(member)).toEqual(["request accepted unread"])
    await member.send(conversation.id, "Thank you")
    await settled(conversation.id)
    expect(await shortOf(member)).toEqual(["request accepted"])
  })

  test("a declined request has no notification", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner()]
    const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: { id: string } }>()
    await owner.call("POST", `/conversations/${conversation.id}/decline`)
    expect(await shortOf(member)).toEqual([])
  })

  test("a conversation has one notification while anything is unread, moved up by the next message, and read with the conversation", async () => {
    const { member, owner, id } = await insertPair()
    await owner.call("POST", `/conversations/${id}/read`, { seq: 1 })
    expect(await shortOf(owner)).toEqual(["request new"])
    for (const body of ["One", "Two", "Three"]) await member.send(id, body)
    await settled(id)
    const { data } = await listOf(owner)
    expect(data).toMatchObject([{ type: "message", unread_messages_count: 3, is_read: false }])
    expect(data[0]?.title).toBe(`${member.user.name} wrote to you: 3 unread messages`)
    await owner.call("POST", `/conversations/${id}/read`, { seq: 4 })
    expect(await shortOf(owner)).toEqual(["message new"])
    await member.send(id, "Four")
    await settled(id)
    expect(await shortOf(owner)).toEqual(["message new unread"])
    expect((await listOf(owner)).data[0]?.id).not.toBe(data[0]?.id)
  })

  test("a muted conversation has no notification, and a block removes it from both lists", async () => {
    const { member, owner, id } = await insertPair()
    await owner.call("POST", `/conversations/${id}/read`, { seq: 1 })
    await owner.call("PUT", `/conversations/${id}/mute`, { muted: true })
    await member.send(id, "Do you hear me?")
    await settled(id)
    expect(await shortOf(owner)).toEqual(["request new"])
    await owner.call("PUT", `/blocks/${member.id}`)
    expect([await shortOf(owner), await shortOf(member)]).toEqual([[], []])
    await owner.call("DELETE", `/blocks/${member.id}`)
    expect(await shortOf(member)).toEqual(["request accepted"])
  })

  test("a conversation's notification counts its messages, and not as one of the others", async () => {
    const { member, owner, id } = await insertPair()
    await member.send(id, "Hello")
    await settled(id)
    const me = await owner.get<Record<string, unknown>>("/auth/me")
    expect(me).toMatchObject({ unread_messages_count: 2, unread_notifications_count: 0 })
  })
})

describe("the list", () => {
  test("the list is updated at once on every open page, counts the unread, and is read one by one or entirely", async () => {
    const person = await insertPerson()
    const socket = await listen(person)
    const id = await notifyOfReply(person)
    await runJobs()
    expect(await socket.event("notification")).toMatchObject({ id })
    expect(await person.get(`/notifications/${id}`)).toMatchObject({
      type: "ticket",
      title: "We have replied to your message T-00000001",
      path: "/contact/T-00000001",
    })
    await notifyOfReply(person, "ticket:T-00000002", "T-00000002")
    expect((await listOf(person)).unread_notifications_count).toBe(2)
    expect((await person.call("POST", "/notifications/read", { ids: [id] })).status).toBe(204)
    expect(await socket.event("notifications.read")).toMatchObject({ ids: [id] })
    expect((await listOf(person)).unread_notifications_count).toBe(1)
    await person.call("POST", "/notifications/read", { all: true })
    expect(await shortOf(person)).toEqual(["ticket answered", "ticket answered"])
  })

  test("the list has one notification of each subject: a new event moves it to the top, unread", async () => {
    const person = await insertPerson()
    const first = await notifyOfReply(person)
    await notifyOfReply(person, "ticket:T-00000002", "T-00000002")
    await person.call("POST", "/notifications/read", { all: true })
    const again = await notifyOfReply(person)
    const { data } = await listOf(person)
    expect(data.map(({ reference, is_read }) => [reference, is_read])).toEqual([
      ["T-00000001", false],
      ["T-00000002", true],
    ])
    expect(data[0]?.id).toBe(again)
    expect((await person.call("GET", `/notifications/${first}`)).status).toBe(404)
  })

  test("the list is paged without a gap or a repeat", async () => {
    const person = await insertPerson()
    const now = Date.now()
    const rows = Array.from({ length: 65 }, (_, n) => ({
      id: newId(now - n * 1_000),
      userId: person.id,
      type: "ticket" as const,
      subject: `ticket:${n}`,
      state: "answered",
      reference: `T-${n}`,
      createdAt: now,
      updatedAt: now,
    }))
    for (let n = 0; n < rows.length; n += 9) await db.insert(notifications).values(rows.slice(n, n + 9))
    const seen: (string | null)[] = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const page: Page = await listOf(person, cursor && `?cursor=${cursor}`)
      seen.push(...page.data.map(({ reference }) => reference))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(rows.map(({ reference }) => reference))
  })

  test("the list is nobody else's: not to read, not to mark, not to open", async () => {
    const [person, stranger] = [await insertPerson(), await insertPerson()]
    const id = await notifyOfReply(person)
    expect((await stranger.call("GET", `/notifications/${id}`)).status).toBe(404)
    await stranger.call("POST", "/notifications/read", { ids: [id] })
    expect((await ask(`/profile/notifications/${id}`, cookieOf(stranger))).status).toBe(404)
    expect(await shortOf(person)).toEqual(["ticket answered unread"])
    expect((await ask("/api/notifications")).status).toBe(401)
    expect((await ask("/profile/notifications")).headers.get("Location")).toBe("/auth/login")
  })

  test.each(["'", "../..", "0", "%00", "x".repeat(90)])("the list refuses the cursor %j", async (cursor) => {
    const person = await insertPerson()
    const path = `/notifications?cursor=${encodeURIComponent(cursor)}`
    expect((await person.call("GET", path)).status).toBe(400)
    expect((await ask(`/profile${path}`, cookieOf(person))).status).toBe(400)
  })

  test.each<unknown>([{}, { ids: [] }, { ids: "all" }, { all: false }, { ids: Array(51).fill("x") }])(
    "the list refuses to mark %j",
    async (which) => {
      const person = await insertPerson()
      expect((await person.call("POST", "/notifications/read", which)).status).toBe(422)
    },
  )

  test("the list marks as many notifications at once as a request may name", async () => {
    const person = await insertPerson()
    const id = await notifyOfReply(person)
    const ids = [id, ...Array.from({ length: 49 }, (_, n) => `none-${n}`)]
    expect((await person.call("POST", "/notifications/read", { ids })).status).toBe(204)
    expect(await shortOf(person)).toEqual(["ticket answered"])
  })

  test("the list deletes notifications after half a year", async () => {
    const person = await insertPerson()
    const old = await notifyOfReply(person)
    await notifyOfReply(person, "ticket:new")
    await db
      .update(notifications)
      .set({ updatedAt: Date.now() - 181 * DAY })
      .where(eq(notifications.id, old))
    await runCron("17 3 * * *")
    expect(await shortOf(person)).toHaveLength(1)
  })
})

describe("the page of notifications", () => {
  test("the page of notifications has links that mark one, and a button that marks all, without script", async () => {
    const person = await insertPerson()
    const id = await notifyOfReply(person)
    const html = await (await ask("/profile/notifications", cookieOf(person))).text()
    expect(html).toContain("We have replied to your message T-00000001")
    const opened = await ask(`/profile/notifications/${id}`, cookieOf(person))
    expect([opened.status, opened.headers.get("Location")]).toEqual([302, "/contact/T-00000001"])
    expect(await shortOf(person)).toEqual(["ticket answered"])
    await notifyOfReply(person)
    expect(await (await submit("/profile/notifications", {}, cookieOf(person))).text()).toContain(
      "Everything is marked as read.",
    )
    expect(await shortOf(person)).toEqual(["ticket answered"])
  })

  test("the empty page of notifications says what would be there", async () => {
    const person = await insertPerson()
    expect(await (await ask("/profile/notifications", cookieOf(person))).text()).toContain("Nothing new")
  })
})

describe("a reply by staff", () => {
  test("a reply by staff notifies the ticket's member, in the same transaction", async () => {
    const person = await insertPerson()
    await call("/contact", { category: "other", message: "Where is the light switch?" }, person.headers)
    const [{ reference } = { reference: "" }] = await db.select().from(tickets).where(eq(tickets.userId, person.id))
    const { ctx } = await staffCtx()
    const { version } = await getDeskThread(ctx, reference)
    await expect(
      replyToTicket(ctx, reference, { message: "By the door.", version: version + 1 }),
    ).rejects.toMatchObject({
      code: "conflict.changed",
    })
    expect(await shortOf(person)).toEqual([])
    await replyToTicket(ctx, reference, { message: "By the door.", version })
    expect((await listOf(person)).data).toMatchObject([{ type: "ticket", reference, is_read: false }])
  })

  test("a reply by staff notifies nobody if a visitor wrote", async () => {
    const { ctx } = await staffCtx()
    const nobody = sql`(SELECT user_id FROM tickets WHERE reference = 'T-NOBODY00')`
    const news = createNotification(ctx, {
      to: nobody,
      type: "ticket",
      subject: "ticket:x",
      state: "answered",
      reference: "x",
    })
    const [notified] = await ctx.db.batch([news.insert])
    expect(notified).toEqual([])
  })
})
