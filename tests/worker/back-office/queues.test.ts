import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { appeals, cases, decisions, media, staffGrants, tickets } from "~/db/schema"
import type { BackOfficeEvent } from "~/domain/back-office/events"
import { countQueues } from "~/domain/back-office/queries.server"
import { maxCounted, type QueueCount, type QueueName, queueNames, queues } from "~/domain/back-office/queues"
import { backOfficeChannel } from "~/domain/chat/channel-names"
import { type Permission, permissionsOf, staffRoles } from "~/domain/core/actor/roles"
import { restrict } from "../decisions/restrictions"
import { fetchWith, json } from "../helpers/app"
import { insertPerson, type Person, type TestSocket } from "../helpers/chat"
import { call } from "../helpers/mail"
import { insertStaffMember } from "../helpers/member"
import { shownText } from "../helpers/page"
import { DAY, db, insertCategory, insertCity, insertMedia, insertProfile } from "../helpers/rows"
import { insertStaffPerson, openBackOffice, ringBackOffice, soon, storedIn } from "./staff"

const countsOf = async (person: Person) => (await person.get<{ data: QueueCount[] }>("/admin/queues")).data

const countOf = async (person: Person, name: QueueName) =>
  (await countsOf(person)).find((queue) => queue.name === name) as QueueCount

const writeTicket = async () =>
  (await (await insertPerson()).call("POST", "/contact", { category: "account", message: "A question" })).json<{
    reference: string
  }>()

const report = (category: string) =>
  call("/reports", {
    category,
    about: "/escorts/somebody",
    details: "Something",
    email: "a@b.example",
    good_faith: true,
  })

const heardBy = (socket: TestSocket) =>
  (socket.events("queues") as unknown as Extract<BackOfficeEvent, { type: "queues" }>[]).map(({ queues }) => queues)

