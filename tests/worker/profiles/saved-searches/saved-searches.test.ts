import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { cities, notifications, profiles, savedSearches } from "~/db/schema"
import { maxSavedSearches } from "~/domain/profiles/saved-searches/limits"
import { fetchApp, form, fr, signedIn, withAccess } from "../../helpers/app"
import { runJobs } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { elementsOf, shownText } from "../../helpers/page"
import { completeProfile, db, insertCategory, insertCity, insertProfile } from "../../helpers/rows"
import { publishNew } from "./published"

let lyon: Awaited<ReturnType<typeof insertCity>>
let dinners: Awaited<ReturnType<typeof insertCategory>>
let member: Awaited<ReturnType<typeof insertMember>>

interface Saved {
  id: string
  query: string
  is_alerted: boolean
  new_profiles_count: number
}

beforeAll(async () => {
  lyon = await insertCity({ slug: "saved-lyon" })
  dinners = await insertCategory({ slug: "saved-dinners" })
})

beforeEach(async () => {
  await db.delete(savedSearches)
  await db.delete(profiles)
  member = await insertMember()
})

const save = (query: string, who = member) => who.call("POST", "/me/searches", { query })
const list = async (who = member) => (await (await who.call("GET", "/me/searches")).json<{ data: Saved[] }>()).data
const inLyon = () => ({ cityId: lyon.id, categoryId: dinners.id })

describe("a saved search", () => {
  test("is one, whatever the order of its filters, and without order and paging", async () => {
    const first = await (await save("city=saved-lyon&language=es,fr&max_price=100&min_price=300")).json<Saved>()
    const again = await save("min_price=100&max_price=300&language=fr,es&sort=price-up&show=48&city=Saved-Lyon")
    expect(first.query).toBe("city=saved-lyon&language=es,fr&min_price=100&max_price=300")
    expect([again.status, (await again.json<Saved>()).id]).toEqual([200, first.id])
    expect(await list()).toHaveLength(1)
  })

  test.each(["city=atlantis", "category=saved-dinners,none", "language=xx", "when=someday", "min_price=75"])(
    "is refused with what no list has: %s",
    async (query) => {
      const response = await save(query)
      expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([400, "filter.unknown"])
      expect(await list()).toEqual([])
    },
  )

  test("is one of twenty at most", async () => {
    const now = Date.now()
    const at = { userId: member.user.id, locale: "en" as const, isAlerted: false, notifiedPlace: 0, seenPlace: 0 }
    for (let n = 1; n < maxSavedSearches; n += 1)
      await db.insert(savedSearches).values({ ...at, id: `saved-${n}`, query: `q=${n}`, createdAt: now })
    expect((await save("city=saved-lyon")).status).toBe(200)
    const refused = await save("category=saved-dinners")
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([409, "searches.full"])
    expect((await save("city=saved-lyon")).status).toBe(200)
  })

  test("is saved once by presses at the same time, and never beyond twenty", async () => {
    const same = await Promise.all(Array.from({ length: 4 }, () => save("city=saved-lyon")))
    expect(new Set(await Promise.all(same.map(async (one) => (await one.json<Saved>()).id))).size).toBe(1)
    const prices = [50, 100, 150, 200, 250]
    const queries = prices.flatMap((from) => prices.map((to) => `min_price=${from}&max_price=${to + 250}`))
    await Promise.all(queries.map((query) => save(query)))
    expect((await list()).length).toBe(maxSavedSearches)
  })

  test("is refused if it is longer than an address can be", async () => {
    expect((await save(`q=${"x".repeat(3_000)}`)).status).toBe(422)
    expect((await save(`q=${"x".repeat(1_000)}`)).status).toBe(400)
    expect(await list()).toEqual([])
  })

  test("counts the profiles published since it was opened, and leads to its list", async () => {
    const { id } = await (await save("city=saved-lyon")).json<Saved>()
    await db.update(savedSearches).set({ seenPlace: 0 }).where(eq(savedSearches.id, id))
    await publishNew({ ...inLyon(), publishedAt: null })
    expect((await list())[0]?.new_profiles_count).toBe(1)
    const opened = await member.open(`/profile/searches/${id}`)
    expect([opened.status, opened.headers.get("Location")]).toEqual([302, "/escorts?city=saved-lyon"])
    expect((await list())[0]?.new_profiles_count).toBe(0)
  })

  test("is nobody else's: others cannot open, change or remove it", async () => {
    const { id } = await (await save("city=saved-lyon")).json<Saved>()
    const other = await insertMember()
    expect((await other.open(`/profile/searches/${id}`)).status).toBe(404)
    expect((await other.call("PATCH", `/me/searches/${id}`, { is_alerted: false })).status).toBe(404)
    expect((await other.call("POST", `/me/searches/${id}/seen`)).status).toBe(404)
    expect((await other.call("DELETE", `/me/searches/${id}`)).status).toBe(204)
    expect(await list()).toEqual([expect.objectContaining({ id, is_alerted: true })])
    expect(await list(other)).toEqual([])
  })

  test("can be kept without alerts, and be told of again", async () => {
    const { id } = await (await save("city=saved-lyon")).json<Saved>()
    const off = await member.call("PATCH", `/me/searches/${id}`, { is_alerted: false })
    expect((await off.json<Saved>()).is_alerted).toBe(false)
    const on = await member.call("PATCH", `/me/searches/${id}`, { is_alerted: true })
    expect((await on.json<Saved>()).is_alerted).toBe(true)
  })

  test("stays when its city is not on offer any more, and says so", async () => {
    const city = await insertCity({ slug: "saved-atlantis" })
    await save("city=saved-atlantis")
    await db.delete(cities).where(eq(cities.id, city.id))
    const page = await member.open("/profile/searches")
    expect([page.status, shownText(await page.text())]).toEqual([200, expect.stringContaining("saved-atlantis")])
  })
})

