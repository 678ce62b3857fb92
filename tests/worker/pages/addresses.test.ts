import * as build from "virtual:remix/server-build"
import { beforeAll, describe, expect, test } from "vitest"
import { en, fetchApp, fr, signedIn, withAccess } from "../helpers/app"
import { headingOf } from "../helpers/page"
import { insertCategory, insertCity, insertProfile, insertStaff, insertUser } from "../helpers/rows"

beforeAll(async () => {
  const base = { cityId: (await insertCity({ slug: "paris" })).id, categoryId: (await insertCategory()).id }
  await insertProfile({ ...base, slug: "camille-aubert" })
})

const open = async (path: string, init: RequestInit = {}) => fetchApp(path, await withAccess(init))

describe("the one address of a page", () => {
  test.each([
    ["/escorts/Camille-Aubert", "/escorts/camille-aubert"],
    ["/Escorts/CAMILLE-AUBERT/Infos", "/escorts/camille-aubert/infos"],
    ["/Escorts", "/escorts"],
    ["/escorts/", "/escorts"],
    ["/escorts//camille-aubert/", "/escorts/camille-aubert"],
    ["//escorts", "/escorts"],
    ["///", "/"],
    ["/FAQ?q=Plan", "/faq?q=Plan"],
    ["/Legal/CGU/", "/legal/cgu"],
    ["/escorts?city=PARIS&q=Opera", "/escorts?city=paris&q=Opera"],
    [`${fr}/Escorts/`, "/escorts"],
  ])("%s is redirected for good to %s", async (typed, canonical) => {
    const response = await open(typed)
    expect([response.status, response.headers.get("Location")]).toEqual([301, canonical])
  })

  test.each(["/escorts/camille-aubert", "/escorts?city=paris", "/", "/faq?q=A//b/"])(
    "%s is not redirected",
    async (path) => expect((await open(path)).status).toBe(200),
  )

  test.each(["/auth/password/reset/aBcDeF", "/consent/AbCdEf", "/contact/T-ABCDEFGH", "/profile/settings/data/AbC"])(
    "the token of %s keeps its capitals",
    async (path) => {
      expect((await open(path)).headers.get("Location") ?? "").not.toMatch(/abc/)
    },
  )

  test.each(["//evil.example", "//evil.example/", "/\\evil.example//", "//evil.example/escorts//"])(
    "%s never leads to another site",
    async (path) => {
      const location = (await open(`${en}${path}`)).headers.get("Location")
      expect(new URL(location ?? "/", en).origin).toBe(en)
    },
  )

  test("an address is not redirected before the gate is passed", async () => {
    expect((await fetchApp("/Escorts/")).status).toBe(403)
  })

  test("a form sent to an address with a trailing slash is not redirected, which would lose it", async () => {
    expect((await open("/contact/", { method: "POST" })).status).not.toBe(301)
  })
})

describe("a filter in an address", () => {
  test("the API takes slugs in capitals, and an empty filter as none", async () => {
    for (const query of ["?city=PARIS", "?city=", "?city=&category=&q="])
      expect([query, (await open(`/api/profiles${query}`)).status]).toEqual([query, 200])
  })

  test("a page size that does not exist is left out, and named", async () => {
    const response = await open("/escorts?show=48abc")
    const page = await response.text()
    expect([response.status, headingOf(page)]).toEqual([404, "All profiles"])
    expect(page).toContain("“48abc”")
  })
})

describe("a method that an address does not have", () => {
  test.each([
    ["/about", "PUT", "GET, HEAD"],
    ["/about", "OPTIONS", "GET, HEAD"],
    ["/contact", "DELETE", "GET, HEAD, POST"],
    ["/robots.txt", "POST", "GET, HEAD"],
    ["/media/avatars/x/y", "PUT", "GET, HEAD"],
    ["/.well-known/security.txt", "POST", "GET, HEAD"],
  ])("%s refuses %s in JSON and names %s", async (path, method, allowed) => {
    const response = await open(path, { method, headers: { Origin: en } })
    expect([response.status, response.headers.get("Allow")]).toEqual([405, allowed])
    expect(await response.json()).toMatchObject({ code: "request.method_not_allowed" })
  })

  test("a page without a form refuses one with a page, and names its methods", async () => {
    const response = await open("/about", { method: "POST", body: new FormData(), headers: { Origin: en } })
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD"])
    expect(headingOf(await response.text())).toBe("This page doesn’t accept that request")
  })
})

/** Every address of a page or file, with values in place of its parameters that exist nowhere. */
const addresses = Object.values(build.routes).flatMap((route) => {
  if (!route || Object.values(build.routes).some((other) => other?.parentId === route.id && other.path !== undefined))
    return []
  const parts: string[] = []
  for (let at: typeof route | undefined = route; at; at = build.routes[at.parentId ?? ""]) parts.unshift(at.path ?? "")
  const path = `/${parts.filter(Boolean).join("/")}`
  return path.includes("*") ? [] : [path.replace(/:\w+/g, "zzz")]
})

describe("a link to what is gone", () => {
  test.each([...new Set(addresses)])("%s with nonsense in it shows a page, not JSON", async (path) => {
    const [member, staff] = [await insertUser(), await insertStaff()]
    const readers = [{}, await signedIn(member), await signedIn(staff)]
    for (const reader of readers) {
      const response = await fetchApp(`${path}?from=zzz`, { ...(await withAccess()), ...reader })
      const text = await response.text()
      if (response.status < 400) continue
      expect([path, response.headers.get("Content-Type")]).toEqual([path, "text/html; charset=utf-8"])
      expect([path, headingOf(text) !== ""]).toEqual([path, true])
    }
  })
})

describe("the addresses that programs look for", () => {
  test("security.txt names a contact and when it expires, before the gate is passed", async () => {
    const response = await fetchApp("/.well-known/security.txt")
    const text = await response.text()
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/plain; charset=UTF-8"])
    expect(text).toContain(`Contact: ${en}/contact\n`)
    expect(text).toContain("Preferred-Languages: en, fr\n")
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "")
    expect(expires - Date.now()).toBeGreaterThan(80 * 86_400_000)
    expect(expires - Date.now()).toBeLessThan(365 * 86_400_000)
  })

  test("password managers are led to the settings", async () => {
    const response = await open("/.well-known/change-password")
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/profile/settings/password"])
  })
})
