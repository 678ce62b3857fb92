import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { favorites, hiddenAddresses, profileLanguages, profiles, slugRedirects, users } from "~/db/schema"
import type { Ctx } from "~/domain/core/context"
import { countryCodes } from "~/domain/core/countries/codes"
import { bindCursor } from "~/domain/core/shared/cursor-scope"
import { encodeCursor } from "~/domain/profiles/cursor"
import { maxHiddenCountries, maxHiddenPeople } from "~/domain/profiles/hiding/limits"
import type { Hiding } from "~/domain/profiles/hiding/schema"
import { getPublicProfile } from "~/domain/profiles/sections.server"
import { findProfiles, getHomePage } from "~/domain/profiles/service.server"
import { createCtx } from "../../../worker/context"
import { addCookie, fetchWith, fr, withAccess } from "../helpers/app"
import { completeLaunch, launched } from "../helpers/launch"
import { takeLog, watchLog } from "../helpers/log"
import { insertMember, insertStaffMember } from "../helpers/member"
import { shownText } from "../helpers/page"
import {
  db,
  insertCategory,
  insertCity,
  insertMedia,
  insertProfile,
  insertService,
  insertUser,
  withoutDecisionRules,
  withoutPublicationRules,
} from "../helpers/rows"

watchLog()

type Member = Awaited<ReturnType<typeof insertMember>>

let owner: Member
let profile: Awaited<ReturnType<typeof insertProfile>>
/** Of the same city and category. */
let other: typeof profile
let city: Awaited<ReturnType<typeof insertCity>>
let category: Awaited<ReturnType<typeof insertCategory>>

beforeAll(async () => {
  ;[city, category] = [await insertCity({ regionSlug: "north" }), await insertCategory()]
  await insertService({ categoryId: category.id })
  owner = await insertMember()
  const base = { cityId: city.id, categoryId: category.id }
  profile = await insertProfile({
    ...base,
    ownerId: owner.user.id,
    slug: "camille",
    name: "Camille Hidden",
    featuredRank: 1,
  })
  other = await insertProfile({ ...base, slug: "dora", name: "Dora Shown", publishedAt: 1_000_000 })
  await insertMedia({ profileId: profile.id })
  await db.insert(slugRedirects).values({ slug: "once-camille", profileId: profile.id, createdAt: 0 })
})

beforeEach(async () => {
  await db.delete(hiddenAddresses)
  await setProfile({ hiddenFrom: "", state: "published" })
})

const setProfile = (values: Partial<typeof profile>) =>
  withoutDecisionRules(() =>
    withoutPublicationRules(() => db.update(profiles).set(values).where(eq(profiles.id, profile.id))),
  )

/** Fetches as Cloudflare hands on a request from a country; undefined: it knows none. */
const from = async (country: string | undefined, path: string, init: RequestInit = {}, changes: object = {}) =>
  fetchWith(changes, path, { ...(await withAccess(init)), cf: country === undefined ? {} : { country } } as RequestInit)
const fromAs = (country: string, { cookie }: Member, path: string) => from(country, path, addCookie({}, cookie))

const at = "/me/profile/hidden-from"
const hideFrom = (country: string, one = owner) => one.call("POST", `${at}/countries`, { country })
const hideAddress = (address: string, note = "", one = owner) => one.call("POST", `${at}/people`, { address, note })
const listOf = async (one = owner) => (await (await one.call("GET", at)).json()) as Hiding
const codeOf = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code]
const names = async (response: Promise<Response>) => (await (await response).text()).includes("Camille Hidden")

