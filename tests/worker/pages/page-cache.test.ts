import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { profiles } from "~/db/schema"
import { createLru } from "../../../worker/middleware/lru"
import { addCookie, en, fetchApp, fetchWith, fr, signedIn, withAccess } from "../helpers/app"
import { takeLog, watchLog } from "../helpers/log"
import {
  completeProfile,
  db,
  insertCategory,
  insertCity,
  insertMedia,
  insertProfile,
  insertUser,
  withoutDecisionRules,
} from "../helpers/rows"

watchLog()

let base: { cityId: string; categoryId: string }
let listed: { id: string; slug: string; name: string }

beforeAll(async () => {
  base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
})

beforeEach(async () => {
  listed = await insertProfile({ ...base, name: `Camille ${crypto.randomUUID()}` })
})

const visit = async (path: string, init: RequestInit = {}) => fetchApp(path, await withAccess(init))

/** Returns the cache's entry in the last request's log line. */
function cacheOf(): unknown {
  return takeLog("request").at(-1)?.cache
}

describe("a visitor's public page", () => {
  test("a visitor's public page is rendered once, and then served from memory with a fresh nonce each time", async () => {
    const first = await visit(`/escorts/${listed.slug}`)
    const firstText = await first.text()
    expect(cacheOf()).toBe("miss")
    const second = await visit(`/escorts/${listed.slug}`)
    const secondText = await second.text()
    expect(cacheOf()).toBe("hit")
    const nonceOf = (response: Response) =>
      /'nonce-(\w+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1]
    const [a, b] = [nonceOf(first) ?? "", nonceOf(second) ?? ""]
    expect(a).not.toBe(b)
    expect(firstText).toContain(`nonce="${a}"`)
    expect(secondText).toContain(`nonce="${b}"`)
    expect(secondText).not.toContain(a)
    expect(secondText.replaceAll(b, a)).toBe(firstText)
    expect(secondText).not.toContain("nonce-")
  })

  test("a cached page holds no text that could disclose the nonce", async () => {
    const texts = [`nonce-${env.VERSION.id}`, "nonce-", "nonce-hot"]
    await db
      .update(profiles)
      .set({ name: texts.join(" ") })
      .where(eq(profiles.id, listed.id))
    for (const expected of ["miss", "hit"]) {
      const html = await (await visit(`/escorts/${listed.slug}`)).text()
      expect(cacheOf()).toBe(expected)
      expect(html).toContain(texts.join(" "))
    }
  })

  test("a page is cached once for each set of its own routes' data, and for no other", async () => {
    const data = `/escorts/${listed.slug}/infos.data`
    const ask = async (query: string) => {
      await (await visit(data + query)).text()
      return cacheOf()
    }
    const own = "routes%2Fprofiles%2Fpublic%2Fsections%2Croutes%2Fprofiles%2Fpublic%2Finfos"
    expect(await ask(`?_routes=${own}`)).toBe("miss")
    expect(await ask(`?_routes=${own}`)).toBe("hit")
    const strange = [
      "x",
      "",
      `${own}%2C`,
      `${own}%2Croutes%2Fprofiles%2Fpublic%2Finfos`,
      "routes%2Fhome",
      `${own}&_routes=${own}`,
    ]
    for (const value of strange) expect([value, await ask(`?_routes=${value}`)]).toEqual([value, undefined])
    expect(await ask("/../gallery?photo=1&_routes=root")).toBeUndefined()
  })

  test("a cached page is in the reader's language where one domain has both", async () => {
    const read = async (locale: string) => {
      const init = await withAccess({ headers: { Cookie: `locale=${locale}` } })
      const html = await (await fetchWith({ LOCALE_DOMAINS: "" }, "/escorts", init)).text()
      return [/<html lang="(\w+)"/.exec(html)?.[1], cacheOf()]
    }
    for (const cache of ["miss", "hit"]) {
      expect(await read("en")).toEqual(["en", cache])
      expect(await read("fr")).toEqual(["fr", cache])
    }
  })

  test("a page is cached for each language, query and path by itself", async () => {
    await (await visit(`${en}/escorts/${listed.slug}`)).text()
    takeLog("request")
    for (const path of [`${fr}/escorts/${listed.slug}`, "/escorts", "/escorts?city=", `/escorts/${listed.slug}.data`]) {
      await (await visit(path)).text()
      expect([path, cacheOf()]).toEqual([path, "miss"])
    }
  })

  test("a page with an unknown parameter is neither cached nor served from the cache", async () => {
    await (await visit("/escorts")).text()
    takeLog("request")
    await (await visit("/escorts?utm_source=letter")).text()
    expect(cacheOf()).toBeUndefined()
  })

  test("a filter's further choices are cached by the filter's name, and an unknown name's page is not", async () => {
    const cities = "/escorts?whole=cities"
    for (const expected of ["miss", "hit"]) {
      await (await visit(cities)).text()
      expect(cacheOf()).toBe(expected)
    }
    for (const attempt of [1, 2]) {
      const unknown = await visit("/escorts?whole=towns")
      await unknown.text()
      expect([attempt, unknown.status, cacheOf()]).toEqual([attempt, 404, "miss"])
    }
  })

  test("a cached page needs the gate's pass", async () => {
    await (await visit(`/escorts/${listed.slug}`)).text()
    const refused = await fetchApp(`/escorts/${listed.slug}`)
    expect(refused.status).toBe(403)
    expect(await refused.text()).not.toContain(listed.name)
  })

  test("a page from memory costs no row read in the database of its request's session", async () => {
    await (await visit(`/escorts/${listed.slug}`)).text()
    takeLog("request")
    // The epoch is read once for all requests of its moment, in a session of its own.
    let readings = 0
    const DB = {
      withSession: (start: string) => {
        readings += start === "first-primary" ? 1 : 0
        return env.DB.withSession(start)
      },
      prepare: env.DB.prepare.bind(env.DB),
    }
    await (await fetchWith({ DB }, `/escorts/${listed.slug}`, await withAccess())).text()
    const line = takeLog("request").at(-1)
    expect([line?.cache, line?.d1_round_trips, line?.rows_read]).toEqual(["hit", 0, 0])
    // Readings of the epoch and, without an age to trust in the tests, of the settings.
    expect(readings).toBe(2)
  })

  test("a cached page retains its headers, and the pattern of its route for the log", async () => {
    const rendered = await visit("/escorts")
    await rendered.text()
    const keptPage = await visit("/escorts")
    await keptPage.text()
    expect(keptPage.headers.get("Content-Type")).toBe(rendered.headers.get("Content-Type"))
    expect(keptPage.headers.get("Cache-Control")).toBe("private, no-store")
    expect(takeLog("request").at(-1)?.route).toBe("/escorts")
  })

  test("a page from memory sets the language's cookie, and no cookie is cached", async () => {
    await (await visit("/")).text()
    const again = await visit("/")
    await again.text()
    expect(cacheOf()).toBe("hit")
    expect(again.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual(["locale"])
    const known = await visit("/", { headers: { Cookie: "locale=en" } })
    expect(known.headers.getSetCookie()).toEqual([])
  })
})

describe("responses that are not cached", () => {
  test("a member's page is not cached, and a member is not served from the cache", async () => {
    await (await visit("/")).text()
    takeLog("request")
    const user = await insertUser({ name: "Ada Lovelace" })
    const page = await fetchApp("/", await signedIn(user))
    expect(await page.text()).toContain("Ada Lovelace")
    expect(cacheOf()).toBeUndefined()
    const next = await visit("/")
    expect(await next.text()).not.toContain("Ada Lovelace")
  })

  test("a page for an invalid session cookie is not cached", async () => {
    await (await visit("/", addCookie({}, "__Host-salon_session=nobody"))).text()
    expect(cacheOf()).toBeUndefined()
  })

  test("an error is not cached: a profile that is published later shows at once", async () => {
    const draft = await insertProfile({ ...base, state: "draft" })
    await completeProfile(draft)
    const missing = await visit(`/escorts/${draft.slug}`)
    expect(missing.status).toBe(404)
    expect(await missing.text()).not.toContain("nonce-")
    await db.update(profiles).set({ state: "published" }).where(eq(profiles.id, draft.id))
    expect((await visit(`/escorts/${draft.slug}`)).status).toBe(200)
  })
})

describe("a change of what the public may see", () => {
  test.each([
    [
      "a takedown of the profile",
      () =>
        withoutDecisionRules(() => db.update(profiles).set({ state: "suspended" }).where(eq(profiles.id, listed.id))),
    ],
    [
      "an edit of its text",
      () => env.DB.prepare("UPDATE profile_texts SET about = 'x' WHERE profile_id = ?").bind(listed.id).run(),
    ],
    ["a new name", () => db.update(profiles).set({ name: "Renamed" }).where(eq(profiles.id, listed.id))],
    ["its deletion", () => db.delete(profiles).where(eq(profiles.id, listed.id))],
    ["a new photo", () => insertMedia({ profileId: listed.id })],
  ])("a public change invalidates the cached page: %s", async (_name, change) => {
    const path = `/escorts/${listed.slug}`
    await (await visit(path)).text()
    takeLog("request")
    await change()
    await (await visit(path)).text()
    expect(cacheOf()).toBe("miss")
  })

  test("a change of a draft invalidates nothing", async () => {
    const draft = await insertProfile({ ...base, state: "draft" })
    await (await visit("/escorts")).text()
    takeLog("request")
    await db.update(profiles).set({ name: "Still a draft" }).where(eq(profiles.id, draft.id))
    await (await visit("/escorts")).text()
    expect(cacheOf()).toBe("hit")
  })

  test("a public change shows within five seconds, without a query before", async () => {
    const trusting = { CONTENT_EPOCH_SECONDS: "5" }
    const path = `/escorts/${listed.slug}`
    const clock = vi.spyOn(Date, "now")
    const start = Date.now() + 60_000
    const at = async (ms: number) => {
      clock.mockReturnValue(start + ms)
      const response = await fetchWith(trusting, path, await withAccess())
      await response.text()
      return response.status
    }
    await completeProfile({ id: listed.id, categoryId: base.categoryId })
    try {
      expect(await at(0)).toBe(200)
      await withoutDecisionRules(() =>
        db.update(profiles).set({ state: "suspended" }).where(eq(profiles.id, listed.id)),
      )
      takeLog("request")
      expect(await at(4_999)).toBe(200)
      expect(takeLog("request").at(-1)?.d1_round_trips).toBe(0)
      expect(await at(5_000)).toBe(404)
      // The clock is set back: a read in the future is not trusted until then.
      await db.update(profiles).set({ state: "published" }).where(eq(profiles.id, listed.id))
      expect(await at(10_000)).toBe(200)
      await withoutDecisionRules(() =>
        db.update(profiles).set({ state: "suspended" }).where(eq(profiles.id, listed.id)),
      )
      expect(await at(0)).toBe(404)
    } finally {
      clock.mockRestore()
    }
  })
})

describe("the cache in an isolate", () => {
  test("the isolate's cache evicts the least recently used entry when it is full", () => {
    const cache = createLru<string>(10)
    cache.set("a", "A", 4)
    cache.set("b", "B", 4)
    expect(cache.get("a")).toBe("A")
    cache.set("c", "C", 4)
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["A", undefined, "C"])
  })

  test("the isolate's cache counts a replaced value once, and refuses one that could never fit", () => {
    const cache = createLru<string>(10)
    for (let i = 0; i < 5; i++) cache.set("a", `A${i}`, 6)
    cache.set("b", "B", 4)
    cache.set("huge", "H", 11)
    expect([cache.get("a"), cache.get("b"), cache.get("huge")]).toEqual(["A4", "B", undefined])
  })
})
