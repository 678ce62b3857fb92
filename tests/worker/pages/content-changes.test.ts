import { env } from "cloudflare:workers"
import { eq, sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import {
  contactRules,
  contentChanges,
  mediaTexts,
  profileLanguages,
  profileServices,
  profileServiceTexts,
  profiles,
  profileTexts,
} from "~/db/schema"
import { tableSources } from "~/db/table-sources"
import { fetchWith, withAccess } from "../helpers/app"
import { takeLog, watchLog } from "../helpers/log"
import {
  completeProfile,
  db,
  insertCategory,
  insertCity,
  insertFaq,
  insertMedia,
  insertPage,
  insertProfile,
  insertService,
  withoutDecisionRules,
  withoutPublicationRules,
} from "../helpers/rows"

watchLog()

type Profile = Awaited<ReturnType<typeof insertProfile>>
let city: Awaited<ReturnType<typeof insertCity>>
let elsewhere: typeof city
let category: Awaited<ReturnType<typeof insertCategory>>
let other: typeof category
let service: Awaited<ReturnType<typeof insertService>>
/** Of `city` and `category`; Bea is of another city and category. */
let ada: Profile
let bea: Profile
/** As Bea, and in every filtered list: an empty one shows others. */
let cleo: Profile

beforeAll(async () => {
  await insertPage({ slug: "about" }, { title: "About", body: "Text" })
  await insertFaq({ topic: "safety", position: 1 }, { question: "Why?", answer: "So." })
})

beforeEach(async () => {
  await db.delete(profiles)
  ;[city, elsewhere] = [await insertCity({ regionSlug: "north" }), await insertCity({ regionSlug: "south" })]
  ;[category, other] = [await insertCategory(), await insertCategory()]
  service = await insertService({ categoryId: category.id })
  ada = await insertProfile({ cityId: city.id, categoryId: category.id })
  bea = await insertProfile({ cityId: elsewhere.id, categoryId: other.id })
  cleo = await insertProfile({ cityId: elsewhere.id, categoryId: other.id, availableUntil: Date.now() + 3_600_000 })
  await db.insert(profileServices).values({ profileId: cleo.id, serviceId: service.id })
  await db.insert(profileLanguages).values({ profileId: cleo.id, language: "pt", position: 1 })
})

async function open(path: string, changes: object = {}) {
  takeLog("request")
  const response = await fetchWith(changes, path, await withAccess())
  const body = await response.text()
  const line = takeLog("request").at(-1)
  return { status: response.status, body, cache: line?.cache, roundTrips: line?.d1_round_trips }
}

const namesOfPages = () => ({
  home: "/",
  all: "/escorts",
  "city of Ada": `/escorts?city=${city.slug}`,
  "city of Bea": `/escorts?city=${elsewhere.slug}`,
  "region of Ada": "/escorts?region=north",
  "region of Bea": "/escorts?region=south",
  "category of Ada": `/escorts?category=${category.slug}`,
  "category of Bea": `/escorts?category=${other.slug}`,
  "city and category of Ada": `/escorts?category=${category.slug}&city=${city.slug}`,
  "both cities' cheapest": "/escorts?sort=price-up",
  "available in the city of Bea": `/escorts?city=${elsewhere.slug}&available=1`,
  "services in the city of Bea": `/escorts?service=${service.slug}&city=${elsewhere.slug}`,
  Ada: `/escorts/${ada.slug}`,
  "Ada's gallery": `/escorts/${ada.slug}/gallery`,
  Bea: `/escorts/${bea.slug}`,
  about: "/about",
  questions: "/faq",
})

/** Returns the names of the pages that a change takes out of the cache; all are in it before. */
async function droppedBy(change: () => PromiseLike<unknown>): Promise<string[]> {
  const pages = Object.entries(namesOfPages())
  for (const [, path] of pages) await open(path)
  for (const [name, path] of pages) expect([name, (await open(path)).cache]).toEqual([name, "hit"])
  await change()
  const dropped: string[] = []
  for (const [name, path] of pages) if ((await open(path)).cache !== "hit") dropped.push(name)
  return dropped
}

const set = (profile: Profile, values: Partial<Profile>) =>
  withoutDecisionRules(() => db.update(profiles).set(values).where(eq(profiles.id, profile.id)))
const own = ["Ada", "Ada's gallery"]
/** Pages that show Ada's card. */
const cards = ["home", "all", "city of Ada", "region of Ada", "category of Ada", "city and category of Ada"]
const cheapest = "both cities' cheapest"

describe("a change of one profile", () => {
  test("of what only its own pages show drops them, and no list", async () => {
    const about = db.update(profileTexts).set({ about: "New" }).where(eq(profileTexts.profileId, ada.id))
    expect(await droppedBy(() => about)).toEqual(own)
    expect(await droppedBy(() => set(ada, { version: 2, updatedAt: 1 }))).toEqual(own)
    expect(await droppedBy(() => insertMedia({ profileId: ada.id }))).toEqual(own)
  })

  test("of its usual times drops the lists that filters find it in", async () => {
    expect(await droppedBy(() => set(ada, { rhythm: "sat-evening" }))).toEqual([
      "city and category of Ada",
      cheapest,
      ...own,
    ])
  })

  test("of its card drops its pages and the lists that show it, not another's page or list", async () => {
    expect(await droppedBy(() => set(ada, { name: "Adele" }))).toEqual([...cards, cheapest, ...own])
    expect(await droppedBy(() => set(ada, { moreMediaIds: "second,third" }))).toEqual([...cards, cheapest, ...own])
    const headline = db.update(profileTexts).set({ headline: "New" }).where(eq(profileTexts.profileId, ada.id))
    expect(await droppedBy(() => headline)).toEqual([...cards, cheapest, ...own])
  })

  test("of its rate drops the lists by price too, which it may enter", async () => {
    await open("/escorts?sort=price-down")
    expect(await droppedBy(() => set(ada, { hourlyRate: 1 }))).toEqual([...cards, cheapest, ...own])
    expect((await open("/escorts?sort=price-down")).cache).toBe("miss")
  })

  test("drops the pages of neighbours that show its card", async () => {
    const neighbour = await insertProfile({ cityId: city.id, categoryId: category.id })
    const path = `/escorts/${neighbour.slug}`
    await open(path)
    expect((await open(path)).cache).toBe("hit")
    await set(ada, { state: "suspended" })
    const { cache, body } = await open(path)
    expect([cache, body.includes(ada.name)]).toEqual(["miss", false])
    await set(bea, { state: "suspended" })
    expect((await open(path)).cache).toBe("hit")
  })

  test("of its state takes it out of every page that shows it, and drops no other", async () => {
    const gone = [...cards, cheapest, ...own]
    expect(await droppedBy(() => set(ada, { state: "suspended" }))).toEqual(gone)
    for (const path of Object.values(namesOfPages())) expect((await open(path)).body).not.toContain(`>${ada.name}<`)
    await completeProfile(ada)
    await set(ada, { state: "suspended" })
    // An error is not cached: Ada's own pages are dropped of themselves.
    const path = namesOfPages()
    for (const name of ["home", "all", "city of Ada", "city of Bea"] as const) await open(path[name])
    await set(ada, { state: "published" })
    for (const name of ["home", "all", "city of Ada"] as const)
      expect([name, (await open(path[name])).cache]).toEqual([name, "miss"])
    expect((await open(path["city of Bea"])).cache).toBe("hit")
  })

  test("its deletion takes it out of every page that shows it", async () => {
    const deletion = db.delete(profiles).where(eq(profiles.id, ada.id))
    expect(await droppedBy(() => deletion)).toEqual([...cards, cheapest, ...own])
  })

  test("of its city drops the lists of both", async () => {
    expect(await droppedBy(() => set(ada, { cityId: elsewhere.id }))).toEqual(
      expect.arrayContaining(["city of Ada", "city of Bea", "region of Ada", "region of Bea"]),
    )
    for (const name of ["city of Bea", "region of Bea"] as const)
      expect((await open(namesOfPages()[name])).body).toContain(ada.name)
  })

  test("of its category drops the lists of both", async () => {
    expect(await droppedBy(() => set(ada, { categoryId: other.id }))).toEqual(
      expect.arrayContaining(["category of Ada", "category of Bea", "city and category of Ada"]),
    )
  })

  test("that a filter finds it by drops the filtered lists that it may enter", async () => {
    const offer = () => db.insert(profileServices).values({ profileId: bea.id, serviceId: service.id })
    expect(await droppedBy(offer)).toEqual([
      "category of Ada",
      cheapest,
      "available in the city of Bea",
      "services in the city of Bea",
      "Bea",
    ])
    for (const name of ["category of Ada", "services in the city of Bea"] as const)
      expect((await open(namesOfPages()[name])).body).toContain(bea.name)
    const available = () => set(bea, { availableUntil: Date.now() + 60_000 })
    expect(await droppedBy(available)).toContain("available in the city of Bea")
    expect((await open(namesOfPages()["available in the city of Bea"])).body).toContain(bea.name)
    const path = "/escorts?language=pt"
    expect((await open(path)).body).not.toContain(bea.name)
    await db.insert(profileLanguages).values({ profileId: bea.id, language: "pt", position: 1 })
    expect((await open(path)).body).toContain(bea.name)
  })

  test("stores a few rows", async () => {
    const written = async (statement: string) => {
      await db.delete(contentChanges)
      await env.DB.prepare(statement).bind(ada.id).run()
      return (await db.select().from(contentChanges)).map(({ scope }) => scope).toSorted()
    }
    expect(await written("UPDATE profile_texts SET quote = 'New' WHERE profile_id = ?")).toEqual([`profile:${ada.id}`])
    expect(await written("UPDATE profiles SET available_until = 1 WHERE id = ?")).toEqual(
      [`card:${ada.id}`, `filter:${city.id}`, "filter:", `profile:${ada.id}`].toSorted(),
    )
    expect(await written("UPDATE profiles SET state = 'paused' WHERE id = ?")).toEqual(
      [`card:${ada.id}`, "list:", `list:${city.id}`, `list:${category.id}`, `profile:${ada.id}`].toSorted(),
    )
    expect(await written("UPDATE profile_texts SET quote = 'Hidden' WHERE profile_id = ?")).toEqual([])
  })
})

describe("a change of the site's own content", () => {
  test("of a page or a question drops the pages of text alone", async () => {
    const texts = ["about", "questions"]
    expect(await droppedBy(() => db.run(sql`UPDATE page_texts SET title = title || 'x'`))).toEqual(texts)
    expect(await droppedBy(() => db.run(sql`UPDATE faqs SET position = 2`))).toEqual(texts)
  })

  test("of a name in the catalogue drops every page", async () => {
    const every = Object.keys(namesOfPages())
    expect(await droppedBy(() => db.run(sql`UPDATE city_texts SET name = name || 'x'`))).toEqual(every)
  })
})

describe("what is hidden", () => {
  test("is on no cached page five seconds later", async () => {
    const trusting = { CONTENT_EPOCH_SECONDS: "5" }
    const neighbour = await insertProfile({ cityId: city.id, categoryId: category.id })
    const paths = ["/", "/escorts", `/escorts?city=${city.slug}`, `/escorts/${neighbour.slug}`]
    const clock = vi.spyOn(Date, "now")
    const start = Date.now() + 120_000
    const shownAt = async (ms: number) => {
      clock.mockReturnValue(start + ms)
      const pages: boolean[] = []
      for (const path of paths) pages.push((await open(path, trusting)).body.includes(`/escorts/${ada.slug}"`))
      return pages
    }
    try {
      expect(await shownAt(0)).toEqual([true, true, true, true])
      await set(ada, { state: "suspended" })
      expect(await shownAt(1)).toEqual([true, true, true, true])
      expect(await shownAt(5_000)).toEqual([false, false, false, false])
    } finally {
      clock.mockRestore()
    }
  })
})

describe("a page in the cache", () => {
  test("is hit while other profiles change, without a round trip", async () => {
    const many: Profile[] = []
    for (let n = 0; n < 20; n += 1)
      many.push(await insertProfile({ cityId: n % 2 ? city.id : elsewhere.id, categoryId: category.id }))
    const about = (profile: Profile) =>
      env.DB.prepare("UPDATE profile_texts SET about = about || 'x' WHERE profile_id = ?").bind(profile.id).run()
    for (const { slug } of many) await open(`/escorts/${slug}`)
    const results: unknown[] = []
    for (const [at, profile] of many.entries()) {
      await about(many[(at + 1) % many.length] as Profile)
      const { cache, roundTrips } = await open(`/escorts/${profile.slug}`)
      results.push(cache === "hit" && roundTrips === 0)
      // The one that changed is rendered again before its turn.
      await open(`/escorts/${(many[(at + 1) % many.length] as Profile).slug}`)
    }
    expect(results.filter(Boolean)).toHaveLength(many.length)
  })

  test("is judged by one small query once its changes are forgotten, and by none after that", async () => {
    const [ofAda, ofBea] = [`/escorts/${ada.slug}`, `/escorts/${bea.slug}`]
    await open(ofAda)
    await open(ofBea)
    await env.DB.prepare("UPDATE profile_texts SET about = 'Later' WHERE profile_id = ?").bind(bea.id).run()
    // More changes than an isolate knows.
    await env.DB.prepare("UPDATE content_epoch SET epoch = epoch + 20000").run()
    await env.DB.prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10001)
       INSERT INTO content_changes (scope, epoch) SELECT 'profile:' || n, epoch - 10001 + n FROM numbers, content_epoch`,
    ).run()
    expect(await open(ofAda)).toMatchObject({ cache: "hit", roundTrips: 1 })
    expect(await open(ofAda)).toMatchObject({ cache: "hit", roundTrips: 0 })
    const changed = await open(ofBea)
    expect([changed.cache, changed.body.includes("Later")]).toEqual(["miss", true])
    await env.DB.prepare("DELETE FROM content_changes WHERE scope <> 'site'").run()
  })

  test("is rendered again after five minutes, whatever its clock says", async () => {
    const path = `/escorts/${ada.slug}`
    const clock = vi.spyOn(Date, "now")
    const start = Date.now() + 600_000
    const cacheAt = async (ms: number) => {
      clock.mockReturnValue(start + ms)
      return (await open(path)).cache
    }
    try {
      expect(await cacheAt(0)).toBe("miss")
      expect(await cacheAt(299_999)).toBe("hit")
      expect(await cacheAt(300_000)).toBe("miss")
      expect(await cacheAt(0)).toBe("miss")
    } finally {
      clock.mockRestore()
    }
  })
})

/** Values that a column takes where its own with an `x` would be none. */
const values: Record<string, string> = {
  languages: "'de,en'",
  language: "'pt'",
  icon: "'star'",
  thumbhash: "'3OcRJYB4d3h/iIeHeEh3eIhw+j2w'",
}
/** Tables that triggers maintain, and those of which no page shows anything. */
const unseen = /^(listings|listing_counts|facet_counts|search_.*|content_.*|live_counts|cron_runs|users|agreement_.*)$/

test("whatever column of whatever table changes, no cached page shows the old value", async () => {
  // A profile that is public again after a change of its state may lack something.
  await withoutPublicationRules(changeEveryColumn)
}, 180_000)

async function changeEveryColumn() {
  const { photo } = await completeProfile({ id: ada.id, categoryId: category.id })
  await completeProfile({ id: bea.id, categoryId: other.id })
  await insertProfile({ cityId: city.id, categoryId: other.id })
  await db.insert(mediaTexts).values({ mediaId: photo.id, locale: "en", alt: "A portrait" })
  const [offered] = await db.select().from(profileServices).where(eq(profileServices.profileId, ada.id))
  if (!offered) throw new Error("No service")
  await db.insert(profileServiceTexts).values({ ...offered, locale: "en", note: "A note" })
  await db.insert(contactRules).values({
    userId: ada.ownerId,
    verifiedOnly: false,
    premiumOnly: false,
    languages: "",
    privateFor: "premium",
    createdAt: 1,
    updatedAt: 1,
  })
  // Their data: a document's script tags depend on how fast it is rendered.
  const paths = ["/_root.data", `/escorts.data?city=${city.slug}`, "/about.data", "/faq.data"]
  for (const section of ["", "/gallery", "/services"]) paths.push(`/escorts/${ada.slug}${section}.data`)
  let changes = 0
  const stale: string[] = []
  for (const { table, columns, key } of tableSources.filter((one) => !unseen.test(one.table))) {
    if (!(await env.DB.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).first())) continue
    for (const column of columns.filter((one) => !key.includes(one) && !one.endsWith("_id"))) {
      const named = `"${column}"`
      const changed =
        values[column] ??
        `CASE typeof(${named}) WHEN 'text' THEN ${named} || 'x' WHEN 'integer' THEN iif(${named} > 1000000000000, ${named} - 8640000000, ${named} + 1) ELSE 1 END`
      await env.DB.prepare(`CREATE TABLE old_rows AS SELECT * FROM "${table}"`).run()
      for (const path of paths) await open(path)
      // A constraint may refuse it, or a guard.
      const isChanged = await env.DB.prepare(`UPDATE "${table}" SET ${named} = ${changed}`)
        .run()
        .then(
          () => true,
          () => false,
        )
      if (isChanged) {
        changes += 1
        for (const path of paths) {
          const served = await open(path)
          if (served.cache !== "hit") continue
          const rendered = await open(path, { VERSION: { ...env.VERSION, id: "hot" } })
          if (served.body !== rendered.body) stale.push(`${table}.${column}: ${path}`)
        }
        const same = key.map((one) => `old_rows."${one}" = "${table}"."${one}"`).join(" AND ")
        await env.DB.prepare(`UPDATE "${table}" SET ${named} = (SELECT ${named} FROM old_rows WHERE ${same})`).run()
      }
      await env.DB.prepare("DROP TABLE old_rows").run()
    }
  }
  expect(stale).toEqual([])
  expect(changes).toBeGreaterThan(60)
}
