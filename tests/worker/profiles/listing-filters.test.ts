import { eq } from "drizzle-orm"
import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { profileLanguages, profileServices, profiles } from "~/db/schema"
import { addDays, dayOf } from "~/domain/core/shared/site-days"
import { isStored } from "~/domain/profiles/listing/facets"
import { priceSteps, valuesOf } from "~/domain/profiles/listing/filter-values"
import type { Listing, ListingFilter, ListingQuery } from "~/domain/profiles/schema"
import { findProfiles } from "~/domain/profiles/service.server"
import { fetchApp, fr, withAccess } from "../helpers/app"
import { elementsOf } from "../helpers/page"
import { db, insertCategory, insertCity, insertProfile, insertService, insertUser } from "../helpers/rows"
import { visitor } from "./visitor"

interface Listed {
  slug: string
  city: string
  category: string
  languages: string[]
  price: number
  isVerified: boolean
}

const spoken = ["en", "fr", "es"]
const cities: Awaited<ReturnType<typeof insertCity>>[] = []
const categories: Awaited<ReturnType<typeof insertCategory>>[] = []
const listed: Listed[] = []

beforeAll(async () => {
  await db.delete(profiles)
  for (let count = 0; count < 3; count += 1) {
    cities.push(await insertCity())
    categories.push(await insertCategory())
  }
  for (let n = 0; n < 36; n += 1) {
    const city = cities[n % 3]
    const category = categories[Math.floor(n / 3) % 3]
    if (!city || !category) throw new Error("no catalogue")
    const languages = spoken.filter((_, at) => (n >> at) % 2 === 0)
    if (languages.length === 0) languages.push("de")
    // At each step, and between each two of them.
    const price = (priceSteps[n % 12] ?? 0) + (n % 2) * 10
    const isVerified = n % 4 === 0
    const { id, slug } = await insertProfile({
      ownerId: (await insertUser()).id,
      cityId: city.id,
      categoryId: category.id,
      languages: languages.join(","),
      hourlyRate: price * 100,
      verifiedAt: isVerified ? 1 : null,
    })
    await db
      .insert(profileLanguages)
      .values(languages.map((language, position) => ({ profileId: id, language, position })))
    listed.push({ slug, city: city.slug, category: category.slug, languages, price, isVerified })
  }
})

function isMatch(one: Listed, filter: ListingFilter): boolean {
  const hasOne = (wanted: string | undefined, has: string[]) =>
    wanted === undefined || valuesOf(wanted).some((value) => has.includes(value))
  return (
    hasOne(filter.city, [one.city]) &&
    hasOne(filter.category, [one.category]) &&
    hasOne(filter.language, one.languages) &&
    (filter.verified === undefined || one.isVerified) &&
    one.price >= (filter.min_price ?? 0) &&
    one.price <= (filter.max_price ?? 100_000)
  )
}

const some = (values: () => string[]) =>
  fc.option(
    fc.subarray([0, 1, 2], { minLength: 1 }).map((places) =>
      places
        .map((at) => values()[at] ?? "")
        .toSorted()
        .join(","),
    ),
    { nil: undefined },
  )
const filters: fc.Arbitrary<ListingFilter> = fc.record({
  city: some(() => cities.map(({ slug }) => slug)),
  category: some(() => categories.map(({ slug }) => slug)),
  language: some(() => spoken),
  verified: fc.constantFrom(undefined, "1" as const),
  min_price: fc.constantFrom(undefined, ...priceSteps),
  max_price: fc.constantFrom(undefined, ...priceSteps),
})

const find = (query: ListingQuery) => findProfiles(visitor(), { ...query, show: 48 })
const slugsOf = ({ profiles: shown }: Listing) => shown.map(({ slug }) => slug).toSorted()

