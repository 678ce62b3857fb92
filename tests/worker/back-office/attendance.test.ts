import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test, vi } from "vitest"
import { sessions, staffGrants } from "~/db/schema"
import { backOfficeChannel, recordChannel, userChannel } from "~/domain/chat/channel-names"
import { type Permission, permissionsOf, staffRoles } from "~/domain/core/actor/roles"
import { limits } from "~/domain/core/rate-limits"
import { HOUR } from "~/lib/time"
import { maxRecords } from "../../../party/back-office/attendance-list"
import { presentFor } from "../../../party/user-channel/socket"
import { en, fetchWith, json } from "../helpers/app"
import { connectStranger, insertPerson, personOf } from "../helpers/chat"
import { submit } from "../helpers/mail"
import {
  db,
  insertCategory,
  insertCity,
  insertColleague,
  insertFaq,
  insertMedia,
  insertProfile,
  insertReport,
} from "../helpers/rows"
import {
  edit,
  insertStaffPerson,
  lastList,
  listsOf,
  newRecord,
  openBackOffice,
  ringBackOffice,
  savesOf,
  soon,
  storedIn,
} from "./staff"

const statusOf = async (person: Awaited<ReturnType<typeof insertPerson>>, channel: string) => {
  const socket = await person.connect()
  return (await person.authorize(await socket.id(), channel)).status
}

/** Two members of staff who have the same record open. */
async function openTogether() {
  const [channel, camille, robin] = [
    newRecord(),
    await insertStaffPerson("support"),
    await insertStaffPerson("support"),
  ]
  const [first, second] = [await openBackOffice(camille, channel), await openBackOffice(robin, channel)]
  await soon(() => expect(lastList(first)).toEqual([{ name: robin.user.name, isEditing: false }]))
  return { channel, camille, robin, first, second }
}

/** Runs the alarm as if this much time (ms) had passed. */
async function ringLater(by: number): Promise<void> {
  const later = Date.now() + by
  const clock = vi.spyOn(Date, "now").mockImplementation(() => later)
  try {
    await ringBackOffice()
  } finally {
    clock.mockRestore()
  }
}

describe("who may join", () => {
  const records: [string, Permission][] = [
    [recordChannel("tickets", "T-1"), "tickets.read"],
    [recordChannel("cases", "C-1"), "reports.read"],
    [recordChannel("applications", "a1"), "applications.review"],
    [recordChannel("profiles", "p1"), "profiles.review"],
    [recordChannel("users", "u1"), "members.read"],
    [recordChannel("settings", "limits"), "settings.read"],
    [recordChannel("faqs", "f1"), "content.read"],
    [backOfficeChannel, "dashboard.read"],
  ]

  test.each(staffRoles)(
    "the role %s joins the channels of the records that it may read, and no others",
    async (role) => {
      const person = await (role === "owner" ? insertStaffPerson() : insertStaffPerson(role))
      const found = await Promise.all(records.map(([channel]) => statusOf(person, channel)))
      expect(found).toEqual(records.map(([, permission]) => (permissionsOf([role]).has(permission) ? 200 : 403)))
    },
  )

  test("members, visitors and staff without their second factor join no channel of the back office", async () => {
    const held = await personOf(await insertColleague("support"))
    const body = { socket_id: "1.1", channel_name: backOfficeChannel }
    const refused = await fetchWith(
      { STAFF_SECOND_FACTOR: "required" },
      "/broadcasting/auth",
      json(body, { Authorization: `Bearer ${held.session.token}` }),
    )
    expect(refused.status).toBe(403)
    expect(await statusOf(await insertPerson(), backOfficeChannel)).toBe(403)
    const socket = await connectStranger(held.id)
    const nobody = await (await insertPerson()).authorize(await socket.id(), newRecord())
    expect(nobody.status).toBe(403)
  })

  test.each([
    "private-record.unknown.1",
    "private-record.tickets.",
    "private-record.tickets.a.b",
    "private-back-office.1",
  ])("the channel %s is refused", async (channel) =>
    expect(await statusOf(await insertStaffPerson(), channel)).toBe(403),
  )

  test("joining without end is limited, by member of staff", async () => {
    const { max } = limits["realtime.attend"]
    const person = await insertStaffPerson("support")
    const answers = []
    for (let at = 0; at <= max; at++) answers.push((await person.authorize("1.1", backOfficeChannel)).status)
    expect([answers.slice(0, max).every((status) => status === 200), answers[max]]).toEqual([true, 429])
  })

  test("a signature of one member's socket opens nothing on another's", async () => {
    const [staff, member] = [await insertStaffPerson("support"), await insertPerson()]
    const channel = newRecord()
    const socket = await member.connect()
    const { auth } = await (await staff.authorize(await socket.id(), channel)).json<{ auth: string }>()
    socket.send({ event: "pusher:subscribe", data: { channel, auth } })
    expect((await socket.next("pusher:error")).data.code).toBe(4009)
    expect(await storedIn(channel)).toEqual([])
  })
})

