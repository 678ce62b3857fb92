import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { plansScope } from "~/db/content-scopes"
import {
  contentChanges,
  media,
  mediaTexts,
  plans,
  planTexts,
  prices,
  profileReplySpeeds,
  profileServices,
  profileServiceTexts,
  profiles,
  slugRedirects,
} from "~/db/schema"
import { fetchApp, fetchWith, fr, signedIn, withAccess } from "../helpers/app"
import { takeLog, watchLog } from "../helpers/log"
import { elementsOf, headingOf, shownText, titleOf } from "../helpers/page"
import {
  db,
  insertCategory,
  insertCity,
  insertMedia,
  insertProfile,
  insertService,
  insertSubscription,
  insertUser,
  withoutDecisionRules,
} from "../helpers/rows"

watchLog()

const sections = ["", "/gallery", "/infos", "/private", "/services", "/videos"]
let base: { cityId: string; categoryId: string }
let ada: { id: string; slug: string }
let photos: { id: string }[]
let video: { id: string }
let offered: { id: string; slug: string }[]

beforeAll(async () => {
  base = { cityId: (await insertCity({ slug: "paris" })).id, categoryId: (await insertCategory({ slug: "wine" })).id }
  ada = await insertProfile({ ...base, slug: "ada", name: "Ada Lovelace", verifiedAt: Date.UTC(2026, 8, 3) })
  photos = []
  for (let n = 0; n < 9; n += 1) photos.push(await insertMedia({ profileId: ada.id }))
  await insertMedia({ profileId: ada.id, state: "ready" })
  await insertMedia({ profileId: ada.id, visibility: "private" })
  const film = { profileId: ada.id, kind: "video", width: 1_280, height: 720, duration: 65, captions: "en,fr" } as const
  video = await insertMedia(film)
  await insertMedia({ ...film, state: "rejected" })
  offered = []
  for (let n = 0; n < 6; n += 1) {
    const service = await insertService({ categoryId: base.categoryId, slug: `tasting-${n}` })
    offered.push(service)
    const offer = { profileId: ada.id, serviceId: service.id }
    await db.insert(profileServices).values({ ...offer, price: n === 0 ? null : 10_000 * n, duration: 90 })
    const notes = (["en", "fr"] as const).map((locale) => ({ ...offer, locale, note: `A note in ${locale}` }))
    await db.insert(profileServiceTexts).values(notes)
  }
  await db.insert(slugRedirects).values({ slug: "old-ada", profileId: ada.id, createdAt: 1 })
})

const visit = async (path: string, init: RequestInit = {}) => fetchApp(path, await withAccess(init))
const htmlOf = async (path: string, init?: RequestInit) => (await visit(path, init)).text()

const shownAt = async (path: string, init?: RequestInit) => shownText(await htmlOf(path, init))

async function premium(): Promise<RequestInit> {
  const user = await insertUser()
  await insertSubscription({ userId: user.id })
  return signedIn(user)
}

