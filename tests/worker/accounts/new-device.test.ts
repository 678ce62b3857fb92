import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { devices, outboxEmails, sessions } from "~/db/schema"
import { sweepExpired } from "~/domain/accounts/sweep.server"
import { sha256 } from "~/lib/crypto.server"
import { addCookie, fetchWith, fr, json, setCookieOf, withAccess } from "../helpers/app"
import { databaseWithout } from "../helpers/broken"
import { Browser } from "../helpers/browser"
import { takeLog } from "../helpers/log"
import { ask, call, deliverMails, linkIn, mailBindings, mailsTo, receive, submit, takeWoken } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import { DAY, db, insertUserWithPassword, password } from "../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const name = "__Host-salon_device"
const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"

const logIn = (email: string, cookie = "", userAgent = firefox) =>
  submit("/auth/login", { email, password }, { headers: { Cookie: cookie, "User-Agent": userAgent } })
const apiLogIn = (email: string, userAgent: string) =>
  call("/auth/login", { email, password }, { "User-Agent": userAgent })
const devicesOf = (userId: string) => db.select().from(devices).where(eq(devices.userId, userId))
const notified = async (email: string) =>
  (await mailsTo(email)).filter(({ template }) => template === "new-sign-in").length

/** The other fields of the notification form. */
const times = { rhythm: "soon", from: "22:00", to: "08:00", time_zone: "UTC" }

describe("a sign-in on a new device", () => {
  test("a sign-in on a new device sends a mail: the device, the place, the time in Paris, and where to end it", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 14, 19, 30) })
    const user = await insertUserWithPassword()
    const init = await withAccess(json({ email: user.email, password }, { "User-Agent": firefox }))
    const response = await fetchWith(mailBindings, "/api/auth/login", { ...init, cf: { country: "CH" } } as RequestInit)
    expect(response.status).toBe(200)
    const { subject, text } = await receive(user.email)
    expect(subject).toBe("New login to your account")
    expect(text).toContain("Firefox, Windows · Switzerland · 14 November 2026, 20:30 (Paris time)")
    expect(text).toContain("http://en.localhost:8787/profile/settings/sessions")
    expect(linkIn({ text } as never)).toBe("/profile/settings/sessions")
  })

  test("the mail about a new device is in the reader's language, with links to their domain", async () => {
    const user = await insertUserWithPassword({ locale: "fr" })
    expect((await logIn(user.email)).status).toBe(302)
    const { subject, text } = await receive(user.email)
    expect(subject).toBe("Nouvelle connexion à votre compte")
    expect(text).toContain(`${fr}/profile/settings/sessions`)
  })

  test("a sign-in on a new device sends one mail: its cookie identifies the browser from then on", async () => {
    const user = await insertUserWithPassword()
    const cookie = setCookieOf(await logIn(user.email), name)
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    expect(cookie?.attributes).toMatchObject({
      "max-age": String(400 * 24 * 60 * 60),
      httponly: "",
      secure: "",
      path: "/",
    })
    await logIn(user.email, `${name}=${cookie?.value}`, "another User-Agent")
    expect(await notified(user.email)).toBe(1)
    expect(await devicesOf(user.id)).toMatchObject([{ deviceHash: sha256(cookie?.value ?? "") }])
    await logIn(user.email)
    expect(await notified(user.email)).toBe(2)
  })

  test("a browser is a new device for each member, even if another member has used it", async () => {
    const [ada, bob] = [await insertUserWithPassword(), await insertUserWithPassword()]
    const cookie = `${name}=${setCookieOf(await logIn(ada.email), name)?.value}`
    await logIn(bob.email, cookie)
    expect([await notified(ada.email), await notified(bob.email)]).toEqual([1, 1])
  })

  test("a device is not known by a forged cookie", async () => {
    const user = await insertUserWithPassword()
    for (const value of ["x", "a".repeat(44), "%00"]) {
      const cookie = setCookieOf(await logIn(user.email, `${name}=${value}`), name)
      expect(cookie?.value).toMatch(/^[\w-]{43}$/)
      expect(cookie?.value).not.toBe(value)
    }
    expect(await notified(user.email)).toBe(3)
  })

  test("a sign-in through the API identifies the device by the client's description and its country", async () => {
    const user = await insertUserWithPassword()
    for (const agent of ["app/1", "app/1", "app/2", "app/1"]) {
      const response = await apiLogIn(user.email, agent)
      expect([response.status, setCookieOf(response, name)]).toEqual([200, undefined])
    }
    expect(await notified(user.email)).toBe(2)
  })

  test("a failed sign-in sends no mail and sets no device cookie", async () => {
    const user = await insertUserWithPassword()
    const response = await submit("/auth/login", { email: user.email, password: "wrong" })
    expect([response.status, setCookieOf(response, name)]).toEqual([401, undefined])
    expect([await notified(user.email), await devicesOf(user.id)]).toEqual([0, []])
  })

  test("a sign-in on a new device opens no session when its mail cannot be written", async () => {
    const user = await insertUserWithPassword()
    const init = await withAccess(json({ email: user.email, password }))
    expect((await fetchWith({ DB: databaseWithout("outbox_emails") }, "/api/auth/login", init)).status).toBe(500)
    expect(takeLog("request.failed")).toHaveLength(1)
    expect(await db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([])
  })

  test("a sign-in on a new device sends no mail to a member who turned it off, nor one pending", async () => {
    const member = await insertMember()
    await member.action("notifications", times)
    await logIn(member.user.email)
    await deliverMails()
    const mails = await mailsTo(member.user.email)
    expect(mails).toMatchObject([{ template: "new-sign-in", state: "dropped", rendered: null }])
    await member.action("notifications", { "sign-ins": "on", ...times })
    await logIn(member.user.email)
    expect((await receive(member.user.email)).subject).toBe("New login to your account")
  })

  test("turning off the mail about devices does not affect security mails", async () => {
    const member = await insertMember()
    await member.action("notifications", times)
    await member.action("password", { present_password: password, password: "a quite different sentence" })
    expect((await receive(member.user.email)).subject).toBe("Your password was changed")
  })
})

