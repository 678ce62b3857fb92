import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { calendarEntries, calendarFeeds, cities, cityTexts, contentChanges, profiles, sanctions } from "~/db/schema"
import { addDays, dayOf } from "~/domain/core/shared/site-days"
import { sweepCalendars } from "~/domain/profiles/calendar/entries.server"
import { maxEntries } from "~/domain/profiles/calendar/limits"
import type { CalendarEntry } from "~/domain/profiles/calendar/schema"
import { weekParts } from "~/domain/profiles/content/rhythm"
import { findProfiles } from "~/domain/profiles/service.server"
import { partsOf } from "~/features/shell/dates/date-parts"
import { en, fetchApp, fr, withAccess } from "../../helpers/app"
import { exhaustLimit } from "../../helpers/limits"
import { runCron } from "../../helpers/mail"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { elementsOf, shownText } from "../../helpers/page"
import {
  db,
  insertCategory,
  insertCity,
  insertProfile,
  withoutDecisionRules,
  withoutPublicationRules,
} from "../../helpers/rows"
import { visitor } from "../visitor"

const today = dayOf(Date.now())
const inDays = (count: number) => addDays(today, count)
const at = "/me/profile/calendar/entries"

let owner: Awaited<ReturnType<typeof insertMember>>
let profile: Awaited<ReturnType<typeof insertProfile>>
let home: Awaited<ReturnType<typeof insertCity>>
let lyon: typeof home

beforeEach(async () => {
  await db.delete(profiles)
  ;[home, lyon] = [await insertCity(), await insertCity()]
  owner = await insertMember()
  profile = await insertProfile({ ownerId: owner.user.id, cityId: home.id, categoryId: (await insertCategory()).id })
})

const ahead = "Choose today or one of the next 89 days."
const off = (first: number, last = first) => ({ kind: "off", first_day: inDays(first), last_day: inDays(last) })
const tour = (first: number, last = first, city = lyon.slug) => ({ ...off(first, last), kind: "tour", city })
const add = (entry: object, by = owner) => by.call("POST", at, entry)
const list = async (by = owner): Promise<CalendarEntry[]> =>
  ((await (await by.call("GET", at)).json()) as { data: CalendarEntry[] }).data
const refusal = async (response: Response) => {
  const { code, message, errors } = (await response.json()) as { code: string; message: string; errors?: object }
  return { status: response.status, code, message, errors }
}
const listedIn = async (city: string, on?: string) =>
  (await findProfiles(visitor(), { city, on })).profiles.map(({ slug }) => slug)

