import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { profileDays } from "~/db/schema"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import { DAY, HOUR } from "~/lib/time"
import { viewCounterOf } from "../../../../party/objects"
import type { ViewCounter } from "../../../../party/view-counter/view-counter"
import { addCookie, fetchApp, fetchWith, newAddress, withAccess } from "../../helpers/app"
import { brokenDatabase } from "../../helpers/broken"
import { insertOwner, insertPremium } from "../../helpers/chat"
import { takeLog } from "../../helpers/log"
import { db, insertGroup, insertSession, insertUser } from "../../helpers/rows"

const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
/** Midday: no test runs into the next day. */
const noon = startOfDay(dayOf(Date.now())) + 12 * HOUR
const day = dayOf(noon)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

type Owner = Awaited<ReturnType<typeof insertOwner>>
const counterOf = (slug: string) => viewCounterOf(env, slug) as unknown as DurableObjectStub<ViewCounter>

async function see(slug: string, init: { path?: string; headers?: Record<string, string>; method?: string } = {}) {
  const { path = `/escorts/${slug}`, method = "GET" } = init
  const headers = { "User-Agent": agent, "CF-Connecting-IP": newAddress(), ...init.headers }
  const response = await fetchWith({}, path, await withAccess({ method, headers }))
  await response.text()
  return response
}

const viewsOf = async (slug: string) =>
  runInDurableObject(counterOf(slug), async (instance: ViewCounter, { storage }) => {
    expect(instance).toBeDefined()
    const { results } = { results: storage.sql.exec("SELECT name FROM sqlite_schema WHERE name = 'views'").toArray() }
    if (results.length === 0) return 0
    const [row] = storage.sql.exec<{ views: number }>("SELECT views FROM views WHERE slug = ?", slug).toArray()
    return row?.views ?? 0
  })
const flush = (slug: string, now: number) =>
  runInDurableObject(counterOf(slug), (instance: ViewCounter) => instance.flush(now))
const storedOf = ({ profile }: Owner) => db.select().from(profileDays).where(eq(profileDays.profileId, profile.id))

