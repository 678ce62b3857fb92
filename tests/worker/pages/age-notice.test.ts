import { beforeAll, describe, expect, inject, test } from "vitest"
import {
  accessCookie,
  addCookie,
  ageCookie,
  en,
  fetchApp,
  fetchWith,
  form,
  fr,
  json,
  setCookieOf,
  signedIn,
  withAccess,
} from "../helpers/app"
import { Browser } from "../helpers/browser"
import { takeLog } from "../helpers/log"
import { headingOf, titleOf } from "../helpers/page"
import { insertCategory, insertCity, insertMedia, insertProfile, insertUser } from "../helpers/rows"

let picture: string

beforeAll(async () => {
  const base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
  const profile = await insertProfile({ ...base, slug: "camille", name: "Camille Visible", featuredRank: 1 })
  picture = `/media/${(await insertMedia({ profileId: profile.id })).id}/640.webp`
})

/** Visits with the gate passed, and not the age notice. */
const visit = async (path: string, init: RequestInit = {}) => fetchApp(path, addCookie(init, await accessCookie()))

describe("before a visitor has said that they are of age", () => {
  test.each([
    "/",
    "/escorts",
    "/escorts/camille",
    "/escorts?city=paris&q=x",
    "/escorts/nobody",
    "/escorts/camille/gallery",
    "/About",
  ])("%s redirects to the age notice, and shows nothing on the way", async (path) => {
    const response = await visit(path)
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `/age?${new URLSearchParams({ to: path })}`,
    ])
    expect(await response.text()).toBe("")
  })

  test.each(["/", "/escorts", "/escorts/camille"])("HEAD of %s redirects to the age notice as well", async (path) => {
    const response = await visit(path, { method: "HEAD" })
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `/age?${new URLSearchParams({ to: path })}`,
    ])
  })

  test.each([
    "/nowhere",
    "/favicon.ico",
    "/api",
    "/api/nope",
    "/escorts/camille/nope",
    "/nowhere.data",
    "/API/profiles",
  ])("%s is a 404 before the age notice: there is no content", async (path) => {
    const response = await visit(path)
    expect([response.status, response.headers.get("Location")]).toEqual([404, null])
    expect(await response.text()).not.toContain("Camille")
  })

  test("the socket endpoint refuses by its own protocol before the age notice is passed", async () => {
    const body = { socket_id: "1.2", channel_name: "private-user.x" }
    for (const path of ["/api/broadcasting/auth", "/broadcasting/auth", "/api/broadcasting/user-auth"]) {
      const response = await visit(path, json(body, { Origin: en }))
      expect([path, response.status]).toEqual([path, path.endsWith("user-auth") ? 403 : 401])
      expect(((await response.json()) as { code: string }).code).not.toBe("age.required")
    }
  })

  test("a page's data request redirects to the age notice, as a new document", async () => {
    for (const [path, to] of [
      ["/escorts.data?city=paris&_routes=routes%2Fprofiles%2Fpublic%2Flisting", "/escorts?city=paris"],
      ["/escorts/camille.data", "/escorts/camille"],
      ["/_root.data", "/"],
    ] as const) {
      const response = await visit(path)
      const body = await response.text()
      expect(response.headers.get("X-Remix-Reload-Document")).toBe("true")
      expect(body).toContain(`/age?${new URLSearchParams({ to })}`)
      expect(body).not.toContain("Camille")
    }
  })

  test("the API and the pictures refuse before the age notice is passed", async () => {
    for (const path of [picture, "/api/profiles", "/api/me"]) {
      const response = await visit(path)
      expect([path, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        path,
        403,
        "age.required",
      ])
    }
  })

  test("no cached page of visitors past the age notice is served before it", async () => {
    await (await fetchApp("/escorts/camille", await withAccess())).text()
    expect((await visit("/escorts/camille")).status).toBe(303)
    takeLog("request")
    await (await fetchApp("/escorts/camille", await withAccess())).text()
    expect(takeLog("request").at(-1)?.cache).toBe("hit")
  })

  test.each([
    "/faq",
    "/report",
    "/auth/login",
    "/auth/password/reset",
    "/become-member",
    "/robots.txt",
    "/icons/lucide/x.svg",
    "/api/faqs",
  ])("%s is open before the age notice", async (path) => {
    const response = await visit(path)
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain("Camille")
  })

  test("a legal page, about and contact are never covered by the age notice", async () => {
    for (const path of ["/legal/privacy", "/about", "/contact", "/legal/privacy.data"]) {
      const response = await visit(path)
      expect([path, response.headers.get("Location")]).toEqual([path, null])
    }
  })

  test.each([
    "/about%2f..%2fescorts",
    "//about/../escorts",
    "/legal/../escorts/camille",
    "/%61pi/profiles",
    "/api/%70rofiles",
    "/api/%70rofiles/camille",
    "/%65scorts/camille",
    "/escorts%2Fcamille",
    "/escorts/camille/_root.data",
    "/_root",
    "/nowhere?_data=routes%2Fprofiles%2Fpublic%2Flisting",
    "/nowhere.data?_routes=routes%2Fprofiles%2Fpublic%2Flisting",
    "/api/../escorts/camille",
    "/faq/../",
  ])("a disguised address does not pass the age notice: %s", async (path) => {
    const response = await fetchApp(`${en}${path}`, addCookie({}, await accessCookie()))
    expect(await response.text()).not.toContain("Camille")
  })

  test("a forged age cookie is worthless", async () => {
    for (const value of ["1", "true", "18 2026-11", "x".repeat(4_000)]) {
      const response = await visit("/escorts", { headers: { Cookie: `__Host-salon_age=${value}` } })
      expect(response.status).toBe(303)
    }
    // A deployment with another key has passes of its own for the gate too.
    const other = { SECRETS_KEY: "k".repeat(43) }
    const opened = await fetchWith(other, `/?password=${inject("accessKey")}`)
    const pass = `__Host-salon_access=${setCookieOf(opened, "__Host-salon_access")?.value}`
    const elsewhere = addCookie(addCookie({}, pass), await ageCookie())
    const response = await fetchWith(other, "/escorts", elsewhere)
    expect([response.status, response.headers.get("Location")]).toEqual([303, expect.stringContaining("/age")])
  })
})