describe("who else has a record open", () => {
  test("those who open a record see each other by name, and nobody sees themselves", async () => {
    const { camille, first, second } = await openTogether()
    await soon(() => expect(lastList(second)).toEqual([{ name: camille.user.name, isEditing: false }]))
    expect(
      listsOf(first)
        .flat()
        .map(({ name }) => name),
    ).not.toContain(camille.user.name)
  })

  test("two tabs of one person are one, until the last is closed", async () => {
    const { channel, robin, first, second } = await openTogether()
    const tab = await openBackOffice(robin, channel)
    await soon(() => expect(lastList(tab)).toHaveLength(1))
    second.socket.close(1000)
    edit(tab, channel)
    await soon(() => expect(lastList(first)).toEqual([{ name: robin.user.name, isEditing: true }]))
    expect(listsOf(first).filter((list) => list.length === 0)).toHaveLength(1)
    tab.socket.close(1000)
    await soon(() => expect(lastList(first)).toEqual([]))
  })

  test("editing is shown until it ends, and who leaves the record goes at once", async () => {
    const { channel, robin, first, second } = await openTogether()
    edit(second, channel)
    await soon(() => expect(lastList(first)).toEqual([{ name: robin.user.name, isEditing: true }]))
    second.send({ event: "pusher:unsubscribe", data: { channel } })
    await soon(() => expect(lastList(first)).toEqual([]))
  })

  test("an end of editing that came too soon after its beginning is found within ten seconds", async () => {
    const { channel, robin, first, second } = await openTogether()
    edit(second, channel)
    edit(second, channel, false)
    await soon(() => expect(lastList(first)).toEqual([{ name: robin.user.name, isEditing: true }]))
    await ringBackOffice()
    await soon(() => expect(lastList(first)).toEqual([{ name: robin.user.name, isEditing: false }]))
  })

  test("who is silent for twenty seconds is gone, and is back with the next word", async () => {
    const { channel, robin, first, second } = await openTogether()
    await ringLater(presentFor + 1_000)
    expect(await storedIn(channel)).toEqual([])
    edit(second, channel)
    edit(first, channel)
    await soon(() => expect(lastList(first)).toEqual([{ name: robin.user.name, isEditing: true }]))
  })

  test("a page that pings is not silent", async () => {
    const { channel, camille, robin } = await openTogether()
    await ringLater(presentFor - 5_000)
    expect((await storedIn(channel)).toSorted()).toEqual([camille.id, robin.id].toSorted())
  })

  test("a thousand changes of a hostile tab reach its colleagues a few times at most", async () => {
    const { channel, first, second } = await openTogether()
    const before = listsOf(first).length
    for (let at = 0; at < 1_000; at++) edit(second, channel, at % 2 === 0)
    expect(await second.closing()).toBe(4103)
    // Lists are sent one after the other: this one is the last.
    const third = await insertStaffPerson("support")
    await openBackOffice(third, channel)
    await soon(() => expect(lastList(first)).toEqual([{ name: third.user.name, isEditing: false }]))
    expect(listsOf(first).length - before).toBeLessThanOrEqual(4)
  })

  test("one person is shown in twenty records at most", async () => {
    const person = await insertStaffPerson("support")
    const socket = await person.connect()
    const channels = Array.from({ length: maxRecords + 1 }, newRecord)
    for (const channel of channels) await socket.subscribe(person, channel)
    await soon(async () => expect(await storedIn(channels[maxRecords - 1] ?? "")).toEqual([person.id]))
    expect(await storedIn(channels[maxRecords] ?? "")).toEqual([])
  })

  test.each([{}, { is_editing: "yes" }, null, "x"])("editing with the data %j is refused", async (data) => {
    const { channel, first, second } = await openTogether()
    second.send({ event: "client-editing", channel, data })
    await second.next("pusher:error")
    expect(listsOf(first).flat()).not.toContainEqual(expect.objectContaining({ isEditing: true }))
  })
})

