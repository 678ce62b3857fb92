import { describe, expect, test } from "vitest"
import { addCookie, en, fetchApp, fetchWith, withAccess } from "../helpers/app"
import { brokenDatabase, databaseWithout } from "../helpers/broken"
import { takeLog } from "../helpers/log"
import { elementsOf } from "../helpers/page"

const onEveryAnswer = {
  "cache-control": "private, no-store",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=63072000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow",
}

const onEveryPage = {
  ...onEveryAnswer,
  "content-security-policy":
    "default-src 'self'; script-src 'self' 'nonce-NONCE'; style-src 'self' 'nonce-NONCE'; img-src 'self' data: blob:; " +
    "media-src 'self' blob:; connect-src 'self' ws://en.localhost:8787; object-src 'none'; base-uri 'none'; " +
    "form-action 'self' http://en.localhost:8787 http://fr.localhost:8787; frame-ancestors 'none'",
  "content-type": "text/html; charset=utf-8",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "x-frame-options": "DENY",
}

const onEveryJson = { ...onEveryAnswer, "content-type": "application/json" }

/** Returns the headers of a response without cookies, with the nonce replaced and the charset's case ignored. */
function headersOf(response: Response): Record<string, string> {
  const headers = [...response.headers]
    .filter(([name]) => !["set-cookie", "x-request-id", "allow", "vary"].includes(name))
    .map(([name, value]) => [name, name === "content-type" ? value.toLowerCase() : value])
    .map(([name, value]) => [name, value?.replaceAll(/'nonce-[0-9a-f]{32}'/g, "'nonce-NONCE'")])
  return Object.fromEntries(headers)
}

const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1]

describe("every page protects its reader", () => {
  test("every page protects its reader: 200", async () => {
    const response = await fetchApp("/auth/login", await withAccess())
    expect(response.status).toBe(200)
    expect(headersOf(response)).toEqual(onEveryPage)
  })

  test("every page protects its reader: 403", async () => {
    const response = await fetchApp("/")
    expect(response.status).toBe(403)
    expect(headersOf(response)).toEqual(onEveryPage)
  })

  test("every page protects its reader: 404", async () => {
    const response = await fetchApp("/nowhere", await withAccess())
    expect(response.status).toBe(404)
    expect(headersOf(response)).toEqual(onEveryPage)
  })

  test("every page protects its reader: 500, rendered by the app", async () => {
    const response = await fetchWith(
      { DB: databaseWithout("profiles") },
      "/escorts/kept-by-no-cache",
      await withAccess(),
    )
    expect(response.status).toBe(500)
    expect(headersOf(response)).toEqual(onEveryPage)
    expect(takeLog("page.failed")).not.toEqual([])
  })

  test("every page protects its reader: 500, before the app is reached", async () => {
    const response = await fetchWith({ APP_ENV: "nowhere" }, "/", await withAccess())
    expect(response.status).toBe(500)
    // Without settings the other languages' domains and the sockets' address are unknown.
    const policy = onEveryPage["content-security-policy"].replace(/((form-action|connect-src) 'self')[^;]*/g, "$1")
    expect(headersOf(response)).toEqual({ ...onEveryPage, "content-security-policy": policy })
    expect(takeLog("config.invalid")).toHaveLength(1)
  })
})

describe("every JSON answer protects its reader", () => {
  test("every JSON response protects its reader: 200", async () => {
    expect(headersOf(await fetchApp("/health"))).toEqual(onEveryJson)
  })

  test("every JSON response protects its reader: 401, 403, 404 and 405", async () => {
    const init = await withAccess()
    const responses = [
      await fetchApp("/api/auth/me", init),
      await fetchApp("/api/auth/me"),
      await fetchApp("/api/nowhere", init),
      await fetchApp("/api/auth/login", init),
    ]
    expect(responses.map(({ status }) => status)).toEqual([401, 403, 404, 405])
    for (const response of responses) expect(headersOf(response)).toEqual(onEveryJson)
  })

  test("every JSON response protects its reader: 500", async () => {
    const init = addCookie(await withAccess(), `__Host-salon_session=${"x".repeat(43)}`)
    const response = await fetchWith({ DB: brokenDatabase }, "/api/auth/me", init)
    expect(response.status).toBe(500)
    expect(headersOf(response)).toEqual(onEveryJson)
    expect(await response.json()).toEqual({
      code: "server.failed",
      message: "Something went wrong on our side. Please try again in a moment.",
      request_id: response.headers.get("X-Request-Id"),
    })
    expect(takeLog("request.failed")).toMatchObject([{ error: expect.stringContaining("out of order") }])
  })
})

