import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { auditLog, calendarAddresses, calendarFeeds, profiles, users } from "~/db/schema"
import { resolveActor } from "~/domain/accounts/sessions/session.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { addDays, dayOf } from "~/domain/core/shared/site-days"
import { endAddress, replaceAddress } from "~/domain/profiles/calendar/feeds/address.server"
import {
  connectFeed,
  disconnectFeed,
  getCalendars,
  readDueFeeds,
  readFeedNow,
} from "~/domain/profiles/calendar/feeds/feeds.server"
import type { Feed } from "~/domain/profiles/calendar/feeds/schema"
import { DAY, HOUR, MINUTE } from "~/lib/time"
import { createCtx } from "../../../../worker/context"
import { logText, watchLog } from "../../helpers/log"
import { insertMember } from "../../helpers/member"
import {
  db,
  insertCategory,
  insertCity,
  insertProfile,
  withoutDecisionRules,
  withoutPublicationRules,
} from "../../helpers/rows"

watchLog()

type Member = Awaited<ReturnType<typeof insertMember>>

const secret = "a-secret-of-the-address"
const address = `https://calendar.google.com/ical/${secret}/basic.ics`
const feedPath = "/me/profile/calendar/feed"

const today = dayOf(Date.now())
const day = (count: number) => addDays(today, count)
const calendarOf = (...days: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...days.flatMap((one) => [
      "BEGIN:VEVENT",
      `UID:${one}`,
      "SUMMARY:A secret appointment",
      `DTSTART;TZID=Europe/Paris:${one.replaceAll("-", "")}T190000`,
      "DURATION:PT2H",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
    "",
  ].join("\r\n")
const evening = (count: number) => `${day(count)}-evening`

let base: { cityId: string; categoryId: string }

beforeAll(async () => {
  base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
})

/** Responses of calendars elsewhere by their address; every other one is not found. */
const responses = new Map<string, () => Response | Promise<Response>>()
let requested: string[] = []

beforeEach(async () => {
  await db.delete(calendarFeeds)
  responses.clear()
  requested = []
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    requested.push(String(input))
    return responses.get(String(input))?.() ?? new Response("gone", { status: 410 })
  })
})

afterEach(() => {
  vi.mocked(fetch).mockRestore()
})

async function insertOwner(values: object = {}) {
  const member = await insertMember()
  const profile = await insertProfile({ ...base, ...values, ownerId: member.user.id })
  return { ...member, profile }
}

const connect = (one: Member, to = address) => one.call("PUT", feedPath, { address: to })
const feedOf = async (response: Response) => (await response.json<{ feed: Feed | null }>()).feed
const rowOf = async (profileId: string) => {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.profileId, profileId))
  return row
}
/** Runs the cron's step at a time; returns its place and what it logged as failed. */
async function runAt(now: number) {
  const failed: unknown[] = []
  const ctx = createCtx(env, openDatabase(env.DB, null).db, () => {})
  const place = await readDueFeeds({ ...ctx, now: () => now, logError: (...args) => void failed.push(args) })
  return { place, failed }
}