describe("the sections of a profile", () => {
  test.each(sections)(
    "%j of a profile is a page with the name, and a title of its own in both languages",
    async (section) => {
      const titles = []
      for (const origin of ["", fr]) {
        const response = await visit(`${origin}/escorts/ada${section}`)
        expect(response.status).toBe(200)
        const html = await response.text()
        expect(headingOf(html)).toBe("Ada Lovelace")
        titles.push(titleOf(html))
      }
      expect(titles[0]).toMatch(/^Ada Lovelace.* - Salon$/)
      if (section !== "" && section !== "/services") expect(titles[0]).not.toBe(titles[1])
    },
  )

  test("the sections of a profile are tabs with their counts, and a lock on the private one", async () => {
    for (const section of sections.filter((one) => one !== "/gallery")) {
      const html = await htmlOf(`/escorts/ada${section}`)
      const [, tabs = ""] = /<nav aria-label="Sections about Ada Lovelace"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
      const links = (await elementsOf(tabs)).filter(({ tag }) => tag === "a")
      expect(links.map(({ attributes }) => attributes.href)).toEqual(sections.map((one) => `/escorts/ada${one}`))
      const current = links.filter(({ attributes }) => attributes["aria-current"] === "page")
      expect(current.map(({ attributes }) => attributes.href)).toEqual([`/escorts/ada${section}`])
      expect(
        tabs
          .replace(/<[^>]*>/g, " ")
          .replace(/\s+/g, " ")
          .trim(),
      ).toBe("Overview Gallery 9 Details Private 1 Services 6 Videos 1")
      expect(tabs).toContain('aria-label="Locked:"')
    }
    expect(await htmlOf("/escorts/ada", await premium())).not.toContain('aria-label="Locked:"')
  })

  test("an empty section of a profile has no tab, and says so at its address", async () => {
    const bare = await insertProfile(base)
    const html = await htmlOf(`/escorts/${bare.slug}`)
    for (const section of ["gallery", "private", "services", "videos"])
      expect(html).not.toContain(`/escorts/${bare.slug}/${section}`)
    for (const section of sections) expect((await visit(`/escorts/${bare.slug}${section}`)).status).toBe(200)
    for (const init of [{}, await premium()])
      expect(await htmlOf(`/escorts/${bare.slug}/private`, init)).toContain("There are no private pictures")
  })

  test.each(sections)("%j of a former slug redirects permanently to the current one", async (section) => {
    const response = await visit(`/escorts/old-ada${section}?x=1`)
    expect([response.status, response.headers.get("Location")]).toEqual([301, `/escorts/ada${section}?x=1`])
  })

  test.each(sections)("%j of an unknown or unpublished profile is a page not found", async (section) => {
    const draft = await insertProfile({ ...base, state: "draft" })
    for (const slug of ["nobody", draft.slug]) {
      const response = await visit(`/escorts/${slug}${section}`)
      expect(response.status).toBe(404)
      expect(headingOf(await response.text())).toBe(`Page Not Found: /escorts/${slug}${section}`)
    }
  })

  test("the section of services lists all, with prices, durations and notes", async () => {
    const [first, all] = [await htmlOf("/escorts/ada"), await htmlOf("/escorts/ada/services")]
    for (const [at, { slug }] of offered.entries()) {
      const name = `T${slug.slice(1)}`
      expect([slug, first.includes(`>${name}<`), all.includes(`>${name}<`)]).toEqual([slug, at < 4, true])
    }
    expect(first).toContain('href="/escorts/ada/services"')
    for (const text of ["€500", "on request", "1\u00a0h\u00a030", "A note in en"]) expect(all).toContain(text)
    expect(await htmlOf(`${fr}/escorts/ada/services`)).toContain("A note in fr")
  })

  test("the section of videos links to the report of each, which hides it by the address in the link", async () => {
    const about = encodeURIComponent(`/media/${video.id}/video.mp4`)
    expect(await htmlOf("/escorts/ada/videos")).toContain(`href="/report?about=${about}"`)
  })

  test("the section of videos has captions, and fetches no video before it is started", async () => {
    const elements = await elementsOf(await htmlOf("/escorts/ada/videos"))
    const [player] = elements.filter(({ tag }) => tag === "video")
    expect(player?.attributes).toMatchObject({ preload: "none", poster: `/media/${video.id}/1280.webp`, width: "1280" })
    const parts = elements.filter(({ tag }) => tag === "source" || tag === "track")
    expect(
      parts.map(({ attributes }) => attributes.src).filter((src) => src?.startsWith(`/media/${video.id}`)),
    ).toEqual(["video.mp4", "captions.en.vtt", "captions.fr.vtt"].map((name) => `/media/${video.id}/${name}`))
  })

  test("the section of facts lists what stands nowhere else", async () => {
    const html = await htmlOf("/escorts/ada/infos")
    const [facts = ""] = /<section aria-labelledby="infos".*?<\/section>/s.exec(html) ?? []
    expect([...facts.matchAll(/<dt[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual([
      "Region",
      "Member since",
      "Last updated",
    ])
    expect(facts).not.toContain("€150")
  })

  test.each(sections.filter((section) => !["/gallery", "/private"].includes(section)))(
    "%j says beside it how fast they reply and what the tick means, and neither the price nor the button again",
    async (section) => {
      await db
        .insert(profileReplySpeeds)
        .values({ profileId: ada.id, speed: "hours", replies: 9, updatedAt: 1 })
        .onConflictDoNothing()
      const html = await htmlOf(`/escorts/ada${section}?afresh`)
      const [aside = ""] = /<aside aria-labelledby="panel".*?<\/aside>/s.exec(html) ?? []
      expect(aside).toContain("Usually replies within a few hours")
      expect(aside).toContain("Identity and age confirmed in September 2026")
      expect([aside.includes("€150"), aside.includes("/profile/chat/new")]).toEqual([false, false])
    },
  )

  test("the sections of a profile are cached for visitors, the private one too, and for no signed-in reader", async () => {
    const member = await signedIn(await insertUser())
    for (const section of sections) {
      const path = `/escorts/ada${section}`
      takeLog("request")
      await htmlOf(path)
      await htmlOf(path)
      await (await fetchApp(path, member)).text()
      expect([section, takeLog("request").map(({ cache }) => cache)]).toEqual([
        section,
        [expect.stringMatching(/hit|miss/), "hit", undefined],
      ])
    }
    await htmlOf(`/escorts/ada/gallery?album=private`)
    expect(takeLog("request").at(-1)?.cache).toBeUndefined()
  })
})

describe("the locked gallery", () => {
  test("says the least price of a month and its trial, and drops its kept page when prices change", async () => {
    expect(await shownAt("/escorts/ada/private")).not.toContain("a month, tax included")
    const at = { createdAt: 1, updatedAt: 1 }
    await db.insert(plans).values({ id: "premium", type: "premium", state: "active", position: 1, ...at })
    for (const locale of ["en", "fr"] as const)
      await db.insert(planTexts).values({ planId: "premium", locale, name: "Premium", summary: "", features: "" })
    const month = { planId: "premium", state: "active", currency: "eur", interval: "month", intervalCount: 1 } as const
    for (const amount of [2_900, 4_900])
      await db
        .insert(prices)
        .values({ id: `p${amount}`, stripePrice: `price_${amount}`, amount, trialDays: 7, ...month, ...at })
    const epochOf = async () =>
      (await db.select().from(contentChanges)).find(({ scope }) => scope === plansScope)?.epoch
    const before = await epochOf()
    const other = await insertProfile({ ...base, slug: "lise" })
    await insertMedia({ profileId: other.id, visibility: "private" })
    const locked = "/escorts/lise/private"
    expect(await shownAt(locked)).toContain("From €29 a month, tax included. The first 7 days are free.")
    expect(await shownAt(`${fr}${locked}`)).toMatch(/À partir de 29\s€ par mois, taxes comprises\./)
    expect(await shownAt(locked, await premium())).not.toContain("a month")
    await db.update(prices).set({ state: "retired" }).where(eq(prices.id, "p2900"))
    expect(await epochOf()).toBeGreaterThan(before ?? 0)
    expect(await shownAt(locked, await signedIn(await insertUser()))).toContain("From €49 a month")
  })
})

describe("the gallery", () => {
  test("the gallery shows one picture, and links to each of them: it works without script", async () => {
    const html = await htmlOf(`/escorts/ada/gallery?photo=${photos[3]?.id}`)
    const links = (await elementsOf(html)).filter(({ tag }) => tag === "a").map(({ attributes }) => attributes.href)
    for (const { id } of photos) expect(links).toContain(`?photo=${id}`)
    expect(html).toContain("Picture 4 of 9")
    expect(html).toContain(`/media/${photos[3]?.id}/800.webp`)
    expect(html).toContain('data-forced-color-mode="dark"')
    // Before and after the fourth there are arrows too.
    const timesLinked = photos.map(({ id }) => links.filter((link) => link === `?photo=${id}`).length)
    expect(timesLinked).toEqual([1, 1, 2, 1, 2, 1, 1, 1, 1])
  })

  test("a picture's alt text is that of the page's language, and the profile's name where there is none", async () => {
    const grace = await insertProfile({ ...base, slug: "grace", name: "Grace Hopper" })
    const [first, second] = [await insertMedia({ profileId: grace.id }), await insertMedia({ profileId: grace.id })]
    await insertMedia({ profileId: grace.id, visibility: "private" })
    await db.insert(mediaTexts).values([
      { mediaId: first.id, locale: "en", alt: 'At her desk, "the Mark I" behind her' },
      { mediaId: second.id, locale: "fr", alt: "Debout sur le pont d’un navire" },
    ])
    const altsOn = async (path: string) =>
      (await elementsOf(await htmlOf(path))).flatMap(({ tag, attributes }) => (tag === "img" ? [attributes.alt] : []))
    for (const section of ["", "/gallery"]) {
      const english = await altsOn(`/escorts/grace${section}`)
      expect(english).toContain("At her desk, &quot;the Mark I&quot; behind her")
      expect(english).toContain("Grace Hopper, picture 2")
      const french = await altsOn(`${fr}/escorts/grace${section}`)
      expect(french).toContain("Debout sur le pont d’un navire")
      expect(french.join()).not.toContain("At her desk")
    }
    const { data } = (await (await visit("/api/profiles/grace/gallery")).json()) as { data: { alt: string }[] }
    expect(data.map(({ alt }) => alt)).toEqual(['At her desk, "the Mark I" behind her', ""])
  })

  test("the gallery redirects from a deleted picture to the others", async () => {
    const taken = await insertMedia({ profileId: ada.id, state: "deleted" })
    const response = await visit(`/escorts/ada/gallery?photo=${taken.id}`)
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/escorts/ada/gallery"])
  })

  test("the gallery shows premium members the private album too, by passes", async () => {
    const init = await premium()
    expect(await htmlOf("/escorts/ada/gallery", init)).toContain('href="/escorts/ada/gallery?album=private"')
    const html = await htmlOf("/escorts/ada/gallery?album=private", init)
    expect(html).toMatch(/\/media\/\w{26}\/800\.webp\?e=\d+&amp;s=[\w-]{43}/)
  })
})

describe("withdrawn media", () => {
  test("a withdrawn medium is gone from every cached section five seconds later, and from its address at once", async () => {
    const gone = await insertProfile(base)
    const picture = await insertMedia({ profileId: gone.id })
    const trusting = { CONTENT_EPOCH_SECONDS: "5" }
    const clock = vi.spyOn(Date, "now")
    const start = Date.now() + 600_000
    const statusOf = async (path: string, ms: number) => {
      clock.mockReturnValue(start + ms)
      const response = await fetchWith(trusting, path, await withAccess())
      await response.text()
      return response.status
    }
    try {
      for (const section of sections) expect(await statusOf(`/escorts/${gone.slug}${section}`, 0)).toBe(200)
      expect(await htmlOf(`/escorts/${gone.slug}/gallery`)).toContain(picture.id)
      await withoutDecisionRules(() => db.update(media).set({ state: "rejected" }).where(eq(media.id, picture.id)))
      await withoutDecisionRules(() => db.update(profiles).set({ state: "suspended" }).where(eq(profiles.id, gone.id)))
      expect(await statusOf(`/media/${picture.id}/640.webp`, 1)).toBe(404)
      for (const section of sections) expect(await statusOf(`/escorts/${gone.slug}${section}`, 5_000)).toBe(404)
    } finally {
      clock.mockRestore()
    }
  })
})

describe("the API of profiles", () => {
  const json = async <Body>(path: string, init: RequestInit = {}) => {
    const response = await visit(`/api/profiles${path}`, init)
    return { status: response.status, body: (await response.json()) as Body }
  }
  type List = {
    data: Record<string, unknown>[]
    next_cursor: string | null
    previous_cursor: string | null
    total: number
  }

  test("the API of profiles lists them with every filter, page after page", async () => {
    const city = await insertCity({ slug: "nantes" })
    for (let n = 0; n < 30; n += 1)
      await insertProfile({ ...base, cityId: city.id, hourlyRate: 10_000 + n, publishedAt: 1_000 + n })
    const first = (await json<List>("?city=nantes&sort=price-up")).body
    expect([first.data.length, first.total, first.previous_cursor]).toEqual([24, 30, null])
    const second = (await json<List>(`?city=nantes&sort=price-up&cursor=${first.next_cursor}`)).body
    expect([second.data.length, second.next_cursor]).toEqual([6, null])
    const rates = [...first.data, ...second.data].map(({ hourly_rate }) => hourly_rate)
    expect(rates).toEqual(Array.from({ length: 30 }, (_, n) => 10_000 + n))
    const back = (await json<List>(`?city=nantes&sort=price-up&cursor=${second.previous_cursor}`)).body
    expect(back.data).toEqual(first.data)
    expect((await json<List>("?city=nantes&language=de")).body.data).toEqual([])
    expect((await json<List>("?q=lovelace")).body.data).toMatchObject([{ slug: "ada", name: "Ada Lovelace" }])
  })

  test("the API of profiles refuses unknown filters", async () => {
    expect(await json("?city=atlantis")).toMatchObject({ status: 400, body: { code: "filter.unknown" } })
    expect((await json("?cursor=nonsense!")).status).toBe(400)
    expect((await json("?show=7")).status).toBe(422)
    expect((await json("?sort=cheapest")).status).toBe(422)
  })

  test("the API of profiles returns a profile and its sections", async () => {
    expect((await json("/ada")).body).toMatchObject({
      slug: "ada",
      city: { slug: "paris" },
      photo_count: 9,
      private_photo_count: 1,
      video_count: 1,
      service_count: 6,
      sees_private: false,
    })
    const gallery = (await json<List>("/ada/gallery")).body
    expect(gallery.data.map(({ id }) => id)).toEqual(photos.map(({ id }) => id))
    expect(Object.keys(gallery.data[0] ?? {}).toSorted()).toEqual(["alt", "color", "height", "id", "width"])
    expect(gallery.next_cursor).toBeNull()
    const [group] = (await json<List>("/ada/services")).body.data as [{ category: string; services: unknown[] }]
    expect([group.category, group.services.length]).toEqual(["Wine", 6])
    expect((await json<List>("/ada/videos")).body.data).toMatchObject([
      { id: video.id, duration: 65, captions: ["en", "fr"] },
    ])
  })

  test("the API of profiles finds a profile by a former slug, and none by an unknown one", async () => {
    for (const section of ["", "/gallery", "/services", "/videos", "/private"]) {
      expect([section, (await json(`/old-ada${section}`)).status]).toEqual([section, 200])
      expect([section, (await json(`/nobody${section}`)).status]).toEqual([section, 404])
    }
  })

  test("the API of profiles is behind the access gate", async () => {
    for (const path of ["", "/ada", "/ada/private"]) expect((await fetchApp(`/api/profiles${path}`)).status).toBe(403)
  })
})