describe("days off and tours", () => {
  test("are added, listed by date with the city's name, and removed", async () => {
    expect((await add(off(20, 22))).status).toBe(200)
    expect((await add(tour(3, 6))).status).toBe(200)
    const entries = await list()
    expect(entries).toEqual([
      { id: entries[0]?.id, ...tour(3, 6), city: { slug: lyon.slug, name: expect.stringMatching(/^City-/) } },
      { id: entries[1]?.id, ...off(20, 22), city: null },
    ])
    const remove = () => owner.call("DELETE", `${at}/${entries[0]?.id}`)
    expect((await remove()).status).toBe(200)
    expect((await list()).map(({ kind }) => kind)).toEqual(["off"])
    expect((await remove()).status).toBe(200)
  })

  test("lie between today and 89 days ahead, in their order", async () => {
    expect((await add(off(0, 89))).status).toBe(200)
    const fieldsOf = async (entry: object) => (await refusal(await add(entry))).errors
    expect(await fieldsOf(off(-1, 0))).toEqual({ first_day: [ahead] })
    expect(await fieldsOf(off(89, 90))).toEqual({ last_day: [ahead] })
    expect(await fieldsOf(off(5, 4))).toEqual({ last_day: ["Choose the first day or a later one."] })
    expect((await add({ kind: "off", first_day: "2027-02-30", last_day: "soon" })).status).toBe(422)
    expect(await list()).toHaveLength(1)
  })

  test("of a tour name a city that exists and is not the profile's own; days off name none", async () => {
    const fieldsOf = async (entry: object) => (await refusal(await add(entry))).errors
    expect(await fieldsOf(tour(1, 2, "atlantis"))).toEqual({ city: ["This value isn’t accepted here."] })
    expect(await fieldsOf(tour(1, 2, home.slug))).toEqual({
      city: ["This is the city of your profile. Choose another one."],
    })
    expect((await add({ ...off(1), kind: "tour" })).status).toBe(422)
    expect(await list()).toEqual([])
  })

  test("of a tour are refused while another tour lasts, which the sentence names; days off are not", async () => {
    await db.update(cityTexts).set({ name: "Lyon" }).where(eq(cityTexts.cityId, lyon.id))
    await add(tour(10, 14))
    for (const entry of [tour(14, 16), tour(8, 10), tour(11, 12), tour(9, 20)]) {
      const { status, code, message } = await refusal(await add(entry))
      expect([status, code]).toEqual([409, "calendar.overlap"])
      expect(message).toMatch(/^You’re on tour in Lyon then: \d+ .*to \d+ \w+\. /)
    }
    for (const entry of [off(11, 12), tour(15), tour(9)]) expect((await add(entry)).status).toBe(200)
  })

  test("are thirty at most, those that are past not counted", async () => {
    const rows = Array.from({ length: maxEntries }, (_, n) => ({
      id: `e${n}`,
      profileId: profile.id,
      kind: "off" as const,
      firstDay: inDays(n - 1),
      lastDay: inDays(n - 1),
      createdAt: 0,
    }))
    for (const row of rows) await db.insert(calendarEntries).values(row)
    expect((await add(off(40))).status).toBe(200)
    const { status, code } = await refusal(await add(off(41)))
    expect([status, code]).toEqual([409, "calendar.full"])
  })

  test("of somebody else are neither seen nor removed, and nobody without a profile has any", async () => {
    await add(tour(3, 6))
    const [entry] = await list()
    const stranger = await insertMember()
    await insertProfile({ ownerId: stranger.user.id, cityId: home.id, categoryId: profile.categoryId })
    expect(await list(stranger)).toEqual([])
    expect((await stranger.call("DELETE", `${at}/${entry?.id}`)).status).toBe(200)
    expect(await list()).toHaveLength(1)
    const member = await insertMember()
    for (const [method, path] of [
      ["GET", at],
      ["DELETE", `${at}/${entry?.id}`],
    ] as const)
      expect((await member.call(method, path)).status).toBe(404)
    expect((await add(off(1), member)).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })

  test("are not changed by a suspended member", async () => {
    await add(off(2))
    const [entry] = await list()
    const sanction = { kind: "suspend" as const, state: "active" as const, reason: "You asked for money." }
    await withoutDecisionRules(() =>
      db.insert(sanctions).values({
        ...sanction,
        id: "sanction",
        userId: owner.user.id,
        createdAt: Date.now(),
        expiresAt: Date.now() + 3_600_000,
      }),
    )
    expect((await add(off(1))).status).toBe(403)
    expect((await owner.call("DELETE", `${at}/${entry?.id}`)).status).toBe(403)
    expect(await db.select().from(calendarEntries)).toHaveLength(1)
  })

  test("are changed as often as drafts are saved at most, with edits", async () => {
    await db.delete(calendarEntries)
    await exhaustLimit("workshop.save", owner.user.id, { left: 1 })
    const change = () => owner.call("DELETE", `${at}/none`)
    expect([(await change()).status, (await change()).status, (await add(off(1))).status]).toEqual([200, 429, 429])
  })
})

describe("the public lists", () => {
  test("follow a tour, days off and busy parts at once, also a pause and a new publication", async () => {
    await db.update(profiles).set({ rhythm: "" }).where(eq(profiles.id, profile.id))
    await add(tour(0, 1))
    expect([await listedIn(lyon.slug), await listedIn(home.slug)]).toEqual([[profile.slug], [profile.slug]])
    expect([await listedIn(lyon.slug, inDays(1)), await listedIn(home.slug, inDays(1))]).toEqual([[profile.slug], []])
    const parts = ["morning", "afternoon", "evening"]
    const busy = parts.map((part) => `${inDays(1)}-${part}`).join(",")
    await db.insert(calendarFeeds).values({ profileId: profile.id, addressSealed: "", dueAt: 0, createdAt: 0, busy })
    expect(await listedIn(lyon.slug, inDays(1))).toEqual([])
    await db.update(calendarFeeds).set({ busy: "" })
    expect(await listedIn(lyon.slug, inDays(1))).toEqual([profile.slug])
    await db.update(calendarFeeds).set({ busy })
    await db.delete(calendarFeeds)
    expect(await listedIn(lyon.slug, inDays(1))).toEqual([profile.slug])
    const setState = (state: "paused" | "published") =>
      withoutPublicationRules(() => db.update(profiles).set({ state }).where(eq(profiles.id, profile.id)))
    await setState("paused")
    expect(await listedIn(lyon.slug, inDays(1))).toEqual([])
    await setState("published")
    expect(await listedIn(lyon.slug, inDays(1))).toEqual([profile.slug])
    await add(off(1))
    expect(await listedIn(lyon.slug, inDays(1))).toEqual([])
    expect(await listedIn(lyon.slug, inDays(0))).toEqual([profile.slug])
    await db.delete(calendarEntries).where(eq(calendarEntries.kind, "tour"))
    expect([await listedIn(lyon.slug), await listedIn(home.slug)]).toEqual([[], [profile.slug]])
  })

  test("count who is on tour in a city today with those at home there", async () => {
    const categoryId = profile.categoryId
    for (let n = 0; n < 25; n += 1) await insertProfile({ cityId: lyon.id, categoryId })
    await add(tour(0, 1))
    const page = await findProfiles(visitor(), { city: lyon.slug })
    expect([page.profiles.length, page.total]).toEqual([24, 26])
    expect((await findProfiles(visitor(), { city: home.slug })).total).toBe(1)
  })

  test("say on the card until when a tour lasts, in the lists of its city alone", async () => {
    await add(tour(0, 2))
    const cardIn = async (query: object) => {
      const [card] = (await findProfiles(visitor(), query)).profiles
      return card && [card.city.toLowerCase(), card.on_tour_until]
    }
    expect(await cardIn({ city: lyon.slug })).toEqual([lyon.slug, inDays(2)])
    expect(await cardIn({ city: home.slug })).toEqual([home.slug, null])
    expect(await cardIn({})).toEqual([home.slug, null])
    expect(await cardIn({ on: inDays(1) })).toEqual([lyon.slug, inDays(2)])
  })
})

describe("cached pages", () => {
  const changedBy = async (change: () => PromiseLike<unknown>) => {
    await db.delete(contentChanges)
    await change()
    return (await db.select().from(contentChanges)).map(({ scope }) => scope).toSorted()
  }
  const own = () => [`profile:${profile.id}`, "filter:", `filter:${home.id}`]
  const values = { id: "entry", createdAt: 0, firstDay: inDays(1), lastDay: inDays(2) }

  test("of a profile and of lists by date are dropped by days off; by a tour also those of its city", async () => {
    const daysOff = () => db.insert(calendarEntries).values({ ...values, profileId: profile.id, kind: "off" })
    expect(await changedBy(daysOff)).toEqual(own().toSorted())
    expect(await changedBy(() => db.delete(calendarEntries))).toEqual(own().toSorted())
    const ofTour = [...own(), `list:${lyon.id}`, `filter:${lyon.id}`].toSorted()
    const row = { ...values, profileId: profile.id, kind: "tour" as const, cityId: lyon.id }
    expect(await changedBy(() => db.insert(calendarEntries).values(row))).toEqual(ofTour)
    expect(await changedBy(() => db.delete(calendarEntries))).toEqual(ofTour)
  })

  test("of a tour's city are dropped by whatever else changes how the profile is found", async () => {
    await db.insert(calendarEntries).values({ ...values, profileId: profile.id, kind: "tour", cityId: lyon.id })
    const where = eq(profiles.id, profile.id)
    expect(await changedBy(() => db.update(profiles).set({ rhythm: "fri-evening" }).where(where))).toContain(
      `filter:${lyon.id}`,
    )
    expect(await changedBy(() => db.update(profiles).set({ state: "paused" }).where(where))).toContain(
      `list:${lyon.id}`,
    )
  })

  test("of lists by date are dropped by busy parts of days, not by a reading that finds the same", async () => {
    const row = { profileId: profile.id, addressSealed: "", dueAt: 0, createdAt: 0 }
    expect(await changedBy(() => db.insert(calendarFeeds).values(row))).toEqual([])
    const busy = `${inDays(1)}-evening`
    expect(await changedBy(() => db.update(calendarFeeds).set({ busy }))).toEqual(own().toSorted())
    expect(await changedBy(() => db.update(calendarFeeds).set({ readAt: 1, busy }))).toEqual([])
    expect(await changedBy(() => db.delete(calendarFeeds))).toEqual(own().toSorted())
  })

  test("stay while the calendar of a profile that is not public changes", async () => {
    await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, profile.id))
    const row = { ...values, profileId: profile.id, kind: "off" as const }
    expect(await changedBy(() => db.insert(calendarEntries).values(row))).toEqual([])
  })
})

