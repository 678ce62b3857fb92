import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { handoffTokens, sessions } from "~/db/schema"
import { networkOf } from "~/lib/network-address"
import { addCookie, en, fetchApp, fr, setCookieOf, setCookies, withAccess } from "../helpers/app"
import { Browser } from "../helpers/browser"
import { exhaustLimit } from "../helpers/limits"
import { DAY, db, insertSession, insertUser } from "../helpers/rows"

afterEach(() => void vi.useRealTimers())

/** A browser that has passed the gate and is signed in as a new member, on the English domain. */
async function memberInEnglish() {
  const user = await insertUser()
  const browser = await new Browser().enter()
  browser.cookies(en).set("__Host-salon_session", (await insertSession({ userId: user.id })).token)
  return { user, browser }
}

/** Returns the id of the browser's user on an origin. */
async function userOf(browser: Browser, origin: string): Promise<string | null> {
  const response = await browser.fetch(`${origin}/api/auth/me`)
  return response.ok ? ((await response.json()) as { id: string }).id : null
}

/** Walks from the French domain's start up to, and without, its finish; returns the address of the finish. */
async function upToFinish(browser: Browser, to = "/profile"): Promise<string> {
  const start = await browser.fetch(`${fr}/locale/start?from=en&to=${encodeURIComponent(to)}`)
  const issue = await browser.fetch(start.headers.get("Location") ?? "")
  const address = issue.headers.get("Location") ?? ""
  expect(address.startsWith(`${fr}/locale/finish?token=`)).toBe(true)
  return address
}

/** Returns what the finish granted: null for nothing. */
function given(response: Response) {
  const session = setCookieOf(response, "__Host-salon_session")?.value
  const access = setCookieOf(response, "__Host-salon_access")?.value
  return session || access ? { session, access } : null
}

describe("going to the other language's domain", () => {
  test("a hand-off preserves the member's session, the access, and the page", async () => {
    const { user, browser } = await memberInEnglish()
    const to = "/nowhere?city=paris&x=%C3%A9"
    const steps = await browser.visit(`${fr}/locale/start?from=en&to=${encodeURIComponent(to)}`)
    expect(steps.map(({ url, response }) => [new URL(url).origin + new URL(url).pathname, response.status])).toEqual([
      [`${fr}/locale/start`, 303],
      [`${en}/locale/issue`, 303],
      [`${fr}/locale/finish`, 303],
      [`${fr}/nowhere`, 404],
    ])
    expect(steps.at(-1)?.url).toBe(fr + to)
    expect(await userOf(browser, fr)).toBe(user.id)
    expect(browser.cookies(fr).has("__Host-salon_handoff")).toBe(false)
  })

  test("a hand-off works in both directions", async () => {
    const { user, browser } = await memberInEnglish()
    await browser.visit(`${fr}/locale/start?from=en&to=/nowhere`)
    browser.cookies(en).clear()
    await browser.visit(`${en}/locale/start?from=fr&to=/nowhere`)
    expect(await userOf(browser, en)).toBe(user.id)
  })

  test("a hand-off carries a visitor's access, and no session", async () => {
    const browser = await new Browser().enter()
    await browser.visit(`${fr}/locale/start?from=en&to=/auth/login`)
    expect((await browser.fetch(`${fr}/auth/login`)).status).toBe(200)
    expect(browser.cookies(fr).has("__Host-salon_session")).toBe(false)
  })

  test("a hand-off grants nothing to a visitor without access", async () => {
    const browser = new Browser()
    const steps = await browser.visit(`${fr}/locale/start?from=en&to=/`)
    expect(steps.map(({ response }) => response.status)).toEqual([303, 403])
    expect(browser.cookies(fr).has("__Host-salon_access")).toBe(false)
  })

  test("a session that was handed off ends on both domains when the member logs out on one", async () => {
    const { browser } = await memberInEnglish()
    await browser.visit(`${fr}/locale/start?from=en&to=/nowhere`)
    expect((await browser.submit("/auth/logout", {}, fr)).headers.get("Location")).toBe("/")
    expect(await userOf(browser, fr)).toBeNull()
    expect(await userOf(browser, en)).toBeNull()
  })

  test("logging out leaves the member's other sign-ins alone", async () => {
    const { user, browser } = await memberInEnglish()
    const other = await insertSession({ userId: user.id, kind: "api" })
    await browser.visit(`${fr}/locale/start?from=en&to=/nowhere`)
    await browser.submit("/auth/logout", {}, fr)
    const response = await fetchApp("/api/auth/me", { headers: { Authorization: `Bearer ${other.token}` } })
    expect(response.status).toBe(200)
  })
})

