import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { sessions } from "~/db/schema"
import { addCookie, en, fetchApp, form, json, setCookieOf, signedIn, withAccess } from "../helpers/app"
import { Browser } from "../helpers/browser"
import {
  DAY,
  db,
  insertGroup,
  insertSession,
  insertStaff,
  insertUser,
  insertUserWithPassword,
  password,
} from "../helpers/rows"

const HOUR = DAY / 24
function bearer(token: string, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers)
  headers.set("Authorization", `Bearer ${token}`)
  return { ...init, headers }
}

const withSession = async (token: string) => addCookie(await withAccess(), `__Host-salon_session=${token}`)
const sessionRow = async (id: string) => (await db.select().from(sessions).where(eq(sessions.id, id)))[0]

afterEach(() => void vi.useRealTimers())

describe("a session", () => {
  test("a session identifies its user, by cookie and by Bearer token", async () => {
    const user = await insertUser()
    const { token } = await insertSession({ userId: user.id })
    for (const init of [await withSession(token), bearer(token)]) {
      const response = await fetchApp("/api/auth/me", init)
      expect(await response.json()).toMatchObject({ id: user.id, email: user.email })
    }
  })

  test("a Bearer token is valid for the API alone", async () => {
    const { token } = await insertSession({ userId: (await insertUser()).id, kind: "api" })
    const response = await fetchApp("/profile", bearer(token, await withAccess()))
    expect(response.headers.get("Location")).toBe("/auth/login")
  })

  test("a Bearer token goes before the cookie, even an invalid one", async () => {
    const { token } = await insertSession({ userId: (await insertUser()).id })
    const headers = new Headers((await withSession(token)).headers)
    headers.set("Authorization", `Bearer ${"x".repeat(43)}`)
    expect((await fetchApp("/api/auth/me", { headers })).status).toBe(401)
  })

  test("an expired, altered or malformed session is nobody's", async () => {
    const userId = (await insertUser()).id
    const { token } = await insertSession({ userId })
    const expired = await insertSession({ userId, lastUsedAt: Date.now() - 31 * DAY })
    const tampered = (token.startsWith("A") ? "B" : "A") + token.slice(1)
    for (const wrong of [expired.token, tampered, token.slice(0, -1), "x", "%00", "a b", "'--", "x".repeat(5_000)]) {
      const response = await fetchApp("/api/auth/me", await withSession(wrong))
      expect([wrong, response.status]).toEqual([wrong, 401])
      const cleared = setCookieOf(response, "__Host-salon_session")
      expect([wrong, cleared?.value, cleared?.attributes["max-age"]]).toEqual([wrong, "", "0"])
      expect((await fetchApp("/api/auth/me", bearer(wrong))).status).toBe(403)
    }
  })

  test("an invalid Bearer token does not clear the session cookie", async () => {
    const init = bearer("x".repeat(43), await withAccess())
    expect(setCookieOf(await fetchApp("/api/auth/me", init), "__Host-salon_session")).toBeUndefined()
  })

  test("a session ends at its exact millisecond", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { token, expiresAt } = await insertSession({
      userId: (await insertUser()).id,
      lastUsedAt: Date.now() - DAY / 48,
    })
    vi.setSystemTime(expiresAt)
    expect((await fetchApp("/api/auth/me", await withSession(token))).status).toBe(401)
  })

  test("a web session is extended by 30 days after each hour of use, and so is its cookie", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const now = Date.now()
    const { id, token } = await insertSession({ userId: (await insertUser()).id, lastUsedAt: now - HOUR })
    const cookie = setCookieOf(await fetchApp("/api/auth/me", await withSession(token)), "__Host-salon_session")
    expect(cookie).toEqual({
      name: "__Host-salon_session",
      value: token,
      attributes: { "max-age": String(30 * 24 * 60 * 60), path: "/", httponly: "", secure: "", samesite: "Lax" },
    })
    expect(await sessionRow(id)).toMatchObject({ lastUsedAt: now, expiresAt: now + 30 * DAY })
  })

  test("an API session is extended by 90 days, and sets no cookie", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const now = Date.now()
    const { id, token } = await insertSession({
      userId: (await insertUser()).id,
      kind: "api",
      lastUsedAt: now - 80 * DAY,
    })
    const response = await fetchApp("/api/auth/me", bearer(token))
    expect(response.status).toBe(200)
    expect(setCookieOf(response, "__Host-salon_session")).toBeUndefined()
    expect(await sessionRow(id)).toMatchObject({ lastUsedAt: now, expiresAt: now + 90 * DAY })
  })

  test("a session is not written again within the hour", async () => {
    const before = Date.now() - HOUR + 60_000
    const { id, token, expiresAt } = await insertSession({ userId: (await insertUser()).id, lastUsedAt: before })
    const response = await fetchApp("/api/auth/me", await withSession(token))
    expect(setCookieOf(response, "__Host-salon_session")).toBeUndefined()
    expect(await sessionRow(id)).toMatchObject({ lastUsedAt: before, expiresAt })
  })

  test("a session ends when its user is deleted", async () => {
    const user = await insertUser()
    const init = await signedIn(user)
    await db.$client.prepare("DELETE FROM users WHERE id = ?").bind(user.id).run()
    expect((await fetchApp("/api/auth/me", init)).status).toBe(401)
  })
})

