import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { profileTexts } from "~/db/schema"
import { findSitemapParts, findSitemapProfiles } from "~/domain/profiles/sitemap-queries.server"
import { en, fetchApp, fetchWith, fr, withAccess } from "../helpers/app"
import { completeLaunch, launched } from "../helpers/launch"
import { takeLog } from "../helpers/log"
import { elementsOf } from "../helpers/page"
import { insertCategory, insertCity, insertProfile, db as testDb } from "../helpers/rows"

beforeAll(async () => {
  const base = { cityId: (await insertCity({ slug: "paris" })).id, categoryId: (await insertCategory()).id }
  for (const slug of ["ada", "bea", "cleo"])
    await insertProfile({ ...base, slug, publishedAt: 1_000 + slug.charCodeAt(0) })
  const french = await insertProfile({ ...base, slug: "french", publishedAt: 9_000 })
  const inEnglish = and(eq(profileTexts.profileId, french.id), eq(profileTexts.locale, "en"))
  await testDb.update(profileTexts).set({ headline: "", quote: "", about: "" }).where(inEnglish)
  await insertProfile({ ...base, slug: "draft", state: "draft" })
  await completeLaunch()
})

/** Opens a page past the cache: the simulated deployment must not get pages of the other one. */
const open = (path: string) => fetchWith(launched, `${path}?afresh`)
const closed = async (path: string) => fetchApp(path, await withAccess())

async function headOf(response: Response) {
  const elements = await elementsOf(await response.text())
  const links = elements.filter(
    ({ tag, attributes }) => tag === "link" && /canonical|alternate/.test(attributes.rel ?? ""),
  )
  const metas = elements.filter(({ tag }) => tag === "meta")
  return {
    canonical: links.find(({ attributes }) => attributes.rel === "canonical")?.attributes.href,
    alternates: Object.fromEntries(
      links.flatMap(({ attributes }) => (attributes.hreflang ? [[attributes.hreflang, attributes.href]] : [])),
    ),
    robots: metas.find(({ attributes }) => attributes.name === "robots")?.attributes.content,
    shared: Object.fromEntries(
      metas.flatMap(({ attributes }) =>
        attributes.property?.startsWith("og:") ? [[attributes.property, attributes.content]] : [],
      ),
    ),
    things: elements.filter(({ tag, attributes }) => tag === "script" && attributes.type === "application/ld+json")
      .length,
  }
}

describe("a public page", () => {
  test("a public page names its canonical address, and its address in each language", async () => {
    const head = await headOf(await closed("/escorts?sort=price-up&city=paris"))
    expect(head.canonical).toBe(`${en}/escorts?city=paris`)
    expect((await headOf(await closed("/escorts?city=lyon,paris"))).canonical).toBe(`${en}/escorts`)
    expect(head.alternates).toEqual({
      en: `${en}/escorts?city=paris`,
      fr: `${fr}/escorts?city=paris`,
      "x-default": `${en}/escorts?city=paris`,
    })
    expect((await headOf(await closed(`${fr}/legal/privacy`))).canonical).toBe(`${fr}/legal/privacy`)
  })

  test("a public page has one address alone where the languages share a domain", async () => {
    const shared = { LOCALE_DOMAINS: "", APP_ORIGIN: "https://salon.example" }
    const head = await headOf(await fetchWith(shared, "/faq", await withAccess()))
    expect([head.canonical, head.alternates]).toEqual(["https://salon.example/faq", {}])
  })

  test("a page that is missing or not for indexing names no canonical address", async () => {
    for (const path of ["/escorts/nobody", "/nowhere", "/auth/login", "/report"]) {
      expect([path, (await headOf(await closed(path))).canonical]).toEqual([path, undefined])
    }
  })
})

describe("while indexing is closed, the default", () => {
  test.each(["/", "/escorts", "/escorts/ada", "/faq", "/legal/privacy"])(
    "%s says that indexing is closed and shows no more",
    async (path) => {
      const response = await closed(path)
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex, nofollow")
      const head = await headOf(response)
      expect([head.robots, head.shared, head.things]).toEqual(["noindex, nofollow", {}, 0])
    },
  )

  test("robots.txt closes everything while indexing is closed, and there is no sitemap", async () => {
    const robots = await closed("/robots.txt")
    expect([robots.status, await robots.text()]).toEqual([200, "User-agent: *\nDisallow: /\n"])
    for (const path of ["/sitemap.xml", "/sitemaps/pages.xml", "/sitemaps/cities.xml", "/sitemaps/profiles-0.xml"]) {
      expect((await closed(path)).status).toBe(404)
    }
  })
})