describe("no new device", () => {
  test("the browser of a sign-up is no new device, nor is its next sign-in", async () => {
    const email = "joined@example.org"
    const joined = { name: "Ada", email, password, adult: "on", terms: "on" }
    const asked = await submit("/become-member", joined)
    const signup = `__Host-salon_signup=${setCookieOf(asked, "__Host-salon_signup")?.value}`
    const verified = await submit(linkIn(await receive(email)), {}, { headers: { Cookie: signup } })
    const device = setCookieOf(verified, name)?.value
    expect([verified.status, device]).toEqual([302, expect.stringMatching(/^[\w-]{43}$/)])
    await logIn(email, `${name}=${device}`)
    expect(await notified(email)).toBe(0)
  })

  test("the other language's domain is no new device, on the hand-off or later", async () => {
    const user = await insertUserWithPassword()
    const browser = await new Browser().enter()
    await browser.enter(fr)
    await browser.submit("/auth/login", { email: user.email, password })
    expect(await notified(user.email)).toBe(1)
    await browser.visit(`${fr}/locale/start?from=en&to=%2Fprofile`)
    expect(await db.select().from(sessions).where(eq(sessions.userId, user.id))).toHaveLength(2)
    await browser.submit("/auth/login", { email: user.email, password }, fr)
    expect(await notified(user.email)).toBe(1)
  })

  test("the browser of a password change is no new device", async () => {
    const { user, action } = await insertMember()
    await action("password", { present_password: password, password: "a quite different sentence" })
    expect(await notified(user.email)).toBe(0)
  })
})

test("a device is stored while its session is used, and deleted after 400 days without use", async () => {
  const user = await insertUserWithPassword()
  const response = await logIn(user.email)
  const cookies = [name, "__Host-salon_session"].map((one) => `${one}=${setCookieOf(response, one)?.value}`)
  await db
    .update(devices)
    .set({ lastSeenAt: Date.now() - 399 * DAY })
    .where(eq(devices.userId, user.id))
  await sweepExpired({ db: db as never, now: Date.now })
  expect(await devicesOf(user.id)).toHaveLength(1)
  await db
    .update(sessions)
    .set({ lastUsedAt: Date.now() - 2 * 60 * 60_000 })
    .where(eq(sessions.userId, user.id))
  const seen = await ask("/profile", addCookie({}, cookies.join("; ")))
  expect(setCookieOf(seen, name)?.attributes["max-age"]).toBe(String(400 * 24 * 60 * 60))
  expect((await devicesOf(user.id))[0]?.lastSeenAt).toBeGreaterThan(Date.now() - 60_000)
  await db
    .update(devices)
    .set({ lastSeenAt: Date.now() - 401 * DAY })
    .where(eq(devices.userId, user.id))
  await sweepExpired({ db: db as never, now: Date.now })
  expect(await devicesOf(user.id)).toEqual([])
})

test("the outbox stores the data of a sign-in only until the mail is sent", async () => {
  const user = await insertUserWithPassword()
  await logIn(user.email)
  const row = async () => (await db.select().from(outboxEmails).where(eq(outboxEmails.recipient, user.email)))[0]
  expect(JSON.parse((await row())?.data ?? "")).toEqual({
    device: "Firefox, Windows",
    country: null,
    at: expect.any(Number),
  })
  await deliverMails()
  expect((await row())?.data).toBe("{}")
})
