import { describe, expect, test } from "vitest"
import { slugRedirects } from "~/db/schema"
import { en, fetchApp, fetchWith, fr, setCookieOf, signedIn, withAccess } from "../helpers/app"
import { databaseWithout } from "../helpers/broken"
import { takeLog } from "../helpers/log"
import { elementsOf, headingOf, titleOf } from "../helpers/page"
import { db, insertCategory, insertCity, insertProfile, insertStaff, insertUser } from "../helpers/rows"

async function open(path: string, init?: RequestInit) {
  const response = await fetchApp(path, init ?? (await withAccess()))
  return { response, status: response.status, html: await response.text() }
}

const publishProfile = async (slug: string) =>
  insertProfile({ slug, name: "Ada", cityId: (await insertCity()).id, categoryId: (await insertCategory()).id })

describe("unknown addresses", () => {
  test.each([
    [`${en}/x?y=1`, "Page not found: /x?y=1"],
    [`${en}/x?y=1&z=%C3%A9`, "Page not found: /x?y=1&z=%C3%A9"],
    [`${en}/a/b/c/`, "Page not found: /a/b/c/"],
    [`${en}/escorts/ada/nowhere`, "Page not found: /escorts/ada/nowhere"],
    [`${en}/<b>x</b>`, "Page not found: /%3Cb%3Ex%3C/b%3E"],
    [`${fr}/x?y=1`, "Page introuvable\u00a0: /x?y=1"],
  ])("%s without a route is a 404 that names it", async (address, heading) => {
    const { status, html } = await open(address)
    expect(status).toBe(404)
    expect(headingOf(html)).toBe(heading)
  })

  test("an unknown address is named as the reader typed it when the browser fetches data alone", async () => {
    const { status, html } = await open("/x.data?y=1&_routes=routes%2Fnot-found")
    expect(status).toBe(404)
    expect(html).toContain("Page not found: /x?y=1")
    expect(html).not.toContain(".data")
  })
})

test("a document has no U+0000, wherever its accents stand", async () => {
  for (let length = 10; length <= 60; length += 1) {
    const text = `x${"€".repeat(length)}`
    const { html } = await open(`${fr}/escorts?q=${encodeURIComponent(text)}`)
    expect([length, html.includes(text), html.indexOf("\u0000")]).toEqual([length, true, -1])
  }
})

describe("unknown values", () => {
  test.each([
    [`${en}/escorts/nobody`, "Page Not Found: /escorts/nobody"],
    [`${en}/escorts/nobody?a=b`, "Page Not Found: /escorts/nobody?a=b"],
    [`${fr}/escorts/nobody`, "Page introuvable\u00a0: /escorts/nobody"],
  ])("%s with an unknown value is a 404 that names it", async (address, heading) => {
    const { status, html } = await open(address)
    expect(status).toBe(404)
    expect(headingOf(html)).toBe(heading)
  })

  test.each([
    ["/escorts?cursor=t5xk2o", "/escorts"],
    ["/escorts?cursor=nonsense.", "/escorts"],
    ["/escorts?city=paris&sort=price-up&cursor=-2ksfcbdmrk~1xk2p9", "/escorts?city=paris&sort=price-up"],
  ])(
    "a bookmark with a cursor that is none, or of the former form, leads to the first page: %s",
    async (address, first) => {
      const response = await fetchApp(address, await withAccess({ redirect: "manual" }))
      expect([response.status, response.headers.get("Location")]).toEqual([302, first])
    },
  )

  test.each(["draft", "submitted", "in_review", "rejected", "approved", "paused", "suspended", "withdrawn"] as const)(
    "a profile that is %s has a page not found",
    async (state) => {
      const base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
      const { slug } = await insertProfile({ ...base, state, name: "Somebody Hidden" })
      const { status, html } = await open(`/escorts/${slug}`)
      expect(status).toBe(404)
      expect(html).not.toContain("Somebody Hidden")
    },
  )
})

test("a renamed profile redirects permanently to its new address", async () => {
  const profile = await publishProfile("new-name")
  await db.insert(slugRedirects).values({ slug: "old-name", profileId: profile.id, createdAt: 1 })
  const { response } = await open("/escorts/old-name")
  expect([response.status, response.headers.get("Location")]).toEqual([301, "/escorts/new-name"])
})

