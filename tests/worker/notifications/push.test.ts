import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { notifications, pushSubscriptions, sessions } from "~/db/schema"
import { newId } from "~/lib/id"
import { PushService } from "../../push-service"
import { fetchWith, json } from "../helpers/app"
import { insertPair, insertPerson, type Person, rested, runDue } from "../helpers/chat"
import { takeLog } from "../helpers/log"
import { mailBindings, runJobs, takeJobs } from "../helpers/mail"
import { db, insertSession } from "../helpers/rows"

const origin = "https://updates.push.services.mozilla.com"
let service: PushService

beforeEach(() => {
  service = new PushService(origin, (env as { VAPID_PUBLIC_KEY: string }).VAPID_PUBLIC_KEY)
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => service.fetch(new Request(input, init)))
})

afterEach(() => {
  vi.mocked(fetch).mockRestore()
  takeJobs()
})

const path = "/me/push-subscriptions"
const subscribe = (person: Person, endpoint: string) => person.call("POST", path, { endpoint })
const endpointsOf = async (person: Person) =>
  (await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.id))).map((row) => row.endpoint)

/** Inserts a member without quiet hours, with a subscribed browser. */
async function insertSubscriber(name = "one") {
  const person = await insertPerson()
  await person.call("PUT", "/me/notification-settings", { rhythm: "soon", quiet_hours: null, time_zone: "UTC" })
  const endpoint = service.endpoint(`${person.id}-${name}`)
  expect((await subscribe(person, endpoint)).status).toBe(204)
  return { person, endpoint }
}

async function leaveUnread(person: Person, subject = "ticket:1"): Promise<string> {
  const now = Date.now()
  const row = { id: newId(now), userId: person.id, type: "ticket" as const, subject, state: "answered" }
  await db.insert(notifications).values({ ...row, createdAt: now, updatedAt: now })
  return row.id
}

const push = async (notificationId: string, changes = {}) =>
  (await runJobs([{ kind: "push", notificationId }], changes))[0]