describe("a saved record", () => {
  async function ticketOf(member: Awaited<ReturnType<typeof insertPerson>>) {
    const response = await member.call("POST", "/contact", { category: "account", message: "A question" })
    return (await response.json<{ reference: string }>()).reference
  }

  test("a note of one is published to the others who have the ticket open, and to nobody else", async () => {
    const reference = await ticketOf(await insertPerson())
    const [camille, robin] = [await insertStaffPerson("support"), await insertStaffPerson("support")]
    const channel = recordChannel("tickets", reference)
    const [own, other] = [await openBackOffice(camille, channel), await openBackOffice(robin, channel)]
    const elsewhere = await openBackOffice(robin, newRecord())
    const response = await camille.call("POST", `/admin/tickets/${reference}/notes`, { note: "Called back" })
    expect(response.status).toBeLessThan(300)
    await soon(() => expect(savesOf(other)).toHaveLength(1))
    expect(savesOf(other)[0]).toMatchObject({ name: camille.user.name, at: expect.any(Number) })
    expect([savesOf(own), savesOf(elsewhere)]).toEqual([[], []])
  })

  test("an act on several records is published for each that it changed, and for no other", async () => {
    const [shown, hidden] = [
      await insertFaq({ published: true }, { question: "Shown?", answer: "Yes." }),
      await insertFaq({ published: false }, { question: "Hidden?", answer: "Yes." }),
    ]
    const [camille, robin] = [await insertStaffPerson("editor"), await insertStaffPerson("editor")]
    const [own, changed, unchanged] = [
      await openBackOffice(camille, recordChannel("faqs", shown.id)),
      await openBackOffice(robin, recordChannel("faqs", shown.id)),
      await openBackOffice(robin, recordChannel("faqs", hidden.id)),
    ]
    const ids = [shown.id, hidden.id]
    expect((await camille.call("POST", "/admin/faqs/acts/hide", { ids })).status).toBe(200)
    await soon(() => expect(savesOf(changed)).toHaveLength(1))
    expect((await camille.call("POST", "/admin/faqs/acts/remove", { ids })).status).toBe(200)
    await soon(() => expect([savesOf(changed), savesOf(unchanged)].map(({ length }) => length)).toEqual([2, 1]))
    expect(savesOf(own)).toEqual([])
  })

  test("the end of a member's sessions is published to those who have the member open", async () => {
    const [member, camille, robin] = [
      await insertPerson(),
      await insertStaffPerson("moderator"),
      await insertStaffPerson("moderator"),
    ]
    const other = await openBackOffice(robin, recordChannel("users", member.id))
    expect((await camille.call("DELETE", `/admin/users/${member.id}/sessions`)).status).toBe(204)
    await soon(() => expect(savesOf(other)).toHaveLength(1))
  })

  test("the decision on a photo is published to those who have its profile open", async () => {
    const profile = await insertProfile({ cityId: (await insertCity()).id, categoryId: (await insertCategory()).id })
    const { id } = await insertMedia({ profileId: profile.id, state: "ready" })
    const [camille, robin] = [await insertStaffPerson("trust_lead"), await insertStaffPerson("moderator")]
    const other = await openBackOffice(robin, recordChannel("profiles", profile.id))
    expect((await camille.call("POST", `/admin/media/${id}/approve`, { version: 1 })).status).toBe(204)
    await soon(() => expect(savesOf(other)).toHaveLength(1))
  })

  test("reading, and a refused change, publish nothing", async () => {
    const reference = await ticketOf(await insertPerson())
    const [camille, robin] = [await insertStaffPerson("support"), await insertStaffPerson("support")]
    const other = await openBackOffice(robin, recordChannel("tickets", reference))
    await camille.call("GET", `/admin/tickets/${reference}`)
    const refused = await camille.call("POST", `/admin/tickets/${reference}/notes`, { note: "" })
    expect(refused.status).toBe(422)
    await ringBackOffice()
    expect(savesOf(other)).toEqual([])
  })
})

