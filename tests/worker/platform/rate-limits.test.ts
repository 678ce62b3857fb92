import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, describe, expect, test, vi } from "vitest"
import { sha256 } from "~/lib/crypto.server"
import { networkOf } from "~/lib/network-address"
import { en, fetchApp, form, fr, json, newAddress, setCookieOf, withAccess } from "../helpers/app"
import { Browser } from "../helpers/browser"
import { exhaustLimit } from "../helpers/limits"
import { call, linkIn, receive, submit, takeWoken } from "../helpers/mail"
import { insertUserWithPassword, password } from "../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const MINUTE = 60_000

describe("the limiter", () => {
  test("the limiter lets as many attempts pass as its limit, and returns how long to wait", async () => {
    const limiter = env.RateLimiter.getByName("test: waits")
    const now = Date.now()
    expect(await limiter.take({ max: 2, window: MINUTE, now, count: true })).toBe(0)
    expect(await limiter.take({ max: 2, window: MINUTE, now: now + 1_000, count: true })).toBe(0)
    expect(await limiter.take({ max: 2, window: MINUTE, now: now + 2_000, count: true })).toBe(88)
    expect(await limiter.take({ max: 2, window: MINUTE, now: now + 2_000 + 87_000, count: true })).toBe(1)
    expect(await limiter.take({ max: 2, window: MINUTE, now: now + 2_000 + 88_000, count: true })).toBe(0)
  })

  test("the limiter can be read without counting", async () => {
    const limiter = env.RateLimiter.getByName("test: looks")
    for (let n = 0; n < 5; n += 1)
      expect(await limiter.take({ max: 1, window: MINUTE, now: Date.now(), count: false })).toBe(0)
    expect(await limiter.take({ max: 1, window: MINUTE, now: Date.now(), count: true })).toBe(0)
    expect(await limiter.take({ max: 1, window: MINUTE, now: Date.now(), count: false })).toBeGreaterThan(0)
  })

  test("the limiter remembers its counts when it is evicted from memory", async () => {
    const limiter = env.RateLimiter.getByName("test: evicted")
    const now = Date.now()
    expect(await limiter.take({ max: 1, window: MINUTE, now, count: true })).toBe(0)
    await evictDurableObject(limiter)
    expect(await limiter.take({ max: 1, window: MINUTE, now, count: true })).toBeGreaterThan(0)
  })

  test("the limiter counts simultaneous attempts one by one", async () => {
    const limiter = env.RateLimiter.getByName("test: at once")
    const now = Date.now()
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => limiter.take({ max: 5, window: MINUTE, now, count: true })),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  })

  test("the limiter counts each key by itself", async () => {
    const now = Date.now()
    expect(await env.RateLimiter.getByName("test: one").take({ max: 1, window: MINUTE, now, count: true })).toBe(0)
    expect(await env.RateLimiter.getByName("test: another").take({ max: 1, window: MINUTE, now, count: true })).toBe(0)
  })

  test("the limiter deletes everything once its windows are over", async () => {
    const limiter = env.RateLimiter.getByName("test: forgets")
    await limiter.take({ max: 1, window: MINUTE, now: Date.now(), count: true })
    expect(await runInDurableObject(limiter, (_, state) => state.storage.getAlarm())).toBeGreaterThan(
      Date.now() + MINUTE,
    )
    expect(await runDurableObjectAlarm(limiter)).toBe(true)
    expect(await runInDurableObject(limiter, async (_, state) => [...(await state.storage.list())])).toEqual([])
  })
})