describe("a profile that is hidden from a country", () => {
  const pages = ["", "/infos", "/services", "/videos", "/private", "/gallery", ".data", "/infos.data", "/gallery.data"]
  const addresses = [
    ...pages.map((page) => `/escorts/camille${page}`),
    "/escorts/once-camille",
    ...["", "/gallery", "/services", "/videos"].map((section) => `/api/profiles/camille${section}`),
  ]

  test.each(addresses)(
    "is a 404 from there for a visitor at %s, as one that does not exist, and not elsewhere",
    async (path) => {
      expect((await from("FR", path)).status).toBeLessThan(400)
      expect((await hideFrom("FR")).status).toBe(200)
      const [hidden, missing] = [await from("FR", path), await from("FR", path.replace("camille", "nobodys"))]
      expect([hidden.status, missing.status]).toEqual([404, 404])
      const plain = async (response: Response) => {
        const text =
          path.startsWith("/api") || path.endsWith(".data") ? await response.text() : shownText(await response.text())
        return text
          .replaceAll("nobodys", "camille")
          .replace(/"(request_)?id":"[^"]+"/g, "")
          .replace(/[\da-f]{8}-[\da-f-]{27}/g, "")
      }
      expect(await plain(hidden)).toBe(await plain(missing))
      for (const elsewhere of ["DE", "T1", undefined]) expect((await from(elsewhere, path)).status).toBeLessThan(400)
    },
  )

  const lists = [
    "/",
    "/_root.data",
    "/escorts",
    "/escorts.data",
    "/escorts?q=camille",
    "/escorts?sort=price-up",
    "/escorts?sort=price-down",
  ]
  lists.push("/escorts/dora", "/escorts/dora.data", "/api/profiles", "/api/profiles?q=camille", "/api/profiles/dora")
  lists.push("/api/search/suggestions?q=camille")

  test.each(lists)("is in no list from there for a visitor or a member at %s, and elsewhere it is", async (path) => {
    const member = await insertMember()
    for (const country of ["FR", "DE"]) expect(await names(from(country, path))).toBe(true)
    await hideFrom("FR")
    expect(await names(from("FR", path))).toBe(false)
    expect(await names(fromAs("FR", member, path))).toBe(false)
    expect(await names(from("DE", path))).toBe(true)
    expect(await names(fromAs("DE", member, path))).toBe(true)
    await owner.call("DELETE", `${at}/countries/FR`)
    expect(await names(from("FR", path))).toBe(true)
  })

  test("is in no count from there for a visitor: of the home page, a city, a category, a region, and each filter", async () => {
    await db.insert(profileLanguages).values({ profileId: profile.id, language: "pt", position: 0 })
    const count = async (hidingCountry: string | null) => {
      const ctx: Ctx = { ...createCtx(env, openDatabase(env.DB, null).db, () => {}), hidingCountry }
      const of = (list: { slug: string; profiles: number | null }[], slug: string) =>
        list.find((one) => one.slug === slug)?.profiles ?? 0
      const beyond = { place: 2 ** 52, id: "x", isOther: false, isBack: true }
      const listing = async (filter: Record<string, string>) =>
        findProfiles(ctx, { ...filter, cursor: bindCursor(encodeCursor(beyond, "newest"), filter) })
      const [home, all, inCity] = [await getHomePage(ctx), await listing({}), await listing({ city: city.slug })]
      return [
        home.total,
        of(home.cities, city.slug),
        of(home.categories, category.slug),
        all.total,
        of(all.cities, city.slug),
        (await listing({ region: String(city.regionSlug) })).total,
        (await listing({ category: category.slug })).total,
        inCity.total,
        (await listing({ city: city.slug, language: "pt" })).total,
        of(inCity.languages, "pt"),
        ((await getPublicProfile(ctx, "dora")) as { nearby_total: number }).nearby_total,
      ]
    }
    const before = await count("FR")
    await hideFrom("FR")
    expect(await count("DE")).toEqual(before)
    expect(await count(null)).toEqual(before)
    expect(await count("FR")).toEqual(before.map((number) => Number(number) - 1))
    expect(before.every((number) => Number(number) > 0)).toBe(true)
  })

  test("is hidden where the country is Tor's, or unknown, if its owner says so", async () => {
    await hideFrom("T1")
    await hideFrom("XX")
    for (const country of ["T1", "XX", undefined]) expect((await from(country, "/escorts/camille")).status).toBe(404)
    expect((await from("FR", "/escorts/camille")).status).toBe(200)
  })

  test("is not shown by any header of the client", async () => {
    await hideFrom("FR")
    const headers = { "CF-IPCountry": "DE", "X-Country": "DE", "X-Forwarded-For": "85.214.132.117" }
    expect((await from("FR", "/escorts/camille", { headers })).status).toBe(404)
  })

  test("is there for its owner and for staff, and for nobody else with an account", async () => {
    const [member, staff] = [await insertMember(), await insertStaffMember("moderator")]
    await hideFrom("FR")
    for (const path of ["/escorts/camille", "/escorts", "/"]) {
      expect([path, await names(fromAs("FR", owner, path))]).toEqual([path, true])
      expect([path, await names(fromAs("FR", staff, path))]).toEqual([path, true])
      expect([path, await names(fromAs("FR", member, path))]).toEqual([path, false])
    }
  })
})

