import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { ANY, profileServices, profiles } from "~/db/schema"
import { pageSize } from "~/domain/profiles/listing-parameters"
import type { Listing, ListingQuery } from "~/domain/profiles/schema"
import { findProfiles } from "~/domain/profiles/service.server"
import {
  db,
  insertCategory,
  insertCity,
  insertProfile,
  insertService,
  insertUser,
  withoutPublicationRules,
} from "../helpers/rows"
import { visitor } from "./visitor"

afterEach(async () => {
  await db.delete(profiles)
})

describe("what is listed, and how many", () => {
  type Profile = { published: boolean; city: number; category: number; services: Set<number>; publishedAt: number }
  type Action =
    | { type: "create"; id: number; published: boolean; city: number; category: number }
    | { type: "publish" | "pause" | "delete"; id: number }
    | { type: "move"; id: number; city: number }
    | { type: "hide"; id: number; countries: string[] }
    | { type: "recategorize"; id: number; category: number }
    | { type: "offer" | "withdraw"; id: number; service: number }

  const cities: string[] = []
  const categories: string[] = []
  /** Two services in each category: the service n belongs to the category n / 2. */
  const services: string[] = []

  beforeAll(async () => {
    for (let n = 0; n < 2; n += 1) {
      cities.push((await insertCity()).id)
      const { id: categoryId } = await insertCategory()
      categories.push(categoryId)
      for (let m = 0; m < 2; m += 1) services.push((await insertService({ categoryId })).id)
    }
  })

  // Few of each, so that the acts collide.
  const id = fc.integer({ min: 0, max: 1 })
  const city = fc.integer({ min: 0, max: 1 })
  const category = fc.integer({ min: 0, max: 1 })
  const service = fc.integer({ min: 0, max: 3 })
  const action: fc.Arbitrary<Action> = fc.oneof(
    fc.record({ type: fc.constant("create" as const), id, published: fc.boolean(), city, category }),
    fc.record({ type: fc.constant("hide" as const), id, countries: fc.subarray(["DE", "FR", "T1"]) }),
    fc.record({ type: fc.constantFrom("publish" as const, "pause" as const, "delete" as const), id }),
    fc.record({ type: fc.constant("move" as const), id, city }),
    fc.record({ type: fc.constant("recategorize" as const), id, category }),
    { weight: 4, arbitrary: fc.record({ type: fc.constantFrom("offer" as const, "withdraw" as const), id, service }) },
  )

  const idOf = (n: number) => `profile-${n}`

  async function perform(action: Action, model: Map<number, Profile>, time: number): Promise<void> {
    const known = model.get(action.id)
    const update = (values: Partial<typeof profiles.$inferInsert>) =>
      db
        .update(profiles)
        .set(values)
        .where(eq(profiles.id, idOf(action.id)))
    switch (action.type) {
      case "create":
        if (known) return
        model.set(action.id, {
          published: action.published,
          city: action.city,
          category: action.category,
          services: new Set(),
          publishedAt: time,
        })
        await insertProfile({
          id: idOf(action.id),
          cityId: cities[action.city] as string,
          categoryId: categories[action.category] as string,
          state: action.published ? "published" : "draft",
          publishedAt: action.published ? time : null,
        })
        return
      case "publish":
        if (known) Object.assign(known, { published: true, publishedAt: time })
        await update({ state: "published", publishedAt: time })
        return
      case "pause":
        if (known) known.published = false
        await update({ state: "paused" })
        return
      case "move":
        if (known) known.city = action.city
        await update({ cityId: cities[action.city] })
        return
      case "hide":
        await update({ hiddenFrom: action.countries.toSorted().join(" ") })
        return
      case "recategorize":
        if (known) known.category = action.category
        await update({ categoryId: categories[action.category] })
        return
      case "offer":
        if (!known || known.services.has(action.service)) return
        known.services.add(action.service)
        await db
          .insert(profileServices)
          .values({ profileId: idOf(action.id), serviceId: services[action.service] as string })
        return
      case "withdraw":
        known?.services.delete(action.service)
        await db.$client
          .prepare("DELETE FROM profile_services WHERE profile_id = ? AND service_id = ?")
          .bind(idOf(action.id), services[action.service])
          .run()
        return
      case "delete":
        model.delete(action.id)
        await db.delete(profiles).where(eq(profiles.id, idOf(action.id)))
    }
  }

  /** Returns what the model lists: category (or ANY), profile, city and time of publication of each. */
  function entriesOf(model: Map<number, Profile>): string[] {
    return [...model].flatMap(([n, profile]) => {
      if (!profile.published) return []
      const under = new Set([
        ANY,
        categories[profile.category],
        ...[...profile.services].map((m) => categories[Math.floor(m / 2)]),
      ])
      return [...under].map((entry) => [entry, idOf(n), cities[profile.city], profile.publishedAt].join(" "))
    })
  }

  /** Returns the sums of those rows, as rows of listing_counts that are not 0. */
  function countsOf(entries: string[]): string[] {
    const counts = new Map<string, number>()
    for (const entry of entries) {
      const [category, , city] = entry.split(" ")
      for (const place of [city, ANY]) counts.set(`${category} ${place}`, (counts.get(`${category} ${place}`) ?? 0) + 1)
    }
    return [...counts].map(([key, count]) => `${key} ${count}`)
  }

  async function expectListed(model: Map<number, Profile>): Promise<void> {
    const [entries, counts] = await db.$client.batch<Record<string, unknown>>([
      db.$client.prepare(`
        SELECT category.value AS category_id, profile_id, city_id, card ->> '$.published_at' AS published_at
        FROM listed_profiles, json_each(json_insert(categories, '$[#]', '')) AS category`),
      db.$client.prepare(
        "SELECT category_id, city_id, profiles FROM listing_counts WHERE profiles <> 0 AND instr(city_id, ' ') = 0",
      ),
    ])
    const rows = (result: typeof entries) =>
      (result?.results ?? []).map((row) => Object.values(row).join(" ")).toSorted()
    const expected = entriesOf(model)
    expect(rows(entries)).toEqual(expected.toSorted())
    expect(rows(counts)).toEqual(countsOf(expected).toSorted())
    await expectFound()
  }

  /** Checks the search's own tables against a recount. */
  async function expectFound(): Promise<void> {
    const columns = `profile_id, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at,
      available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from`
    const suffixes = `(SELECT profile_id AS id, '' AS suffix FROM listed_profiles
      UNION ALL SELECT profile_id, ' ' || value FROM listed_profiles,
        json_each(iif(hidden_from = '', '[]', '["' || replace(hidden_from, ' ', '","') || '"]'))) AS seen`
    const [stored, fresh, counted, recounted, totals, retotals, newest, price] = await db.$client.batch<
      Record<string, unknown>
    >([
      db.$client.prepare(`SELECT ${columns} FROM listings ORDER BY profile_id`),
      db.$client.prepare(`SELECT ${columns} FROM listed_sources ORDER BY profile_id`),
      db.$client.prepare("SELECT * FROM facet_counts WHERE profiles <> 0 ORDER BY place, category_id, facet"),
      db.$client.prepare(`
        SELECT place.value || seen.suffix AS place, category.value AS category_id, facet.value AS facet, count(*) AS profiles
        FROM listed_profiles AS l, json_each(json_array('', l.city_id, 'r-' || l.region)) AS place,
          json_each(json_insert(l.categories, '$[#]', '')) AS category, json_each(l.facets) AS facet
          JOIN ${suffixes} ON seen.id = l.profile_id
        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`),
      db.$client.prepare("SELECT * FROM listing_counts WHERE profiles <> 0 ORDER BY category_id, city_id"),
      db.$client.prepare(`
        SELECT category.value AS category_id, city.value || seen.suffix AS city_id, count(*) AS profiles
        FROM listed_profiles AS l, json_each(json_array('', l.city_id)) AS city,
          json_each(json_insert(l.categories, '$[#]', '')) AS category JOIN ${suffixes} ON seen.id = l.profile_id
        GROUP BY 1, 2 ORDER BY 1, 2`),
      ...["newest", "price"].map((order) =>
        db.$client.prepare(
          `SELECT l.profile_id FROM search_${order} AS s LEFT JOIN listed_profiles AS l ON l.${order} = s.rowid
           WHERE s.tags MATCH 'taggedall' ORDER BY l.profile_id`,
        ),
      ),
    ])
    expect(stored?.results).toEqual(fresh?.results)
    expect(counted?.results).toEqual(recounted?.results)
    expect(totals?.results).toEqual(retotals?.results)
    const ids = stored?.results.map(({ profile_id }) => ({ profile_id }))
    expect([newest?.results, price?.results]).toEqual([ids, ids])
  }

  test("the listing equals a recount, after any acts in any order", async () => {
    await withoutPublicationRules(async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 30, size: "max" }), async (actions) => {
          await db.delete(profiles)
          const model = new Map<number, Profile>()
          let time = 1
          const first: Action[] = [0, 1].map((id) => ({ type: "create", id, published: true, city: 0, category: 0 }))
          for (const one of [...first, ...actions]) {
            await perform(one, model, ++time)
            await expectListed(model)
          }
        }),
        { numRuns: 25 },
      )
    })
  })

  test("a category loses a profile with its last service there, and not before", async () => {
    const model = new Map<number, Profile>()
    await perform({ type: "create", id: 0, published: true, city: 0, category: 0 }, model, 1)
    for (const [type, service] of [
      ["offer", 2],
      ["offer", 3],
      ["withdraw", 2],
      ["withdraw", 3],
      ["offer", 0],
      ["withdraw", 0],
    ] as const) {
      await perform({ type, id: 0, service }, model, 2)
      await expectListed(model)
    }
  })

  test("the listing is empty after the last profile: nothing is listed and nothing counted", async () => {
    const model = new Map<number, Profile>()
    await perform({ type: "create", id: 0, published: true, city: 0, category: 0 }, model, 1)
    await perform({ type: "offer", id: 0, service: 3 }, model, 2)
    await perform({ type: "delete", id: 0 }, model, 3)
    expect(model.size).toBe(0)
    await expectListed(model)
  })
})