describe("the notice", () => {
  test("the age notice is a neutral page in the reader's language", async () => {
    const html = await (await visit("/age?to=/escorts")).text()
    expect([headingOf(html), titleOf(html)]).toEqual(["This site is for adults.", "Before you enter - Salon"])
    expect(headingOf(await (await visit(`${fr}/age`)).text())).toBe("Ce site s’adresse aux adultes.")
    expect(html).not.toContain("Camille")
  })

  test("the age notice admits by a form, without a script, to the requested page, for a day", async () => {
    const response = await visit("/age", form({ to: "/escorts?city=paris" }))
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/escorts?city=paris"])
    const cookie = setCookieOf(response, "__Host-salon_age")
    expect(cookie?.attributes).toMatchObject({
      "max-age": String(24 * 60 * 60),
      httponly: "",
      secure: "",
      samesite: "Lax",
      path: "/",
    })
    const browser = await new Browser().enter()
    expect(await (await browser.fetch("/escorts/camille")).text()).toContain("Camille")
  })

  test.each([
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "x".repeat(10_000),
    "",
  ])("the age notice does not redirect to another site: %s", async (to) => {
    expect((await visit("/age", form({ to }))).headers.get("Location")).toBe("/")
    const page = await visit(`/age?${new URLSearchParams({ to })}`)
    expect(await page.text()).toContain('name="to" value="/"')
  })

  test("the age notice cannot be passed by another site's form", async () => {
    const response = await visit("/age", { ...form({ to: "/" }), headers: { Origin: "https://evil.example" } })
    expect([response.status, setCookieOf(response, "__Host-salon_age")]).toEqual([403, undefined])
  })

  test("the age notice is not shown after passing, to signed-in members, or if the operator turned it off", async () => {
    const user = await insertUser()
    const withoutAge = new Headers((await signedIn(user)).headers)
    withoutAge.set("Cookie", (withoutAge.get("Cookie") ?? "").replace(/__Host-salon_age=[^;]*; /, ""))
    for (const response of [
      await fetchApp("/age?to=/faq", await withAccess()),
      await fetchApp("/age?to=/faq", { headers: withoutAge }),
      await fetchWith({ AGE_NOTICE: "off" }, "/age?to=/faq", addCookie({}, await accessCookie())),
    ]) {
      expect([response.status, response.headers.get("Location")]).toEqual([302, "/faq"])
    }
    expect(await (await fetchApp("/escorts/camille", { headers: withoutAge })).text()).toContain("Camille")
    const off = await fetchWith({ AGE_NOTICE: "off" }, "/escorts/camille", addCookie({}, await accessCookie()))
    expect(off.status).toBe(200)
  })

  test("the age notice is passed on both languages' domains at once", async () => {
    const browser = await new Browser().enter()
    const steps = await browser.visit(`${fr}/locale/start?from=en&to=/escorts/camille`)
    expect(steps.at(-1)?.url).toBe(`${fr}/escorts/camille`)
    expect(browser.cookies(fr).has("__Host-salon_age")).toBe(true)
  })

  test("the age notice is not passed by a link alone", async () => {
    const browser = new Browser()
    await browser.fetch(`${en}/locale/finish?token=x&adult=1&to=/escorts`)
    expect(browser.cookies(en).has("__Host-salon_age")).toBe(false)
  })
})

test("explicit content needs more than a declaration of age: the Worker refuses to serve", async () => {
  const response = await fetchWith({ CONTENT_RATING: "explicit" }, "/faq", await withAccess())
  expect(response.status).toBe(500)
  expect(takeLog("config.invalid")).toMatchObject([
    { error: "ConfigError: AGE_ADAPTER: is not enough for explicit content" },
  ])
})