describe("a push", () => {
  test("a push is sent for unread items, signed as push services require, without any content", async () => {
    const { person, endpoint } = await insertSubscriber()
    expect(await push(await leaveUnread(person))).toBe(true)
    expect(service.knocks).toEqual([{ endpoint, topic: "news" }])
    expect(service.payload).toBe(0)
  })

  test("no push is sent for read items, in quiet hours, or for deleted subjects", async () => {
    const { person } = await insertSubscriber()
    const id = await leaveUnread(person)
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes()
    const quiet_hours = { from: (minute + 1_380) % 1_440, to: (minute + 60) % 1_440 }
    await person.call("PUT", "/me/notification-settings", { rhythm: "soon", quiet_hours, time_zone: "UTC" })
    await push(id)
    await person.call("PUT", "/me/notification-settings", { rhythm: "soon", quiet_hours: null, time_zone: "UTC" })
    await person.call("POST", "/notifications/read", { all: true })
    await push(id)
    await push("nothing")
    expect(service.knocks).toEqual([])
  })

  test("a push is sent to every browser of a member, and deletes an expired subscription", async () => {
    const { person } = await insertSubscriber()
    await subscribe(person, service.endpoint(`${person.id}-two`))
    const id = await leaveUnread(person)
    await push(id)
    expect(service.knocks).toHaveLength(2)
    service.mood = "gone"
    expect(await push(await leaveUnread(person, "ticket:2"))).toBe(true)
    expect(await endpointsOf(person)).toEqual([])
  })

  test.each(["busy", "broken"] as const)("a push is retried later when the service is %s", async (mood) => {
    const { person } = await insertSubscriber()
    const id = await leaveUnread(person)
    service.mood = mood
    expect(await push(id)).toBe(false)
    expect(takeLog("job.failed")).toMatchObject([{ level: "error", kind: "push" }])
    service.mood = "well"
    expect(await push(id)).toBe(true)
    expect(service.knocks).toHaveLength(1)
  })

  test("a push that fails at one browser is retried at that one alone, three times at most", async () => {
    const { person, endpoint } = await insertSubscriber()
    const broken = service.endpoint(`${person.id}-broken`)
    await subscribe(person, broken)
    service.moods.set(broken, "broken")
    const id = await leaveUnread(person)
    const runs = []
    for (let run = 0; run < 11; run += 1) runs.push(await push(id))
    expect(runs).toEqual([false, false, false, ...Array.from({ length: 8 }, () => true)])
    expect(service.knocks).toEqual([{ endpoint, topic: "news" }])
    expect(service.tries.filter((url) => url === broken)).toHaveLength(4)
    await push(await leaveUnread(person, "ticket:2"))
    expect(
      service.tries.filter((url) => url === broken),
      "the next item tries it once",
    ).toHaveLength(5)
    service.moods.clear()
    await push(await leaveUnread(person, "ticket:3"))
    const rows = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.id))
    expect(rows.map(({ failures, failedAt }) => [failures, failedAt])).toEqual([
      [0, null],
      [0, null],
    ])
    takeLog("job.failed")
  })

  test("a retried push is not sent in quiet hours, and not repeated after them", async () => {
    const { person, endpoint } = await insertSubscriber()
    service.moods.set(endpoint, "busy")
    await subscribe(person, service.endpoint(`${person.id}-two`))
    const id = await leaveUnread(person)
    expect(await push(id)).toBe(false)
    takeLog("job.failed")
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes()
    const quiet_hours = { from: (minute + 1_380) % 1_440, to: (minute + 60) % 1_440 }
    await person.call("PUT", "/me/notification-settings", { rhythm: "soon", quiet_hours, time_zone: "UTC" })
    service.moods.clear()
    expect(await push(id)).toBe(true)
    expect(service.knocks).toHaveLength(1)
    const [row] = await db.select().from(notifications).where(eq(notifications.id, id))
    expect(row?.pushAt).toBeNull()
  })

  test.each(["gone", "unknown", "unauthorized", "forbidden"] as const)(
    "a push that a service refuses as %s ends that subscription, and no other",
    async (mood) => {
      const { person, endpoint } = await insertSubscriber()
      const ended = service.endpoint(`${person.id}-ended`)
      await subscribe(person, ended)
      service.moods.set(ended, mood)
      expect(await push(await leaveUnread(person))).toBe(true)
      expect(await endpointsOf(person)).toEqual([endpoint])
      expect(service.knocks).toHaveLength(1)
    },
  )

  test("a stored endpoint that no service accepts is forgotten, and the others are reached", async () => {
    const { person, endpoint } = await insertSubscriber()
    const row = { userId: person.id, familyId: person.session.familyId, createdAt: 1, updatedAt: 1 }
    await db
      .insert(pushSubscriptions)
      .values({ ...row, id: newId(1), endpoint: `https://user:pw@fcm.googleapis.com/${person.id}` })
    expect(await push(await leaveUnread(person))).toBe(true)
    expect(await endpointsOf(person)).toEqual([endpoint])
    expect(service.knocks).toHaveLength(1)
  })

  test("a push subscription ends with its sign-in, however that ends", async () => {
    const { person } = await insertSubscriber()
    await insertSession({ userId: person.id })
    const id = await leaveUnread(person)
    await db.update(sessions).set({ expiresAt: 1 }).where(eq(sessions.id, person.session.id))
    await push(id)
    expect(service.knocks).toEqual([])
    expect(await endpointsOf(person)).toHaveLength(1)
    await db.delete(sessions).where(eq(sessions.id, person.session.id))
    expect(await endpointsOf(person)).toEqual([])
  })

  test("a push follows a message that the room has delivered", async () => {
    const { member, owner, id } = await insertPair()
    await owner.call("POST", `/conversations/${id}/read`, { seq: 1 })
    vi.useFakeTimers({ toFake: ["Date"] })
    await member.send(id, "Are you there?")
    await rested(id)
    await owner.call("PUT", "/me/notification-settings", { rhythm: "soon", quiet_hours: null, time_zone: "UTC" })
    await subscribe(owner, service.endpoint(owner.id))
    expect(await runDue(owner.id), "a message that is read at once needs no push").toEqual([])
    vi.setSystemTime(Date.now() + 5_000)
    const jobs = await runDue(owner.id)
    expect(jobs).toMatchObject([{ kind: "chat_push", userId: owner.id }])
    expect(await runDue(owner.id), "it is asked for once").toEqual([])
    await runJobs(jobs)
    await runJobs(jobs)
    vi.useRealTimers()
    expect(service.knocks).toHaveLength(1)
  })
})

