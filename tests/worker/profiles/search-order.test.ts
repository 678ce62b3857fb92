import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { profileServices, profileTexts } from "~/db/schema"
import type { Ctx } from "~/domain/core/context"
import type { Listing, ListingQuery } from "~/domain/profiles/schema"
import { findProfiles } from "~/domain/profiles/service.server"
import { db, insertCategory, insertCity, insertProfile, insertService } from "../helpers/rows"

const now = Date.now()
const search = (query: ListingQuery) =>
  findProfiles(
    { db: openDatabase(env.DB, null).db, actor: { kind: "visitor" }, locale: "en", now: () => now } as Ctx,
    query,
  )
const slugsOf = ({ profiles }: Listing) => profiles.map(({ slug }) => slug)

/** 26 who offer "Opera evenings", and 30 newer ones who name the opera in their headline alone. */
const offering = Array.from({ length: 26 }, (_, at) => `offers-${String(at).padStart(2, "0")}`)
const naming = Array.from({ length: 30 }, (_, at) => `names-${String(at).padStart(2, "0")}`)

beforeAll(async () => {
  const [city, category] = [await insertCity({ slug: "lyon" }), await insertCategory({ slug: "evenings" })]
  const { id: serviceId } = await insertService({ slug: "opera-evenings", categoryId: category.id })
  const add = async (slug: string, publishedAt: number, headline: string) => {
    const place = { cityId: city.id, categoryId: category.id, hourlyRate: publishedAt % 7_000 }
    const { id } = await insertProfile({ slug, name: "Robin Sand", publishedAt, ...place })
    await db.update(profileTexts).set({ headline }).where(eq(profileTexts.profileId, id))
    return id
  }
  for (const [at, slug] of naming.entries()) await add(slug, now - 60_000 - at * 1_000, "Knows every opera house")
  for (const [at, slug] of offering.entries()) {
    const profileId = await add(slug, now - 600_000 - at * 1_000, "Good company")
    await db.insert(profileServices).values({ profileId, serviceId })
  }
})

describe("a search by words", () => {
  test("a search by words lists who offers what they name first, then who names it elsewhere, each newest first", async () => {
    const pages: string[][] = []
    let page = await search({ q: "opera" })
    for (let count = 1; count <= 4; count++) {
      pages.push(slugsOf(page))
      if (page.next_cursor === null) break
      page = await search({ q: "opera", cursor: page.next_cursor })
    }
    expect(pages.map((slugs) => slugs.length)).toEqual([24, 24, 8])
    expect(pages.flat()).toEqual([...offering, ...naming])

    const back: string[][] = []
    for (let count = 1; count <= 4; count++) {
      back.unshift(slugsOf(page))
      if (page.previous_cursor === null) break
      page = await search({ q: "opera", cursor: page.previous_cursor })
    }
    expect(back.flat()).toEqual([...offering, ...naming])
  })

  test("a search by words in the order of prices is in that order alone", async () => {
    const { profiles } = await search({ q: "opera", sort: "price-up" })
    const rates = profiles.map(({ hourly_rate }) => hourly_rate)
    expect(rates).toEqual(rates.toSorted((one, other) => one - other))
    expect(new Set(profiles.map(({ slug }) => slug.split("-")[0])).size).toBe(2)
  })

  test("a search by several words puts who offers one of them first", async () => {
    expect(slugsOf(await search({ q: "robin opera" })).slice(0, 3)).toEqual(offering.slice(0, 3))
    expect(slugsOf(await search({ q: "robin sand" })).slice(0, 3)).toEqual(naming.slice(0, 3))
  })
})
