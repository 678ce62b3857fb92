import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { dayOf, startOfDay } from "~/domain/core/shared/site-days"
import { DAY, HOUR } from "~/lib/time"
import { viewCounterOf } from "../../../../party/objects"
import { countHashes, type Sketch } from "../../../../party/view-counter/sketch"
import { ViewCounter } from "../../../../party/view-counter/view-counter"
import { addCookie, fetchApp, fetchWith, newAddress, withAccess } from "../../helpers/app"
import { brokenDatabase } from "../../helpers/broken"
import { insertOwner, insertPremium } from "../../helpers/chat"
import { takeLog } from "../../helpers/log"
import { insertGroup, insertSession, insertUser } from "../../helpers/rows"

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
  runInDurableObject(counterOf(slug), (_: ViewCounter, { storage }) =>
    sketchesOf(storage, slug).reduce((sum, { sketch }) => sum + countHashes(sketch), 0),
  )
function sketchesOf({ sql }: DurableObjectStorage, slug: string) {
  const isThere = sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'sketches'").toArray().length > 0
  if (!isThere) return []
  return sql.exec<{ day: string; sketch: Sketch }>("SELECT * FROM sketches WHERE slug = ? ORDER BY day", slug).toArray()
}
const flush = (slug: string, now: number) =>
  runInDurableObject(counterOf(slug), (instance: ViewCounter) => instance.flush(now))
const storedOf = async ({ profile }: Owner) =>
  (await env.DB.prepare("SELECT day, views FROM profile_days WHERE profile_id = ?").bind(profile.id).all()).results

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
    expect(await storedOf(owner)).toEqual([{ day, views: 1 }])
    expect(await viewsOf(owner.slug)).toBe(1)
  })

  test("what is stored of a visit cannot be tested: its salt is drawn each day, and in memory alone", async () => {
    const [{ slug }, address] = [await insertOwner(), newAddress()]
    const hashesOf = (of: string) =>
      runInDurableObject(counterOf(slug), (_: ViewCounter, { storage }) =>
        sketchesOf(storage, slug).flatMap((row) => (row.day === of ? [...new Uint32Array(row.sketch)] : [])),
      )
    await see(slug, { headers: { "CF-Connecting-IP": address } })
    const first = await hashesOf(day)
    vi.setSystemTime(noon + DAY)
    await see(slug, { headers: { "CF-Connecting-IP": address } })
    const second = await hashesOf(dayOf(noon + DAY))
    expect([first.length, second.length]).toEqual([1, 1])
    expect(first).not.toEqual(second)
    await runInDurableObject(counterOf(slug), async (_: ViewCounter, { storage }) => {
      expect((await storage.list()).size).toBe(0)
    })
  })

  test("an object that was restarted goes on from its sketches, and counts who comes back again", async () => {
    const day2 = noon + 2 * DAY
    await runInDurableObject(counterOf("restarted"), async (instance: ViewCounter, state) => {
      const visit = async (object: ViewCounter, from: number, to: number) => {
        for (let visitor = from; visitor < to; visitor += 1) await object.see("restarted", `visitor ${visitor}`, day2)
      }
      const count = () => sketchesOf(state.storage, "restarted").map(({ sketch }) => countHashes(sketch))
      await visit(instance, 0, 3)
      await visit(instance, 0, 4)
      expect(count()).toEqual([4])
      const again = new ViewCounter(state as unknown as DurableObjectState, env)
      await visit(again, 3, 6)
      await visit(again, 3, 6)
      expect(count()).toEqual([7])
      await again.flush(day2 + DAY)
      expect(count()).toEqual([])
    })
  })

  test("a visitor of 300 profiles in a day is a crawler from then on, until the next day; others are not", async () => {
    await runInDurableObject(counterOf("crawled"), async (instance: ViewCounter, { storage }) => {
      const at = noon + 3 * DAY
      for (let n = 0; n < 400; n += 1) await instance.see(`crawled-${n}`, "crawler", at)
      const seen = () => storage.sql.exec("SELECT 1 FROM sketches WHERE slug LIKE 'crawled-%'").toArray().length
      expect(seen()).toBe(300)
      for (let n = 0; n < 400; n += 1) await instance.see("crawled-0", "reader", at)
      await instance.see("crawled-399", "reader", at)
      expect(seen()).toBe(301)
      await instance.see("crawled-398", "crawler", at + DAY)
      expect(seen()).toBe(302)
      await instance.flush(at + 2 * DAY)
    })
  })

  test("views that were counted before there were sketches count on, also after a rollback", async () => {
    const { slug, profile } = await insertOwner()
    await runInDurableObject(counterOf(slug), async (_: ViewCounter, state) => {
      const { sql } = state.storage
      const count = (views: number) => {
        sql.exec(
          "CREATE TABLE IF NOT EXISTS views (day TEXT NOT NULL, slug TEXT NOT NULL, views INTEGER NOT NULL, PRIMARY KEY (day, slug)) WITHOUT ROWID",
        )
        sql.exec("INSERT INTO views VALUES (?, ?, ?)", day, slug, views)
      }
      const renew = () => new ViewCounter(state as unknown as DurableObjectState, env)
      const counts = () => sketchesOf(state.storage, slug).map(({ sketch }) => countHashes(sketch))
      count(41)
      await renew().see(slug, "somebody", noon)
      expect(counts()).toEqual([42])
      expect(sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'views'").toArray()).toEqual([])
      count(8)
      await renew().see(slug, "another", noon)
      expect(counts()).toEqual([51])
      await renew().flush(noon + DAY)
    })
    const stored = await env.DB.prepare("SELECT day, views FROM profile_days WHERE profile_id = ? ORDER BY day").bind(
      profile.id,
    )
    expect((await stored.all()).results).toEqual([{ day, views: 51 }])
  })

  test("nothing of a visitor is stored but a salted hash of each visit, not even until the evening", async () => {
    const { slug } = await insertOwner()
    const address = newAddress()
    await see(slug, { headers: { "CF-Connecting-IP": address } })
    const columns = await runInDurableObject(counterOf(slug), (_: ViewCounter, { storage }) => [
      ...storage.sql.exec(
        "SELECT m.name AS tab, c.name AS col FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.name NOT LIKE '\\_cf%' ESCAPE '\\'",
      ),
    ])
    expect(columns.map(({ tab, col }) => `${tab}.${col}`).toSorted()).toEqual([
      "sketches.day",
      "sketches.sketch",
      "sketches.slug",
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
      const [stored] = sketchesOf(storage, owner.slug)
      expect(stored && countHashes(stored.sketch)).toBe(3)
      expect(await storage.getAlarm()).not.toBeNull()
      await instance.flush(noon + DAY)
      // The answer was lost: the rows are still there.
      storage.sql.exec("INSERT INTO sketches VALUES (?, ?, ?)", day, owner.slug, stored?.sketch)
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
    const count = () => env.DB.prepare("SELECT count(*) FROM profile_days").first("count(*)")
    // Several profiles share a counter: what it holds of others is written before.
    await flush("gone", noon + DAY)
    const before = await count()
    await counterOf("gone").see("gone", "somebody", noon)
    await flush("gone", noon + DAY)
    expect(await viewsOf("gone")).toBe(0)
    expect(await count()).toBe(before)
  })
})
