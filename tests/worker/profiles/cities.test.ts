import { env } from "cloudflare:workers"
import { and, eq, sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { catalogRedirects, cityTexts, profiles } from "~/db/schema"
import { selectListedPlaces } from "~/domain/profiles/cities/queries.server"
import { findListedPlaces } from "~/domain/profiles/cities/service.server"
import { asStaff } from "../back-office/records/people"
import { addCookie, en, fetchApp, fetchWith, fr, withAccess } from "../helpers/app"
import { completeLaunch, launched } from "../helpers/launch"
import { takeLog, watchLog } from "../helpers/log"
import { insertMember } from "../helpers/member"
import { elementsOf, headingOf, shownText, titleOf } from "../helpers/page"
import { db, insertCategory, insertCity, insertProfile, withoutPublicationRules } from "../helpers/rows"

watchLog()

type Row = { id: string; slug: string }
let [harbour, hilltop, seaside]: Row[] = []
let [dinners, walks]: Row[] = []

/** Two cities of one region, one elsewhere, and one of nobody. */
beforeAll(async () => {
  harbour = await insertCity({ slug: "harbour", region: "North", regionSlug: "north" })
  hilltop = await insertCity({ slug: "hilltop", region: "North", regionSlug: "north" })
  seaside = await insertCity({ slug: "seaside", region: "South", regionSlug: "south" })
  await insertCity({ slug: "desert", region: "South", regionSlug: "south" })
  dinners = await insertCategory({ slug: "dinners" })
  walks = await insertCategory({ slug: "walks" })
})

const add = (
  name: string,
  city: Row | undefined,
  category = dinners,
  row: Partial<typeof profiles.$inferInsert> = {},
) =>
  insertProfile({
    slug: name.toLowerCase(),
    name,
    cityId: city?.id ?? "",
    categoryId: category?.id ?? "",
    ...row,
  })

beforeEach(async () => {
  await db.delete(profiles)
  await add("Ada", harbour, dinners, { publishedAt: 1_000 })
  await add("Bea", harbour, walks, { publishedAt: 2_000 })
  await add("Cleo", hilltop, dinners)
  await add("Dora", seaside, dinners)
  await add("Edda", seaside, dinners)
})

const get = async (path: string, init: RequestInit = {}) => fetchApp(path, await withAccess(init))

async function open(path: string, init?: RequestInit) {
  const response = await get(path, init)
  const html = await response.text()
  const links = (await elementsOf(html)).flatMap(({ tag, attributes }) =>
    tag === "a" ? [(attributes.href ?? "").replaceAll("&amp;", "&")] : [],
  )
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ""
  const cards = [...main.matchAll(/<article.*?href="\/escorts\/([a-z0-9-]+)"/gs)].map(([, slug]) => slug)
  return { response, status: response.status, html, text: shownText(html), links, cards }
}

/** Returns the links to pages of cities, in their order. */
const cityLinks = (links: string[]) => links.filter((link) => link.startsWith("/escorts/in/"))

describe("the page of a city", () => {
  test("the page of a city lists its own people, the newest first, and leads to the listing", async () => {
    const { status, html, cards, links } = await open("/escorts/in/harbour")
    expect([status, headingOf(html), titleOf(html)]).toEqual([
      200,
      "Companions in Harbour",
      "Companions in Harbour - Salon",
    ])
    expect(cards).toEqual(["bea", "ada"])
    expect(links).toContain("/escorts?city=harbour")
    expect(html).toContain("See all 2 in Harbour")
  })

  test("the page of a city is in the reader's language", async () => {
    const { html } = await open(`${fr}/escorts/in/harbour`)
    expect(headingOf(html)).toBe("Compagnes et compagnons à Harbour (fr)")
  })

  test("the page of an occasion in a city lists the people who offer it there", async () => {
    const { status, html, cards, links } = await open("/escorts/in/harbour/walks")
    expect([status, headingOf(html), cards]).toEqual([200, "Walks in Harbour", ["bea"]])
    expect(links).not.toContain("/escorts?category=walks&city=harbour")
    await add("Fay", harbour, walks)
    expect((await open("/escorts/in/harbour/walks")).links).toContain("/escorts?category=walks&city=harbour")
  })

  test("the next page of a city with more than 24 profiles is the listing's", async () => {
    for (let n = 0; n < 24; n++) await add(`More-${n}`, harbour)
    const { cards, links } = await open("/escorts/in/harbour")
    expect(cards).toHaveLength(24)
    const next = links.find((link) => link.startsWith("/escorts?city=harbour&cursor=")) ?? ""
    expect((await open(next)).cards).toEqual(["bea", "ada"])
  })

  test("the page of a city names the occasions there, and cities of its region before larger ones", async () => {
    const crumbs = ["/escorts/in/harbour"]
    const occasions = ["/escorts/in/harbour/dinners", "/escorts/in/harbour/walks"]
    const nearby = ["/escorts/in/hilltop", "/escorts/in/seaside"]
    expect(cityLinks((await open("/escorts/in/harbour")).links)).toEqual([...crumbs, ...occasions, ...nearby])
  })

  test("the page of an occasion names the cities where people offer it, by their pages of the occasion", async () => {
    await add("Gwen", seaside, walks)
    const links = cityLinks((await open("/escorts/in/harbour/walks")).links)
    expect(links.filter((link) => !link.startsWith("/escorts/in/harbour"))).toEqual(["/escorts/in/seaside/walks"])
  })

  test("the page of a city names six other cities at most", async () => {
    for (let n = 0; n < 8; n++) await add(`In-${n}`, await insertCity({ regionSlug: `r-${n}` }))
    const links = cityLinks((await open("/escorts/in/harbour")).links)
    expect(links.filter((link) => !link.startsWith("/escorts/in/harbour"))).toHaveLength(6)
  })

  test("hidden, paused and draft profiles are on no page of a city, nor counted there", async () => {
    await add("Hanna", harbour, dinners, { state: "draft" })
    await add("Ines", harbour, dinners, { state: "paused" })
    await withoutPublicationRules(() => db.update(profiles).set({ hiddenFrom: "FR" }).where(eq(profiles.slug, "bea")))
    const from = async (country: string) => {
      const init = { ...(await withAccess()), cf: { country } } as RequestInit
      return (await fetchWith({}, "/escorts/in/harbour", init)).text()
    }
    const [inFrance, inGermany] = [await from("FR"), await from("DE")]
    for (const name of ["Hanna", "Ines"]) expect(inFrance + inGermany).not.toContain(name)
    expect([inFrance.includes("/escorts/bea"), inGermany.includes("/escorts/bea")]).toEqual([false, true])
    expect([inFrance.includes("See all 2"), inGermany.includes("See all 2")]).toEqual([false, true])
    expect(inFrance).not.toContain("/escorts/in/harbour/walks")
  })

  test("a member sees no other city for the sake of somebody who hides from them", async () => {
    const [owner, member] = [await insertMember(), await insertMember()]
    await db.update(profiles).set({ ownerId: owner.user.id }).where(eq(profiles.slug, "cleo"))
    const address = { address: member.user.email, note: "" }
    expect((await owner.call("POST", "/me/profile/hidden-from/people", address)).status).toBe(200)
    const links = async (init: RequestInit) => {
      const html = await (await fetchApp("/escorts/in/harbour/dinners", init)).text()
      return html.includes('href="/escorts/in/hilltop/dinners"')
    }
    expect(await links(await withAccess())).toBe(true)
    expect(await links(await withAccess(addCookie({}, member.cookie)))).toBe(false)
  })

  test("a page of a city costs one round trip beside the listing's own", async () => {
    const trips = async (path: string) => {
      takeLog("request")
      await (await get(`${path}?afresh`)).text()
      return Number(takeLog("request").at(-1)?.d1_round_trips)
    }
    const listing = await trips("/escorts")
    expect(await trips("/escorts/in/harbour")).toBe(listing + 1)
    expect(await trips("/escorts/in/harbour/dinners")).toBe(listing + 1)
    expect(await trips("/escorts/in")).toBe(listing)
  })
})

describe("the address of a city", () => {
  test.each([
    [`${en}/escorts/in/atlantis`, "Page Not Found: /escorts/in/atlantis"],
    [`${en}/escorts/in/harbour/flights`, "Page Not Found: /escorts/in/harbour/flights"],
    [`${en}/escorts/in/infos`, "Page Not Found: /escorts/in/infos"],
    [`${en}/escorts/in/gallery`, "Page Not Found: /escorts/in/gallery"],
    [`${en}/escorts/in/harbour,hilltop`, "Page Not Found: /escorts/in/harbour,hilltop"],
    [`${fr}/escorts/in/atlantis`, "Page introuvable\u00a0: /escorts/in/atlantis"],
  ])("%s of no city or occasion is a 404 that names it", async (address, heading) => {
    const { status, html } = await open(address)
    expect([status, headingOf(html)]).toEqual([404, heading])
  })

  test("a former slug of a city or an occasion leads to the present one for good", async () => {
    const renamed = [
      { kind: "city" as const, slug: "haven", recordId: harbour?.id ?? "" },
      { kind: "category" as const, slug: "suppers", recordId: dinners?.id ?? "" },
    ]
    await db.insert(catalogRedirects).values(renamed.map((row) => ({ ...row, createdAt: 0 })))
    for (const [former, present] of [
      ["haven", "harbour"],
      ["haven/dinners", "harbour/dinners"],
      ["harbour/suppers", "harbour/dinners"],
      ["haven/suppers", "harbour/dinners"],
    ]) {
      const response = await get(`/escorts/in/${former}`)
      expect([response.status, response.headers.get("Location")]).toEqual([301, `/escorts/in/${present}`])
    }
  })

  test.each([
    ["/Escorts/In/Harbour", "/escorts/in/harbour"],
    ["/escorts/in/HARBOUR/Dinners/", "/escorts/in/harbour/dinners"],
    ["/escorts/in/", "/escorts/in"],
  ])("%s is redirected for good to the lower-case address", async (typed, canonical) => {
    const response = await get(typed)
    expect([response.status, response.headers.get("Location")]).toEqual([301, canonical])
  })

  test("a page of a city names its canonical address, and its address in each language", async () => {
    const elements = await elementsOf((await open("/escorts/in/harbour/walks?ref=letter")).html)
    const links = elements.filter(({ tag }) => tag === "link")
    const path = "/escorts/in/harbour/walks"
    expect(links.find(({ attributes }) => attributes.rel === "canonical")?.attributes.href).toBe(en + path)
    const alternates = links.flatMap(({ attributes }) => (attributes.hreflang ? [attributes.href] : []))
    expect(alternates).toEqual([en + path, fr + path, en + path])
  })
})

describe("a city without profiles", () => {
  test("the page of a city of nobody says so, and calls no other profile one of the city", async () => {
    const { status, html, text, cards, links } = await open("/escorts/in/desert")
    expect([status, headingOf(html)]).toEqual([200, "Companions in Desert"])
    expect(text).toContain("Nobody in Desert yet")
    expect(text).toContain("The newest profiles, wherever they are")
    expect(cards).toHaveLength(4)
    expect(text).not.toMatch(/See all \d+ in Desert/)
    expect(cityLinks(links).slice(1)).toEqual(["/escorts/in/seaside", "/escorts/in/harbour", "/escorts/in/hilltop"])
  })

  test("the page of an occasion that nobody offers in the city says where the profiles below are from", async () => {
    const elsewhere = await open("/escorts/in/desert/walks")
    expect(elsewhere.text).toContain("Nobody for that in Desert yet")
    expect(elsewhere.text).toContain("Walks in other cities")
    expect(elsewhere.cards).toEqual(["bea"])
    await db.delete(profiles).where(eq(profiles.slug, "bea"))
    const here = await open("/escorts/in/harbour/walks")
    expect(here.text).toContain("Other occasions in Harbour")
    expect(here.cards).toEqual(["ada"])
  })
})

describe("the lines about a city", () => {
  const write = (locale: "en" | "fr", about: string) =>
    db
      .update(cityTexts)
      .set({ about })
      .where(and(eq(cityTexts.cityId, harbour?.id ?? ""), eq(cityTexts.locale, locale)))

  test("the lines about a city are shown in the reader's language, as plain text, and gone from the cache once they change", async () => {
    await write("en", "Boats & <b>bells</b>.")
    await write("fr", "Des bateaux.")
    expect((await open("/escorts/in/harbour")).text).toContain("Boats & <b>bells</b>.")
    takeLog("request")
    expect((await open("/escorts/in/harbour")).text).toContain("Boats")
    expect(takeLog("request").at(-1)?.cache).toBe("hit")
    expect((await open(`${fr}/escorts/in/harbour`)).text).toContain("Des bateaux.")
    await write("en", "Quays.")
    const changed = await open("/escorts/in/harbour")
    expect([changed.text.includes("Quays."), changed.text.includes("Boats")]).toEqual([true, false])
    await write("en", "")
    expect((await open("/escorts/in/harbour")).text).not.toContain("Quays.")
    expect((await open("/escorts/in/hilltop")).text).not.toContain("Des bateaux.")
  })
})

describe("the back office's record of a city", () => {
  test("takes lines about the city in each language or none, of 1,000 characters at most", async () => {
    const editor = await asStaff("editor")
    const path = `/cities/${seaside?.id}`
    const save = async (changed: Record<string, string>) => {
      const { body } = await editor.call("GET", path)
      return editor.call("PUT", path, { version: body.version, values: { ...body.values, ...changed } })
    }
    expect((await editor.call("GET", path)).body.values).toMatchObject({ "about.en": "", "about.fr": "" })
    const longest = "é".repeat(1_000)
    expect((await save({ "about.en": "A pier.", "about.fr": longest })).status).toBe(200)
    const refused = await save({ "about.en": `${longest}e` })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["values.about.en"]])
    expect((await open("/escorts/in/seaside")).text).toContain("A pier.")
    expect((await open(`${fr}/escorts/in/seaside`)).text).toContain(longest)
    expect((await save({ "about.en": "", "about.fr": "" })).status).toBe(200)
    expect((await open("/escorts/in/seaside")).text).not.toContain("A pier.")
  })
})