describe("entries that are past", () => {
  const insertPast = async (count: number) => {
    for (let n = 1; n <= count; n += 1)
      await db.insert(calendarEntries).values({
        id: `past${n}`,
        profileId: profile.id,
        kind: "off",
        firstDay: inDays(-n),
        lastDay: inDays(-n),
        createdAt: 0,
      })
  }
  const left = async () => (await db.select().from(calendarEntries)).map(({ id }) => id).toSorted()

  test("are deleted at night, and those of today stay", async () => {
    await add(off(0))
    await insertPast(2)
    expect((await list()).map(({ first_day }) => first_day)).toEqual([today])
    await runCron("17 3 * * *")
    expect(await left()).toHaveLength(1)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 26 * 3_600_000 })
    await runCron("17 3 * * *")
    vi.useRealTimers()
    expect(await left()).toEqual([])
  })

  test("are deleted in batches, the longest past first, and the next message goes on", async () => {
    await insertPast(5)
    const ctx = { db: openDatabase(env.DB, null).db, now: Date.now }
    expect(await sweepCalendars(ctx, { batch: 2, batches: 2 })).not.toBeNull()
    expect(await left()).toEqual(["past1"])
    expect(await sweepCalendars(ctx, { batch: 2, batches: 2 })).toBeNull()
    expect(await left()).toEqual([])
  })

  test("are found by an index", async () => {
    const { results } = await env.DB.prepare(
      "EXPLAIN QUERY PLAN SELECT id FROM calendar_entries WHERE last_day < '2026-01-01' ORDER BY last_day LIMIT 100",
    ).all<{ detail: string }>()
    expect(results.map(({ detail }) => detail).join()).toContain("calendar_entries_last")
  })
})