describe("the policy on scripts and styles", () => {
  const pages = ["/", "/escorts", "/auth/login", "/nowhere", "/api/docs"]

  test("the policy has a nonce of its own in every response", async () => {
    const init = await withAccess()
    const nonces = await Promise.all(pages.map(async (path) => nonceOf(await fetchApp(path, init))))
    nonces.push(nonceOf(await fetchApp("/")))
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(nonces).size).toBe(nonces.length)
  })

  test.each(pages)(
    "the policy lets every inline script and style of %s run, and names no origin but the app's own",
    async (path) => {
      const response = await fetchApp(path, await withAccess())
      const nonce = nonceOf(response)
      const elements = await elementsOf(await response.text())
      const inline = elements.filter(
        ({ tag, attributes }) => tag === "style" || (tag === "script" && attributes.src === undefined),
      )
      for (const { tag, attributes } of inline) expect([tag, attributes]).toEqual([tag, { ...attributes, nonce }])
      expect(inline.length).toBeGreaterThan(0)
      for (const { tag, attributes } of elements) {
        for (const name of ["src", "href", "action", "srcset", "poster"]) {
          const value = attributes[name]
          if (value === undefined || /^(\/(?!\/)|#)/.test(value)) continue
          expect([tag, name, value]).toEqual([
            tag,
            name,
            expect.stringMatching(/^(http:\/\/(en|fr)\.localhost:8787\/|data:image\/)/),
          ])
        }
      }
    },
  )

  test.each(pages)("no style or event attributes on %s break the policy, which forbids them", async (path) => {
    const elements = await elementsOf(await (await fetchApp(path, await withAccess())).text())
    const forbidden = elements.flatMap(({ tag, attributes }) =>
      Object.keys(attributes)
        .filter((name) => name === "style" || name.startsWith("on"))
        .map((name) => `${tag} ${name}`),
    )
    expect(forbidden).toEqual([])
  })
})

describe("an address that is no address", () => {
  test.each([
    "//",
    "///",
    "////",
    "//[",
    "//[::1",
    "//a:b",
    "//a:b/c",
    "//:80",
    "//%",
    "//@",
    "//a b",
    "//?x",
    "//#x",
    "//../",
    "/\\",
    "//.data",
    "//[.data",
    "//a:b.data",
    "//[?_routes=root",
    "//[?password=x",
  ])("the malformed address %s has a 404, a redirect or a page, and no server error", async (path) => {
    for (const method of ["GET", "HEAD", "POST"]) {
      const init = await withAccess({ method, headers: { Origin: en } })
      const response = await fetchApp(en + path, init)
      await response.text()
      expect([path, method, response.status]).toEqual([path, method, expect.toBeOneOf([200, 301, 303, 404, 405])])
      expect(response.headers.get("Location") ?? "/").toMatch(/^\/(?!\/)/)
    }
  })
})

describe("caching", () => {
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await fetchApp(path, await withAccess({ headers }))).headers.get("Cache-Control")

  test("caching is off unless a response opts in", async () => {
    for (const path of ["/", "/escorts", "/auth/login", "/nowhere", "/profile", "/_root.data", "/api/docs", "/health"])
      expect([path, await get(path)]).toEqual([path, "private, no-store"])
  })

  test("caching of a prefetched page's data lasts for the seconds until it is opened", async () => {
    expect(await get("/escorts.data", { "Sec-Purpose": "prefetch" })).toBe("private, max-age=10")
    expect(await get("/escorts.data", { "Sec-Purpose": "prefetch;prerender" })).toBe("private, max-age=10")
    expect(await get("/escorts.data")).toBe("private, no-store")
  })

  test("no page, error or refusal is ever cached, prefetched or not", async () => {
    const prefetch = { "Sec-Purpose": "prefetch" }
    expect(await get("/escorts", prefetch)).toBe("private, no-store")
    expect(await get("/nowhere.data", prefetch)).toBe("private, no-store")
    expect((await fetchApp("/escorts.data", { headers: prefetch })).headers.get("Cache-Control")).toBe(
      "private, no-store",
    )
  })
})

test("every response has an id, which its log line has too", async () => {
  const response = await fetchApp("/nowhere?q=private", await withAccess())
  const id = response.headers.get("X-Request-Id")
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const line = takeLog("request").find((entry) => entry.id === id)
  expect(line).toEqual({
    level: "info",
    event: "request",
    id,
    method: "GET",
    route: "/*",
    status: 404,
    code: "page.not_found",
    ms: expect.any(Number),
    d1_round_trips: expect.any(Number),
    d1_statements: expect.any(Number),
    rows_read: expect.any(Number),
  })
})

test("the log holds routes' patterns, never the content of an address or a header", async () => {
  const init = await withAccess({ headers: { "User-Agent": "agent-secret", Referer: "http://referer-secret/" } })
  for (const path of ["/escorts/slug-secret?q=query-secret", "/escorts.data?city=city-secret", "/secret-path/x"])
    await fetchApp(path, init)
  const lines = takeLog("request")
  expect(lines.map(({ route }) => route)).toContain("/escorts/:slug")
  expect(JSON.stringify(lines)).not.toContain("secret")
})