test("a refused form whose page is read again, and a reason for reading, publish no save", async () => {
  const [camille, robin] = [await insertStaffPerson("moderator"), await insertStaffPerson("moderator")]
  const { reference, caseReference } = await insertReport()
  const other = await openBackOffice(robin, recordChannel("cases", caseReference))
  const touchSession = () =>
    db
      .update(sessions)
      .set({ lastUsedAt: Date.now() - 2 * HOUR })
      .where(eq(sessions.userId, camille.id))
  await touchSession()
  // Without script the refusal is the page, which leaves the entry of a read.
  const headers = { Cookie: `__Host-salon_session=${camille.session.token}` }
  const fields = { intent: "dismiss", reason: "" }
  const refused = await submit(`${en}/dashboard/admin/cases/${caseReference}`, fields, { headers })
  expect(refused.status).toBe(422)
  await touchSession()
  const reason = { reason: "A case" }
  expect((await camille.call("POST", `/admin/reports/${reference}/messages/access`, reason)).status).toBe(204)
  await ringBackOffice()
  expect(savesOf(other)).toEqual([])
  expect((await camille.call("POST", `/admin/cases/${caseReference}/dismiss`, reason)).status).toBe(204)
  await soon(() => expect(savesOf(other)).toHaveLength(1))
})

test("a request that writes, but is no act of staff, publishes no save", async () => {
  const [camille, robin] = [await insertStaffPerson("support"), await insertStaffPerson("support")]
  const reference = "T-00000000"
  const other = await openBackOffice(robin, recordChannel("tickets", reference))
  // The session's last use is stored with this request.
  await db
    .update(sessions)
    .set({ lastUsedAt: Date.now() - 2 * HOUR })
    .where(eq(sessions.userId, camille.id))
  expect((await camille.call("POST", `/admin/tickets/${reference}/notes`, { note: "Nobody's" })).status).toBe(404)
  await openBackOffice(await insertStaffPerson("support"), recordChannel("tickets", reference))
  await soon(() => expect(lastList(other)).toHaveLength(1))
  expect(savesOf(other)).toEqual([])
})

describe("who no longer may", () => {
  test("a revoked role closes the sockets of the back office, and the record's channel is then refused", async () => {
    const owner = await insertStaffPerson()
    const colleague = await insertColleague("support", "finance")
    const person = await personOf(colleague)
    const channel = newRecord()
    const socket = await openBackOffice(person, channel)
    const grants = await db.select().from(staffGrants).where(eq(staffGrants.userId, colleague.id))
    const grant = grants.find(({ role }) => role === "support")
    expect((await owner.call("DELETE", `/admin/staff/grants/${grant?.id}`)).status).toBeLessThan(300)
    expect(await socket.closing()).toBe(4100)
    await soon(async () => expect(await storedIn(channel)).toEqual([]))
    expect(await statusOf(person, channel)).toBe(403)
    expect(await statusOf(person, backOfficeChannel)).toBe(200)
  })

  test("a role that ended by itself is noticed when the channels are compared", async () => {
    const colleague = await insertColleague("support", "finance")
    const person = await personOf(colleague)
    const channel = newRecord()
    const socket = await openBackOffice(person, channel)
    const keeper = await openBackOffice(await insertStaffPerson("support"), channel)
    await soon(() => expect(lastList(keeper)).toHaveLength(1))
    await db
      .update(staffGrants)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(staffGrants.userId, colleague.id))
    await ringLater(61_000)
    expect(await socket.closing()).toBe(4100)
  })

  test("who signs out leaves the record at once", async () => {
    const { robin, first, second } = await openTogether()
    await robin.call("POST", "/auth/logout")
    expect(await second.closing()).toBe(4100)
    await soon(() => expect(lastList(first)).toEqual([]))
  })

  test("a new role closes the sockets too, so that its queues are heard", async () => {
    const owner = await insertStaffPerson()
    const person = await insertStaffPerson("finance")
    const socket = await openBackOffice(person)
    const grant = { email: person.user.email, role: "support" }
    expect((await owner.call("POST", "/admin/staff/grants", grant)).status).toBe(201)
    expect(await socket.closing()).toBe(4100)
  })

  test("the member's own channel carries nothing of the back office", async () => {
    const { channel, robin, second } = await openTogether()
    const own = await robin.connect()
    await own.subscribe(robin, userChannel(robin.id))
    edit(second, channel)
    await env.UserChannel.getByName(robin.id).publish("test", {}, Date.now())
    await own.event("test")
    expect(own.events("record.people")).toEqual([])
  })
})
