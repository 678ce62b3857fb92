import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { profiles } from "~/db/schema"
import type { Ctx } from "~/domain/core/context"
import { sweepAvailability } from "~/domain/profiles/availability.server"
import { findProfiles } from "~/domain/profiles/service.server"
import { fetchWith, withAccess } from "../helpers/app"
import { runCron } from "../helpers/mail"
import { db, insertCategory, insertCity, insertProfile } from "../helpers/rows"

const now = Date.now()
const MINUTE = 60_000

let base: { cityId: string; categoryId: string }
beforeEach(async () => {
  await db.delete(profiles)
  base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
})

/** Returns the listing's answer to who is available at a time: by the filter, by its count and on the cards. */
async function availableAt(time: number) {
  const ctx = { db: openDatabase(env.DB, null).db, actor: { kind: "visitor" }, locale: "en", now: () => time } as Ctx
  const [found, all] = [await findProfiles(ctx, { available: "1" }), await findProfiles(ctx, {})]
  return {
    filter: found.profiles.map(({ slug }) => slug).toSorted(),
    count: all.available,
    cards: all.profiles.flatMap(({ slug, is_available }) => (is_available ? [slug] : [])).toSorted(),
  }
}
const sweepAt = (time: number) => sweepAvailability({ db: openDatabase(env.DB, null).db, now: () => time })
const untilOf = async (slug: string) =>
  (
    await db
      .select({ until: profiles.availableUntil, version: profiles.version })
      .from(profiles)
      .where(eq(profiles.slug, slug))
  )[0]
const epoch = () => env.DB.prepare("SELECT epoch FROM content_epoch").first<number>("epoch")

test("availability that lapsed leaves the filter, the counts and the cards; what goes on stays", async () => {
  await insertProfile({ ...base, slug: "lapsed", availableUntil: now + MINUTE })
  await insertProfile({ ...base, slug: "staying", availableUntil: now + 60 * MINUTE })
  await insertProfile({ ...base, slug: "never" })
  const both = ["lapsed", "staying"]
  expect(await availableAt(now)).toEqual({ filter: both, count: 2, cards: both })
  const before = Number(await epoch())
  await sweepAt(now + MINUTE)
  expect(await availableAt(now + MINUTE)).toEqual({ filter: ["staying"], count: 1, cards: ["staying"] })
  expect(Number(await epoch())).toBeGreaterThan(before)
  expect(await untilOf("lapsed")).toEqual({ until: null, version: 1 })
  expect(await untilOf("staying")).toEqual({ until: now + 60 * MINUTE, version: 1 })
})

test("a sweep with nothing to do leaves cached pages alone", async () => {
  await insertProfile({ ...base, availableUntil: now + 60 * MINUTE })
  const before = await epoch()
  await sweepAt(now)
  expect(await epoch()).toBe(before)
})

test("the cron of every five minutes sweeps, and the page shows it", async () => {
  await insertProfile({ ...base, availableUntil: now + 60 * MINUTE })
  await insertProfile({ ...base, slug: "soon", name: "Soonia", availableUntil: now + MINUTE })
  const listed = async () =>
    (await (await fetchWith({}, "/escorts?available=1", await withAccess())).text()).includes("Soonia")
  expect(await listed()).toBe(true)
  vi.useFakeTimers({ toFake: ["Date"], now: now + 2 * MINUTE })
  await runCron("*/5 * * * *")
  vi.useRealTimers()
  expect(await listed()).toBe(false)
})

test("a sweep takes no more than its bound, the longest lapsed first, and the next one the rest", async () => {
  for (let n = 0; n < 5; n += 1) await insertProfile({ ...base, slug: `p${n}`, availableUntil: now - n * MINUTE })
  const ctx = { db: openDatabase(env.DB, null).db, now: () => now }
  await sweepAvailability(ctx, { batch: 2, batches: 2 })
  expect((await availableAt(0)).filter).toEqual(["p0"])
  await sweepAvailability(ctx, { batch: 2, batches: 2 })
  expect((await availableAt(0)).filter).toEqual([])
})

test("a sweep looks lapsed profiles up in their index", async () => {
  const statements: string[] = []
  const recorded = {
    withSession: () => ({
      prepare: (query: string) => {
        statements.push(query)
        return env.DB.prepare(query)
      },
      batch: env.DB.batch.bind(env.DB),
      getBookmark: () => null,
    }),
  } as unknown as D1Database
  await sweepAvailability({ db: openDatabase(recorded, null).db, now: () => now })
  expect(statements).toHaveLength(1)
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statements[0]}`)
    .bind(null, now, 1)
    .all<{ detail: string }>()
  const plan = results.map(({ detail }) => detail)
  expect(plan.filter((detail) => detail.startsWith("SCAN") || detail.includes("TEMP B-TREE"))).toEqual([])
  expect(plan.join()).toContain("profiles_available (available_until<?)")
})
