import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { profileLanguages, profileServices, profiles, profileTexts } from "~/db/schema"
import type { Ctx } from "~/domain/core/context"
import type { ListingQuery } from "~/domain/profiles/schema"
import { findProfiles } from "~/domain/profiles/service.server"
import type { Locale } from "~/i18n/locales"
import { fetchWith, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { shownText } from "../helpers/page"
import { db, insertCategory, insertCity, insertProfile, insertService, withoutPublicationRules } from "../helpers/rows"

const now = Date.now()
const search = async (query: ListingQuery, locale: Locale = "en") => {
  const ctx = { db: openDatabase(env.DB, null).db, actor: { kind: "visitor" }, locale, now: () => now } as Ctx
  return findProfiles(ctx, query)
}
const slugs = async (query: ListingQuery, locale?: Locale) => {
  const { profiles } = await search(query, locale)
  return profiles.map(({ slug }) => slug)
}

let clairId: string

beforeAll(async () => {
  const nice = await insertCity({ slug: "nice", region: "Provence", regionSlug: "provence" })
  const cannes = await insertCity({ slug: "cannes", region: "Provence", regionSlug: "provence" })
  const lyon = await insertCity({ slug: "lyon", region: "Rhône", regionSlug: "rhone" })
  const dinners = await insertCategory({ slug: "dinners" })
  const walks = await insertCategory({ slug: "walks" })
  const opera = await insertService({ slug: "opera", categoryId: dinners.id })
  const museum = await insertService({ slug: "museum", categoryId: walks.id })

  const add = async (
    row: Parameters<typeof insertProfile>[0],
    languages: string[],
    services: string[],
    headline: string,
  ) => {
    const { id } = await insertProfile(row)
    await db.update(profileTexts).set({ headline }).where(eq(profileTexts.profileId, id))
    for (const [position, language] of languages.entries())
      await db.insert(profileLanguages).values({ profileId: id, language, position })
    for (const serviceId of services) await db.insert(profileServices).values({ profileId: id, serviceId })
    return id
  }
  const at = (n: number) => ({ publishedAt: now - n * 1_000 })
  clairId = await add(
    {
      slug: "clair",
      name: "Éléonore Clair",
      cityId: nice.id,
      categoryId: dinners.id,
      hourlyRate: 10_000,
      verifiedAt: 1,
      ...at(1),
    },
    ["fr", "en"],
    [opera.id],
    "Sommelière",
  )
  await add(
    {
      slug: "bruno",
      name: "Bruno Sand",
      cityId: cannes.id,
      categoryId: walks.id,
      hourlyRate: 30_000,
      availableUntil: now + 9_999_999,
      ...at(2),
    },
    ["fr"],
    [museum.id, opera.id],
    "Guide of the old town",
  )
  await add(
    {
      slug: "dora",
      name: "Dora Klein",
      cityId: lyon.id,
      categoryId: walks.id,
      hourlyRate: 20_000,
      verifiedAt: 1,
      ...at(3),
    },
    ["de"],
    [museum.id],
    "Walks at dawn",
  )
})

describe("the search", () => {
  test.each([
    ["a name without its accents", { q: "eleonore" }, ["clair"]],
    ["the beginning of a name", { q: "ele" }, ["clair"]],
    ["capitals and accents that the name does not have", { q: "DÔRÀ" }, ["dora"]],
    ["two words in any order", { q: "klein dora" }, ["dora"]],
    ["a word of the headline", { q: "guide" }, ["bruno"]],
    ["a city's name", { q: "lyon" }, ["dora"]],
    ["an occasion's name", { q: "walks" }, ["bruno", "dora"]],
    ["a service's name", { q: "opera" }, ["clair", "bruno"]],
    ["words of which one is nowhere", { q: "dora nowhere" }, []],
    ["no word at all", { q: "***" }, []],
    ["a region", { region: "provence" }, ["clair", "bruno"]],
    ["a city", { city: "nice" }, ["clair"]],
    ["a city outside the region", { city: "lyon", region: "provence" }, []],
    ["a category, its services' too", { category: "dinners" }, ["clair", "bruno"]],
    ["a service", { service: "museum" }, ["bruno", "dora"]],
    ["a language", { language: "fr" }, ["clair", "bruno"]],
    ["a language nobody speaks", { language: "el" }, []],
    ["confirmed identities", { verified: "1" }, ["clair", "dora"]],
    ["who is available", { available: "1" }, ["bruno"]],
    [
      "all of it at once",
      {
        q: "guide",
        region: "provence",
        city: "cannes",
        category: "walks",
        service: "museum",
        language: "fr",
        available: "1",
      },
      ["bruno"],
    ],
    ["rates going up", { sort: "price-up" }, ["clair", "dora", "bruno"]],
    ["rates going down", { sort: "price-down" }, ["bruno", "dora", "clair"]],
  ] as [string, ListingQuery, string[]][])("the search finds %s", async (_, query, expected) => {
    expect(await slugs(query)).toEqual(expected)
  })

  test("the search uses the texts of the page's own language", async () => {
    await db
      .insert(profileTexts)
      .values({ profileId: clairId, locale: "de" as Locale, headline: "Weinkennerin", quote: "", about: "" })
    expect(await slugs({ q: "weinkennerin" })).toEqual([])
    // The catalogue's names differ: `Nice` and `Nice (fr)`.
    expect(await slugs({ q: "nice fr" }, "en")).toEqual([])
    expect(await slugs({ q: "nice fr" }, "fr")).toEqual(["clair"])
  })

  test("the search shows an edit, a pause and a return at once", async () => {
    const update = (values: Partial<typeof profiles.$inferInsert>) =>
      db.update(profiles).set(values).where(eq(profiles.id, clairId))
    await update({ name: "Éléonore Obscure" })
    expect([await slugs({ q: "clair" }), await slugs({ q: "obscure" })]).toEqual([[], ["clair"]])
    await update({ state: "paused" })
    expect(await slugs({ q: "obscure" })).toEqual([])
    await withoutPublicationRules(() => update({ state: "published", name: "Éléonore Clair" }))
    expect(await slugs({ q: "clair" })).toEqual(["clair"])
  })
})

describe("the filters", () => {
  test("the filters show the number of results where it is known, and nothing where it is not", async () => {
    const plain = await search({ region: "provence" })
    expect(plain.total).toBe(2)
    expect(plain.languages).toEqual([
      { slug: "fr", name: "fr", profiles: 2 },
      { slug: "en", name: "en", profiles: 1 },
    ])
    expect([plain.verified, plain.available]).toEqual([1, 1])
    const withOne = await search({ region: "provence", language: "fr" })
    expect(withOne.languages[0]?.profiles).toBe(2)
    expect(withOne.verified).toBeNull()
    expect(withOne.cities.map(({ profiles }) => profiles)).toEqual([null, null, null])
  })

  test("the cards of a list of one occasion name it, and those of any other list their own", async () => {
    const occasions = async (query: ListingQuery) =>
      (await search(query)).profiles.map(({ slug, category }) => [slug, category])
    const own = await occasions({ region: "provence" })
    expect(await occasions({ region: "provence", category: "dinners" })).toEqual(
      own.map(([slug]) => [slug, own.find(([of]) => of === "clair")?.[1]]),
    )
    expect(new Set(own.map(([, category]) => category)).size).toBe(2)
  })

  test("the filters show the services of the active category", async () => {
    expect((await search({ category: "walks" })).services.map(({ slug }) => slug)).toEqual(["museum"])
    expect((await search({})).services.map(({ slug }) => slug).toSorted()).toEqual(["museum", "opera"])
  })

  test("the filters of an empty list show which one to remove", async () => {
    const none = await search({ city: "lyon", language: "fr", service: "museum" })
    expect(none.profiles).toEqual([])
    expect(none.total).toBe(0)
    expect(none.alternatives?.without).toEqual([
      { filter: "city", profiles: 1, more: false },
      { filter: "language", profiles: 1, more: false },
    ])
    expect(none.alternatives?.profiles.map(({ slug }) => slug)).toEqual(["bruno"])
  })
})

/** Sets an owner's usual times for a test. */
async function withRhythm(slug: string, rhythm: string, run: () => Promise<void>): Promise<void> {
  const set = (value: string) => db.update(profiles).set({ rhythm: value }).where(eq(profiles.slug, slug))
  await set(rhythm)
  await run()
  await set("")
}

describe("the times of the week", () => {
  test("find who is usually free then: on a day, in a part of the day, in a part of one day", async () => {
    await withRhythm("bruno", "fri-evening,sat-morning", async () => {
      await withRhythm("dora", "sat-evening", async () => {
        const found = await Promise.all(
          (["fri", "sat", "evening", "morning", "fri-evening", "fri-morning", "sun"] as const).map((when) =>
            slugs({ when }),
          ),
        )
        expect(found).toEqual([["bruno"], ["bruno", "dora"], ["bruno", "dora"], ["bruno"], ["bruno"], [], []])
        expect(await slugs({ when: "evening", city: "lyon" })).toEqual(["dora"])
      })
    })
    expect(await slugs({ when: "sat" })).toEqual([])
  })

  test("are counted with the other filters of those who match", async () => {
    await withRhythm("bruno", "fri-evening", async () => {
      const { total, verified, languages } = await search({ when: "fri" })
      expect([total, verified, languages.map(({ profiles }) => profiles)]).toEqual([1, 0, [1, 0, 0]])
    })
  })

  test("drop the lists that ask for them, as they change", async () => {
    const epoch = () =>
      env.DB.prepare("SELECT max(epoch) AS epoch FROM content_changes WHERE scope = 'filter:'").first("epoch")
    const before = Number(await epoch())
    await withRhythm("bruno", "sun-morning", async () => {
      expect(Number(await epoch())).toBeGreaterThan(before)
    })
  })
})

describe("ligatures", () => {
  test.each(["oeuvre", "œuvre", "ŒUVRE", "Lukasz", "Łukasz", "strasse", "Straße"])(
    "the search finds what has them, and what has not, by %s",
    async (q) => {
      const set = (name: string) => db.update(profiles).set({ name }).where(eq(profiles.slug, "dora"))
      for (const name of ["Łukasz Œuvre Straße", "Lukasz Oeuvre Strasse"]) {
        await set(name)
        expect(await slugs({ q })).toEqual(["dora"])
      }
      await set("Dora Klein")
    },
  )
})

describe("the address", () => {
  const get = async (query: string) => fetchWith({}, `/escorts?${query}`, await withAccess())
  const ask = async (query: string) =>
    (await (await fetchWith({}, `/api/profiles?${query}`, await withAccess())).json<{ data: { slug: string }[] }>())
      .data

  test.each([
    ["q=Lyon", "city=lyon"],
    ["q=someone+for+walks+in+Lyon+who+speaks+German", "category=walks&city=lyon&language=de"],
    ["q=vendredi+soir,+Cannes", "city=cannes&when=fri-evening"],
    ["q=guide+in+Cannes", "q=guide&city=cannes"],
    ["q=tonight&city=lyon&sort=price-up", "city=lyon&available=1&sort=price-up"],
    ["q=Lyon&cursor=anything", "city=lyon"],
  ])("of a search by words leads to the list of the filters that they name: %s", async (typed, list) => {
    const response = await get(typed)
    expect([response.status, response.headers.get("Location")]).toEqual([302, `/escorts?${list}`])
  })

  test("of a search by a word with a typing error offers what it may mean", async () => {
    const page = await (await get("q=lyno&language=de")).text()
    expect(page).toContain("Did you mean Lyon?")
    expect(page).toContain('href="/escorts?city=lyon&amp;language=de"')
    expect(await (await get("q=dora")).text()).not.toContain("Did you mean Lyon")
  })

  test.each(["q=dora", "q=Lyon&city=nice", "q=the"])("of a search that names no filter stays: %s", async (typed) => {
    expect((await get(typed)).status).toBe(200)
  })

  test("of the API understands the same words, and goes on from its cursor", async () => {
    expect((await ask("q=walks+in+Lyon")).map(({ slug }) => slug)).toEqual(["dora"])
    expect((await ask("q=French")).map(({ slug }) => slug)).toEqual(["clair", "bruno"])
    expect(await ask("q=French&when=sun")).toEqual([])
  })

  test.each([
    ["city=nowhere", ["nowhere"]],
    ["region=nowhere&city=lyon", ["nowhere"]],
    ["service=nowhere&category=noplace", ["noplace", "nowhere"]],
    ["language=french", ["french"]],
    ["verified=yes&when=noon", ["noon", "yes"]],
    ["sort=random", ["random"]],
    ["show=25", ["25"]],
    ["show=9999", ["9999"]],
    ["show=-24&city=nowhere", ["-24", "nowhere"]],
    [`q=${"x".repeat(10_000)}`, ["x".repeat(40)]],
    ["region=provence%22%20OR%20tags:all", ['provence" or tags:all']],
    ["language=fr%22", ['fr"']],
  ])("of a list with unknown values shows the list without them, and names them: %s", async (query, values) => {
    const response = await get(query)
    const page = await response.text()
    expect(response.status).toBe(404)
    for (const value of values) expect(page).toContain(`“${value.replace('"', "&quot;")}”`)
    expect(page).toContain("We don’t know")
    expect(page).toContain("/escorts/dora")
    expect((await fetchWith({}, `/api/profiles?${query}`, await withAccess())).status).toBeGreaterThanOrEqual(400)
  })

  test.each(["cursor=%00", "cursor=zzzzzzzzzzzzzz", `cursor=${"9".repeat(300)}`, "cursor=t5xk2o"])(
    "with an unusable cursor leads to the first page of the list: %s",
    async (query) => {
      const response = await get(`city=lyon&${query}`)
      expect([response.status, response.headers.get("Location")]).toEqual([302, "/escorts?city=lyon"])
    },
  )

  test.each([
    '"',
    "AND",
    "OR NOT",
    "NEAR(a b)",
    "tags:all",
    "{en}:x",
    "a*",
    "(",
    "-dora",
    "'; DROP TABLE profiles; --",
    "क़〡",
    "\u0000",
    "😀",
  ])("a search accepts any words: %s", async (texts) => {
    expect((await get(new URLSearchParams({ q: texts }).toString())).status).toBe(200)
  })

  test.each(["eleonor claire", "CLAIR eleonoer", "Eleonore Clar"])(
    "of a name with typing errors asks whether the person was meant: %s",
    async (q) => {
      const page = await (await get(new URLSearchParams({ q }).toString())).text()
      expect(page).toContain("Did you mean Éléonore Clair?")
      expect(page).toContain('href="/escorts/clair"')
    },
  )

  test.each(["eleonore walker", "elle clair", "xyz"])("of another name means nobody: %s", async (q) => {
    const page = await (await get(new URLSearchParams({ q }).toString())).text()
    expect(shownText(page)).not.toContain("Did you mean")
  })

  test("a search costs one round trip with any filters and words, two without results, and a last one for a name", async () => {
    const init = await withAccess()
    takeLog("request")
    const filters = "city=lyon&service=museum&language=fr&when=fri&verified=1&available=1&category=walks"
    await fetchWith({}, "/escorts?region=provence&category=dinners&language=fr&sort=price-up", init)
    await fetchWith({}, `/escorts?${filters}`, init)
    await fetchWith({}, "/escorts?q=guide&region=provence&category=dinners&language=fr&sort=price-up", init)
    await fetchWith({}, `/escorts?q=nowhere&${filters}`, init)
    expect(takeLog("request").map(({ d1_round_trips }) => d1_round_trips)).toEqual([1, 2, 1, 3])
  })
})