describe("a list with several values of its filters", () => {
  test("has those who match, their number, and the numbers of the choices beside it, whatever is asked for", async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (asked) => {
        const [from, to] = [asked.min_price ?? 0, asked.max_price ?? 100_000]
        const filter = from > to ? { ...asked, min_price: to, max_price: from } : asked
        const expected = listed.filter((one) => isMatch(one, filter))
        const page = await find(asked)
        expect(slugsOf(page)).toEqual(expected.map(({ slug }) => slug).toSorted())
        expect(page.total).toBe(expected.length)
        if (isStored(filter)) return
        const numberOf = (choices: Listing["cities"], slug: string) =>
          choices.find((choice) => choice.slug === slug)?.profiles
        for (const { slug } of filter.city ? [] : cities)
          expect(numberOf(page.cities, slug)).toBe(expected.filter(({ city }) => city === slug).length)
        for (const code of filter.language ? [] : spoken)
          expect(numberOf(page.languages, code)).toBe(
            expected.filter(({ languages }) => languages.includes(code)).length,
          )
        if (!filter.verified) expect(page.verified).toBe(expected.filter(({ isVerified }) => isVerified).length)
      }),
      { numRuns: 60 },
    )
  })

  test("names on each card the one of several asked occasions that the profile has", async () => {
    const [one, other] = categories.map(({ slug }) => slug)
    const page = await find({ category: [one, other].toSorted().join(",") })
    const names = new Map(page.categories.map(({ slug, name }) => [slug, name]))
    for (const card of page.profiles)
      expect(card.category).toBe(names.get(listed.find(({ slug }) => slug === card.slug)?.category ?? ""))
  })

  test("names the main occasion of a profile that has several of those asked for", async () => {
    const [city, one, main] = [cities[0], categories[0], categories[1]]
    if (!city || !one || !main) throw new Error("no catalogue")
    const { id } = await insertProfile({
      ownerId: (await insertUser()).id,
      cityId: city.id,
      categoryId: main.id,
      slug: "of-two-occasions",
    })
    const service = await insertService({ categoryId: one.id })
    await db.insert(profileServices).values({ profileId: id, serviceId: service.id })
    const page = await find({ category: [one.slug, main.slug].toSorted().join(",") })
    const names = new Map(page.categories.map(({ slug, name }) => [slug, name]))
    expect(page.profiles.find(({ slug }) => slug === "of-two-occasions")?.category).toBe(names.get(main.slug))
    await db.delete(profiles).where(eq(profiles.id, id))
  })

  test("leaves an unknown value out, names it, and keeps the others of its filter", async () => {
    const known = cities[0]?.slug ?? ""
    const address = `/escorts?city=${[known, "atlantis"].toSorted().join(",")}`
    const response = await fetchApp(address, await withAccess())
    const html = await response.text()
    expect([response.status, html.includes("“atlantis”")]).toEqual([404, true])
    const cards = (await elementsOf(html)).filter(({ tag }) => tag === "article")
    expect(cards.length).toBe(Math.min(24, listed.filter(({ city }) => city === known).length))
  })

  test.each([
    ["city=b-city,a-city,b-city", "city=a-city,b-city"],
    ["city=B-City", "city=b-city"],
    ["min_price=300&max_price=100", "min_price=100&max_price=300"],
  ])("has one address: %s leads to %s", async (typed, address) => {
    const response = await fetchApp(`${fr}/escorts?${typed}`, await withAccess({ redirect: "manual" }))
    expect([response.status, response.headers.get("Location")]).toEqual([301, `/escorts?${address}`])
  })

  test.each([
    "min_price=75",
    "max_price=-100",
    "min_price=x",
    `city=${Array.from({ length: 100 }, (_, n) => `c${n}`).join(",")}`,
  ])("is shown without %s, which no list has", async (query) => {
    const response = await fetchApp(`/escorts?${query}`, await withAccess())
    expect([response.status, (await response.text()).includes("We don’t know")]).toEqual([404, true])
  })
})

describe("a list on a date", () => {
  const today = dayOf(Date.now())
  const on = addDays(today, 3)
  const open = async (query: string, site = "") =>
    fetchApp(`${site}/escorts?${query}`, await withAccess({ redirect: "manual" }))

  test.each(["yesterday", "2027-02-30", addDays(today, -1), addDays(today, 90), "0000-00-00"])(
    "that no calendar has, %s, is named and left out",
    async (day) => {
      const response = await open(`on=${day}`)
      const html = await response.text()
      expect([response.status, html.includes(`“${day}”`)]).toEqual([404, true])
      expect((await elementsOf(html)).filter(({ tag }) => tag === "article")).toHaveLength(24)
    },
  )

  test("has one address: a day of the week beside it says nothing", async () => {
    for (const [when, left] of [
      ["fri", ""],
      ["fri-evening", "&when=evening"],
    ]) {
      const response = await open(`on=${on}&when=${when}`, fr)
      expect([response.status, response.headers.get("Location")]).toEqual([301, `/escorts?on=${on}${left}`])
    }
  })

  test("names it in the reader's language, and keeps the other filters in the form that asks for one", async () => {
    const html = await (await open(`city=${cities[0]?.slug}&on=${on}`)).text()
    const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" }).format(Date.parse(on))
    expect(html).toMatch(new RegExp(`aria-label="Remove \\w{3} ${date}"`))
    const inputs = (await elementsOf(html)).filter(({ tag }) => tag === "input")
    expect(inputs.find(({ attributes }) => attributes.type === "date")?.attributes).toMatchObject({
      type: "date",
      min: today,
      max: addDays(today, 89),
      value: on,
    })
    expect(inputs.some(({ attributes }) => attributes.name === "city" && attributes.value === cities[0]?.slug)).toBe(
      true,
    )
  })

  test("is refused by the API by name where no calendar has it", async () => {
    const response = await fetchApp(`/api/profiles?on=${addDays(today, -1)}`, await withAccess())
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "filter.unknown"])
  })
})
