import { afterEach, describe, expect, inject, test, vi } from "vitest"
import {
  accessCookie,
  addCookie,
  en,
  fetchApp,
  fetchWith,
  form,
  json,
  newAddress,
  setCookieOf,
  setCookies,
  withAccess,
} from "../helpers/app"
import { logText } from "../helpers/log"
import { insertSession, insertUser } from "../helpers/rows"

const key = inject("accessKey")
const fromAddress = (address: string): RequestInit => ({ headers: { "CF-Connecting-IP": address } })

/** Checks that a refusal shows one heading, and nothing of the product: no name, script, picture or link, and no style that loads anything. */
async function expectRefusal(response: Response): Promise<void> {
  expect(response.status).toBe(403)
  const html = await response.text()
  expect(html.replace(/^.*<body>/s, "").replace(/<[^>]*>/g, "")).toBe("Access Denied.")
  expect(html.match(/<h1>Access Denied\.<\/h1>/g)).toHaveLength(1)
  expect(html).not.toMatch(/salon|<script|<link|url\(|@import|<a |<img|assets/i)
  expect(setCookies(response)).toEqual([])
}

describe("the access gate refuses", () => {
  test.each([
    "/",
    "/?password=wrong",
    "/?password=",
    "/?password",
    "/?password=wrong&password=wronger",
    `/?password=wrong&password=${key}`,
    `/?password=&password=${key}`,
    `/?Password=${key}`,
    `/?password=${key}x`,
    `/?password=${key.toUpperCase()}`,
    "/escorts",
    "/nowhere",
    "/_root.data",
    "/escorts.data",
    "/__manifest?p=/escorts",
    "/__manifest?p=%2Fescorts&version=0",
    "/media/01ARZ3NDEKTSV4RRFFQ69G5FAV/640.webp",
    "/locale/choose/fr",
    `/locale/issue?state=${"s".repeat(43)}&for=fr&to=/`,
    "/auth/login",
    "/profile",
    "/dashboard/admin",
    "/health/",
    "/HEALTH",
    "/builds",
  ])("the access gate refuses GET %s", async (path) => {
    await expectRefusal(await fetchApp(path))
  })

  test.each(["HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])(
    "the access gate refuses %s of a page",
    async (method) => {
      const response = await fetchApp("/", { method })
      expect(response.status).toBe(403)
      expect(await response.text()).toMatch(method === "HEAD" ? /^$/ : /Access Denied\./)
    },
  )

  test("the access gate refuses the key in a form: only an address can carry it", async () => {
    await expectRefusal(await fetchApp(`/?password=${key}`, { method: "POST" }))
  })

  test("the access gate refuses every call of the API, as JSON", async () => {
    for (const path of ["/api/auth/me", "/api/openapi.json", "/api/docs", "/api/nowhere", "/api/auth/login/"]) {
      const response = await fetchApp(path)
      expect([path, response.status]).toEqual([path, 403])
      expect(await response.json()).toMatchObject({ code: "access.denied", message: "Access Denied." })
    }
  })

  test("the access gate refuses a cookie with one changed character", async () => {
    const cookie = await accessCookie()
    const changed = cookie.slice(0, -1) + (cookie.endsWith("0") ? "1" : "0")
    await expectRefusal(await fetchApp("/", addCookie({}, changed)))
    await expectRefusal(await fetchApp("/", addCookie({}, cookie.slice(0, -1))))
  })

  test("the access gate refuses a cookie that holds the key itself", async () => {
    await expectRefusal(await fetchApp("/", addCookie({}, `__Host-salon_access=${key}`)))
  })

  test("the access gate refuses a cookie from before the key was changed", async () => {
    await expectRefusal(await fetchWith({ ACCESS_KEY: "another-value" }, "/", await withAccess()))
  })

  test("the access gate refuses a member's session without the key", async () => {
    const { token } = await insertSession({ userId: (await insertUser()).id })
    await expectRefusal(await fetchApp("/profile", addCookie({}, `__Host-salon_session=${token}`)))
  })
})

describe("the access gate lets in", () => {
  test("the access gate admits a visitor with the key, and redirects to the same address without it", async () => {
    const response = await fetchApp(`/escorts?city=paris&password=${key}&cursor=x`)
    expect(response.status).toBe(303)
    expect(response.headers.get("Location")).toBe("/escorts?city=paris&cursor=x")
  })

  test("the access gate admits a visitor with the cookie, and removes the key from an address that still has it", async () => {
    for (const [path, stripped] of [
      [`/about?password=${key}`, "/about"],
      [`/profile?password=${key}&x=1`, "/profile?x=1"],
      ["/faq?password=wrong&password=wronger", "/faq"],
      [`//evil.example/?password=${key}`, "/evil.example/"],
      ["/escorts.data?password=", "/escorts.data"],
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const response = await fetchApp(`${en}${path}`, await withAccess({ method }))
        expect([path, response.status, response.headers.get("Location")]).toEqual([path, 303, stripped])
        expect(setCookies(response)).toEqual([])
      }
    }
  })

  test("the access gate admits a post to an address with the key, without a redirect that would lose the form", async () => {
    const response = await fetchApp(`/age?password=${key}`, await withAccess(form({ to: "/faq" })))
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/faq"])
  })

  test("the access gate admits for thirty days, by a cookie that scripts and other sites cannot use", async () => {
    const cookie = setCookieOf(await fetchApp(`/?password=${key}`), "__Host-salon_access")
    expect(cookie?.attributes).toEqual({
      "max-age": String(30 * 24 * 60 * 60),
      path: "/",
      httponly: "",
      secure: "",
      samesite: "Lax",
    })
    expect((await fetchApp("/auth/login", await withAccess())).status).toBe(200)
  })

  test("the access gate admits everyone if no key is configured", async () => {
    for (const ACCESS_KEY of [undefined, ""]) expect((await fetchWith({ ACCESS_KEY }, "/auth/login")).status).toBe(200)
  })

  test("the access gate never redirects to another site: a path that looks like one stays here", async () => {
    for (const path of ["//evil.example/", "/\\evil.example/", "///evil.example/a"]) {
      const response = await fetchApp(`${en}${path}?password=${key}`)
      expect(response.status).toBe(303)
      const target = response.headers.get("Location") ?? ""
      expect([path, new URL(target, en).origin]).toEqual([path, en])
    }
  })

  test("the access gate admits a member's token to the API, and to nothing else", async () => {
    const { token } = await insertSession({ userId: (await insertUser()).id, kind: "api" })
    const init = { headers: { Authorization: `Bearer ${token}` } }
    expect((await fetchApp("/api/auth/me", init)).status).toBe(200)
    expect((await fetchApp("/api/openapi.json", init)).status).toBe(200)
    await expectRefusal(await fetchApp("/", init))
    await expectRefusal(await fetchApp("/_root.data", init))
    const stranger = { headers: { Authorization: `Bearer ${"x".repeat(43)}` } }
    expect((await fetchApp("/api/auth/me", stranger)).status).toBe(403)
  })
})

describe("responses without the access key", () => {
  test("only the API's sign-in, the health report and the hand-off between domains respond without the access key", async () => {
    const credentials = json({ email: "nobody-access-gate@example.org", password: "x" })
    expect((await fetchApp("/api/auth/login", credentials)).status).toBe(401)
    expect((await fetchApp("/health")).status).toBe(200)
    expect((await fetchApp("/locale/start?from=fr&to=/")).status).toBe(303)
    expect((await fetchApp("/locale/finish?to=/")).status).toBe(303)
  })

  test("a response without the access key shows nothing of the product", async () => {
    const requests: [string, RequestInit][] = [
      ["/builds/nothing.json", {}],
      ["/builds/meta/0123456789ab.json", {}],
      ["/webhooks/nothing", { method: "POST" }],
      ["/webhooks/", {}],
      ["/health", { method: "POST" }],
      ["/locale/start", { method: "POST" }],
    ]
    for (const [path, init] of requests) {
      const response = await fetchApp(path, init)
      const text = await response.text()
      expect([path, response.status]).toEqual([path, 404])
      expect([path, text.match(/salon|<script|<link|assets/i)]).toEqual([path, null])
    }
  })
})

describe("guessing the access key", () => {
  afterEach(() => void vi.useRealTimers())

  test("guessing the access key ends after 20 wrong attempts in ten minutes from one address: then the right one fails too", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const guesser = newAddress()
    for (let n = 0; n < 20; n += 1) await fetchApp(`/?password=wrong${n}`, fromAddress(guesser))
    await expectRefusal(await fetchApp(`/?password=${key}`, fromAddress(guesser)))
    expect((await fetchApp(`/?password=${key}`, fromAddress(newAddress()))).status).toBe(303)

    vi.setSystemTime(Date.now() + 9 * 60_000)
    await expectRefusal(await fetchApp(`/?password=${key}`, fromAddress(guesser)))
    vi.setSystemTime(Date.now() + 2 * 60_000)
    expect((await fetchApp(`/?password=${key}`, fromAddress(guesser))).status).toBe(303)
  })

  test("a request is one guess of the access key, however many its address has", async () => {
    const wrong = Array.from({ length: 400 }, (_, n) => `password=wrong${n}`).join("&")
    await expectRefusal(await fetchApp(`/?${wrong}&password=${key}`, fromAddress(newAddress())))
  })

  test("the right access key is not counted as a guess, nor pages without any", async () => {
    const address = newAddress()
    for (let n = 0; n < 25; n += 1) await fetchApp(n % 2 ? "/" : `/?password=${key}`, fromAddress(address))
    expect((await fetchApp(`/?password=${key}`, fromAddress(address))).status).toBe(303)
  })
})

test("the access key is in no log line, no Location and no cookie", async () => {
  const responses = [
    await fetchApp(`/?password=${key}`),
    await fetchApp(`/nowhere?a=${key}`, await withAccess()),
    await fetchApp(`/nowhere?password=${key}`, await withAccess()),
    await fetchApp(`/auth/login?password=${key}`, await withAccess()),
    await fetchApp(`/api/auth/me?password=${key}`),
    await fetchApp(`/health?password=${key}`),
  ]
  for (const response of responses) expect(JSON.stringify([...response.headers])).not.toContain(key)
  expect(logText()).toContain('"event":"request"')
  expect(logText()).not.toContain(key)
})