describe("the list of profiles", () => {
  test("saves its filters by a form without script, and leads to the saved searches from then on", async () => {
    const address = `/escorts?city=${lyon.slug}`
    await insertProfile(inLyon())
    const before = await (await member.open(address)).text()
    const [query] = (await elementsOf(before)).filter(({ attributes }) => attributes.name === "query")
    expect(query?.attributes.value).toBe(`city=${lyon.slug}`)
    const saved = await member.submit("/profile/searches", {
      intent: "save",
      query: `city=${lyon.slug}`,
      back: address,
    })
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, address])
    expect(shownText(await (await member.open(address)).text())).toContain("Saved search")
  })

  test("asks a visitor to log in first", async () => {
    const page = await (await fetchApp(`/escorts?city=${lyon.slug}`, await withAccess())).text()
    const link = (await elementsOf(page)).find(({ attributes }) =>
      attributes.href?.includes("/auth/login?back=%2Fescorts"),
    )
    expect(link).toBeDefined()
    const refused = await fetchApp("/profile/searches", await withAccess(form({ intent: "save", query: "" })))
    expect(refused.status).toBe(302)
  })
})

describe("the page of saved searches", () => {
  test("names each search in the reader's language, and changes it without script", async () => {
    const { id } = await (await save("city=saved-lyon&verified=1")).json<Saved>()
    const page = await fetchApp(`${fr}/profile/searches`, await signedIn(member.user))
    expect(shownText(await page.text())).toContain("Identité confirmée")
    const off = await member.submit("/profile/searches", { intent: "alert", id, alert: "0" })
    expect(shownText(await off.text())).toContain("We won’t tell you any more.")
    const removed = await member.submit("/profile/searches", { intent: "remove", id })
    expect(shownText(await removed.text())).toContain("No saved searches yet")
  })
})

describe("the press that publishes a profile", () => {
  test("notifies members by the next job", async () => {
    await save("city=saved-lyon")
    // Profiles of the same second are no news.
    await db.update(savedSearches).set({ notifiedPlace: 0 })
    const owner = await insertMember()
    const profile = await insertProfile({ ...inLyon(), ownerId: owner.user.id, state: "approved", publishedAt: null })
    await completeProfile(profile)
    const published = await owner.submit("/profile/escort", { intent: "publish" })
    expect(published.status).toBeLessThan(400)
    await runJobs()
    const [notified] = await db.select().from(notifications).where(eq(notifications.userId, member.user.id))
    expect(notified).toMatchObject({ type: "search", subject: "searches", readAt: null })
    const { data } = await (await member.call("GET", "/notifications")).json<{ data: object[] }>()
    expect(data).toEqual([
      expect.objectContaining({ type: "search", path: "/profile/searches", reference: null, state: "new" }),
    ])
  })
})