describe("counts of the queues", () => {
  test.each(staffRoles)("the role %s counts the queues whose pages it may open", async (role) => {
    const person = await (role === "owner" ? insertStaffPerson() : insertStaffPerson(role))
    const mayRead = (permission: Permission) => permissionsOf([role]).has(permission)
    expect((await countsOf(person)).map(({ name }) => name)).toEqual(
      queueNames.filter((name) => mayRead(queues[name].permission)),
    )
  })

  test("a ticket is counted for everybody until it is somebody's, and then for them alone", async () => {
    const [camille, robin] = [await insertStaffPerson("support"), await insertStaffPerson("support")]
    await db.update(tickets).set({ state: "closed" })
    const { reference } = await writeTicket()
    expect([(await countOf(camille, "tickets")).count, (await countOf(robin, "tickets")).count]).toEqual([1, 1])
    await db.update(tickets).set({ assigneeId: camille.id }).where(eq(tickets.reference, reference))
    expect([(await countOf(camille, "tickets")).count, (await countOf(robin, "tickets")).count]).toEqual([1, 0])
  })

  test("a ticket whose assignee may not reply any more is counted for everybody", async () => {
    const [camille, robin] = [await insertStaffPerson("support"), await insertStaffPerson("support")]
    await db.update(tickets).set({ state: "closed" })
    const { reference } = await writeTicket()
    await db.update(tickets).set({ assigneeId: camille.id }).where(eq(tickets.reference, reference))
    await db.update(staffGrants).set({ revokedAt: Date.now() }).where(eq(staffGrants.userId, camille.id))
    expect((await countOf(robin, "tickets")).count).toBe(1)
  })

  test("a report of the first priority is urgent until it is closed", async () => {
    const person = await insertStaffPerson("moderator")
    await db.update(cases).set({ state: "no_action" })
    await report("terms")
    expect(await countOf(person, "cases")).toEqual({
      name: "cases",
      count: 1,
      oldest_at: expect.any(Number),
      is_urgent: false,
    })
    await report("minor")
    expect(await countOf(person, "cases")).toEqual({
      name: "cases",
      count: 2,
      oldest_at: expect.any(Number),
      is_urgent: true,
    })
    await db.update(cases).set({ state: "actioned" })
    expect(await countOf(person, "cases")).toEqual({ name: "cases", count: 0, oldest_at: null, is_urgent: false })
  })

  test("an urgent case about oneself, or that one reported, is neither counted nor said to be urgent", async () => {
    const person = await insertStaffPerson("moderator")
    await db.update(cases).set({ state: "no_action" })
    await report("minor")
    await db.update(cases).set({ userId: person.id }).where(eq(cases.state, "received"))
    expect(await countOf(person, "cases")).toEqual({ name: "cases", count: 0, oldest_at: null, is_urgent: false })
    expect(await countOf(await insertStaffPerson("moderator"), "cases")).toMatchObject({ count: 1, is_urgent: true })
  })

  test("a queue says since when its first item waits, and the dashboard says the same first of all", async () => {
    const support = await insertStaffPerson("support")
    const [reader, editor] = [await insertStaffMember("support"), await insertStaffMember("editor")]
    await db.update(tickets).set({ state: "closed" })
    const [first, second] = [await writeTicket(), await writeTicket()]
    const threeDaysAgo = Date.now() - 3 * DAY
    await db.update(tickets).set({ updatedAt: threeDaysAgo }).where(eq(tickets.reference, second.reference))
    expect(await countOf(support, "tickets")).toMatchObject({ count: 2, oldest_at: threeDaysAgo })
    const dashboardOf = async (staff: typeof reader) => (await staff.open("/dashboard/admin")).text()
    const html = await dashboardOf(reader)
    const [list = ""] = /<section aria-labelledby="queues".*?<\/section>/s.exec(html) ?? []
    expect(shownText(list)).toMatch(/Tickets\s*2\s*The first for\s*3\sdays/)
    expect(html.indexOf('aria-labelledby="queues"')).toBeLessThan(html.indexOf("?period=7"))
    expect(await dashboardOf(editor)).not.toContain('href="/dashboard/admin/tickets"')
    await db.update(tickets).set({ state: "closed" }).where(eq(tickets.reference, first.reference))
    await db.update(tickets).set({ state: "closed" }).where(eq(tickets.reference, second.reference))
    expect(await countOf(support, "tickets")).toMatchObject({ count: 0, oldest_at: null })
    expect(shownText(await dashboardOf(reader))).toMatch(/Nothing waits[^.]*Tickets/)
  })

  test("what awaits review is as many and as old on the dashboard as at the desk", async () => {
    const person = await insertStaffPerson("moderator")
    const place = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
    const at = Date.now()
    const profile = await insertProfile({ ...place, state: "published" })
    const [older, newer] = [at - 419 * DAY, at - 2 * DAY]
    for (const [index, createdAt] of [newer, older].entries()) {
      const kind = index === 0 ? ("photo" as const) : ("video" as const)
      const item = await insertMedia({
        profileId: profile.id,
        kind,
        state: "ready",
        ...(kind === "video" ? { duration: 9 } : {}),
      })
      await db.update(media).set({ createdAt }).where(eq(media.id, item.id))
    }
    const desk = await person.get<{ data: { waiting_since: number }[] }>("/admin/review")
    const queue = await countOf(person, "review")
    expect(queue).toMatchObject({ count: desk.data.length, oldest_at: older })
    expect(Math.min(...desk.data.map(({ waiting_since }) => waiting_since))).toBe(older)
  })

  test("the count and the age of appeals leave out those that the reader may not decide, which the desk marks", async () => {
    await db.update(appeals).set({ state: "upheld" })
    const [first, second] = [await insertStaffPerson("trust_lead"), await insertStaffPerson("trust_lead")]
    const reader = await insertStaffMember("trust_lead")
    const sentAt = Date.now() - 3 * DAY
    for (const staffId of [null, first.id]) {
      const { reader: member } = await restrict.member_warned()
      const [decision] = await db.select().from(decisions).where(eq(decisions.userId, member.user.id))
      const { id = "", reference = "" } = decision ?? {}
      await member.call("POST", `/decisions/${reference}/appeal`, { body: "It was not me." })
      await db.update(decisions).set({ staffId }).where(eq(decisions.id, id))
      await db
        .update(appeals)
        .set({ createdAt: staffId ? sentAt : sentAt + DAY })
        .where(eq(appeals.decisionId, id))
    }
    const deskOf = async (person: Person) =>
      (await person.get<{ data: { may_decide: boolean; created_at: number }[] }>("/admin/appeals")).data
        .filter(({ may_decide }) => may_decide)
        .map(({ created_at }) => created_at)
    expect([await deskOf(first), await deskOf(second)]).toEqual([[sentAt + DAY], [sentAt, sentAt + DAY]])
    expect(await countOf(first, "appeals")).toMatchObject({ count: 1, oldest_at: sentAt + DAY })
    expect(await countOf(second, "appeals")).toMatchObject({ count: 2, oldest_at: sentAt })
    expect(shownText(await (await reader.open("/dashboard/admin")).text())).toMatch(
      /Appeals\s*2\s*The first for\s*3\sdays/,
    )
    await db.update(appeals).set({ state: "upheld" })
    expect(await countOf(second, "appeals")).toMatchObject({ count: 0, oldest_at: null })
  })

  test("a long queue costs a bounded number of rows, in one round trip", async () => {
    const now = Date.now()
    const row = (at: number) => ({
      id: `long-${at}`,
      reference: `T-LONG${at}`,
      category: "account" as const,
      locale: "en" as const,
      version: 1,
      state: "open" as const,
      isSuspect: false,
      name: "A",
      email: "a@b.example",
      createdAt: now,
      updatedAt: now,
    })
    for (let at = 0; at < 300; at += 5) await db.insert(tickets).values([0, 1, 2, 3, 4].map((n) => row(at + n)))
    const { db: counted, use } = openDatabase(env.DB, null)
    const found = await countQueues(counted, queueNames, "nobody", now)
    expect(found.find(({ name }) => name === "tickets")?.count).toBe(maxCounted)
    expect(use.roundTrips).toBe(1)
    expect(use.rowsRead).toBeLessThan(queueNames.length * maxCounted * 3)
    await db.delete(tickets).where(eq(tickets.email, "a@b.example"))
  })
})

