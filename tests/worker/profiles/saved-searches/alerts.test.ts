import { and, eq, like } from "drizzle-orm"
import fc from "fast-check"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import {
  blocks,
  calendarEntries,
  hiddenAddresses,
  newProfiles,
  notifications,
  profiles,
  savedSearches,
  searchAnchors,
  users,
} from "~/db/schema"
import { hashMailbox } from "~/domain/chat/hiding/reader.server"
import type { Ctx } from "~/domain/core/context"
import { dayOf } from "~/domain/core/shared/site-days"
import { priceSteps } from "~/domain/profiles/listing/filter-values"
import { notifySearches, requeueAlerts } from "~/domain/profiles/saved-searches/alerts.server"
import { saveSearch } from "~/domain/profiles/saved-searches/saved-searches.server"
import type { ListingQuery } from "~/domain/profiles/schema"
import { findProfiles } from "~/domain/profiles/service.server"
import { newId } from "~/lib/id"
import {
  db,
  insertCategory,
  insertCity,
  insertProfile,
  insertService,
  insertSession,
  insertUser,
} from "../../helpers/rows"
import { visitor } from "../visitor"
import { alertOf, publishAgain, publishNew, queueContext } from "./published"

let lyon: Awaited<ReturnType<typeof insertCity>>
let paris: Awaited<ReturnType<typeof insertCity>>
let dinners: Awaited<ReturnType<typeof insertCategory>>
let tours: Awaited<ReturnType<typeof insertCategory>>
let wine: Awaited<ReturnType<typeof insertService>>

beforeAll(async () => {
  lyon = await insertCity()
  paris = await insertCity()
  dinners = await insertCategory()
  tours = await insertCategory()
  wine = await insertService({ categoryId: tours.id })
})

beforeEach(async () => {
  await db.delete(savedSearches)
  await db.delete(notifications)
  await db.delete(profiles)
})

const day = 24 * 60 * 60 * 1_000

/** Returns the context of a member, who saved what they save a day ago. */
function member(user: { id: string }): Ctx {
  const actor = { kind: "member", user: { ...user, workshop: null, email: "" }, session: {} }
  const { ctx } = queueContext()
  return { ...ctx, actor: actor as unknown as Ctx["actor"], now: () => Date.now() - day, limit: async () => undefined }
}

/** Saves a search of a new member. */
async function waitFor(query: string, row: Parameters<typeof insertUser>[0] = {}) {
  const user = await insertUser(row)
  return { user, id: await saveSearch(member(user), query) }
}

const alertsOf = async (user: { id: string }) =>
  (
    await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, user.id), eq(notifications.type, "search")))
  ).length
const inLyon = () => ({ cityId: lyon.id, categoryId: dinners.id })

