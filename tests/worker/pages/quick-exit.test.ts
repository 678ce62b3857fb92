import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { sessions } from "~/db/schema"
import { en, fetchApp, fetchWith, fr, setCookieOf, signedIn, withAccess } from "../helpers/app"
import { completeLaunch, launched } from "../helpers/launch"
import { elementsOf } from "../helpers/page"
import { db, insertUser } from "../helpers/rows"

async function member() {
  const user = await insertUser()
  const count = async () => (await db.select().from(sessions).where(eq(sessions.userId, user.id))).length
  return { init: (headers: Record<string, string>, method = "GET") => signedIn(user, { method, headers }), count }
}

describe("the quick exit", () => {
  test("the quick exit is on every page, with a neutral site in the reader's language as its target", async () => {
    for (const [origin, neutral] of [
      [en, "https://en.wikipedia.org/"],
      [fr, "https://fr.wikipedia.org/"],
    ]) {
      for (const path of ["/", "/auth/login", "/faq", "/nowhere", "/report"]) {
        const elements = await elementsOf(await (await fetchApp(origin + path, await withAccess())).text())
        const exit = elements.find(({ attributes }) => attributes.id === "quick-exit")
        expect([path, exit?.attributes]).toEqual([path, expect.objectContaining({ href: "/exit", "data-to": neutral })])
      }
    }
  })

  test("the quick exit ends the session by its beacon", async () => {
    const { init, count } = await member()
    const response = await fetchApp("/exit", await init({ Origin: "null", "Sec-Fetch-Site": "same-origin" }, "POST"))
    expect([response.status, setCookieOf(response, "__Host-salon_session")?.attributes["max-age"]]).toEqual([204, "0"])
    expect(await count()).toBe(0)
  })

  test("the quick exit ends the session by the link too, without script, and leaves the site", async () => {
    const { init, count } = await member()
    const response = await fetchApp("/exit", await init({ "Sec-Fetch-Site": "same-origin" }))
    expect([response.status, response.headers.get("Location")]).toEqual([303, "https://en.wikipedia.org/"])
    expect(await count()).toBe(0)
  })

  test("the quick exit clears the browser's data, by its beacon as by the link", async () => {
    const { init } = await member()
    const sameOrigin = { Origin: "null", "Sec-Fetch-Site": "same-origin" }
    for (const response of [
      await fetchApp("/exit", await init(sameOrigin, "POST")),
      await fetchApp("/exit", await init(sameOrigin)),
      await fetchApp("/exit", await withAccess({ headers: { "Sec-Fetch-Site": "none" } })),
    ]) {
      expect(response.headers.get("Clear-Site-Data")).toBe('"cache", "cookies", "storage"')
    }
  })

  test("the quick exit signs nobody out, and clears nothing, for another site or a browser without Sec-Fetch-Site", async () => {
    const { init, count } = await member()
    for (const from of [{ "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }, {}]) {
      const response = await fetchApp("/exit", await init(from as Record<string, string>))
      expect([response.status, response.headers.get("Clear-Site-Data")]).toEqual([303, null])
    }
    expect((await fetchApp("/exit", await init({ Origin: "https://evil.example" }, "POST"))).status).toBe(403)
    expect((await fetchApp("/exit", await init({}, "POST"))).status).toBe(403)
    expect(await count()).toBe(5)
  })

  test("the quick exit leads to the operator's address, which must be https", async () => {
    const there = await fetchWith(
      { QUICK_EXIT_URL: "https://news.example/{language}" },
      `${fr}/exit`,
      await withAccess(),
    )
    expect(there.headers.get("Location")).toBe("https://news.example/fr")
  })
})

test("a page says that it is a demonstration, except in production once the launch is complete", async () => {
  const shown = await (await fetchApp("/faq", await withAccess())).text()
  expect(shown).toContain(">Demo: the people, texts and prices are fictional.")
  expect(await (await fetchWith(launched, "/faq?before")).text()).toContain(">Demo:")
  await completeLaunch()
  expect(await (await fetchWith(launched, "/faq?afresh")).text()).not.toContain(">Demo:")
  expect(await (await fetchWith({ ...launched, INDEXING: "closed", DEMO: "on" }, "/faq?afresh")).text()).toContain(
    ">Demo:",
  )
})

describe("an unknown icon", () => {
  const ask = async (path: string, headers = {}) => fetchApp(path, await withAccess({ headers }))

  test("an unknown icon is a neutral one, cached as long as the others", async () => {
    const response = await ask("/icons/lucide/no-such-icon.svg")
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"])
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=604800")
    expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    const again = await ask("/icons/lucide/no-such-icon.svg", { "If-None-Match": response.headers.get("ETag") ?? "" })
    expect(again.status).toBe(304)
  })

  test.each([
    "/icons/lucide/..%2f..%2fwrangler.toml",
    "/icons/lucide/%3Cscript%3E.svg",
    "/icons/lucide/A.svg",
    `/icons/lucide/${"x".repeat(10_000)}.svg`,
    "/icons/lucide/x.png",
    "/icons/",
  ])("%s is no icon", async (path) => {
    expect((await ask(path)).status).toBe(404)
  })
})