test("a city where tours lie is not deleted by staff", async () => {
  await add(tour(3, 6))
  const editor = await insertStaffMember("editor")
  const { version } = (await (await editor.call("GET", `/admin/cities/${lyon.id}`)).json()) as { version: string }
  const response = await editor.call("DELETE", `/admin/cities/${lyon.id}?version=${version}`)
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([409, "resources.in_use"])
  expect(await db.select().from(cities).where(eq(cities.id, lyon.id))).toHaveLength(1)
})

describe("the profile's page of details", () => {
  const details = async (site = en) => {
    const html = await (await fetchApp(`${site}/escorts/${profile.slug}/infos`, await withAccess())).text()
    return html.slice(html.indexOf('id="infos"'), html.indexOf("</main>"))
  }
  /** Free or not, by part and day, as the table says it in words. */
  const cellsOf = (html: string) =>
    [...html.matchAll(/<span class="sr-only">(Free|Not free)<\/span>/g)].map(([, said]) => said === "Free")

  test("shows the next seven days in words, with tours and without what keeps somebody from others", async () => {
    expect(await details()).not.toContain("The next seven days")
    await db.update(profiles).set({ rhythm: weekParts.filter((part) => part.endsWith("evening")).join(",") })
    await db.update(cityTexts).set({ name: "Lyon" }).where(eq(cityTexts.cityId, lyon.id))
    await add(off(1, 2))
    await add(tour(3, 3))
    const busy = `${inDays(4)}-evening`
    await db.insert(calendarFeeds).values({ profileId: profile.id, addressSealed: "", dueAt: 0, createdAt: 0, busy })
    const html = await details()
    expect(html).toContain("The next seven days")
    expect(cellsOf(html)).toEqual([...Array(14).fill(false), true, false, false, true, false, true, true])
    expect(shownText(html)).not.toMatch(/\b(days? off|absent|busy)\b/i)
    expect(await details(fr)).toContain("Les sept prochains jours")
  })
})