describe("signing in too often", () => {
  const wrong = (email: string) => json({ email, password: "wrong" })

  test("signing in too often is refused by account, known or not, from any address, with the exact time to wait", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const user = await insertUserWithPassword()
    for (const email of [user.email, "nobody-rate-limits@example.org"]) {
      await exhaustLimit("auth.sign-in.account", sha256(email))
      const response = await fetchApp("/api/auth/login", json({ email: ` ${email.toUpperCase()} `, password }))
      expect(response.status).toBe(429)
      const seconds = Number(response.headers.get("Retry-After"))
      expect(seconds).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({
        code: "rate.limited",
        message: `Too many attempts. Please wait ${seconds} seconds and try again.`,
      })
      if (email !== user.email) continue
      vi.setSystemTime(Date.now() + seconds * 1_000)
      expect((await fetchApp("/api/auth/login", json({ email, password }))).status).toBe(200)
    }
  })

  test("signing in slows down from the fourth failure on, with the time to wait, and is refused after ten", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    for (const email of [(await insertUserWithPassword()).email, "slow@example.org"]) {
      const waits: number[] = []
      for (let failures = 0; failures < 10; failures += 1) {
        const refused = await fetchApp("/api/auth/login", wrong(email))
        const seconds = Number(refused.headers.get("Retry-After"))
        expect(refused.status).toBe(seconds > 0 ? 429 : 401)
        waits.push(seconds)
        if (seconds === 0) continue
        vi.setSystemTime(Date.now() + seconds * 1_000 - 1)
        expect((await fetchApp("/api/auth/login", json({ email, password }))).status).toBe(429)
        vi.setSystemTime(Date.now() + 1)
        expect((await fetchApp("/api/auth/login", wrong(email))).status).toBe(401)
      }
      expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32])
      const last = await fetchApp("/api/auth/login", wrong(email))
      expect([last.status, Number(last.headers.get("Retry-After")) > 600]).toEqual([429, true])
    }
  })

  test("the right password resets the limit of sign-ins, once the wait is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { email } = await insertUserWithPassword()
    for (let round = 0; round < 3; round += 1) {
      for (let failures = 0; failures < 4; failures += 1)
        expect((await fetchApp("/api/auth/login", wrong(email))).status).toBe(401)
      expect((await fetchApp("/api/auth/login", json({ email, password }))).status).toBe(429)
      vi.setSystemTime(Date.now() + 1_000)
      expect((await fetchApp("/api/auth/login", json({ email, password }))).status).toBe(200)
    }
  })

  test("simultaneous sign-ins get no further attempts", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { email } = await insertUserWithPassword()
    const responses = await Promise.all(Array.from({ length: 12 }, () => fetchApp("/api/auth/login", wrong(email))))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(4)
  })

  test("signing in too often is refused by address, for any account", async () => {
    const address = newAddress()
    await exhaustLimit("auth.sign-in.address", networkOf(address))
    const user = await insertUserWithPassword()
    const init = { headers: { "CF-Connecting-IP": address, "Content-Type": "application/json" } }
    expect((await fetchApp("/api/auth/login", { ...wrong(user.email), ...init })).status).toBe(429)
    expect((await fetchApp("/api/auth/login", json({ email: user.email, password }))).status).toBe(200)
  })

  test("signing in too often is refused on the page too, in the page's language", async () => {
    await exhaustLimit("auth.sign-in.account", sha256("page@example.org"))
    for (const [origin, sentence] of [
      [en, "Too many attempts. Please wait"],
      [fr, "Trop de tentatives. Patientez"],
    ] as const) {
      const fields = { email: "page@example.org", password: "x" }
      const response = await fetchApp(`${origin}/auth/login`, await withAccess(form(fields, origin)))
      expect(response.status).toBe(429)
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0)
      expect(await response.text()).toContain(sentence)
    }
  })
})