describe("the pages of the listing", () => {
  const everything: ListingQuery = {}

  /** Walks from a page to the last one, by its links. */
  async function walk(start: ListingQuery, link: (page: Listing) => Partial<ListingQuery> | null): Promise<Listing[]> {
    const pages = [await findProfiles(visitor(), start)]
    for (;;) {
      const step = link(pages.at(-1) as Listing)
      if (!step) return pages
      if (pages.length > 20) throw new Error("The list does not end")
      pages.push(await findProfiles(visitor(), { ...start, ...step }))
    }
  }
  const forward = (page: Listing) => (page.next_cursor ? { cursor: page.next_cursor } : null)
  const back = (page: Listing) => (page.previous_cursor ? { cursor: page.previous_cursor } : null)
  const slugsOf = (pages: Listing[]) => pages.flatMap((page) => page.profiles.map(({ slug }) => slug))

  /** Publishes that many, several at the very same moment; the moments are minutes, since a second has one place. */
  async function publish(count: number, moments: number) {
    const city = await insertCity()
    const category = await insertCategory()
    const owners = await Promise.all(Array.from({ length: count }, () => insertUser()))
    const made: Awaited<ReturnType<typeof insertProfile>>[] = []
    for (const [n, { id }] of owners.entries()) {
      const publishedAt = 60_000 * (1 + (n % moments))
      made.push(await insertProfile({ ownerId: id, cityId: city.id, categoryId: category.id, publishedAt }))
    }
    const order = made.toReversed().toSorted((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
    return { city, category, slugs: order.map(({ slug }) => slug) }
  }

  test.each([
    ["each at its own moment", 60, 60],
    ["all at one moment", 60, 1],
    ["seven moments", 60, 7],
    ["two full pages", pageSize * 2, 5],
    ["one full page", pageSize, 5],
    ["one more than a page", pageSize + 1, 1],
  ])("the pages of the listing show every profile exactly once, forwards and back: %s", async (_, count, moments) => {
    const { slugs } = await publish(count, moments)
    const ahead = await walk(everything, forward)
    expect(slugsOf(ahead)).toEqual(slugs)
    for (const page of ahead) expect(page.total).toBe(count)
    expect(ahead.at(0)?.previous_cursor).toBeNull()

    const last = ahead.at(-1) as Listing
    const behind = last.previous_cursor
      ? await walk({ ...everything, cursor: last.previous_cursor ?? undefined }, back)
      : []
    expect(slugsOf([...behind.toReversed(), last])).toEqual(slugs)
    expect(behind.at(-1)?.previous_cursor ?? null).toBeNull()
  })

  test("the pages of the listing apply the city and the category", async () => {
    const here = await publish(30, 3)
    const elsewhere = await publish(5, 1)
    for (const query of [
      { city: here.city.slug },
      { category: here.category.slug },
      { city: here.city.slug, category: here.category.slug },
    ]) {
      const pages = await walk({ ...everything, ...query }, forward)
      expect(slugsOf(pages)).toEqual(here.slugs)
      expect(pages[0]?.total).toBe(30)
    }
    const none = await findProfiles(visitor(), {
      ...everything,
      city: here.city.slug,
      category: elsewhere.category.slug,
    })
    expect([none.profiles, none.total, none.next_cursor, none.previous_cursor]).toEqual([[], 0, null, null])
  })

  test("the pages of the listing continue in place when profiles are published and removed meanwhile", async () => {
    const { slugs, city, category } = await publish(pageSize + 10, 4)
    const first = await findProfiles(visitor(), everything)
    await insertProfile({ cityId: city.id, categoryId: category.id, publishedAt: 9_000_000 })
    await db
      .update(profiles)
      .set({ state: "paused" })
      .where(eq(profiles.slug, slugs[0] as string))
    const second = await findProfiles(visitor(), { ...everything, cursor: first.next_cursor ?? undefined })
    expect(slugsOf([first, second])).toEqual(slugs)
  })

  test.each(["newest", "price-up", "price-down"] as const)(
    "no profile is skipped or shown twice while others are published, re-priced and removed between two pages: %s",
    async (sort) => {
      const { city, category, slugs } = await publish(2 * pageSize + 12, 5)
      const base = { cityId: city.id, categoryId: category.id }
      const set = (slug: string | undefined, values: Partial<typeof profiles.$inferInsert>) =>
        db
          .update(profiles)
          .set(values)
          .where(eq(profiles.slug, slug as string))
      // Three prices, so that a page ends among profiles of one.
      for (const [n, slug] of slugs.entries()) await set(slug, { hourlyRate: 10_000 + 1_000 * (n % 3) })
      const listed = slugsOf(await walk({ sort }, forward))
      expect(listed.toSorted()).toEqual(slugs.toSorted())
      const pages = [await findProfiles(visitor(), { sort })]
      const touched = new Set<string>()
      while (pages.at(-1)?.next_cursor) {
        const shown = slugsOf(pages)
        // The one that the cursor names leaves its price, then the list; of those before and after, one each is re-priced.
        const [last, early, late] = [shown.at(-1), shown.at(-5), listed[shown.length + 5]]
        await set(last, pages.length === 1 ? { hourlyRate: 55_555 } : { state: "paused" })
        await set(early, { hourlyRate: 1_234 })
        await set(late, { hourlyRate: 1_234 })
        for (const slug of [last, early, late]) touched.add(slug ?? "")
        const now = [60_000, 180_000, 9_000_000]
        for (const publishedAt of now)
          touched.add((await insertProfile({ ...base, publishedAt, hourlyRate: 11_000 })).slug)
        pages.push(await findProfiles(visitor(), { sort, cursor: pages.at(-1)?.next_cursor ?? undefined }))
      }
      const untouched = (all: string[]) => all.filter((slug) => !touched.has(slug))
      expect(pages.length).toBeGreaterThan(2)
      expect(untouched(slugsOf(pages))).toEqual(untouched(listed))
    },
  )

  test("a page goes on by time and id where another profile has taken the time of the one that it ended with", async () => {
    const { city, category, slugs } = await publish(pageSize + 3, pageSize + 3)
    const first = await findProfiles(visitor(), everything)
    const last = first.profiles.at(-1)
    const second = async (id: string) => {
      const taken = { id, cityId: city.id, categoryId: category.id, publishedAt: 60_000 * 4 }
      const { slug } = await insertProfile(taken)
      const page = await findProfiles(visitor(), { cursor: first.next_cursor ?? undefined })
      await db.delete(profiles).where(eq(profiles.slug, slug))
      return page.profiles.map((card) => (card.id === id ? id : card.slug))
    }
    await db.delete(profiles).where(eq(profiles.id, last?.id as string))
    expect(await second("0-comes-after-it")).toEqual(["0-comes-after-it", ...slugs.slice(pageSize)])
    expect(await second("z-comes-before-it")).toEqual(slugs.slice(pageSize))
  })

  test("a later page of the listing reads at most two rows more than the first", async () => {
    await publish(2 * pageSize + 1, 7)
    for (const sort of ["newest", "price-up", "price-down"] as const) {
      const measure = async (cursor?: string) => {
        const { db, use } = openDatabase(env.DB, null)
        const page = await findProfiles({ ...visitor(), db }, { sort, cursor })
        return { page, use }
      }
      const first = await measure()
      const second = await measure(first.page.next_cursor ?? undefined)
      expect(second.page.profiles).toHaveLength(pageSize)
      expect(second.use.roundTrips).toBe(1)
      expect(second.use.rowsRead - first.use.rowsRead).toBeLessThanOrEqual(2)
    }
  })

  test("a cursor of the listing is refused in another order or with another filter", async () => {
    const { city } = await publish(pageSize + 1, 1)
    const { next_cursor } = await findProfiles(visitor(), { ...everything, city: city.slug })
    const cursor = next_cursor ?? undefined
    const page = await findProfiles(visitor(), { city: city.slug, sort: "newest", show: 2 * pageSize, cursor })
    expect(page.profiles).toHaveLength(1)
    const others: ListingQuery[] = [{}, { city: city.slug, sort: "price-up" }, { city: city.slug, verified: "1" }]
    for (const query of others)
      await expect(findProfiles(visitor(), { ...query, cursor })).rejects.toMatchObject({ code: "cursor.invalid" })
  })

  test("the pages of the listing offer each city and category with the number of its results", async () => {
    const { city, category } = await publish(3, 1)
    const page = await findProfiles(visitor(), { ...everything, city: city.slug })
    expect(page.chosen.city).toMatchObject([{ slug: city.slug }])
    expect(page.cities.find(({ slug }) => slug === city.slug)).toMatchObject({ profiles: 3 })
    expect(page.categories.find(({ slug }) => slug === category.slug)).toMatchObject({ profiles: 3 })
  })
})