describe("signing in and out", () => {
  test("signing in stores no token, only its hash, and its origin", async () => {
    const user = await insertUserWithPassword()
    const headers = { "User-Agent": `Test/1 ${"x".repeat(1_000)}` }
    const response = await fetchApp("/api/auth/login", json({ email: user.email, password }, headers))
    const { token } = (await response.json()) as { token: string }
    expect(token).toMatch(/^[\w-]{43}$/)
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row).toMatchObject({ kind: "api" })
    expect(row?.userAgent).toHaveLength(300)
    expect((row?.expiresAt ?? 0) - (row?.lastUsedAt ?? 0)).toBe(90 * DAY)
  })

  test("signing in on the page opens a web session by a cookie of 30 days", async () => {
    const user = await insertUserWithPassword()
    const browser = await new Browser().enter()
    const response = await browser.submit("/auth/login", { email: user.email, password })
    expect(setCookieOf(response, "__Host-salon_session")?.attributes).toEqual({
      "max-age": String(30 * 24 * 60 * 60),
      path: "/",
      httponly: "",
      secure: "",
      samesite: "Lax",
    })
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(row).toMatchObject({ kind: "web" })
  })

  test("signing in never reuses a session: each sign-in has its own", async () => {
    const user = await insertUserWithPassword()
    const browser = await new Browser().enter()
    browser.cookies(en).set("__Host-salon_session", "chosen-by-an-attacker")
    await browser.submit("/auth/login", { email: user.email, password })
    const token = browser.cookies(en).get("__Host-salon_session")
    expect(token).toMatch(/^[\w-]{43}$/)
  })

  test("signing in ends the browser's previous session, in the database and not only in its cookie", async () => {
    const [first, second] = [await insertUserWithPassword(), await insertUserWithPassword()]
    const browser = await new Browser().enter()
    await browser.submit("/auth/login", { email: first.email, password })
    const elsewhere = await insertSession({ userId: first.id })
    const old = browser.cookies(en).get("__Host-salon_session") ?? ""
    await browser.submit("/auth/login", { email: second.email, password })
    const left = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, first.id))
    expect(left).toEqual([{ id: elsewhere.id }])
    const asBefore = await fetchApp("/api/auth/me", { headers: { Authorization: `Bearer ${old}` } })
    expect(asBefore.status).not.toBe(200)
    expect(await db.select().from(sessions).where(eq(sessions.userId, second.id))).toHaveLength(1)
  })

  test("logging out ends the session and clears the cookie", async () => {
    const browser = await new Browser().enter()
    const { token, id } = await insertSession({ userId: (await insertUser()).id })
    browser.cookies(en).set("__Host-salon_session", token)
    const response = await browser.submit("/auth/logout", {})
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/"])
    expect(setCookieOf(response, "__Host-salon_session")?.attributes["max-age"]).toBe("0")
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache", "storage"')
    expect(await sessionRow(id)).toBeUndefined()
    expect((await fetchApp("/api/auth/me", await withSession(token))).status).toBe(401)
  })

  test("opening the log-out address ends nothing", async () => {
    const user = await insertUser()
    const init = await signedIn(user)
    const response = await fetchApp("/auth/logout", init)
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/"])
    expect(response.headers.get("Clear-Site-Data")).toBeNull()
    expect((await fetchApp("/api/auth/me", init)).status).toBe(200)
  })

  test("a visitor may log out too", async () => {
    const response = await fetchApp("/auth/logout", await withAccess(form({})))
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/"])
  })
})

describe("staff", () => {
  test("a member of a root group is staff", async () => {
    const staff = await insertStaff()
    expect((await fetchApp("/dashboard/admin", await signedIn(staff))).status).toBe(200)
  })

  test("a member of any other group is not staff", async () => {
    const group = await insertGroup({ root: false })
    const member = await insertUser()
    await db.$client.prepare("INSERT INTO user_groups VALUES (?, ?)").bind(member.id, group.id).run()
    expect((await fetchApp("/dashboard/admin", await signedIn(member))).status).toBe(404)
  })
})