describe("failed sign-ins for hours", () => {
  const login = (email: string, given: string, cookie = "") =>
    submit("/auth/login", { email, password: given }, cookie ? { headers: { Cookie: cookie } } : {})

  /** Returns a browser that was signed in to the account, and is signed out. */
  async function knownBrowser(email: string): Promise<Browser> {
    const browser = await new Browser().enter()
    expect((await browser.submit("/auth/login", { email, password })).status).toBe(302)
    await browser.submit("/auth/logout", {})
    return browser
  }

  test("failed sign-ins for hours ban strangers, and the owner from no browser that they were signed in with", async () => {
    const { email } = await insertUserWithPassword()
    const owner = await knownBrowser(email)
    await exhaustLimit("auth.sign-in.account", sha256(email))
    expect((await login(email, password)).status).toBe(429)
    expect((await owner.submit("/auth/login", { email, password })).status).toBe(302)
    // Which changes nothing for them.
    expect((await login(email, password)).status).toBe(429)
  })

  test("a stranger gains nothing by a browser known for another account, nor by a forged one", async () => {
    const { email } = await insertUserWithPassword()
    const mallory = await knownBrowser((await insertUserWithPassword()).email)
    await exhaustLimit("auth.sign-in.account", sha256(email))
    expect((await mallory.submit("/auth/login", { email, password })).status).toBe(429)
    for (const token of ["A".repeat(43), "", "' OR 1=1 --"])
      expect((await login(email, password, `__Host-salon_device=${encodeURIComponent(token)}`)).status).toBe(429)
  })

  test("the owner's own browser has as few attempts as any other", async () => {
    const { email } = await insertUserWithPassword()
    const browser = await knownBrowser(email)
    const statuses = []
    for (let n = 0; n < 5; n += 1) statuses.push((await browser.submit("/auth/login", { email, password: "x" })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 429])
    expect((await login(email, password)).status).toBe(302)
  })

  test("an owner who sets a new password can sign in, at once and while others fail", async () => {
    const { email } = await insertUserWithPassword()
    await exhaustLimit("auth.sign-in.account", sha256(email))
    await submit("/auth/password/reset", { email })
    const reset = await submit(linkIn(await receive(email)), { password: "a sentence that nobody knows" })
    expect(reset.status).toBe(302)
    const device = setCookieOf(reset, "__Host-salon_device")
    expect(device?.attributes).toMatchObject({ httponly: "", secure: "", samesite: "Lax" })
    await exhaustLimit("auth.sign-in.account", sha256(email))
    expect((await login(email, "a sentence that nobody knows")).status).toBe(429)
    const cookie = `__Host-salon_device=${device?.value}`
    expect((await login(email, "a sentence that nobody knows", cookie)).status).toBe(302)
  })

  test("an owner who sets a new password by the API can sign in as well", async () => {
    const { email } = await insertUserWithPassword()
    await exhaustLimit("auth.sign-in.account", sha256(email))
    await call("/auth/password/forgot", { email })
    const token = linkIn(await receive(email))
      .split("/")
      .at(-1)
    const next = "a sentence that nobody knows"
    expect((await call("/auth/password/reset", { token, password: next })).status).toBe(204)
    expect((await call("/auth/login", { email, password: next })).status).toBe(200)
  })

  test("an owner who fails ten times in their own browser can sign in after a new password as well", async () => {
    const { email } = await insertUserWithPassword()
    const browser = await knownBrowser(email)
    const device = browser.cookies(en).get("__Host-salon_device") ?? ""
    await exhaustLimit("auth.sign-in.account", `${sha256(email)}:${sha256(device)}`)
    expect((await browser.submit("/auth/login", { email, password })).status).toBe(429)
    await submit("/auth/password/reset", { email })
    const cookie = { headers: { Cookie: `__Host-salon_device=${device}` } }
    await submit(linkIn(await receive(email)), { password: "a sentence that nobody knows" }, cookie)
    const response = await browser.submit("/auth/login", { email, password: "a sentence that nobody knows" })
    expect(response.status).toBe(302)
  })
})

describe("an address", () => {
  const tryFrom = async (address: string) =>
    (
      await fetchApp("/api/auth/login", {
        ...json({ email: `from-${sha256(address).slice(0, 20)}@example.org`, password: "x" }),
        headers: { "Content-Type": "application/json", "CF-Connecting-IP": address },
      })
    ).status

  test("an IPv6 address counts by its /64: the next of a billion does not start over, the neighbour is not included", async () => {
    await exhaustLimit("auth.sign-in.address", networkOf("2001:db8:64:1::"))
    expect(await tryFrom("2001:db8:64:1:dead:beef:0:1")).toBe(429)
    expect(await tryFrom("2001:DB8:0064:1::2")).toBe(429)
    expect(await tryFrom("2001:db8:64:2::2")).toBe(401)
  })

  test("an IPv4 address is the same one inside IPv6", async () => {
    await exhaustLimit("auth.sign-in.address", "192.0.2.77")
    expect(await tryFrom("::ffff:192.0.2.77")).toBe(429)
    expect(await tryFrom("192.0.2.78")).toBe(401)
  })

  test("an address counts by its network for every other limit too", async () => {
    await exhaustLimit("access.try", networkOf("2001:db8:64:3::"))
    const right = (address: string) =>
      fetchApp("/?password=let-me-in-please", { headers: { "CF-Connecting-IP": address } })
    expect((await right("2001:db8:64:3:1:2:3:4")).status).toBe(403)
    expect((await right("2001:db8:64:4:1:2:3:4")).status).toBe(303)
  })
})