describe("a new profile", () => {
  const time = fc.constantFrom("fri", "evening", "fri-evening", "mon")
  const options = <Value>(arbitrary: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
  const filters: fc.Arbitrary<ListingQuery> = fc.record({
    q: options(fc.constantFrom("opera", "gour", "câline", "Łódź", "c")),
    city: options(fc.constantFrom("lyon", "paris", "both")),
    category: options(fc.constantFrom("dinners", "tours", "both")),
    service: options(fc.constant("wine")),
    language: options(fc.constantFrom("es", "fr", "es,fr")),
    when: options(time),
    min_price: options(fc.constantFrom(...priceSteps)),
    max_price: options(fc.constantFrom(...priceSteps)),
    verified: options(fc.constant("1" as const)),
    available: options(fc.constant("1" as const)),
  }) as fc.Arbitrary<ListingQuery>
  const people = fc.record({
    city: fc.constantFrom("lyon", "paris"),
    category: fc.constantFrom("dinners", "tours"),
    hasWine: fc.boolean(),
    languages: fc.constantFrom("fr", "es", "de,es"),
    rate: fc.constantFrom(...priceSteps).map((price) => price * 100),
    isVerified: fc.boolean(),
    isAvailable: fc.boolean(),
    rhythm: fc.constantFrom("", "fri-evening", "mon-morning,fri-evening"),
    headline: fc.constantFrom("Opera and gourmet dinners", "Câline, de Łódź"),
  })
  const query = (filter: ListingQuery) => {
    const both = (one: string, other: string) => [one, other].toSorted().join(",")
    const cities: Record<string, string> = { lyon: lyon.slug, paris: paris.slug, both: both(lyon.slug, paris.slug) }
    const kinds: Record<string, string> = {
      dinners: dinners.slug,
      tours: tours.slug,
      both: both(dinners.slug, tours.slug),
    }
    const named = { ...filter, city: cities[filter.city ?? ""], category: kinds[filter.category ?? ""] }
    const asked = { ...named, service: filter.service && wine.slug }
    return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as ListingQuery
  }

  test("notifies exactly those whose saved searches list it, whatever they ask for", async () => {
    const seen = { listed: 0, words: 0, others: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(filters, { minLength: 12, maxLength: 12 }), people, async (asked, person) => {
        await db.delete(profiles)
        await db.delete(savedSearches)
        const waiting = []
        for (const filter of asked) {
          const parameters = query(filter)
          const text = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
          waiting.push({ parameters, ...(await waitFor(text.toString())) })
        }
        const profile = await publishNew({
          cityId: person.city === "lyon" ? lyon.id : paris.id,
          categoryId: person.category === "dinners" ? dinners.id : tours.id,
          services: person.hasWine ? [wine.id] : [],
          languages: person.languages,
          hourlyRate: person.rate,
          verifiedAt: person.isVerified ? 1 : null,
          availableUntil: person.isAvailable ? Date.now() + day : null,
          rhythm: person.rhythm,
          headline: person.headline,
        })
        await alertOf(profile.id)
        for (const { parameters, user } of waiting) {
          const listed = (await findProfiles(visitor(), parameters)).profiles.some(({ id }) => id === profile.id)
          seen[listed ? (parameters.q ? "words" : "listed") : "others"] += 1
          expect([JSON.stringify(parameters), await alertsOf(user)]).toEqual([
            JSON.stringify(parameters),
            listed ? 1 : 0,
          ])
        }
      }),
      { numRuns: 12 },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(3)
  })

  test("notifies those who look for its tours, and for a date on which it is free", async () => {
    const soon = dayOf(Date.now() + 3 * day)
    const [city, onTour, onDate, pastDate] = [
      await waitFor(`city=${paris.slug}`),
      await waitFor(`city=${paris.slug}&on=${soon}`),
      await waitFor(`city=${lyon.slug}&on=${soon}`),
      await waitFor(`on=${dayOf(Date.now())}`),
    ]
    await db
      .update(savedSearches)
      .set({ query: `on=${dayOf(Date.now() - day)}` })
      .where(eq(savedSearches.id, pastDate.id))
    await db
      .update(searchAnchors)
      .set({ query: `on=${dayOf(Date.now() - day)}` })
      .where(like(searchAnchors.query, "on=%"))
    const { id } = await publishNew(inLyon())
    await db.insert(calendarEntries).values({
      id: newId(Date.now()),
      profileId: id,
      kind: "tour",
      cityId: paris.id,
      firstDay: soon,
      lastDay: soon,
      createdAt: 1,
    })
    await alertOf(id)
    const notified = await Promise.all([city, onTour, onDate, pastDate].map(({ user }) => alertsOf(user)))
    expect(notified).toEqual([0, 1, 0, 0])
  })

  test("notifies each member once, however many of their searches list it", async () => {
    const { user } = await waitFor(`city=${lyon.slug}`)
    await saveSearch(member(user), `category=${dinners.slug}`)
    await saveSearch(member(user), "")
    const { id } = await publishNew(inLyon())
    expect(await alertOf(id)).toHaveLength(2)
    expect(await alertsOf(user)).toBe(1)
    expect(await alertOf(id)).toEqual([])
    await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, id))
    await publishAgain(id)
    expect(await alertOf(id)).toEqual([])
  })

  test("makes the notification of an earlier one unread again", async () => {
    const { user } = await waitFor(`city=${lyon.slug}`)
    const first = await publishNew(inLyon())
    await alertOf(first.id)
    await db.update(notifications).set({ readAt: 1 }).where(eq(notifications.userId, user.id))
    const second = await publishNew({ ...inLyon(), ownerId: (await insertUser()).id })
    await db
      .update(profiles)
      .set({ publishedAt: Date.now() + 5_000 })
      .where(eq(profiles.id, second.id))
    await alertOf(second.id)
    const [found] = await db.select().from(notifications).where(eq(notifications.userId, user.id))
    expect([await alertsOf(user), found?.readAt]).toEqual([1, null])
  })

  test("notifies neither its owner, nor those whom a block keeps from them, nor those from whom it is hidden", async () => {
    const owner = await insertUser()
    const all = `city=${lyon.slug}`
    const [blocked, blocking, other] = [await waitFor(all), await waitFor(all), await waitFor(all)]
    const hidden = await waitFor(all, { email: "somebody@example.com" })
    await saveSearch(member(owner), all)
    const at = { createdAt: Date.now() }
    await db.insert(blocks).values({ userId: owner.id, blockedId: blocked.user.id, ...at })
    await db.insert(blocks).values({ userId: blocking.user.id, blockedId: owner.id, ...at })
    const profile = await publishNew({ ...inLyon(), ownerId: owner.id })
    const mailboxHash = await hashMailbox(queueContext().ctx, "Somebody@example.com")
    await db
      .insert(hiddenAddresses)
      .values({ id: newId(Date.now()), profileId: profile.id, mailboxHash, labelSealed: "v1", ...at })
    await alertOf(profile.id)
    const notified = await Promise.all([owner, blocked.user, blocking.user, hidden.user, other.user].map(alertsOf))
    expect(notified).toEqual([0, 0, 0, 0, 1])
  })

  test("that is hidden from a country notifies only members who last came from another one", async () => {
    const all = `city=${lyon.slug}`
    const [near, far, unknown] = [await waitFor(all), await waitFor(all), await waitFor(all)]
    await insertSession({ userId: near.user.id, country: "FR" })
    await insertSession({ userId: far.user.id, country: "CH" })
    const profile = await publishNew({ ...inLyon(), hiddenFrom: "DE FR" })
    await alertOf(profile.id)
    expect(await Promise.all([near.user, far.user, unknown.user].map(alertsOf))).toEqual([0, 1, 0])
  })

  test("notifies no members who switched the alerts of a search off, while others keep them", async () => {
    const [silent, alerted] = [await waitFor(`city=${lyon.slug}`), await waitFor(`city=${lyon.slug}`)]
    await db.update(savedSearches).set({ isAlerted: false }).where(eq(savedSearches.id, silent.id))
    await alertOf((await publishNew(inLyon())).id)
    expect(await Promise.all([silent.user, alerted.user].map(alertsOf))).toEqual([0, 1])
  })

  test("notifies no banned member", async () => {
    const { user } = await waitFor("")
    await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, user.id))
    await alertOf((await publishNew(inLyon())).id)
    expect(await alertsOf(user)).toBe(0)
  })

  test("that is taken off before anybody was notified of it notifies them when it is back", async () => {
    const { user } = await waitFor("")
    const { id } = await publishNew(inLyon())
    await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, id))
    await alertOf(id)
    expect([await alertsOf(user), await db.select().from(newProfiles)]).toEqual([0, []])
    await publishAgain(id)
    await alertOf(id)
    expect(await alertsOf(user)).toBe(1)
  })

  test("that was published long ago is not new when it is back", async () => {
    const { id } = await publishNew(inLyon())
    await alertOf(id)
    await db
      .update(profiles)
      .set({ state: "paused", publishedAt: Date.now() - 8 * day })
      .where(eq(profiles.id, id))
    await publishAgain(id)
    expect(await db.select().from(newProfiles)).toEqual([])
  })

  test("whose job was lost is found by the cron after a minute, page by page", async () => {
    const { id } = await publishNew(inLyon())
    const { ctx, jobs } = queueContext()
    expect([await requeueAlerts(ctx), jobs]).toEqual([null, []])
    const late = { ...ctx, now: () => Date.now() + 61_000 }
    expect(await requeueAlerts(late)).toBeNull()
    expect(jobs).toEqual([{ kind: "search_alerts", profileId: id }])
    for (let n = 0; n < 100; n += 1) {
      const other = await insertProfile(inLyon())
      await db.insert(newProfiles).values({ profileId: other.id, at: Date.now() })
    }
    const place = await requeueAlerts(late)
    await requeueAlerts(late, place)
    expect(new Set(jobs.map((job) => "profileId" in job && job.profileId)).size).toBe(101)
  })

  test("notifies more members than one round trip takes, and goes on where it was interrupted", async () => {
    const waiting = await Promise.all(Array.from({ length: 130 }, () => waitFor(`city=${lyon.slug}`)))
    const { id } = await publishNew(inLyon())
    const { ctx } = queueContext()
    let inserts = 0
    const failing = {
      ...ctx,
      enqueueJob: () => {
        inserts += 1
        if (inserts > 200) throw new Error("interrupted")
      },
    }
    await expect(notifySearches(failing, id)).rejects.toThrow("interrupted")
    await alertOf(id)
    const notified = await Promise.all(waiting.map(({ user }) => alertsOf(user)))
    expect(notified.every((count) => count === 1)).toBe(true)
  })
})

describe("searches with alerts", () => {
  test("are stored once for all who saved the same, and not at all when the last of them ends", async () => {
    const [one, other] = [await waitFor(`city=${lyon.slug}`), await waitFor(`city=${lyon.slug}`)]
    expect(await db.select().from(searchAnchors)).toHaveLength(1)
    await db.delete(savedSearches).where(eq(savedSearches.id, one.id))
    expect(await db.select().from(searchAnchors)).toHaveLength(1)
    await db.update(savedSearches).set({ isAlerted: false }).where(eq(savedSearches.id, other.id))
    expect(await db.select().from(searchAnchors)).toEqual([])
  })

  test("end with the account that saved them", async () => {
    const { user } = await waitFor(`city=${lyon.slug}`)
    await db.delete(users).where(eq(users.id, user.id))
    expect([await db.select().from(savedSearches), await db.select().from(searchAnchors)]).toEqual([[], []])
  })
})