describe("once indexing is open", () => {
  test.each(["/", "/escorts", "/escorts/in/paris", "/escorts/ada", "/faq", "/legal/privacy"])(
    "%s may be indexed",
    async (path) => {
      const response = await open(path)
      expect([response.status, response.headers.get("X-Robots-Tag")]).toEqual([200, null])
      const head = await headOf(response)
      expect(head.robots).toBe("index, follow")
      expect(head.shared).toMatchObject({
        "og:url": en + path,
        "og:site_name": "Salon",
        "og:locale": "en_US",
        "og:title": expect.stringContaining("Salon"),
      })
      expect(head.things).toBe(["/", "/escorts/in/paris", "/escorts/ada", "/faq"].includes(path) ? 1 : 0)
    },
  )

  test.each(["/auth/login", "/report", "/nowhere", "/escorts/nobody", "/api/docs", "/age"])(
    "%s may not be indexed",
    async (path) => {
      const response = await open(path)
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex, nofollow")
      expect((await headOf(response)).shared).toEqual({})
    },
  )

  test("robots.txt names the sitemap of an open site and closes the private parts", async () => {
    const text = await (await open("/robots.txt")).text()
    expect(text).toContain(`Sitemap: ${en}/sitemap.xml`)
    expect(text).not.toMatch(/^Disallow: \/$/m)
    for (const path of ["/profile", "/dashboard", "/auth", "/api", "/media"])
      expect(text).toContain(`Disallow: ${path}\n`)
  })

  test("the sitemap lists the published profiles and the pages, in both languages", async () => {
    const index = await open(`${fr}/sitemap.xml`)
    expect(index.headers.get("Content-Type")).toBe("application/xml; charset=utf-8")
    const parts = [...(await index.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = ""]) => loc)
    expect(parts).toHaveLength(3)
    const [pages = "", , profiles = ""] = await Promise.all(parts.map(async (part) => (await open(part)).text()))
    expect(pages).toContain(`<loc>${fr}/legal/privacy</loc>`)
    expect([...profiles.matchAll(/<loc>([^<]*)</g)].map(([, loc]) => loc)).toEqual(
      ["ada", "bea", "cleo", "french"].map((slug) => `${fr}/escorts/${slug}`),
    )
    expect(profiles).toContain(`<xhtml:link rel="alternate" hreflang="en" href="${en}/escorts/ada"/>`)
    expect(profiles).toContain(`<xhtml:link rel="alternate" hreflang="x-default" href="${en}/escorts/ada"/>`)
    expect(profiles).not.toContain("draft")
  })

  test("the sitemap lists a profile in the languages alone in which it is written", async () => {
    const part = /profiles-\d+/.exec(await (await open("/sitemap.xml")).text())?.[0]
    const [english = "", french = ""] = await Promise.all(
      [en, fr].map(async (origin) => (await open(`${origin}/sitemaps/${part}.xml`)).text()),
    )
    expect(english).not.toContain("/escorts/french")
    expect(french).toContain(
      `<url><loc>${fr}/escorts/french</loc><xhtml:link rel="alternate" hreflang="fr" href="${fr}/escorts/french"/></url>`,
    )
  })

  test.each(["", "/gallery", "/infos", "/services", "/videos"])(
    "%j of a profile names as its address, in every language, one in which it is written",
    async (section) => {
      for (const origin of ["", fr]) {
        const head = await headOf(await open(`${origin}/escorts/french${section}`))
        const written = `${fr}/escorts/french${section}`
        expect([head.canonical, head.alternates, head.shared["og:url"]]).toEqual([written, { fr: written }, written])
      }
    },
  )

  test.each([
    "/sitemaps/profiles-9007199254740991.xml",
    "/sitemaps/profiles--1.xml",
    "/sitemaps/profiles-1%20OR%201.xml",
    "/sitemaps/..%2fx.xml",
  ])("%s is not part of the sitemap", async (path) => {
    expect((await open(path)).status).toBe(404)
  })

  test("each part of the sitemap begins where the previous one ended, by an index", async () => {
    const { db } = openDatabase(env.DB, null)
    const [start = 0] = await findSitemapParts(db)
    const slugsFrom = async (place: number) => (await findSitemapProfiles(db, place)).map(({ slug }) => slug)
    expect(await slugsFrom(start)).toEqual(["ada", "bea", "cleo", "french"])
    expect(await slugsFrom(start + 1)).toEqual(["bea", "cleo", "french"])
    for (const sql of [
      "SELECT min(newest) FROM listed_profiles",
      "SELECT newest FROM listed_profiles WHERE newest >= 1 ORDER BY newest LIMIT 1 OFFSET 5000",
      "SELECT card ->> '$.slug' FROM listed_profiles WHERE newest >= 1 ORDER BY newest LIMIT 5000",
    ]) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).all<{ detail: string }>()
      for (const { detail } of results) expect(detail).toMatch(/^SEARCH listings\b/)
    }
  })
})

test("a gated site, and a demonstration, cannot be open for indexing: the Worker refuses to serve and says why", async () => {
  await fetchWith({ ...launched, ACCESS_KEY: "a value of our own" }, "/faq")
  await fetchWith({ ...launched, DEMO: "on" }, "/faq")
  await fetchWith({ INDEXING: "open", ACCESS_KEY: "" }, "/faq")
  expect(takeLog("config.invalid").map(({ error }) => error)).toEqual([
    "ConfigError: INDEXING: cannot be open while ACCESS_KEY is set",
    expect.stringContaining("INDEXING: cannot be open for a demonstration"),
    expect.stringContaining("INDEXING: cannot be open for a demonstration"),
  ])
})