describe("changes of the queues", () => {
  test("a new ticket is published to those who may read tickets, a moment later and together with others", async () => {
    const [support, editor] = [await insertStaffPerson("support"), await insertStaffPerson("editor")]
    const [hears, deaf] = [await openBackOffice(support), await openBackOffice(editor)]
    await soon(async () => expect(await storedIn(backOfficeChannel)).toContain(support.id))
    await Promise.all([writeTicket(), writeTicket(), writeTicket()])
    await soon(async () => {
      await ringBackOffice()
      expect(heardBy(hears)).toContainEqual(["tickets"])
    })
    expect(heardBy(hears).length).toBeLessThanOrEqual(2)
    expect(heardBy(deaf)).toEqual([])
  })

  test("the event names queues, and carries nothing else", async () => {
    const person = await insertStaffPerson("moderator")
    const socket = await openBackOffice(person)
    await soon(async () => expect(await storedIn(backOfficeChannel)).toContain(person.id))
    await report("terms")
    await soon(async () => {
      await ringBackOffice()
      expect(socket.events("queues")).toContainEqual({ type: "queues", queues: ["cases"] })
    })
  })

  test("it is not in the log of the member's events", async () => {
    const person = await insertStaffPerson("support")
    const socket = await openBackOffice(person)
    await soon(async () => expect(await storedIn(backOfficeChannel)).toContain(person.id))
    await writeTicket()
    await soon(async () => {
      await ringBackOffice()
      expect(heardBy(socket)).not.toEqual([])
    })
    expect(await person.get("/events?after=0")).toMatchObject({ data: [], last_seq: 0 })
  })

  test("who has left is forgotten with the next change", async () => {
    const person = await insertStaffPerson("support")
    const socket = await openBackOffice(person)
    await soon(async () => expect(await storedIn(backOfficeChannel)).toContain(person.id))
    socket.socket.close(1000)
    await soon(async () => expect(await storedIn(backOfficeChannel)).not.toContain(person.id))
  })
})

test("a response does not fail with the back office", async () => {
  const broken = {
    BackOffice: {
      getByName: () => ({
        queuesChanged: () => Promise.reject(new Error("down")),
        recordsSaved: () => Promise.reject(new Error("down")),
      }),
    },
  }
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
  const member = await insertPerson()
  const response = await fetchWith(
    broken,
    "/api/contact",
    json({ category: "account", message: "A question" }, member.headers),
  )
  expect(response.status).toBe(201)
  warn.mockRestore()
})