describe("the views of a profile", () => {
  test("a visitor counts once a day however often they reload, whether the page comes from the cache or not", async () => {
    const { slug } = await insertOwner()
    const headers = { "CF-Connecting-IP": newAddress() }
    const caches: unknown[] = []
    for (let n = 0; n < 3; n += 1) {
      await see(slug, { headers })
      caches.push(takeLog("request").at(-1)?.cache)
    }
    expect(caches).toEqual(["miss", "hit", "hit"])
    expect(await viewsOf(slug)).toBe(1)
    await see(slug)
    expect(takeLog("request").at(-1)?.cache).toBe("hit")
    expect(await viewsOf(slug)).toBe(2)
    await see(slug, { headers, path: `/escorts/${slug}/infos` })
    expect(await viewsOf(slug)).toBe(2)
  })

  test("visitors at once are all counted, and one visitor at once is counted once", async () => {
    const { slug } = await insertOwner()
    await Promise.all(Array.from({ length: 20 }, () => see(slug)))
    expect(await viewsOf(slug)).toBe(20)
    const headers = { "CF-Connecting-IP": newAddress() }
    await Promise.all(Array.from({ length: 20 }, () => see(slug, { headers })))
    expect(await viewsOf(slug)).toBe(21)
  })

  test.each([
    [
      "a bot",
      { headers: { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" } },
    ],
    ["a client without a name", { headers: { "User-Agent": "" } }],
    ["a prefetch", { headers: { "Sec-Purpose": "prefetch" } }],
    ["a prerendering", { headers: { "Sec-Purpose": "prefetch;prerender" } }],
    ["a HEAD request", { method: "HEAD" }],
  ])("%s is not counted", async (_, init) => {
    const { slug } = await insertOwner()
    await see(slug, init)
    expect(await viewsOf(slug)).toBe(0)
  })

  test("neither the owner nor staff are counted; a member is, once from all their networks", async () => {
    const [owner, member] = [await insertOwner(), await insertPremium()]
    const staff = await insertUser()
    const group = await insertGroup({ root: true })
    await env.DB.prepare("INSERT INTO user_groups (user_id, group_id) VALUES (?, ?)").bind(staff.id, group.id).run()
    const as = async (user: { id: string }, isStrong = false) => {
      const { token } = await insertSession({ userId: user.id, isStrong })
      const headers = { "User-Agent": agent, "CF-Connecting-IP": newAddress() }
      const init = addCookie(await withAccess({ headers }), `__Host-salon_session=${token}`)
      expect((await fetchWith({}, `/escorts/${owner.slug}`, init)).status).toBe(200)
    }
    await as(owner.user)
    await as(staff)
    await as(staff, true)
    expect(await viewsOf(owner.slug)).toBe(0)
    await as(member.user)
    await as(member.user)
    expect(await viewsOf(owner.slug)).toBe(1)
  })

  test("a page that is not there is not counted, and other pages neither", async () => {
    const { slug } = await insertOwner()
    await see("nobody-here")
    await see(slug, { path: "/escorts" })
    expect(await viewsOf("nobody-here")).toBe(0)
    expect(await viewsOf(slug)).toBe(0)
  })

  test("a navigation without a document reports its view, and counts a visitor whom the document counted only once", async () => {
    const { slug } = await insertOwner()
    const headers = { "CF-Connecting-IP": newAddress(), Origin: "http://en.localhost:8787" }
    const report = { path: `/views/${slug}`, method: "POST", headers }
    expect((await see(slug, report)).status).toBe(204)
    await see(slug, { headers })
    expect(await viewsOf(slug)).toBe(1)
    const foreign = { ...report, headers: { "CF-Connecting-IP": newAddress(), Origin: "https://evil.example" } }
    expect((await see(slug, foreign)).status).toBe(403)
    expect((await fetchApp(`/views/${slug}`, { method: "POST", headers: { Origin: headers.Origin } })).status).toBe(403)
    expect(await viewsOf(slug)).toBe(1)
  })

  test("the next day the same visitor counts again, and the day before goes to D1 as one row", async () => {
    const owner = await insertOwner()
    const headers = { "CF-Connecting-IP": newAddress() }
    await see(owner.slug, { headers })
    vi.setSystemTime(noon + DAY)
    await see(owner.slug, { headers })
    await flush(owner.slug, noon + DAY)
    expect(await storedOf(owner)).toEqual([{ profileId: owner.profile.id, day, views: 1 }])
    expect(await viewsOf(owner.slug)).toBe(1)
  })

  test("nothing of a visitor is stored, not even until the evening", async () => {
    const { slug } = await insertOwner()
    const address = newAddress()
    await see(slug, { headers: { "CF-Connecting-IP": address } })
    const columns = await runInDurableObject(counterOf(slug), (_: ViewCounter, { storage }) => [
      ...storage.sql.exec(
        "SELECT m.name AS tab, c.name AS col FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.name NOT LIKE '\\_cf%' ESCAPE '\\'",
      ),
    ])
    expect(columns.map(({ tab, col }) => `${tab}.${col}`).toSorted()).toEqual([
      "views.day",
      "views.slug",
      "views.views",
    ])
  })

  test("a flush that fails is repeated, and one that is repeated after it succeeded doubles nothing", async () => {
    const owner = await insertOwner()
    for (let n = 0; n < 3; n += 1) await see(owner.slug)
    await runInDurableObject(counterOf(owner.slug), async (instance: ViewCounter, { storage }) => {
      const own = instance as unknown as { env: Env }
      const working = own.env
      own.env = { ...working, DB: brokenDatabase as unknown as D1Database }
      await instance.flush(noon + DAY)
      own.env = working
      expect(storage.sql.exec("SELECT views FROM views WHERE slug = ?", owner.slug).toArray()).toEqual([{ views: 3 }])
      expect(await storage.getAlarm()).not.toBeNull()
      await instance.flush(noon + DAY)
      // The answer was lost: the rows are still there.
      storage.sql.exec("INSERT INTO views VALUES (?, ?, 3)", day, owner.slug)
      await instance.flush(noon + DAY)
    })
    expect((await storedOf(owner)).map(({ views }) => views)).toEqual([3])
    expect(takeLog("views.not_written")).toHaveLength(1)
  })

  test("the views of today stay in the counter, and an unknown profile is dropped", async () => {
    const owner = await insertOwner()
    await see(owner.slug)
    await flush(owner.slug, noon)
    expect(await storedOf(owner)).toEqual([])
    await counterOf("gone").see("gone", "somebody", noon)
    await flush("gone", noon + DAY)
    expect(await viewsOf("gone")).toBe(0)
    const rows = await db
      .select()
      .from(profileDays)
      .where(eq(profileDays.day, addDays(day, -1)))
    expect(rows).toEqual([])
  })
})