describe("a pass", () => {
  test("a hand-off carries the expiry of the sign-in, 90 days after it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { user, browser } = await memberInEnglish()
    const signedInAt = Date.now()
    vi.setSystemTime(signedInAt + 80 * DAY)
    await db
      .update(sessions)
      .set({ expiresAt: signedInAt + 90 * DAY })
      .where(eq(sessions.userId, user.id))
    await browser.visit(`${fr}/locale/start?from=en&to=/nowhere`)
    const ends = await db.select({ at: sessions.expiresAt }).from(sessions).where(eq(sessions.userId, user.id))
    expect(ends.map(({ at }) => Math.round((at - signedInAt) / DAY))).toEqual([90, 90])
  })

  test("a hand-off token works once", async () => {
    const { browser } = await memberInEnglish()
    const finish = await upToFinish(browser)
    const state = browser.cookies(fr).get("__Host-salon_handoff") ?? ""
    expect(given(await browser.fetch(finish))).not.toBeNull()
    browser.cookies(fr).set("__Host-salon_handoff", state)
    expect(given(await browser.fetch(finish))).toBeNull()
  })

  test("a hand-off token works once when it is used twice at the same moment", async () => {
    const { browser } = await memberInEnglish()
    const finish = await upToFinish(browser)
    const cookie = `__Host-salon_handoff=${browser.cookies(fr).get("__Host-salon_handoff")}`
    const responses = await Promise.all(Array.from({ length: 5 }, () => fetchApp(finish, addCookie({}, cookie))))
    expect(responses.map((response) => response.status)).toEqual([303, 303, 303, 303, 303])
    expect(responses.filter((response) => given(response)?.session)).toHaveLength(1)
  })

  test("a hand-off token works for 30 seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { browser } = await memberInEnglish()
    const late = await upToFinish(browser)
    vi.setSystemTime(Date.now() + 30_000)
    expect(given(await browser.fetch(late))).toBeNull()
    const early = await upToFinish(browser)
    vi.setSystemTime(Date.now() + 29_000)
    expect(given(await browser.fetch(early))).not.toBeNull()
  })

  test("a hand-off token is worthless in another browser, and with another state", async () => {
    const { browser } = await memberInEnglish()
    const finish = await upToFinish(browser)
    const thief = new Browser()
    expect(given(await thief.fetch(finish))).toBeNull()
    await thief.fetch(`${fr}/locale/start?from=en&to=/`)
    expect(given(await thief.fetch(finish))).toBeNull()
    expect(given(await browser.fetch(finish))).not.toBeNull()
  })

  test("a hand-off token is worthless on a domain that it was not issued for", async () => {
    const { browser } = await memberInEnglish()
    const finish = await upToFinish(browser)
    const state = `__Host-salon_handoff=${browser.cookies(fr).get("__Host-salon_handoff")}`
    const here = finish.replace(fr, en)
    expect(given(await fetchApp(here, addCookie({}, state)))).toBeNull()
  })

  test("a hand-off token is worthless once the member has logged out", async () => {
    const { browser } = await memberInEnglish()
    const finish = await upToFinish(browser)
    await browser.submit("/auth/logout", {})
    expect(given(await browser.fetch(finish))).toBeNull()
  })

  test("a hand-off carries the access alone if the session has expired meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const user = await insertUser()
    const browser = await new Browser().enter()
    const { token } = await insertSession({ userId: user.id, expiresAt: Date.now() + 10_000 })
    browser.cookies(en).set("__Host-salon_session", token)
    const finish = await upToFinish(browser)
    vi.setSystemTime(Date.now() + 20_000)
    const answer = given(await browser.fetch(finish))
    expect(answer?.access).toBeDefined()
    expect(answer?.session).toBeUndefined()
  })

  test("hand-off tokens are stored as hashes only", async () => {
    const { browser } = await memberInEnglish()
    const token = new URL(await upToFinish(browser)).searchParams.get("token") ?? "missing"
    const state = browser.cookies(fr).get("__Host-salon_handoff") ?? "missing"
    const stored = JSON.stringify(await db.select().from(handoffTokens))
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(state)
  })

  test.each(["", "x", "0".repeat(43), "'; DROP TABLE sessions; --"])(
    "an invented hand-off token (%s) is worthless",
    async (token) => {
      const browser = new Browser()
      await browser.fetch(`${fr}/locale/start?from=en&to=/`)
      const response = await browser.fetch(`${fr}/locale/finish?token=${encodeURIComponent(token)}&to=/`)
      expect(response.status).toBe(303)
      expect(given(response)).toBeNull()
    },
  )
})