describe("every page", () => {
  test("every page has a title by the rule: the page's title, a dash, the app's name; or the name alone", async () => {
    await publishProfile("titled")
    expect(titleOf((await open("/auth/login")).html)).toBe("Log in - Salon")
    expect(titleOf((await open(`${fr}/auth/login`)).html)).toBe("Connexion - Salon")
    expect(titleOf((await open("/escorts/titled")).html)).toMatch(/^.*Ada.* - Salon$/)
    expect(titleOf((await open("/profile", await signedIn(await insertUser()))).html)).toBe("My account - Salon")
    for (const path of ["/", "/escorts"]) expect(titleOf((await open(path)).html)).toMatch(/^(\S.* - )?Salon$/)
    const renamed = await fetchWith({ APP_NAME: "Le Cercle" }, "/auth/login", await withAccess())
    expect(titleOf(await renamed.text())).toBe("Log in - Le Cercle")
  })

  test("every page forbids indexing, and fits phones", async () => {
    await publishProfile("for-robots")
    for (const path of ["/", "/escorts", "/escorts/for-robots", "/auth/login", "/nowhere"]) {
      const { response, html } = await open(path)
      expect([path, response.headers.get("X-Robots-Tag")]).toEqual([path, "noindex, nofollow"])
      const metas = (await elementsOf(html)).filter(({ tag }) => tag === "meta").map(({ attributes }) => attributes)
      expect(metas).toContainEqual({ name: "robots", content: "noindex, nofollow" })
      expect(metas).toContainEqual({ name: "viewport", content: "width=device-width, initial-scale=1" })
    }
  })

  test("every page has one first-level heading and one main region", async () => {
    await publishProfile("with-heading")
    for (const path of ["/", "/escorts", "/escorts/with-heading", "/auth/login", "/nowhere"]) {
      const elements = await elementsOf((await open(path)).html)
      const count = (tag: string) => elements.filter((element) => element.tag === tag).length
      expect([path, count("h1"), count("main")]).toEqual([path, 1, 1])
    }
  })

  test("every page has icons", async () => {
    const links = (await elementsOf((await open("/")).html)).filter(({ tag }) => tag === "link")
    expect(links.filter(({ attributes }) => attributes.rel === "icon").length).toBeGreaterThan(0)
  })

  test("every page shows who is signed in, to them alone", async () => {
    const user = await insertUser({ name: "Grace Hopper" })
    expect((await open("/nowhere", await signedIn(user))).html).toContain("Grace Hopper")
    expect((await open("/nowhere")).html).not.toContain("Grace Hopper")
  })
})

describe("the member area", () => {
  test("the member area redirects a visitor to log in, and remembers the requested page", async () => {
    for (const [path, stored] of [
      ["/profile", "/profile"],
      ["/profile?tab=chat&x=%C3%A9", "/profile?tab=chat&x=%C3%A9"],
      ["/dashboard/admin?page=2", "/dashboard/admin?page=2"],
    ] as const) {
      const { response } = await open(path)
      expect([path, response.status, response.headers.get("Location")]).toEqual([path, 302, "/auth/login"])
      const cookie = setCookieOf(response, "__Host-salon_return")
      expect(decodeURIComponent(cookie?.value ?? "")).toBe(stored)
      expect(cookie?.attributes).toEqual({ "max-age": "3600", path: "/", httponly: "", secure: "", samesite: "Lax" })
    }
  })

  test("the member area does so for a data request too, remembering the page's address", async () => {
    const { response } = await open("/profile.data?tab=chat&_routes=routes%2Faccounts%2Farea")
    expect(response.status).toBe(202)
    expect(decodeURIComponent(setCookieOf(response, "__Host-salon_return")?.value ?? "")).toBe("/profile?tab=chat")
  })

  test("the member area opens for a member", async () => {
    expect((await open("/profile", await signedIn(await insertUser()))).status).toBe(200)
  })
})

describe("the back office", () => {
  test("the back office does not exist for a member", async () => {
    const init = await signedIn(await insertUser())
    const { status, html } = await open("/dashboard/admin?x=1", init)
    expect(status).toBe(404)
    expect(headingOf(html)).toBe("Page Not Found: /dashboard/admin?x=1")
  })

  test("the back office opens for staff", async () => {
    expect((await open("/dashboard/admin", await signedIn(await insertStaff()))).status).toBe(200)
  })

  test("the back office hides its data from everyone else", async () => {
    const path = "/dashboard/admin.data"
    expect((await open(path, await signedIn(await insertUser()))).status).toBe(404)
    expect((await open(path)).status).toBe(202)
  })
})

describe("unsupported requests", () => {
  test("a request with another method is refused, without a failure", async () => {
    for (const [method, path] of [
      ["PUT", "/"],
      ["PATCH", "/escorts"],
      ["DELETE", "/escorts/nobody"],
      ["OPTIONS", "/"],
      ["POST", "/"],
      ["POST", "/escorts"],
      ["POST", "/profile"],
      ["POST", "/dashboard/admin"],
      ["PUT", "/nowhere"],
    ] as const) {
      const { status, html } = await open(path, await withAccess({ method, headers: { Origin: en } }))
      expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true])
      expect([method, path, html.match(/\bat \S+ \(|node_modules|\.tsx?:\d/)]).toEqual([method, path, null])
    }
  })

  test("HEAD responds like GET, without a body", async () => {
    const { status, html } = await open("/auth/login", await withAccess({ method: "HEAD" }))
    expect([status, html]).toEqual([200, ""])
  })
})

describe("a server error", () => {
  test("a server error shows the status and a sentence in the reader's language, and nothing of its cause", async () => {
    for (const [origin, heading] of [
      [en, "Internal Server Error"],
      [fr, "Erreur interne du serveur"],
    ] as const) {
      const response = await fetchWith({ DB: databaseWithout("profiles") }, `${origin}/escorts/x`, await withAccess())
      expect(response.status).toBe(500)
      const html = await response.text()
      expect(headingOf(html)).toBe(heading)
      expect(html).not.toMatch(/out of order|\bat \S+ \(/)
    }
    expect(takeLog("page.failed").length).toBeGreaterThan(0)
  })
})