describe("the pages of cities", () => {
  test("the page of all cities names those that have profiles, by region", async () => {
    const { status, html, text, links } = await open("/escorts/in")
    expect([status, headingOf(html)]).toEqual([200, "All cities"])
    expect(cityLinks(links)).toEqual(["/escorts/in/harbour", "/escorts/in/hilltop", "/escorts/in/seaside"])
    expect([text.includes("North"), text.includes("South"), text.includes("Desert")]).toEqual([true, true, false])
  })

  test("the home page leads to the pages of the 24 cities with the most profiles, and to that of all", async () => {
    for (let n = 0; n < 32; n++) await add(`At-${n}`, await insertCity())
    const links = (await open("/")).links
    const cities = cityLinks(links)
    expect([new Set(cities).size, cities.length]).toEqual([24, 24])
    expect(cities.slice(0, 2)).toEqual(["/escorts/in/harbour", "/escorts/in/seaside"])
    expect(links).toContain("/escorts/in")
    expect((await open("/")).text).toContain("All 35 cities")
  })

  test("the sitemap has cities and occasions where every country sees somebody, by stored counts", async () => {
    await completeLaunch()
    const places = () => findListedPlaces(openDatabase(env.DB, null).db)
    const all = [
      "harbour",
      "harbour/dinners",
      "harbour/walks",
      "hilltop",
      "hilltop/dinners",
      "seaside",
      "seaside/dinners",
    ]
    expect(await places()).toEqual(all)
    const xml = await (await fetchWith(launched, `${fr}/sitemaps/cities.xml?afresh`)).text()
    expect([...xml.matchAll(/<loc>([^<]*)</g)].map(([, loc]) => loc)).toEqual(
      all.map((place) => `${fr}/escorts/in/${place}`),
    )
    const plan = await db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${selectListedPlaces(1)}`)
    const counts = plan.map(({ detail }) => detail).filter((detail) => detail.includes("listing_counts"))
    expect(counts).toHaveLength(2)
    for (const detail of counts)
      expect(detail).toMatch(/^SEARCH listing_counts USING PRIMARY KEY \(category_id=\? AND city_id/)
    const hideFrom = (countries: string, ...slugs: string[]) =>
      Promise.all(
        slugs.map((slug) => db.update(profiles).set({ hiddenFrom: countries }).where(eq(profiles.slug, slug))),
      )
    await hideFrom("DE FR", "cleo", "dora", "bea")
    expect(await places()).toEqual(["harbour", "harbour/dinners", "seaside", "seaside/dinners"])
    await hideFrom("FR", "edda")
    expect(await places()).toEqual(["harbour", "harbour/dinners"])
  })
})