describe("the addresses of a hand-off", () => {
  test("the addresses of a hand-off never redirect to another site", async () => {
    const { browser } = await memberInEnglish()
    const targets = [
      "//evil.example",
      "https://evil.example/",
      "/\\evil.example",
      "/%2f%2fevil.example",
      "\t//evil.example",
    ]
    for (const to of targets) {
      const steps = await browser.visit(`${fr}/locale/start?from=en&to=${encodeURIComponent(to)}`)
      expect([to, steps.map(({ url }) => new URL(url).host)]).toEqual([
        to,
        ["fr.localhost:8787", "en.localhost:8787", "fr.localhost:8787", "fr.localhost:8787"],
      ])
      expect([to, new URL(steps.at(-1)?.url ?? "").pathname]).toEqual([to, "/"])
    }
  })

  test("a hand-off never starts from an unknown origin", async () => {
    for (const from of ["de", "", "evil.example", "https://evil.example"]) {
      const response = await fetchApp(`${fr}/locale/start?from=${encodeURIComponent(from)}&to=/escorts`)
      expect([from, response.status, response.headers.get("Location")]).toEqual([from, 303, "/escorts"])
      expect(setCookies(response)).toEqual([])
    }
  })

  test("a hand-off is issued only for the app's own domains, and only for a state of their own", async () => {
    const init = await withAccess()
    const state = "s".repeat(43)
    for (const query of [`state=${state}&for=de`, `state=${state}&for=https://evil.example`, `state=${state}`]) {
      expect([query, (await fetchApp(`/locale/issue?${query}&to=/`, init)).status]).toEqual([query, 400])
    }
    for (const wrong of ["", "short", "s".repeat(44), `${"s".repeat(42)}%0A`])
      expect([wrong, (await fetchApp(`/locale/issue?state=${wrong}&for=fr&to=/`, init)).status]).toEqual([wrong, 400])
  })

  test("the state of a hand-off lives for a minute, unreadable for scripts and other sites", async () => {
    const cookie = setCookieOf(await fetchApp(`${fr}/locale/start?from=en&to=/`), "__Host-salon_handoff")
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    expect(cookie?.attributes).toEqual({ "max-age": "60", path: "/", httponly: "", secure: "", samesite: "Lax" })
  })

  test("hand-offs are limited by address", async () => {
    const browser = await new Browser().enter()
    const ask = () => browser.fetch(`/locale/issue?state=${"s".repeat(43)}&for=fr&to=/`)
    await exhaustLimit("locale.handoff", networkOf(browser.address), { left: 1 })
    expect((await ask()).status).toBe(303)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0)
  })
})
