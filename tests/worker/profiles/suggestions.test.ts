import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { cityTexts, profiles } from "~/db/schema"
import { profileStates } from "~/db/schema/profiles/profiles"
import type { Ctx } from "~/domain/core/context"
import type { Suggestions } from "~/domain/profiles/search/schema"
import { maxCandidates } from "~/domain/profiles/search/suggestion-queries.server"
import { findSuggestions } from "~/domain/profiles/search/suggestions.server"
import type { Locale } from "~/i18n/locales"
import { addCookie, en, fetchWith, fr, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { insertMember } from "../helpers/member"
import { db, insertCategory, insertCity, insertProfile, insertService, withoutPublicationRules } from "../helpers/rows"

let place: { cityId: string; categoryId: string }

const fetchSuggestions = async (q: string, origin = en, init: RequestInit = {}) =>
  fetchWith({}, `${origin}/api/search/suggestions?q=${encodeURIComponent(q)}`, await withAccess(init))
const suggest = async (q: string, origin = en, init: RequestInit = {}): Promise<Suggestions> => {
  const response = await fetchSuggestions(q, origin, init)
  expect(response.status).toBe(200)
  return response.json()
}
const peopleOf = async (q: string, init: RequestInit = {}) =>
  (await suggest(q, en, init)).people.map(({ name }) => name)
const namesOf = async (q: string, origin = en) =>
  (await suggest(q, origin)).names.map(({ filter, value, name }) => [filter, value, name])

/** Returns the use of the database by one call of the domain, for a visitor. */
async function useOf(q: string, locale: Locale = "en") {
  const { db: opened, use } = openDatabase(env.DB, null)
  const ctx = { db: opened, actor: { kind: "visitor" }, locale, hidingCountry: "FR" } as unknown as Ctx
  const { people } = await findSuggestions(ctx, q)
  return { people, use }
}

beforeAll(async () => {
  const london = await insertCity({ slug: "london" })
  await db.update(cityTexts).set({ name: "Londres" }).where(eq(cityTexts.name, "London (fr)"))
  await insertCity({ slug: "lonely" })
  const category = await insertCategory({ slug: "dinners" })
  await insertService({ slug: "dancing", categoryId: category.id })
  place = { cityId: london.id, categoryId: category.id }
  for (const [slug, name] of [
    ["eleonore", "Éléonore Clair"],
    ["claire", "Claire Martin"],
    ["clara", "Clara Zola"],
    ["bob", "Bob Eclair"],
  ] as const)
    await insertProfile({ ...place, slug, name })
})

describe("people", () => {
  test("people are suggested by the beginning of any word of their name, without accents, the latest first", async () => {
    expect(await peopleOf("eleo")).toEqual(["Éléonore Clair"])
    expect(await peopleOf("ÉLÉ")).toEqual(["Éléonore Clair"])
    expect(await peopleOf("clai")).toEqual(["Claire Martin", "Éléonore Clair"])
    expect(await peopleOf("lair")).toEqual([])
  })

  test("several typed words must each begin a word of the name, a single letter too", async () => {
    expect(await peopleOf("clair el")).toEqual(["Éléonore Clair"])
    expect(await peopleOf("cla m")).toEqual(["Claire Martin"])
    expect(await peopleOf("claire zola")).toEqual([])
  })

  test("fewer than two letters suggest nobody", async () => {
    for (const q of ["c", "c e", "  c ", "é"]) expect([q, await peopleOf(q)]).toEqual([q, []])
  })

  test("a person is suggested with their city in the reader's language, and their picture", async () => {
    await withoutPublicationRules(() =>
      db.update(profiles).set({ coverMediaId: "picture", coverColor: "#123456" }).where(eq(profiles.slug, "bob")),
    )
    expect((await suggest("bob", fr)).people).toEqual([
      { slug: "bob", name: "Bob Eclair", city: "Londres", cover: { id: "picture", color: "#123456" } },
    ])
  })

  test("at most five people are suggested", async () => {
    for (let n = 0; n < 7; n += 1) await insertProfile({ ...place, name: `Quentin ${n}` })
    expect(await peopleOf("quen")).toEqual([6, 5, 4, 3, 2].map((n) => `Quentin ${n}`))
  })

  test("a profile that is not published is never suggested", async () => {
    for (const state of profileStates.filter((one) => one !== "published"))
      await withoutPublicationRules(() => insertProfile({ ...place, name: "Vesper Secret", state }))
    await insertProfile({ ...place, name: "Vesper Open" })
    expect(await peopleOf("vesper")).toEqual(["Vesper Open"])
  })

  test("a profile is not suggested in a country that it is hidden from, but to its owner", async () => {
    const owner = await insertMember()
    await insertProfile({ ...place, name: "Wilma Hidden", ownerId: owner.user.id, hiddenFrom: "DE FR" })
    const from = (country: string, init: RequestInit = {}) =>
      peopleOf("wilma", { ...init, cf: { country } } as RequestInit)
    expect(await from("FR")).toEqual([])
    expect(await from("BE")).toEqual(["Wilma Hidden"])
    expect(await from("FR", addCookie({}, owner.cookie))).toEqual(["Wilma Hidden"])
  })

  test("signs of the query language of the index are no part of a search", async () => {
    for (const q of ['"', "cla* OR bob", "name:cla", "(cla", "NEAR(cla bob)", "cla' --", "cla\u19b0b"])
      expect([q, (await fetchSuggestions(q)).status]).toEqual([q, 200])
    expect(await peopleOf("cla OR bob")).toEqual([])
  })
})

describe("names of filters", () => {
  test("cities, occasions, services and languages are suggested by names in any language, in the reader's", async () => {
    expect(await namesOf("lond")).toEqual([["city", "london", "London"]])
    expect(await namesOf("londr")).toEqual([["city", "london", "London"]])
    expect(await namesOf("londo", fr)).toEqual([["city", "london", "Londres"]])
    expect(await namesOf("dinn")).toEqual([["category", "dinners", "Dinners"]])
    expect(await namesOf("danc")).toEqual([["service", "dancing", "Dancing"]])
    expect(await namesOf("espag")).toEqual([["language", "es", "Spanish"]])
    expect(await namesOf("deutsch", fr)).toEqual([["language", "de", "allemand"]])
  })

  test("a city without profiles is not suggested", async () => {
    expect(await namesOf("lone")).toEqual([])
  })

  test("one letter suggests names, at most six, and no letter none", async () => {
    const names = await namesOf("d")
    expect(names.slice(0, 2).map(([filter]) => filter)).toEqual(["category", "service"])
    expect((await namesOf("a")).length).toBeLessThanOrEqual(6)
    for (const q of ["", "  ", "!?"]) expect(await suggest(q)).toEqual({ people: [], names: [] })
  })
})

describe("the operation", () => {
  test("a request without a search, or with more than 100 characters, is a 422", async () => {
    const statusOf = async (query: string) =>
      (await fetchWith({}, `/api/search/suggestions${query}`, await withAccess())).status
    expect(await statusOf("")).toBe(422)
    expect(await statusOf(`?q=${"a".repeat(101)}`)).toBe(422)
    expect(await statusOf(`?q=${"a".repeat(100)}`)).toBe(200)
  })

  test("suggestions take one round trip to D1, none without a letter, and nobody caches them", async () => {
    takeLog("request")
    const response = await fetchSuggestions("clai")
    expect(takeLog("request")[0]?.d1_round_trips).toBe(1)
    expect(response.headers.get("Cache-Control")).toBe("private, no-store")
    await fetchSuggestions("!")
    expect(takeLog("request")[0]?.d1_round_trips).toBe(0)
  })

  test("suggestions read no more rows when more people have the name", async () => {
    for (let n = 0; n < 6; n += 1) await insertProfile({ ...place, name: `Xavier ${n}` })
    const before = (await useOf("xav")).use.rowsRead
    for (let n = 0; n < maxCandidates + 20; n += 1) await insertProfile({ ...place, name: `Xavier ${100 + n}` })
    const { use, people } = await useOf("xav")
    expect(people.map(({ name }) => name)[0]).toBe("Xavier 179")
    expect(use.rowsRead).toBe(before)
  })
})