describe("a push of a conversation", () => {
  const MINUTE = 60_000
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Inserts an owner with a browser, who has read everything, and runs their jobs until none are left. */
  async function insertWatcher(settings: object = {}) {
    const { member, owner, id } = await insertPair()
    await owner.call("POST", `/conversations/${id}/read`, { seq: 1 })
    const chosen = { rhythm: "soon", quiet_hours: null, time_zone: "UTC", ...settings }
    await owner.call("PUT", "/me/notification-settings", chosen)
    await subscribe(owner, service.endpoint(owner.id))
    /** Lets some time pass, and what is due then. Returns the number of pushes so far. */
    const wait = async (time: number) => {
      vi.setSystemTime(Date.now() + time)
      await runJobs(await runDue(owner.id))
      return service.knocks.length
    }
    const write = async (body: string) => {
      await member.send(id, body)
      await rested(id)
      return wait(5_000)
    }
    return { owner, id, write, wait }
  }

  test("a push of a conversation repeats for a new message ten minutes after the last one, though nothing was read", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { write } = await insertWatcher()
    expect(await write("One")).toBe(1)
    vi.setSystemTime(Date.now() + 9 * MINUTE)
    expect(await write("Two")).toBe(1)
    vi.setSystemTime(Date.now() + 2 * MINUTE)
    expect(await write("Three")).toBe(2)
    expect(await write("Four")).toBe(2)
  })

  test("a push of a conversation due in quiet hours is sent after them, once, if it is still unread", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 0, 5, 23, 0) })
    const { owner, id, write, wait } = await insertWatcher({ quiet_hours: { from: 22 * 60, to: 8 * 60 } })
    expect(await write("Late")).toBe(0)
    expect(await wait(MINUTE)).toBe(0)
    vi.setSystemTime(Date.UTC(2027, 0, 5, 23, 30))
    expect(await write("Later"), "and puts nothing off any further").toBe(0)
    vi.setSystemTime(Date.UTC(2027, 0, 6, 9))
    for (let n = 0; n < 2; n += 1) expect(await wait(0)).toBe(1)
    vi.setSystemTime(Date.UTC(2027, 0, 6, 9, 20))
    expect(await write("Morning"), "and is no end of it").toBe(2)
    vi.setSystemTime(Date.UTC(2027, 0, 6, 23, 0))
    expect(await write("Night")).toBe(2)
    await owner.call("POST", `/conversations/${id}/read`, { seq: 5 })
    vi.setSystemTime(Date.UTC(2027, 0, 7, 9))
    expect(await wait(0), "what was read meanwhile is not pushed").toBe(2)
  })

  test("a push of a conversation is sent at once after a reading, however soon that is", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { owner, id, write } = await insertWatcher()
    expect(await write("One")).toBe(1)
    await owner.call("POST", `/conversations/${id}/read`, { seq: 2 })
    expect(await write("Two")).toBe(2)
  })
})

describe("a subscription", () => {
  test.each([
    "http://updates.push.services.mozilla.com/x",
    "https://localhost/x",
    "https://169.254.169.254/latest",
    "https://updates.push.services.mozilla.com:8080/x",
    "https://updates.push.services.mozilla.com.evil.example/x",
    "https://evil.example/?fcm.googleapis.com",
    "https://user@evil.example/push.apple.com",
    "https://user:pw@fcm.googleapis.com/x",
    "https://user@fcm.googleapis.com/x",
    "https://:pw@fcm.googleapis.com/x",
  ])("a push subscription at %s is refused: a member cannot choose the host of our requests", async (endpoint) => {
    const person = await insertPerson()
    const response = await subscribe(person, endpoint)
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([422, "push.unknown_service"])
    expect(await endpointsOf(person)).toEqual([])
  })

  test.each(["fcm.googleapis.com", "web.push.apple.com", "wns2-par02p.notify.windows.com"])(
    "a push subscription is accepted at %s",
    async (host) => {
      const person = await insertPerson()
      expect((await subscribe(person, `https://${host}/${person.id}`)).status).toBe(204)
    },
  )

  test.each([
    {},
    { endpoint: "" },
    { endpoint: "javascript:alert(1)" },
    { endpoint: `https://fcm.googleapis.com/${"x".repeat(1_000)}` },
  ])("a push subscription like %j is refused", async (body) => {
    const person = await insertPerson()
    expect((await person.call("POST", path, body)).status).toBe(422)
  })

  test("a push subscription moves to the browser's next member, and only its own member removes it", async () => {
    const { person, endpoint } = await insertSubscriber()
    const next = await insertPerson()
    await next.call("DELETE", path, { endpoint })
    expect(await endpointsOf(person)).toEqual([endpoint])
    await subscribe(next, endpoint)
    expect([await endpointsOf(person), await endpointsOf(next)]).toEqual([[], [endpoint]])
    await next.call("DELETE", path, { endpoint })
    expect(await endpointsOf(next)).toEqual([])
  })

  test("a push subscription needs a signed-in member, and a configured service", async () => {
    const person = await insertPerson()
    const off = { ...mailBindings, VAPID_PUBLIC_KEY: "", VAPID_PRIVATE_KEY: "", VAPID_SUBJECT: "" }
    const response = await fetchWith(off, `/api${path}`, json({ endpoint: service.endpoint("x") }, person.headers))
    expect([response.status, await response.json()]).toMatchObject([404, { code: "push.off" }])
    expect((await fetchWith(off, "/api/push-key", { headers: person.headers })).status).toBe(200)
    expect(await (await fetchWith(off, "/api/push-key", { headers: person.headers })).json()).toEqual({
      public_key: null,
    })
    expect(await push(await leaveUnread(person), off)).toBe(true)
  })
})
