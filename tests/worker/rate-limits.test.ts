import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, describe, expect, test, vi } from "vitest"
import { limits } from "~/domain/limits"
import { sha256 } from "~/lib/crypto.server"
import { en, fetchApp, form, fr, json, newAddress, withAccess } from "./helpers/app"
import { insertUserWithPassword, password } from "./helpers/rows"

afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

/** Uses a limit up without going through the pages that count against it. */
async function exhaust(name: "auth.sign-in.account" | "auth.sign-in.address", key: string): Promise<void> {
  const limiter = env.RateLimiter.getByName(`${name}:${key}`)
  for (let n = 0; n < limits[name].max; n += 1)
    expect(await limiter.take(limits[name].max, 15 * MINUTE, Date.now(), true)).toBe(0)
}

describe("the limiter", () => {
  test("lets as many tries pass as its limit says, and tells how long to wait", async () => {
    const limiter = env.RateLimiter.getByName("test: waits")
    const now = Date.now()
    expect(await limiter.take(2, MINUTE, now, true)).toBe(0)
    expect(await limiter.take(2, MINUTE, now + 1_000, true)).toBe(0)
    expect(await limiter.take(2, MINUTE, now + 2_000, true)).toBe(88)
    expect(await limiter.take(2, MINUTE, now + 2_000 + 87_000, true)).toBe(1)
    expect(await limiter.take(2, MINUTE, now + 2_000 + 88_000, true)).toBe(0)
  })

  test("looks without counting", async () => {
    const limiter = env.RateLimiter.getByName("test: looks")
    for (let n = 0; n < 5; n += 1) expect(await limiter.take(1, MINUTE, Date.now(), false)).toBe(0)
    expect(await limiter.take(1, MINUTE, Date.now(), true)).toBe(0)
    expect(await limiter.take(1, MINUTE, Date.now(), false)).toBeGreaterThan(0)
  })

  test("remembers when it is evicted from memory", async () => {
    const limiter = env.RateLimiter.getByName("test: evicted")
    const now = Date.now()
    expect(await limiter.take(1, MINUTE, now, true)).toBe(0)
    await evictDurableObject(limiter)
    expect(await limiter.take(1, MINUTE, now, true)).toBeGreaterThan(0)
  })

  test("counts tries that come at the same moment one by one", async () => {
    const limiter = env.RateLimiter.getByName("test: at once")
    const now = Date.now()
    const waits = await Promise.all(Array.from({ length: 20 }, () => limiter.take(5, MINUTE, now, true)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  })

  test("keeps a key to itself", async () => {
    const now = Date.now()
    expect(await env.RateLimiter.getByName("test: one").take(1, MINUTE, now, true)).toBe(0)
    expect(await env.RateLimiter.getByName("test: another").take(1, MINUTE, now, true)).toBe(0)
  })

  test("forgets everything once its windows are over", async () => {
    const limiter = env.RateLimiter.getByName("test: forgets")
    await limiter.take(1, MINUTE, Date.now(), true)
    expect(await runInDurableObject(limiter, (_, state) => state.storage.getAlarm())).toBeGreaterThan(
      Date.now() + MINUTE,
    )
    expect(await runDurableObjectAlarm(limiter)).toBe(true)
    expect(await runInDurableObject(limiter, async (_, state) => [...(await state.storage.list())])).toEqual([])
  })
})

describe("signing in too often", () => {
  const wrong = (email: string) => json({ email, password: "wrong" })

  test("is refused by account, known or not, from whatever address, with the truth about when to come back", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const user = await insertUserWithPassword()
    for (const email of [user.email, "nobody@example.org"]) {
      await exhaust("auth.sign-in.account", sha256(email))
      const response = await fetchApp("/api/auth/login", json({ email: ` ${email.toUpperCase()} `, password }))
      expect(response.status).toBe(429)
      const seconds = Number(response.headers.get("Retry-After"))
      expect(seconds).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({
        code: "rate.limited",
        message: `Too many tries. Please wait ${seconds} seconds and try again.`,
      })
      if (email !== user.email) continue
      vi.setSystemTime(Date.now() + seconds * 1_000)
      expect((await fetchApp("/api/auth/login", json({ email, password }))).status).toBe(200)
    }
  })

  test("counts each try", async () => {
    const headers = { "CF-Connecting-IP": newAddress() }
    const statuses: number[] = []
    for (let n = 0; n <= limits["auth.sign-in.account"].max; n += 1)
      statuses.push(
        (await fetchApp("/api/auth/login", json({ email: "counted@example.org", password: "x" }, headers))).status,
      )
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  test("is refused by address, whatever the account", async () => {
    const address = newAddress()
    await exhaust("auth.sign-in.address", address)
    const user = await insertUserWithPassword()
    const init = { headers: { "CF-Connecting-IP": address, "Content-Type": "application/json" } }
    expect((await fetchApp("/api/auth/login", { ...wrong(user.email), ...init })).status).toBe(429)
    expect((await fetchApp("/api/auth/login", json({ email: user.email, password }))).status).toBe(200)
  })

  test("is refused on the page too, in the page's language", async () => {
    await exhaust("auth.sign-in.account", sha256("page@example.org"))
    for (const [origin, sentence] of [
      [en, "Too many tries. Please wait"],
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