describe("a calendar that an owner connects", () => {
  test("is read at once, and of it only the busy parts of days are stored, and its address encrypted", async () => {
    const owner = await insertOwner()
    responses.set(address, () => new Response(calendarOf(day(2), day(5), day(200))))
    const response = await connect(owner)
    expect(response.status).toBe(200)
    expect(response.headers.get("Cache-Control")).toBe("private, no-store")
    expect(await feedOf(response)).toEqual({
      host: "calendar.google.com",
      error: null,
      read_at: expect.any(Number),
      busy: [evening(2), evening(5)],
    })
    const row = await rowOf(owner.profile.id)
    expect(row).toMatchObject({ busy: `${evening(2)},${evening(5)}`, error: null, failures: 0 })
    expect(row?.dueAt).toBeGreaterThan(Date.now() + HOUR - MINUTE)
    const stored = JSON.stringify([row, await db.select().from(auditLog), logText()])
    for (const word of [secret, "google", "appointment"]) expect(stored).not.toContain(word)
  })

  test("replaces the former one, of which nothing remains", async () => {
    const owner = await insertOwner()
    responses.set(address, () => new Response(calendarOf(day(2))))
    await connect(owner)
    const other = "https://outlook.office365.com/owa/calendar.ics"
    expect(await feedOf(await connect(owner, "webcal://outlook.office365.com/owa/calendar.ics"))).toEqual({
      host: "outlook.office365.com",
      error: "refused",
      read_at: null,
      busy: [],
    })
    expect(requested).toEqual([address, other])
    expect(await db.select().from(calendarFeeds)).toHaveLength(1)
  })

  test.each([
    "https://169.254.169.254/latest",
    "https://localhost/a.ics",
    "http://calendar.google.com/a.ics",
    "nothing",
  ])("at %s is refused, and nothing is requested or stored", async (to) => {
    const owner = await insertOwner()
    const response = await connect(owner, to)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: "validation.failed",
      errors: { address: [expect.stringContaining("iCal")] },
    })
    expect(requested).toEqual([])
    expect(await rowOf(owner.profile.id)).toBeUndefined()
  })

  test("is the owner's alone: who has no profile has none, and nobody else's is changed", async () => {
    const [owner, other, stranger] = [await insertOwner(), await insertOwner(), await insertMember()]
    responses.set(address, () => new Response(calendarOf(day(2))))
    await connect(owner)
    for (const [method, path] of [
      ["GET", feedPath],
      ["DELETE", feedPath],
      ["POST", `${feedPath}/read`],
    ] as const)
      expect([method, (await stranger.call(method, path)).status]).toEqual([method, 404])
    expect((await connect(stranger)).status).toBe(404)
    expect(await feedOf(await other.call("GET", feedPath))).toBeNull()
    expect((await other.call("DELETE", feedPath)).status).toBe(404)
    expect((await other.call("POST", `${feedPath}/read`)).status).toBe(404)
    expect(await rowOf(owner.profile.id)).toBeDefined()
  })

  test("stays as it is for an actor whose profile changed hands since their request began", async () => {
    const [owner, former] = [await insertOwner(), await insertOwner()]
    await connect(owner)
    await owner.call("POST", "/me/profile/calendar/address")
    const ctx = createCtx(env, openDatabase(env.DB, null).db, () => {})
    const actor = await resolveActor(ctx, former.session.token, { isCookie: true })
    if (!isSignedIn(actor)) throw new Error("not signed in")
    const workshop = { id: owner.profile.id, slug: "", state: "draft" as const }
    const stale = { ...ctx, actor: { ...actor, user: { ...actor.user, workshop } } }
    const before = [await rowOf(owner.profile.id), await db.select().from(calendarAddresses)]
    requested = []
    expect(await getCalendars(stale)).toEqual({ feed: null, address: null })
    const connectStale = (ctx: typeof stale) => connectFeed(ctx, { address })
    for (const action of [connectStale, replaceAddress, disconnectFeed, readFeedNow, endAddress])
      await expect(action(stale)).rejects.toMatchObject({ code: "request.not_found" })
    expect([await rowOf(owner.profile.id), await db.select().from(calendarAddresses)]).toEqual(before)
    expect(requested).toEqual([])
  })

  test("is gone once it is disconnected", async () => {
    const owner = await insertOwner()
    await connect(owner)
    expect(await feedOf(await owner.call("DELETE", feedPath))).toBeNull()
    expect(await rowOf(owner.profile.id)).toBeUndefined()
    expect((await owner.call("DELETE", feedPath)).status).toBe(404)
  })

  test("is read when its owner asks, twenty times an hour", async () => {
    const owner = await insertOwner()
    await connect(owner)
    responses.set(address, () => new Response(calendarOf(day(3))))
    expect(await feedOf(await owner.call("POST", `${feedPath}/read`))).toMatchObject({
      error: null,
      busy: [evening(3)],
    })
    const statuses: number[] = []
    for (let n = 0; n < 19; n += 1) statuses.push((await owner.call("POST", `${feedPath}/read`)).status)
    expect(statuses).toEqual([...Array(18).fill(200), 429])
    expect((await connect(owner)).status).toBe(429)
  })

  test.each([
    ["unreachable", () => new Response("oops", { status: 503 })],
    ["refused", () => new Response("gone", { status: 410 })],
    ["refused", () => new Response(null, { status: 302, headers: { Location: "http://169.254.169.254/" } })],
    ["too_large", () => new Response(`BEGIN:VCALENDAR\r\n${"X:1\r\n".repeat(300_000)}`)],
    ["too_large", () => new Response(calendarOf(day(2)).replace("DURATION", "RRULE:FREQ=SECONDLY\r\nDURATION"))],
    ["unreadable", () => new Response("<!doctype html>")],
    ["unreadable", () => new Response("BEGIN:VCALENDAR\r\nnonsense")],
  ] as const)("that is %s says so", async (error, response) => {
    const owner = await insertOwner()
    responses.set(address, response)
    expect(await feedOf(await connect(owner))).toMatchObject({ error, read_at: null, busy: [] })
  })
})