describe("the column beside a section of the profile", () => {
  const columnOf = async (site: string, section: string) => {
    const html = await (await fetchApp(`${site}/escorts/${profile.slug}${section}`, await withAccess())).text()
    return shownText(/<aside aria-labelledby="panel".*?<\/aside>/s.exec(html)?.join("") ?? "")
  }
  const weekday = (day: string, tag: string) =>
    new Intl.DateTimeFormat(tag, { weekday: "long", day: "numeric", month: "long" })
      .format(Date.parse(day))
      .replace(",", "")
  /** French names the first of a month "1er". */
  const frenchDay = (day: string) => weekday(day, "fr-FR").replace(/ 1 /, " 1er ")

  test.each(["", "/infos", "/services", "/videos"])(
    "names on %j the next three free days with their parts, and each tour",
    async (section) => {
      expect(await columnOf(en, section)).not.toContain("Next free")
      const rhythm = weekParts.filter((part) => /afternoon|evening/.test(part)).join(",")
      await db.update(profiles).set({ rhythm })
      await db.update(cityTexts).set({ name: "Lyon" }).where(eq(cityTexts.cityId, lyon.id))
      await add(off(0, 1))
      await add(tour(3, 3))
      const busy = `${inDays(4)}-evening`
      await db.insert(calendarFeeds).values({ profileId: profile.id, addressSealed: "", dueAt: 0, createdAt: 0, busy })
      const column = await columnOf(en, `${section}?afresh`)
      const free = [
        `${weekday(inDays(2), "en-GB")}, afternoon and evening`,
        `${weekday(inDays(3), "en-GB")}, afternoon and evening`,
        `${weekday(inDays(4), "en-GB")}, afternoon`,
      ]
      expect(free.filter((line) => !column.includes(line))).toEqual([])
      expect(column).not.toContain(weekday(inDays(5), "en-GB"))
      expect(column).toMatch(/On tour: Lyon, \d+ \w+/)
      expect(column).not.toMatch(/\b(days? off|absent|busy)\b/i)
      expect(await columnOf(fr, `${section}?afresh`)).toMatch(new RegExp(`${frenchDay(inDays(4))}, après-midi`, "i"))
    },
  )

  test("is what the API says of the profile", async () => {
    await db.update(profiles).set({ rhythm: "mon-evening" })
    await add(tour(3, 3))
    const found = await (await fetchApp(`${en}/api/profiles/${profile.slug}`, await withAccess())).json<{
      times: { rhythm: string[]; days: { day: string; free: string[] }[]; tours: object[] }
    }>()
    expect(found.times.rhythm).toEqual(["mon-evening"])
    expect(found.times.days.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6].map(inDays))
    expect(found.times.tours).toEqual([
      { city: { slug: lyon.slug, name: expect.any(String) }, first_day: inDays(3), last_day: inDays(3) },
    ])
  })
})

describe("the owner's calendar page", () => {
  const path = "/profile/escort/calendar"
  const open = async () => shownText(await (await owner.open(path)).text())

  test("lists days off and tours in words, adds and removes them without script", async () => {
    expect(await open()).toContain("None yet: your usual week applies.")
    await db.update(cityTexts).set({ name: "Lyon" }).where(eq(cityTexts.cityId, lyon.id))
    const { kind: _, ...days } = off(3, 3)
    const added = await owner.submit(path, { intent: "add-off", ...days })
    expect(await shownText(await added.text())).toContain("Your days off are added.")
    await owner.submit(path, { intent: "add-tour", city: lyon.slug, ...days })
    const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" }).format(Date.parse(inDays(3)))
    const shown = await open()
    expect([shown.includes(`Days off, ${day}`), shown.includes(`Lyon, ${day}`)]).toEqual([true, true])
    for (const { id } of await list()) await owner.submit(path, { intent: "remove-entry", id })
    expect(await open()).toContain("None yet")
  })

  test("keeps what was typed beside the sentence that refuses it", async () => {
    const days = { first_day: inDays(5), last_day: inDays(4) }
    const response = await owner.submit(path, { intent: "add-tour", city: lyon.slug, ...days })
    const html = await response.text()
    expect([response.status, html.includes("Choose the first day or a later one.")]).toEqual([422, true])
    const elements = await elementsOf(html)
    const typedAs = (part: string) =>
      elements.flatMap(({ attributes }) => (attributes["data-part"] === part ? (attributes.value ?? []) : []))
    const dates = [days.first_day, days.last_day].map(partsOf)
    expect(typedAs("day").filter(Boolean)).toEqual(dates.map(({ day }) => day))
    expect(typedAs("year").filter(Boolean)).toEqual(dates.map(({ year }) => year))
  })

  test("is nobody's without a profile, and for those who are signed in", async () => {
    expect((await (await insertMember()).open(path)).status).toBe(404)
    const visitor = await fetchApp(path, await withAccess({ redirect: "manual" }))
    expect([visitor.status, visitor.headers.get("Location")?.includes("login")]).toEqual([302, true])
  })
})
