import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { favorites, profiles, settings } from "~/db/schema"
import { insertFavorite } from "~/domain/profiles/favorites/queries.server"
import { addCookie, fetchApp, fetchWith, form, signedIn, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { db, insertCategory, insertCity, insertProfile, insertUser, withoutPublicationRules } from "../helpers/rows"

let place: { cityId: string; categoryId: string }
let ada: { id: string }
let bob: { id: string }
let member: { id: string }

beforeAll(async () => {
  const city = await insertCity({ slug: "paris" })
  const other = await insertCity({ slug: "lyon" })
  const category = await insertCategory({ slug: "dinners" })
  place = { cityId: city.id, categoryId: category.id }
  ada = await insertProfile({ ...place, slug: "ada", name: "Ada" })
  bob = await insertProfile({ slug: "bob", name: "Bob", cityId: other.id, categoryId: category.id })
})

beforeEach(async () => {
  await db.delete(favorites)
  member = await insertUser()
})

const press = async (profile: string, keep: "1" | "0", more: Record<string, string> = {}) =>
  fetchApp("/profile/favorites", await signedIn(member, form({ profile, keep, ...more })))
const list = async (query = "", who = member) => {
  const response = await fetchWith({}, `/api/me/favorites${query}`, await signedIn(who))
  return {
    status: response.status,
    body: await response.json<{ data: { slug: string; is_favorite: boolean }[]; next_cursor: string | null }>(),
  }
}
const slugs = async (query = "") => (await list(query)).body.data.map(({ slug }) => slug)

describe("the heart", () => {
  test("the heart adds a profile, once however often it is pressed, and removes it", async () => {
    expect((await press(ada.id, "1")).status).toBeLessThan(300)
    await press(ada.id, "1")
    await press(bob.id, "1")
    expect((await slugs()).toSorted()).toEqual(["ada", "bob"])
    await press(ada.id, "0")
    await press(ada.id, "0")
    expect(await slugs()).toEqual(["bob"])
  })

  test("a favourite beyond the limit that staff set is refused with the limit, and the others remain", async () => {
    await db.insert(settings).values({ key: "limits.most_favorites", value: "10", version: 1, updatedAt: 0 })
    const others = await Promise.all(
      Array.from({ length: 9 }, (_, at) => insertProfile({ ...place, slug: `other-${at}` })),
    )
    for (const { id } of [ada, ...others]) expect((await press(id, "1")).status).toBeLessThan(300)
    const refused = await press(bob.id, "1")
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("10")])
    expect(await slugs()).toHaveLength(10)
    expect((await press(ada.id, "1")).status).toBeLessThan(300)
    await press(ada.id, "0")
    expect((await press(bob.id, "1")).status).toBeLessThan(300)
    await db.delete(settings)
    for (const { id } of others) await db.delete(profiles).where(eq(profiles.id, id))
  })

  test("the heart redirects back to its page without script, and nowhere else", async () => {
    const back = async (path: string) => (await press(ada.id, "1", { back: path })).headers.get("Location")
    expect(await back("/escorts?city=paris")).toBe("/escorts?city=paris")
    expect(await back("//evil.example")).toBeNull()
    expect(await back("https://evil.example/")).toBeNull()
    expect(await back("/\\evil.example")).toBeNull()
  })

  test("the heart is a 404 for a profile that does not exist or is not public", async () => {
    const paused = await insertProfile({ ...place, slug: "hidden", state: "paused" })
    for (const id of ["nobody", paused.id, "' OR 1=1 --"]) expect((await press(id, "1")).status).toBe(404)
    expect(await slugs()).toEqual([])
  })

  test("the heart refuses an invalid form", async () => {
    expect((await press(ada.id, "2" as "1")).status).toBe(422)
    expect((await press("x".repeat(10_000), "1")).status).toBe(422)
  })

  test("the heart stops at the maximum number of favourites", async () => {
    await press(bob.id, "1")
    const reader = { userId: member.id, ownProfileId: null, mailbox: null, country: null }
    expect(await insertFavorite(openDatabase(env.DB, null).db, reader, { profileId: ada.id, now: 1, max: 1 })).toEqual({
      isPublished: true,
      isFavorite: false,
    })
    expect(await insertFavorite(openDatabase(env.DB, null).db, reader, { profileId: bob.id, now: 1, max: 1 })).toEqual({
      isPublished: true,
      isFavorite: true,
    })
  })

  test("the heart redirects visitors to the login", async () => {
    const response = await fetchApp("/profile/favorites", await withAccess(form({ profile: ada.id, keep: "1" })))
    expect(response.headers.get("Location")).toBe("/auth/login")
    expect(await db.select().from(favorites)).toEqual([])
    expect((await fetchApp(`/api/me/favorites/${ada.id}`, await withAccess({ method: "PUT" }))).status).toBe(401)
  })
})

describe("the list", () => {
  test("the list of favourites is the member's own, newest first, without profiles that are no longer public", async () => {
    await db.insert(favorites).values([
      { userId: member.id, profileId: ada.id, createdAt: 1 },
      { userId: member.id, profileId: bob.id, createdAt: 2 },
    ])
    expect(await slugs()).toEqual(["bob", "ada"])
    expect((await list("", await insertUser())).body.data).toEqual([])
    await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, bob.id))
    expect(await slugs()).toEqual(["ada"])
    await withoutPublicationRules(() => db.update(profiles).set({ state: "published" }).where(eq(profiles.id, bob.id)))
    expect(await slugs()).toEqual(["bob", "ada"])
  })

  test("the list of favourites is filtered by city and occasion, and continues after a cursor", async () => {
    await db.insert(favorites).values([
      { userId: member.id, profileId: ada.id, createdAt: 1 },
      { userId: member.id, profileId: bob.id, createdAt: 2 },
    ])
    expect(await slugs("?city=lyon&category=dinners")).toEqual(["bob"])
    expect(await slugs(`?cursor=2.${bob.id}`)).toEqual(["ada"])
    for (const query of ["?city=nowhere", "?cursor=x", "?category=__proto__"])
      expect((await list(query)).status).toBe(400)
  })

  test("the list of favourites costs one round trip beside the session's, and an empty one another for its portraits", async () => {
    const init = await signedIn(member)
    const tripsOf = async () => {
      takeLog("request")
      await fetchWith({}, "/profile/favorites", init)
      return takeLog("request")[0]?.d1_round_trips
    }
    expect(await tripsOf()).toBeLessThanOrEqual(3)
    await press(ada.id, "1")
    expect(await tripsOf()).toBeLessThanOrEqual(2)
  })
})

describe("the hearts of others", () => {
  test("every card and profile shows the heart of its own reader", async () => {
    await press(ada.id, "1")
    const read = async (path: string, init: RequestInit) => (await fetchApp(path, init)).text()
    const mine = addCookie(await signedIn(member), "")
    for (const path of ["/", "/escorts", "/profile/favorites"]) {
      expect(await read(path, mine)).toContain("Remove Ada from your favourites")
      if (path.startsWith("/profile")) continue
      expect(await read(path, await signedIn(await insertUser()))).not.toContain("Remove Ada")
      expect(await read(path, await withAccess())).not.toContain("Remove Ada")
    }
  })
})