describe("the pages of search engines", () => {
  beforeAll(async () => {
    await completeLaunch()
  })
  const open = async (path: string) =>
    (await fetchWith(launched, path, { cf: { country: "DE" } } as RequestInit)).text()
  const robots = async (path: string) => /<meta name="robots" content="([^"]+)"/.exec(await open(path))?.[1]

  test("name no profile that is hidden from any country, wherever they are read from", async () => {
    const files = async () => {
      const index = await open("/sitemap.xml")
      const parts = [...index.matchAll(/<loc>([^<]+profiles[^<]+)<\/loc>/g)].map(
        ([, url = ""]) => new URL(url).pathname,
      )
      return (await Promise.all(parts.map(open))).join("")
    }
    expect(await files()).toContain("/escorts/camille<")
    await hideFrom("FR")
    const hidden = await files()
    expect([hidden.includes("/escorts/camille<"), hidden.includes("/escorts/dora<")]).toEqual([false, true])
  })

  test("say of a profile that is hidden from a country that it is not to be indexed", async () => {
    await hideFrom("FR")
    for (const section of ["", "/infos", "/gallery"])
      expect(await robots(`/escorts/camille${section}`)).toBe("noindex, nofollow")
    expect(await robots("/escorts/dora")).toBe("index, follow")
  })
})

describe("the page cache", () => {
  async function open(country: string, path: string, changes: object = {}) {
    takeLog("request")
    const response = await from(country, path, {}, changes)
    return { text: await response.text(), status: response.status, cache: takeLog("request").at(-1)?.cache }
  }
  const cached = ["/", "/escorts", "/escorts?sort=price-up", `/escorts/dora`, "/escorts.data"]

  test.each(cached)("never serves %s across a border that a profile hides behind, in any order", async (path) => {
    await hideFrom("FR")
    const order = ["DE", "FR", "US", "FR", "DE", "FR"]
    for (const first of [order, order.toReversed()]) {
      await db
        .update(profiles)
        .set({ rhythm: crypto.randomUUID(), hourlyRate: 10_000 + Math.floor(Math.random() * 1_000) })
        .where(eq(profiles.id, other.id))
      for (const country of first) {
        const { text } = await open(country, path)
        expect([country, text.includes("Camille Hidden"), text.includes("Dora Shown")]).toEqual([
          country,
          country !== "FR",
          true,
        ])
      }
    }
  })

  test("has one page for all countries that no profile hides from, and one for each of the others", async () => {
    await hideFrom("FR")
    await open("DE", "/escorts")
    for (const country of ["US", "T1", "BE"])
      expect([country, (await open(country, "/escorts")).cache]).toEqual([country, "hit"])
    expect((await open("FR", "/escorts")).cache).toBe("miss")
    expect((await open("FR", "/escorts")).cache).toBe("hit")
    await owner.call("DELETE", `${at}/countries/FR`)
    await open("DE", "/escorts")
    expect((await open("FR", "/escorts")).cache).toBe("hit")
  })

  test("shows a page of its own country to nobody else while it does not know of a change yet", async () => {
    const slow = { CONTENT_EPOCH_SECONDS: "60" }
    const path = `/escorts?show=24&city=${city.slug}`
    await open("DE", "/", slow)
    await hideFrom("FR")
    await open("FR", path, slow)
    const { text } = await open("DE", path, slow)
    expect(text).toContain("Camille Hidden")
  })

  test("costs no further round trip for a profile that is hidden", async () => {
    const trips = async (country: string) => {
      takeLog("request")
      await (await from(country, `/escorts?q=${crypto.randomUUID()}`)).text()
      return takeLog("request").at(-1)?.d1_round_trips
    }
    const before = await trips("FR")
    await hideFrom("FR")
    expect([await trips("FR"), await trips("DE")]).toEqual([before, before])
  })
})

