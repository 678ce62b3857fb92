import { describe, expect, test } from "vitest"
import { priceTags } from "~/db/search/search-tags"
import { availableFacets, countMatches, exactTotal, isStored, type MatchCounts } from "~/domain/profiles/listing/facets"
import { joinValues, valuesOf } from "~/domain/profiles/listing/filter-values"
import { type ListingFilter, ListingQuery } from "~/domain/profiles/schema"
import { withoutValue, withValue } from "~/features/listing/listing-filters"

const city = (slug: string, profiles: number) => ({
  id: `id-${slug}`,
  slug,
  name: slug,
  region: "",
  region_slug: "",
  profiles,
})
const catalog = {
  cities: [city("lyon", 10), city("paris", 20)],
  categories: [
    { id: "1", slug: "dinners", name: "Dinners", profiles: 6 },
    { id: "2", slug: "events", name: "Events", profiles: 4 },
  ],
  services: [{ id: "1", slug: "opera", name: "Opera", category_id: "1" }],
  counts: [
    { facet: "s1", profiles: 3 },
    { facet: "lfr", profiles: 7 },
    { facet: "verified", profiles: 5 },
  ],
}

describe("the number of a list", () => {
  const stored: ListingFilter[] = [
    {},
    { city: "lyon" },
    { city: "lyon,paris" },
    { service: "opera" },
    { language: "fr" },
  ]
  test("is known where it is stored", () => {
    const totals = stored.map((filter) => exactTotal(filter, { inPlace: 10, touring: 0 }, catalog, []))
    expect(totals).toEqual([10, 10, 10, 3, 7])
  })

  test.each<ListingFilter>([
    { q: "opera" },
    { when: "fri" },
    { min_price: 100 },
    { max_price: 100 },
    { service: "opera", verified: "1" },
    { language: "fr,es" },
    { category: "dinners,events" },
    { city: "lyon", region: "rhone" },
  ])("is counted where it is not stored, up to a hundred and fifty: %j", (filter) => {
    expect(isStored(filter)).toBe(false)
    const totalOf = (profiles: number) =>
      exactTotal(filter, { inPlace: 10, touring: 0 }, catalog, [{ facet: "all", profiles }])
    expect([totalOf(0), totalOf(150), totalOf(151)]).toEqual([0, 150, null])
  })
})

describe("the numbers of choices", () => {
  const matches: MatchCounts = [
    { facet: "all", profiles: 9 },
    { facet: "cid-lyon", profiles: 8 },
    { facet: "k1", profiles: 2 },
    { facet: "lfr", profiles: 1 },
  ]
  const numbersOf = (filter: ListingFilter, counts = matches) => {
    const { cities, categories, languages, verified } = availableFacets(filter, catalog, counts)
    const of = (all: { profiles: number | null }[]) => all.map(({ profiles }) => profiles)
    return { cities: of(cities), categories: of(categories), languages: of(languages), verified }
  }

  test("count each match once under each of its values", () => {
    const cities = [
      { id: "lyon", region_slug: "rhone" },
      { id: "paris", region_slug: "idf" },
      { id: "vienne", region_slug: "rhone" },
    ]
    const matched = [
      { city_id: "lyon", categories: ["1", "2"], facets: ["s1", "lfr"] },
      { city_id: "vienne", categories: ["1"], facets: ["lfr", "verified"] },
      { city_id: "paris", categories: ["2"], facets: [] },
    ]
    const counts = countMatches(matched, cities).map(({ facet, profiles }) => [facet, profiles])
    expect(Object.fromEntries(counts)).toEqual({
      all: 3,
      clyon: 1,
      cvienne: 1,
      cparis: 1,
      rrhone: 2,
      ridf: 1,
      k1: 2,
      k2: 2,
      s1: 1,
      lfr: 2,
      verified: 1,
    })
    expect(countMatches([], cities)).toEqual([])
  })

  test("are those of the matches where words or several filters are asked for", () => {
    expect(numbersOf({ q: "opera" })).toEqual({ cities: [8, 0], categories: [2, 0], languages: [1], verified: 0 })
  })

  test("are unknown where more match than are counted", () => {
    const many = [{ facet: "all", profiles: 151 }]
    expect(numbersOf({ q: "opera" }, many)).toEqual({
      cities: [null, null],
      categories: [null, null],
      languages: [null],
      verified: null,
    })
  })

  test("of a filter in use are those without it where they are stored, and unknown elsewhere", () => {
    expect(numbersOf({ language: "fr" }, []).languages).toEqual([7])
    expect(numbersOf({ category: "dinners,events" }).categories).toEqual([6, 4])
    expect(numbersOf({ q: "opera", language: "fr" }).languages).toEqual([null])
  })
})

describe("several values of a filter", () => {
  test("have one order, each once, and none that is empty", () => {
    expect(joinValues(["paris", "lyon", "", "paris"])).toBe("lyon,paris")
    expect([joinValues([]), joinValues([""])]).toEqual([undefined, undefined])
    const address = { city: "lyon", category: "dinners", service: "opera", min_price: 100 }
    expect(withValue(address, { filter: "city", value: "paris" })).toBe(
      "/escorts?category=dinners&service=opera&city=lyon,paris&min_price=100",
    )
    expect(withoutValue(address, { filter: "city", value: "lyon" })).toBe(
      "/escorts?category=dinners&service=opera&min_price=100",
    )
    expect(withValue(address, { filter: "category", value: "events" })).toBe(
      "/escorts?category=dinners,events&city=lyon&min_price=100",
    )
    expect(withValue(address, { filter: "region", value: "savoie" })).toBe(
      "/escorts?category=dinners&service=opera&region=savoie&min_price=100",
    )
    expect(withoutValue(address, { filter: "min_price", value: "100" })).toBe(
      "/escorts?category=dinners&service=opera&city=lyon",
    )
    expect([valuesOf(undefined), valuesOf("")]).toEqual([[], []])
  })

  test("are ten at most, and read in lower case", () => {
    const list = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join(",")
    expect(ListingQuery.safeParse({ city: list(10) }).success).toBe(true)
    expect(ListingQuery.safeParse({ city: list(11) }).success).toBe(false)
    expect(ListingQuery.parse({ city: "Paris,LYON,,paris" }).city).toBe("lyon,paris")
  })
})

describe("a range of prices", () => {
  test("has both its ends, and what lies between two steps", () => {
    expect(priceTags(50, 100)).toEqual(["e1", "e2", "e3"])
    expect(priceTags(undefined, 50)).toEqual(["e0", "e1"])
    expect(priceTags(1_000, undefined)).toEqual(["e23", "e24"])
    expect(priceTags(100, 100)).toEqual(["e3"])
    expect(priceTags(100, 50)).toEqual([])
  })

  test.each(["0", "75", "-50", "1e2x", "100000"])("of %s euros is unknown", (price) => {
    expect(ListingQuery.safeParse({ min_price: price }).success).toBe(false)
  })
})
