import fc from "fast-check"
import { beforeAll, describe, expect, test } from "vitest"
import { calendarEntries, calendarFeeds, profiles } from "~/db/schema"
import { addDays, dayOf } from "~/domain/core/shared/site-days"
import { weekDayOf } from "~/domain/profiles/calendar/days"
import { freePartsOf } from "~/domain/profiles/calendar/free-days"
import { dayParts, weekParts } from "~/domain/profiles/content/rhythm"
import type { Listing, ListingQuery } from "~/domain/profiles/schema"
import { findProfiles } from "~/domain/profiles/service.server"
import { db, insertCategory, insertCity, insertProfile, insertUser } from "../../helpers/rows"
import { visitor } from "../visitor"

const today = dayOf(Date.now())
/** Days on which the calendars and the questions meet often. */
const nearDays = Array.from({ length: 9 }, (_, n) => addDays(today, n))

interface Entry {
  kind: "off" | "tour"
  city: number
  first_day: string
  last_day: string
}
interface Person {
  id: string
  slug: string
  home: number
  rhythm: string
  entries: Entry[]
  busy: string
}

const cities: Awaited<ReturnType<typeof insertCity>>[] = []
const people: Person[] = []
const slugOf = (city: number) => cities[city]?.slug ?? ""
const regionOf = (city: number) => `region${city % 2}`

beforeAll(async () => {
  await db.delete(profiles)
  for (let n = 0; n < 3; n += 1) cities.push(await insertCity({ region: regionOf(n), regionSlug: regionOf(n) }))
  const category = await insertCategory()
  for (let n = 0; n < 12; n += 1) {
    // Some state no usual week.
    const rhythm = n % 4 === 0 ? "" : weekParts.filter((_, at) => (at * 7 + n * 5) % 3 === 0).join(",")
    const { id, slug } = await insertProfile({
      ownerId: (await insertUser()).id,
      cityId: cities[n % 3]?.id ?? "",
      categoryId: category.id,
      rhythm,
    })
    people.push({ id, slug, home: n % 3, rhythm, entries: [], busy: "" })
  }
})

const days = fc.tuple(fc.nat(8), fc.nat(4)).map(([first, length]) => ({
  first_day: addDays(today, first),
  last_day: addDays(today, first + length),
}))
const entry = fc
  .record({ kind: fc.constantFrom("off" as const, "tour" as const), city: fc.nat(2), days })
  .map(({ days, ...rest }): Entry => ({ ...rest, ...days }))
const calendars = fc.array(
  fc.record({
    entries: fc.array(entry, { maxLength: 3 }),
    busy: fc.subarray(
      nearDays.flatMap((day) => dayParts.map((part) => `${day}-${part}`)).filter((_, at) => at % 2 === 0),
    ),
  }),
  { minLength: 12, maxLength: 12 },
)
const places = fc.option(fc.subarray([0, 1, 2], { minLength: 1 }), { nil: undefined })
const questions = fc.record({
  on: fc.option(fc.constantFrom(...nearDays), { nil: undefined }),
  when: fc.constantFrom(undefined, ...dayParts),
  cities: places,
  regions: fc.option(fc.constantFrom(0, 1), { nil: undefined }),
})

/** Writes everybody's calendar; of tours that overlap, the first. */
async function write(all: { entries: Entry[]; busy: string[] }[]) {
  await db.delete(calendarEntries)
  await db.delete(calendarFeeds)
  for (const [n, person] of people.entries()) {
    const { entries = [], busy = [] } = all[n] ?? {}
    const meets = (one: Entry, other: Entry) => one.first_day <= other.last_day && one.last_day >= other.first_day
    person.entries = entries.filter(
      (one, at) =>
        one.kind === "off" ||
        (one.city !== person.home && !entries.slice(0, at).some((other) => other.kind === "tour" && meets(one, other))),
    )
    person.busy = busy.join(",")
  }
  const rows = people.flatMap(({ id, entries }) =>
    entries.map((one, at) => ({
      id: `${id}-${at}`,
      profileId: id,
      kind: one.kind,
      cityId: one.kind === "tour" ? (cities[one.city]?.id ?? "") : null,
      firstDay: one.first_day,
      lastDay: one.last_day,
      createdAt: 0,
    })),
  )
  for (const row of rows) await db.insert(calendarEntries).values(row)
  for (const { id, busy } of people)
    await db.insert(calendarFeeds).values({ profileId: id, addressSealed: "", dueAt: 0, createdAt: 0, busy })
}

const isOn = (kind: "off" | "tour", day: string) => (one: Entry) =>
  one.kind === kind && one.first_day <= day && day <= one.last_day

/** Whether somebody is free, counted from the rules of the design alone. */
function isFree({ rhythm, entries, busy }: Person, day: string, asked: readonly string[]): boolean {
  if (entries.some(isOn("off", day))) return false
  const isTouring = entries.some(isOn("tour", day))
  return asked.some(
    (part) =>
      (rhythm.split(",").includes(`${weekDayOf(day)}-${part}`) || (rhythm === "" && isTouring)) &&
      !busy.split(",").includes(`${day}-${part}`),
  )
}

function isIn({ home, entries }: Person, on: string | undefined, asked: (city: number) => boolean): boolean {
  const tour = entries.find(isOn("tour", on ?? today))
  if (tour && asked(tour.city)) return true
  return asked(home) && (on === undefined || !tour)
}

const slugsOf = ({ profiles: shown }: Listing) => shown.map(({ slug }) => slug).toSorted()

describe("a list by date", () => {
  test("has those who are free then, in the cities where they are, whatever calendars there are and whatever is asked for", async () => {
    await fc.assert(
      fc.asyncProperty(calendars, fc.array(questions, { minLength: 12, maxLength: 12 }), async (all, asked) => {
        await write(all)
        for (const { on, when, cities: inCities, regions } of asked) {
          // A time of the usual week, without a date, is the subject of other tests.
          const query: ListingQuery = {
            on,
            ...(on !== undefined && { when }),
            city: inCities?.map(slugOf).toSorted().join(","),
            region: regions === undefined ? undefined : regionOf(regions),
          }
          const expected = people.filter(
            (person) =>
              (on === undefined || isFree(person, on, when ? [when] : dayParts)) &&
              (!inCities || isIn(person, on, (city) => inCities.includes(city))) &&
              (regions === undefined || isIn(person, on, (city) => city % 2 === regions)),
          )
          const page = await findProfiles(visitor(), query)
          expect(slugsOf(page), JSON.stringify(query)).toEqual(expected.map(({ slug }) => slug).toSorted())
          expect(page.total).toBe(expected.length)
          if (on === undefined) continue
          for (const { id: _, slug, entries, home } of expected) {
            const tour = entries.find(isOn("tour", on))
            const card = page.profiles.find((one) => one.slug === slug)
            expect(card?.on_tour_until ?? undefined).toBe(tour?.last_day)
            expect(card?.city.toLowerCase()).toBe(slugOf(tour?.city ?? home))
          }
          if (!inCities && regions === undefined)
            for (const [n, { slug }] of cities.entries())
              expect(page.cities.find((one) => one.slug === slug)?.profiles ?? 0).toBe(
                expected.filter(({ entries, home }) => (entries.find(isOn("tour", on))?.city ?? home) === n).length,
              )
        }
        for (const person of people)
          for (const day of nearDays)
            expect(freePartsOf(person, day)).toEqual(dayParts.filter((part) => isFree(person, day, [part])))
      }),
      { numRuns: 12 },
    )
  })
})