describe("a profile that is hidden from an address", () => {
  const sees = async (member: Member) => (await fromAs("DE", member, "/escorts/camille")).status

  test("is a 404 for a member who has it, and for nobody else", async () => {
    const [named, another] = [await insertMember(), await insertMember()]
    await hideAddress(named.user.email.toUpperCase())
    expect([await sees(named), await sees(another)]).toEqual([404, 200])
    expect((await from("DE", "/escorts/camille")).status).toBe(200)
  })

  test("is a 404 for an account that is created with it later, however the mailbox is written", async () => {
    await hideAddress("ada.lovelace+salon@gmail.com")
    const later = await insertMember({ email: "adalovelace@googlemail.com" })
    expect(await sees(later)).toBe(404)
  })

  test("is a 404 for an account that changes to it, and is there once it changes away", async () => {
    const member = await insertMember()
    await hideAddress("brother@example.org")
    expect(await sees(member)).toBe(200)
    await db.update(users).set({ email: "brother@example.org" }).where(eq(users.id, member.user.id))
    expect(await sees(member)).toBe(404)
    await db.update(users).set({ email: "elsewhere@example.org" }).where(eq(users.id, member.user.id))
    expect(await sees(member)).toBe(200)
  })

  test("is there for its owner, though they change to the address, and for staff who have it", async () => {
    const [mine, staff] = [await insertMember(), await insertStaffMember("moderator")]
    const own = await insertProfile({ cityId: city.id, categoryId: category.id, ownerId: mine.user.id })
    await hideAddress("mine@example.org", "", mine)
    await hideAddress(staff.user.email, "", mine)
    await db.update(users).set({ email: "mine@example.org" }).where(eq(users.id, mine.user.id))
    for (const one of [mine, staff]) expect((await fromAs("DE", one, `/escorts/${own.slug}`)).status).toBe(200)
  })

  test("says the same of an address that has an account and of one that has none, and stores neither", async () => {
    const known = (await insertUser({ email: "quentin@known.example" })).email
    const plain = async (response: Response) => [
      response.status,
      (await response.text()).replace(/"(id|created_at)":("[^"]+"|\d+)/g, ""),
    ]
    takeLog("request")
    const first = await plain(await hideAddress(known))
    const [{ id = "" } = {}] = (await listOf()).people
    expect((await owner.call("DELETE", `${at}/people/${id}`)).status).toBe(200)
    const second = await plain(await hideAddress("quentin@known.examp1e.org"))
    expect(second).toEqual(first)
    expect(JSON.stringify(first)).toContain("q***@k***")
    const stored = JSON.stringify(await db.select().from(hiddenAddresses))
    expect(stored).not.toContain("quentin")
    expect(stored).not.toContain("q***")
  })

  test("is kept out of favourites, which come back when it is shown again", async () => {
    const member = await insertMember()
    await db.insert(favorites).values({ userId: member.user.id, profileId: profile.id, createdAt: 0 })
    const kept = () => names(fromAs("DE", member, "/profile/favorites"))
    expect(await kept()).toBe(true)
    await hideAddress(member.user.email)
    expect(await kept()).toBe(false)
    const [{ id = "" } = {}] = (await listOf()).people
    await owner.call("DELETE", `${at}/people/${id}`)
    expect(await kept()).toBe(true)
  })

  test("takes no first message from whoever has it, as one that does not exist", async () => {
    const member = await insertMember()
    await hideAddress(member.user.email)
    const ask = (slug: string) =>
      member.call("POST", "/conversations", { profile: slug, client_id: crypto.randomUUID(), body: "Hello" })
    expect([await codeOf(await ask("camille")), await codeOf(await ask("nobodys"))]).toEqual([
      [404, "request.not_found"],
      [404, "request.not_found"],
    ])
  })
})

describe("the owner's list", () => {
  test("has what they hid, with their own words, and says when nothing is hidden", async () => {
    expect(await listOf()).toEqual({ countries: [], people: [] })
    await hideFrom("FR")
    await hideFrom("BE")
    await hideAddress("nina@example.org", "My cousin")
    expect(await listOf()).toEqual({
      countries: ["BE", "FR"],
      people: [{ id: expect.any(String), address: "n***@e***", note: "My cousin", created_at: expect.any(Number) }],
    })
  })

  test("refuses what is there already, the owner's own address, and what is none, and changes nothing", async () => {
    await hideFrom("FR")
    await hideAddress("nina@example.org")
    const before = await listOf()
    expect(await codeOf(await hideFrom("FR"))).toEqual([409, "hiding.country_hidden"])
    for (const unknown of ["ZZ", "fr", "", "FR BE"])
      expect(await codeOf(await hideFrom(unknown))).toEqual([422, "validation.failed"])
    expect(await codeOf(await hideAddress("NINA+x@example.org"))).toEqual([409, "hiding.person_hidden"])
    expect(await codeOf(await hideAddress(owner.user.email))).toEqual([422, "hiding.own_address"])
    for (const wrong of ["nina", "nina@", "a b@example.org", ""])
      expect(await codeOf(await hideAddress(wrong))).toEqual([422, "validation.failed"])
    expect(await codeOf(await hideAddress("otto@example.org", "x".repeat(61)))).toEqual([422, "validation.failed"])
    for (const gone of ["countries/DE", "people/nothing"])
      expect(await codeOf(await owner.call("DELETE", `${at}/${gone}`))).toEqual([404, "request.not_found"])
    expect(await listOf()).toEqual(before)
  })

  test("has twenty countries and fifty people at most, and takes the next one after a removal", async () => {
    const codes = countryCodes.slice(0, maxHiddenCountries + 1)
    for (const code of codes.slice(0, -1)) expect((await hideFrom(code)).status).toBe(200)
    const [first = "", last = ""] = [codes[0], codes.at(-1)]
    expect(await codeOf(await hideFrom(last))).toEqual([409, "hiding.countries_full"])
    await owner.call("DELETE", `${at}/countries/${first}`)
    expect((await hideFrom(last)).status).toBe(200)
    for (let n = 0; n < maxHiddenPeople; n += 1) expect((await hideAddress(`person-${n}@example.org`)).status).toBe(200)
    expect(await codeOf(await hideAddress("one-more@example.org"))).toEqual([409, "hiding.people_full"])
    const [{ id = "" } = {}] = (await listOf()).people
    await owner.call("DELETE", `${at}/people/${id}`)
    expect((await hideAddress("one-more@example.org")).status).toBe(200)
    expect([maxHiddenCountries, maxHiddenPeople, (await listOf()).people.length]).toEqual([20, 50, 50])
  })

  test("keeps both of two countries that are added at once", async () => {
    await Promise.all(["FR", "BE", "CH"].map((code) => hideFrom(code)))
    expect((await listOf()).countries).toEqual(["BE", "CH", "FR"])
  })

  test("is nobody else's: another owner changes and reads their own alone, a member has none", async () => {
    const [another, member] = [await insertMember(), await insertMember()]
    await insertProfile({ cityId: city.id, categoryId: category.id, ownerId: another.user.id })
    await hideAddress("nina@example.org")
    const [{ id = "" } = {}] = (await listOf()).people
    expect((await another.call("DELETE", `${at}/people/${id}`)).status).toBe(404)
    expect(await listOf(another)).toEqual({ countries: [], people: [] })
    for (const response of [
      await member.call("GET", at),
      await hideFrom("FR", member),
      await hideAddress("x@example.org", "", member),
    ])
      expect(await codeOf(response)).toEqual([404, "request.not_found"])
    expect((await from("DE", `/api${at}`)).status).toBe(401)
    expect((await listOf()).people).toHaveLength(1)
  })

  test("can be changed in every state of the profile, and does not touch its version or the time of its change", async () => {
    const before = await db.query.profiles.findFirst({ where: eq(profiles.id, profile.id) })
    for (const state of ["draft", "paused", "suspended", "withdrawn", "published"] as const) {
      await setProfile({ state })
      expect((await hideFrom("FR")).status).toBe(200)
      expect((await owner.call("DELETE", `${at}/countries/FR`)).status).toBe(200)
    }
    const after = await db.query.profiles.findFirst({ where: eq(profiles.id, profile.id) })
    expect([after?.version, after?.updatedAt]).toEqual([before?.version, before?.updatedAt])
  })
})

describe("the page of whom a profile is hidden from", () => {
  const page = "/profile/escort/hiding"
  const read = async (path = page, one = owner) => shownText(await (await one.open(path)).text())

  test("says that nobody is, hides without script, and shows what is hidden", async () => {
    expect(await read()).toContain("Your profile is hidden from no country.")
    expect(await read()).toContain("Your profile is hidden from nobody by their address.")
    expect((await owner.submit(page, { intent: "hide-country", country: "FR" })).status).toBe(200)
    expect(
      (await owner.submit(page, { intent: "hide-person", address: "nina@example.org", note: "My cousin" })).status,
    ).toBe(200)
    const text = await read()
    for (const part of ["Show it in France again", "My cousin", "n***@e***"]) expect(text).toContain(part)
    expect(await read(fr + page)).toContain("Le montrer à nouveau\u00a0: France")
    const [{ id = "" } = {}] = (await listOf()).people
    await owner.submit(page, { intent: "show-country", country: "FR" })
    await owner.submit(page, { intent: "show-person", id })
    expect(await listOf()).toEqual({ countries: [], people: [] })
  })

  test.each([
    [{ intent: "hide-person", address: "nina@", note: "My cousin" }, 422, "email address"],
    [{ intent: "hide-person", address: "own", note: "My cousin" }, 422, "This is your own address."],
    [{ intent: "hide-country", country: "ZZ" }, 422, "This value isn’t accepted here."],
  ])("refuses %j with a sentence, and keeps what was typed", async (fields, status, sentence) => {
    const typed: Record<string, string> = { ...fields }
    if (typed.address === "own") typed.address = owner.user.email
    const response = await owner.submit(page, typed)
    const html = await response.text()
    expect(response.status).toBe(status)
    expect(shownText(html)).toContain(sentence)
    if (typed.note) expect(html).toContain(`value="${typed.note}"`)
    if (typed.address) expect(html).toContain(`value="${typed.address}"`)
  })

  test("is not there for a member without a profile", async () => {
    expect((await (await insertMember()).open(page)).status).toBe(404)
  })

  test("leads to the preview, which says whether the profile is there for a country or a person", async () => {
    await hideFrom("FR")
    await hideAddress("nina@example.org", "My cousin")
    const [{ id = "" } = {}] = (await listOf()).people
    const seen = (value: string) => read(`/profile/escort/preview?from=${value}`)
    expect(await seen("FR")).toContain("France: your profile doesn’t exist there.")
    expect(await seen("FR")).toContain("Page Not Found")
    expect(await seen("DE")).toContain("Germany: your profile is shown, as below.")
    expect(await seen(id)).toContain("My cousin: your profile doesn’t exist there.")
    expect((await owner.open("/profile/escort/preview?from=ZZ")).status).toBe(400)
  })

  test("says in the preview that nobody sees a paused profile", async () => {
    await setProfile({ state: "paused" })
    expect(await read("/profile/escort/preview?from=DE")).toContain("nobody sees it")
  })
})
