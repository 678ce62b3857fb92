import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { cities, cityTexts, profileServices, profiles, serviceCategoryTexts, services, serviceTexts } from "~/db/schema"
import { changesFrom, type SchemaObject, selectObjects } from "~/db/triggers"
import type { Ctx } from "~/domain/core/context"
import type { Listing, ListingQuery } from "~/domain/profiles/schema"
import { findProfiles } from "~/domain/profiles/service.server"
import type { Locale } from "~/i18n/locales"
import { db, insertCategory, insertCity, insertProfile, insertService } from "../helpers/rows"

async function find(query: ListingQuery, locale: Locale = "en"): Promise<Listing> {
  const ctx = { db: openDatabase(env.DB, null).db, actor: { kind: "visitor" }, locale, now: Date.now } as Ctx
  return findProfiles(ctx, query)
}
const slugs = async (query: ListingQuery, locale?: Locale) =>
  (await find(query, locale)).profiles.map(({ slug }) => slug).toSorted()
const epoch = () => env.DB.prepare("SELECT epoch FROM content_epoch").first<number>("epoch")

let city: Awaited<ReturnType<typeof insertCity>>
let elsewhere: Awaited<ReturnType<typeof insertCity>>
let category: Awaited<ReturnType<typeof insertCategory>>
let other: Awaited<ReturnType<typeof insertCategory>>
let service: Awaited<ReturnType<typeof insertService>>

/** Two profiles of a city and one of another; `ada` and `cleo` offer the service, whose category is `ada`'s own and not `cleo`'s. */
beforeEach(async () => {
  await db.delete(profiles)
  city = await insertCity({ regionSlug: "north" })
  elsewhere = await insertCity({ regionSlug: "south" })
  category = await insertCategory()
  other = await insertCategory()
  service = await insertService({ categoryId: category.id })
  const ada = await insertProfile({ slug: "ada", cityId: city.id, categoryId: category.id })
  await insertProfile({ slug: "bea", cityId: city.id, categoryId: other.id, publishedAt: ada.publishedAt })
  const cleo = await insertProfile({ slug: "cleo", cityId: elsewhere.id, categoryId: other.id })
  for (const { id } of [ada, cleo]) await db.insert(profileServices).values({ profileId: id, serviceId: service.id })
  // Drafts have the city, too, and are found nowhere.
  await insertProfile({ slug: "dana", cityId: city.id, categoryId: category.id, state: "draft" })
})

describe("the search after a rename", () => {
  test("finds the profiles of a city by its new name alone, in the language that it was renamed in", async () => {
    const before = await epoch()
    await db
      .update(cityTexts)
      .set({ name: "Newhaven" })
      .where(and(eq(cityTexts.cityId, city.id), eq(cityTexts.locale, "en")))
    expect(await slugs({ q: "newhaven" })).toEqual(["ada", "bea"])
    expect(await slugs({ q: "newhaven" }, "fr")).toEqual([])
    expect(await slugs({ q: city.slug, city: city.slug })).toEqual([])
    expect(await slugs({ q: elsewhere.slug })).toEqual(["cleo"])
    expect(await slugs({ q: city.slug }, "fr")).toEqual(["ada", "bea"])
    expect(await epoch()).toBeGreaterThan(Number(before))
  })

  test("finds the profiles of a category by its new name, also those that only offer a service of it", async () => {
    await db
      .update(serviceCategoryTexts)
      .set({ name: "Soirees" })
      .where(eq(serviceCategoryTexts.categoryId, category.id))
    for (const locale of ["en", "fr"] as const) {
      expect(await slugs({ q: "soirees" }, locale)).toEqual(["ada", "cleo"])
      expect(await slugs({ q: category.slug }, locale)).toEqual([])
    }
  })

  test("finds the profiles of a service by its new name", async () => {
    await db.update(serviceTexts).set({ name: "Stargazing" }).where(eq(serviceTexts.serviceId, service.id))
    expect(await slugs({ q: "stargazing" })).toEqual(["ada", "cleo"])
    expect(await slugs({ q: service.slug })).toEqual([])
  })

  test("follows a name that is taken away and given back", async () => {
    const english = and(eq(cityTexts.cityId, city.id), eq(cityTexts.locale, "en"))
    await db.delete(cityTexts).where(english)
    const texts = async () =>
      await env.DB.prepare("SELECT count(*) AS n FROM search_newest WHERE search_newest MATCH ?")
        .bind("{en} : harbour")
        .first("n")
    expect(await texts()).toBe(0)
    await db.insert(cityTexts).values({ cityId: city.id, locale: "en", name: "Harbour" })
    expect(await texts()).toBe(2)
    expect(await slugs({ q: "harbour", sort: "price-up" })).toEqual(["ada", "bea"])
  })

  test("keeps the order, the filters and their counts", async () => {
    const before = await find({ city: city.slug })
    await db.update(cityTexts).set({ name: "Newhaven" }).where(eq(cityTexts.cityId, city.id))
    const after = await find({ city: city.slug })
    expect(after.profiles.map(({ slug }) => slug)).toEqual(before.profiles.map(({ slug }) => slug))
    expect([after.total, after.categories, after.languages]).toEqual([
      before.total,
      before.categories,
      before.languages,
    ])
    expect(await slugs({ city: city.slug, service: service.slug, sort: "price-down" })).toEqual(["ada"])
  })
})

test("D1 has just the triggers, views and search indexes of the list", async () => {
  const { results } = await env.DB.prepare(selectObjects).all<SchemaObject>()
  expect(results.length).toBeGreaterThan(60)
  expect(changesFrom(results)).toEqual([])
})

describe("the listing after a move in the catalog", () => {
  test("lists and counts a city's profiles under its new region", async () => {
    await db.update(cities).set({ regionSlug: "west" }).where(eq(cities.id, city.id))
    expect(await slugs({ region: "west" })).toEqual(["ada", "bea"])
    const counted = await env.DB.prepare(
      "SELECT sum(profiles) AS n FROM facet_counts WHERE place = 'r-north'",
    ).first<number>("n")
    expect(counted ?? 0).toBe(0)
  })

  test("lists and counts profiles under the new category of a service", async () => {
    const third = await insertCategory()
    await db.update(services).set({ categoryId: third.id }).where(eq(services.id, service.id))
    expect(await slugs({ category: third.slug })).toEqual(["ada", "cleo"])
    expect(await slugs({ category: category.slug })).toEqual(["ada"])
    const { total } = await find({ category: third.slug })
    expect(total).toBe(2)
  })
})
