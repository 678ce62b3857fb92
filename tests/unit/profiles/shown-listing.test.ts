import { describe, expect, test } from "vitest"
import { defaultSettings } from "~/domain/core/settings/registry"
import type { Listing, ProfileCard } from "~/domain/profiles/schema"
import { toShownListing } from "~/features/listing/shown-listing.server"
import { toShownCards } from "~/features/profiles/cards/shown-card.server"

const facets = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ slug: `s${n}`, name: `Name ${n}`, profiles: n }))

const listing = (changes: Partial<Listing> = {}): Listing => ({
  profiles: [],
  total: 0,
  address: {},
  chosen: { city: [], region: [], category: [], service: [] },
  cities: [],
  regions: [],
  categories: [],
  services: facets(12),
  languages: [],
  verified: null,
  available: null,
  start: null,
  previous_cursor: null,
  next_cursor: null,
  saved_search_id: null,
  alternatives: null,
  ...changes,
})

const en = { locale: "en" as const, settings: defaultSettings, now: () => Date.UTC(2026, 11, 1, 12) }

const slugsOf = (all: { slug: string }[]) => all.map(({ slug }) => slug)

describe("the choices of a filter on a page", () => {
  test("a page holds the first eight choices of a filter, and the number of the others", () => {
    const shown = toShownListing(listing(), en)
    expect(slugsOf(shown.services)).toEqual(slugsOf(facets(8)))
    expect(shown.more).toEqual({ services: 4 })
  })

  test("a page holds the chosen one beside the first eight", () => {
    const shown = toShownListing(listing({ address: { service: "s10" } }), en)
    expect(slugsOf(shown.services)).toEqual([...slugsOf(facets(8)), "s10"])
    expect(shown.more).toEqual({ services: 3 })
  })

  test("a page that is asked for all choices of a filter holds them, and the first ones of the others", () => {
    const shown = toShownListing(listing({ regions: facets(9) }), en, "services")
    expect(shown.services).toHaveLength(12)
    expect(shown.regions).toHaveLength(8)
    expect(shown.more).toEqual({ regions: 1 })
  })

  test("a page holds the cities with the most profiles first", () => {
    const shown = toShownListing(listing({ cities: facets(10) }), en)
    expect(shown.cities[0]?.slug).toBe("s9")
    expect(shown.cities).toHaveLength(8)
  })

  test("a page names languages in its own language", () => {
    const languages = [{ slug: "de", name: "de", profiles: 1 }]
    expect(toShownListing(listing({ languages }), { ...en, locale: "fr" }).languages[0]?.name).toBe("allemand")
  })
})

describe("the days that a list can be asked for", () => {
  const daysOf = (day: number, locale: "en" | "fr" = "en") =>
    toShownListing(listing(), { ...en, locale, now: () => Date.UTC(2026, 11, day, 12) }).days

  test("are ninety, from today on", () => {
    expect(daysOf(1)).toMatchObject({ first: "2026-12-01", last: "2027-02-28" })
  })

  test("are named: today, tomorrow, and the next weekend if it is neither", () => {
    const namesOf = (day: number, locale?: "fr") => daysOf(day, locale).soon.map(({ name }) => name)
    expect(namesOf(1)).toEqual(["Today", "Tomorrow", "Sat 5 December", "Sun 6 December"])
    expect(namesOf(1, "fr")).toEqual(["Aujourd’hui", "Demain", "sam. 5 décembre", "dim. 6 décembre"])
    expect(namesOf(4)).toEqual(["Today", "Tomorrow", "Sun 6 December"])
    expect(namesOf(5)).toEqual(["Today", "Tomorrow"])
  })
})

test("a card names the city of a tour, and until when it lasts", () => {
  const card = { city: "Lyon", on_tour_until: "2026-12-06", languages: [], pictures: [] } as unknown as ProfileCard
  expect(toShownCards([card], en)[0]?.city).toBe("Lyon until 6 Dec")
  expect(toShownCards([card], { ...en, locale: "fr" })[0]?.city).toBe("Lyon jusqu’au 6\u00a0déc.")
  expect(toShownCards([{ ...card, on_tour_until: null }], en)[0]?.city).toBe("Lyon")
})

test("a card holds its price and languages as texts, and nothing that it does not show", () => {
  const card = { id: "1", name: "Ada", headline: "A headline", hourly_rate: 14_000, languages: ["fr", "en"] }
  const [shown] = toShownCards([{ ...card, pictures: ["a", "b", "c"] } as ProfileCard], en)
  const texts = { price: "€140", languages: "FR, EN", spoken: "French and English" }
  expect(shown).toEqual({ id: "1", name: "Ada", more: ["b", "c"], ...texts })
})

test("a card holds no rate where the site hides them", () => {
  const card = { id: "1", name: "Ada", hourly_rate: 14_000, languages: [], pictures: [] }
  const settings = { ...defaultSettings, "listing.prices": false }
  expect(toShownCards([card as unknown as ProfileCard], { ...en, settings })[0]?.price).toBeNull()
})