describe("the hourly reading", () => {
  test("reads what is due, and nothing before", async () => {
    const owner = await insertOwner()
    responses.set(address, () => new Response(calendarOf(day(2))))
    await connect(owner)
    const { dueAt = 0 } = (await rowOf(owner.profile.id)) ?? {}
    await runAt(dueAt - 1)
    expect(requested).toHaveLength(1)
    responses.set(address, () => new Response(calendarOf(day(4))))
    expect(await runAt(dueAt)).toEqual({ place: null, failed: [] })
    expect(requested).toHaveLength(2)
    expect(await rowOf(owner.profile.id)).toMatchObject({ busy: evening(4), readAt: dueAt, dueAt: dueAt + HOUR })
  })

  test("keeps what was busy after a failure until it is over, and waits longer each time, up to a day", async () => {
    const owner = await insertOwner()
    responses.set(address, () => new Response(calendarOf(day(1), day(8))))
    await connect(owner)
    const readAt = (await rowOf(owner.profile.id))?.readAt
    responses.delete(address)
    const waits: number[] = []
    for (let n = 0; n < 8; n += 1) {
      const { dueAt = 0 } = (await rowOf(owner.profile.id)) ?? {}
      await runAt(dueAt)
      const row = await rowOf(owner.profile.id)
      waits.push(((row?.dueAt ?? 0) - dueAt) / HOUR)
      expect(row).toMatchObject({ error: "refused", failures: n + 1, readAt })
      expect(row?.busy).toContain(evening(8))
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24, 24])
    expect((await rowOf(owner.profile.id))?.busy).toBe(evening(8))
    responses.set(address, () => new Response(calendarOf()))
    const { dueAt = 0 } = (await rowOf(owner.profile.id)) ?? {}
    await runAt(dueAt)
    expect(await rowOf(owner.profile.id)).toMatchObject({ error: null, failures: 0, busy: "", dueAt: dueAt + HOUR })
  })

  test("writes busy parts only where they changed", async () => {
    const owner = await insertOwner()
    responses.set(address, () => new Response(calendarOf(day(2))))
    await connect(owner)
    await db.$client.batch([
      db.$client.prepare("CREATE TABLE busy_writes (profile_id TEXT)"),
      db.$client.prepare(
        "CREATE TRIGGER busy_written AFTER UPDATE OF busy ON calendar_feeds BEGIN INSERT INTO busy_writes VALUES (NEW.profile_id); END",
      ),
    ])
    try {
      const writes = async () => (await db.$client.prepare("SELECT * FROM busy_writes").all()).results.length
      await runAt(Date.now() + 2 * HOUR)
      responses.delete(address)
      await runAt(Date.now() + 4 * HOUR)
      expect(await writes()).toBe(0)
      responses.set(address, () => new Response(calendarOf(day(3))))
      await runAt(Date.now() + 6 * HOUR)
      expect(await writes()).toBe(1)
    } finally {
      await db.$client.batch([
        db.$client.prepare("DROP TRIGGER busy_written"),
        db.$client.prepare("DROP TABLE busy_writes"),
      ])
    }
  })

  test("reads each calendar once when two runs are at work at once", async () => {
    for (let n = 0; n < 3; n += 1) await connect(await insertOwner())
    requested = []
    await Promise.all([runAt(Date.now() + 2 * HOUR), runAt(Date.now() + 2 * HOUR)])
    expect(requested).toHaveLength(3)
  })

  test("reads those of profiles that are not public, too, and none of a withdrawn one, a banned or a suspended owner", async () => {
    const states = ["draft", "paused", "withdrawn", "banned", "published"] as const
    const owners = await Promise.all(states.map(() => insertOwner({ state: "draft" })))
    for (const [at, owner] of owners.entries()) {
      const own = `https://example.org/${states[at]}`
      await connect(owner, own)
      await withoutDecisionRules(() =>
        withoutPublicationRules(() =>
          db
            .update(profiles)
            .set({ state: states[at] === "published" ? "draft" : states[at] })
            .where(eq(profiles.id, owner.profile.id)),
        ),
      )
    }
    await withoutDecisionRules(() =>
      db
        .update(users)
        .set({ bannedAt: 1 })
        .where(eq(users.id, owners[4]?.user.id ?? "")),
    )
    requested = []
    const now = Date.now() + 2 * HOUR
    await runAt(now)
    expect(requested.toSorted()).toEqual(["https://example.org/draft", "https://example.org/paused"])
    const [withdrawn, banned] = [await rowOf(owners[2]?.profile.id ?? ""), await rowOf(owners[4]?.profile.id ?? "")]
    expect([withdrawn?.dueAt, banned?.dueAt]).toEqual([now + DAY, now + DAY])
  })

  test("reads twenty at a time, the longest due first, and goes on", async () => {
    const owner = await insertOwner()
    await connect(owner)
    const sealed = (await rowOf(owner.profile.id))?.addressSealed ?? ""
    const rows: (typeof calendarFeeds.$inferInsert)[] = []
    for (let n = 0; n < 21; n += 1) {
      const { id } = await insertProfile(base)
      rows.push({ profileId: id, addressSealed: sealed, dueAt: 100 - n, createdAt: 0 })
    }
    for (const row of rows) await db.insert(calendarFeeds).values(row)
    const first = await runAt(Date.now())
    expect(first.place).not.toBeNull()
    // Sealed for another profile: each is a failure of its own, and the others are read.
    expect(first.failed).toHaveLength(20)
    expect((await rowOf(rows[0]?.profileId ?? ""))?.dueAt).toBe(100)
    expect((await runAt(Date.now())).place).toBeNull()
    expect((await rowOf(rows[0]?.profileId ?? ""))?.dueAt).toBeGreaterThan(100)
  })

  test("that is under way when its owner connects another calendar changes nothing of that one", async () => {
    const owner = await insertOwner()
    await connect(owner)
    const other = "https://example.org/other"
    responses.set(other, () => new Response(calendarOf(day(6))))
    responses.set(address, async () => {
      await connect(owner, other)
      return new Response(calendarOf(day(2)))
    })
    await runAt(Date.now() + 2 * HOUR)
    expect(await feedOf(await owner.call("GET", feedPath))).toMatchObject({ host: "example.org", busy: [evening(6)] })
  })
})
