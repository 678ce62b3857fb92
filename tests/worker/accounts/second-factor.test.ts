import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { challenges, recoveryCodes, sessions, twoFactor } from "~/db/schema"
import { sha256 } from "~/lib/crypto.server"
import { en, fetchApp, fr } from "../helpers/app"
import { Browser } from "../helpers/browser"
import { deliverMails, linkIn, mailsTo, receive, submit, takeWoken } from "../helpers/mail"
import { headingOf } from "../helpers/page"
import { db, insertSession, insertUserWithPassword, password } from "../helpers/rows"
import {
  callAsStranger,
  clientOf,
  codeAt,
  enrolApp,
  enrolPasskey,
  insertEnroller,
  insertMailCode,
  startSignIn,
} from "../helpers/second-factor"

const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const appOf = async (userId: string) => (await db.select().from(twoFactor).where(eq(twoFactor.userId, userId)))[0]
const codesOf = (userId: string) => db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
const sessionsOf = (userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId))
const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template)
const finish = (challenge: string, code: string) => callAsStranger("/login/second-factor", { challenge, code })
/** Returns another code than this one. */
const wrong = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, "0")

describe("setting an app up", () => {
  test("setting up an authenticator app encrypts the secret, stores ten codes as hashes, and sends a mail", async () => {
    const member = await insertEnroller()
    const { secret, codes } = await enrolApp(member)
    const row = await appOf(member.user.id)
    expect(row?.secret).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/)
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(new Set(codes).size).toBe(10)
    const stored = JSON.stringify(await codesOf(member.user.id))
    for (const code of codes) expect(stored).not.toContain(code)
    const mail = await receive(member.user.email)
    expect(mail.subject).toBe("Two-step login was turned on")
    expect(mail.text).not.toContain(secret)
    expect(linkIn(mail)).toMatch(/^\/auth\/second-factor\/undo\//)
    await enrolApp(member)
    const next = await receive(member.user.email)
    expect([next.subject, linkIn(next)]).toEqual(["Codes from an app are now required", "/profile/settings"])
  })

  test("setting up an authenticator app needs a right code: a wrong one turns nothing on, and the secret stays", async () => {
    const member = await insertEnroller()
    const { secret, address } = (await (await member.call("/second-factor/app")).json()) as Record<string, string>
    expect(address).toContain(secret)
    for (const code of [wrong(codeAt(secret ?? "")), "abc", "0".repeat(40)]) {
      const response = await member.call("/second-factor/app/confirm", { code })
      expect([response.status, await response.json()]).toMatchObject([422, { errors: { code: [expect.any(String)] } }])
    }
    expect(await appOf(member.user.id)).toBeUndefined()
    expect(await (await member.call("/second-factor/app")).json()).toMatchObject({ secret })
  })

  test("setting up an authenticator app works once: of two confirmations at once one succeeds", async () => {
    const member = await insertEnroller()
    const { secret } = (await (await member.call("/second-factor/app")).json()) as { secret: string }
    const code = codeAt(secret)
    const both = await Promise.all([1, 2].map(() => member.call("/second-factor/app/confirm", { code })))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await codesOf(member.user.id)).toHaveLength(10)
  })

  test("setting up an authenticator app expires after half an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const member = await insertEnroller()
    const { secret } = (await (await member.call("/second-factor/app")).json()) as { secret: string }
    vi.setSystemTime(Date.now() + 30 * MINUTE)
    await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.id, member.session.id))
    await insertMailCode(member.user.id)
    const late = await member.call("/second-factor/app/confirm", { code: codeAt(secret) })
    expect([late.status, await late.json()]).toMatchObject([410, { code: "auth.challenge_expired" }])
    expect(await (await member.call("/second-factor/app")).json()).not.toMatchObject({ secret })
  })

  test("a new authenticator app replaces the previous one at its first code, and retains the recovery codes", async () => {
    const member = await insertEnroller()
    const old = await enrolApp(member)
    const { secret } = (await (await member.call("/second-factor/app")).json()) as { secret: string }
    expect(secret).not.toBe(old.secret)
    expect((await finish((await startSignIn(member.user.email)).challenge, codeAt(old.secret))).status).toBe(200)
    const replaced = await member.call("/second-factor/app/confirm", { code: codeAt(secret) })
    expect(await replaced.json()).toEqual({ recovery_codes: null })
    const { challenge } = await startSignIn(member.user.email)
    expect((await finish(challenge, codeAt(old.secret, Date.now() + 30_000))).status).toBe(422)
    expect((await finish(challenge, codeAt(secret, Date.now() + 30_000))).status).toBe(200)
    expect((await finish((await startSignIn(member.user.email)).challenge, old.codes[0] ?? "")).status).toBe(200)
  })

  test("setting up an authenticator app works without script: a QR image, the secret as text, and the codes once", async () => {
    const { user, open, post } = await insertEnroller()
    const page = await (await open("/profile/settings/two-factor/app")).text()
    const secret = (/<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? "").replaceAll(" ", "")
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(page).toContain('src="data:image/svg+xml;base64,')
    expect(page).toContain(`secret=${secret}`)
    const refused = await post("/profile/settings/two-factor/app", { intent: "enrol", code: wrong(codeAt(secret)) })
    expect(refused.status).toBe(422)
    const again = await refused.text()
    expect(again).toContain("This code is incorrect")
    expect(again).toContain(`secret=${secret}`)
    const done = await post("/profile/settings/two-factor/app", { intent: "enrol", code: codeAt(secret) })
    const html = await done.text()
    expect([done.status, done.headers.get("Cache-Control")]).toEqual([200, "private, no-store"])
    expect(html.match(/[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}<\/li>/g)).toHaveLength(10)
    expect(html).toMatch(/href="data:text\/plain[^"]+" download="salon-codes.txt"/)
    expect(await (await open("/profile/settings/sign-in")).text()).toContain("10 codes left of 10")
    expect(await templatesTo(user.email)).toEqual(["first-factor"])
  })
})

describe("a sign-in with an authenticator app", () => {
  test("a password alone opens no session with an authenticator app, a password and a code do", async () => {
    const member = await insertEnroller()
    const { secret } = await enrolApp(member)
    const { status, challenge, methods, expires_at } = await startSignIn(member.user.email)
    expect([status, methods]).toEqual([202, ["app", "recovery_code"]])
    expect(expires_at - Date.now()).toBeGreaterThan(9 * MINUTE)
    expect(await sessionsOf(member.user.id)).toHaveLength(1)
    const waiting = await db
      .select()
      .from(challenges)
      .where(eq(challenges.tokenHash, sha256(challenge)))
    expect(waiting).toMatchObject([{ purpose: "sign-in", userId: member.user.id }])
    expect(JSON.stringify(waiting)).not.toContain(challenge)
    const response = await finish(challenge, ` ${codeAt(secret).replace(/(...)/, "$1 ")} `)
    const { token } = (await response.json()) as { token: string }
    expect(await (await clientOf(token).call("/me", {}, "GET")).json()).toMatchObject({ id: member.user.id })
    const session = (await sessionsOf(member.user.id)).find(({ tokenHash }) => tokenHash === sha256(token))
    expect(session).toMatchObject({ kind: "api", isStrong: true, confirmedAt: expect.any(Number) })
  })

  test("the first step of a sign-in is no session, and no other challenge replaces it", async () => {
    const member = await insertEnroller()
    const { secret } = await enrolApp(member)
    const { challenge } = await startSignIn(member.user.email)
    expect((await clientOf(challenge).call("/me", {}, "GET")).status).toBe(403)
    const other = (await (await callAsStranger("/login/passkey/options")).json()) as { challenge: string }
    for (const token of [other.challenge, `totp ${member.user.id}`, "x"])
      expect([token, (await finish(token, codeAt(secret))).status]).toEqual([token, 410])
  })

  test("a code works once, in whichever sign-in, also of many at once", async () => {
    const member = await insertEnroller()
    const { secret } = await enrolApp(member)
    const code = codeAt(secret)
    const started = await Promise.all([1, 2, 3].map(() => startSignIn(member.user.email)))
    const responses = await Promise.all(started.map(({ challenge }) => finish(challenge, code)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect((await finish((await startSignIn(member.user.email)).challenge, code)).status).toBe(422)
    const before = codeAt(secret, Date.now() - 30_000)
    expect((await finish((await startSignIn(member.user.email)).challenge, before)).status).toBe(422)
  })

  test("a sign-in ends once: of two right codes for one challenge one succeeds", async () => {
    const member = await insertEnroller()
    const { codes } = await enrolApp(member)
    const { challenge } = await startSignIn(member.user.email)
    const both = await Promise.all(codes.slice(0, 2).map((code) => finish(challenge, code)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect(await sessionsOf(member.user.id)).toHaveLength(2)
  })

  test("a sign-in starts over after five codes, also when they come at once", async () => {
    const member = await insertEnroller()
    const { secret } = await enrolApp(member)
    const { challenge } = await startSignIn(member.user.email)
    const tries = await Promise.all(Array.from({ length: 8 }, () => finish(challenge, wrong(codeAt(secret)))))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([410, 410, 410, 422, 422, 422, 422, 422])
    const late = await finish(challenge, codeAt(secret))
    expect([late.status, await late.json()]).toMatchObject([410, { code: "auth.challenge_expired" }])
    expect((await finish((await startSignIn(member.user.email)).challenge, codeAt(secret))).status).toBe(200)
  })

  test("codes are limited by account, in any number of sign-ins", async () => {
    const member = await insertEnroller()
    const { secret } = await enrolApp(member)
    const statuses: number[] = []
    for (let n = 0; n < 3; n += 1) {
      const { challenge } = await startSignIn(member.user.email)
      for (let m = 0; m < 4; m += 1) statuses.push((await finish(challenge, wrong(codeAt(secret)))).status)
    }
    // The code that turned the app on counted too.
    expect(statuses).toEqual([...Array(9).fill(422), 429, 429, 429])
  })

  test("a sign-in waits ten minutes for its second step", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const member = await insertEnroller()
    const { secret } = await enrolApp(member)
    const { challenge } = await startSignIn(member.user.email)
    vi.setSystemTime(Date.now() + 10 * MINUTE)
    expect((await finish(challenge, codeAt(secret))).status).toBe(410)
  })

  test("a sign-in waiting for its second step ends when the password is changed, or reset by mail", async () => {
    const member = await insertEnroller()
    const { secret, codes } = await enrolApp(member)
    const first = await startSignIn(member.user.email)
    const changed = await member.post("/profile/settings/password", {
      intent: "password",
      present_password: password,
      password: "a quite different sentence",
    })
    expect(changed.status).toBe(200)
    expect((await finish(first.challenge, codeAt(secret))).status).toBe(410)

    const second = await (
      await callAsStranger("/login", { email: member.user.email, password: "a quite different sentence" })
    ).json()
    await submit("/auth/password/reset", { email: member.user.email })
    const link = linkIn(await receive(member.user.email))
    const reset = await submit(link, { password: "the dog sleeps on the sofa" })
    expect([reset.status, reset.headers.getSetCookie().join().includes("salon_session")]).toEqual([302, false])
    const { challenge } = (second as { second_factor: { challenge: string } }).second_factor
    expect((await finish(challenge, codes[0] ?? "")).status).toBe(410)
    const fresh = await callAsStranger("/login", { email: member.user.email, password: "the dog sleeps on the sofa" })
    expect(fresh.status, "a new password is only the first of two steps").toBe(202)
  })

  test("a wrong password has the same response with an authenticator app as without", async () => {
    const member = await insertEnroller()
    await enrolApp(member)
    const responses = await Promise.all(
      [member.user.email, "nobody-second-factor@example.org"].map((email) =>
        callAsStranger("/login", { email, password: "wrong" }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual([401, 401])
    const bodies = await Promise.all(
      responses.map(async (response) => ({ ...((await response.json()) as object), request_id: "" })),
    )
    expect(bodies[0]).toEqual(bodies[1])
  })

  test.each([
    ["nothing", {}],
    ["an empty code", { code: "" }],
    ["a code that is no text", { code: 123456 }],
    ["a code too long", { code: "1".repeat(41) }],
    ["a null", { code: "12345\u0000" }],
    ["SQL", { code: "' OR 1=1 --" }],
    ["a passkey of nothing", { passkey: {} }],
    ["a passkey of letters", { passkey: "x".repeat(1_000) }],
    ["a passkey too long", { passkey: { id: "a".repeat(2_000), rawId: "a", type: "public-key", response: {} } }],
  ])("the second step of a sign-in refuses %s", async (_, proof) => {
    const member = await insertEnroller()
    await enrolApp(member)
    const { challenge } = await startSignIn(member.user.email)
    expect((await callAsStranger("/login/second-factor", { challenge, ...proof })).status).toBe(422)
  })
})

describe("a recovery code", () => {
  test("a recovery code replaces the app once, also of two attempts at once, and its use sends a mail", async () => {
    const member = await insertEnroller()
    const { codes } = await enrolApp(member)
    const code = codes[0] ?? ""
    const started = await Promise.all([1, 2].map(() => startSignIn(member.user.email)))
    const responses = await Promise.all(started.map(({ challenge }) => finish(challenge, code.toUpperCase())))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await (await member.call("/second-factor", {}, "GET")).json()).toMatchObject({ recovery_codes_left: 9 })
    await deliverMails()
    const mails = (await mailsTo(member.user.email)).filter(({ template }) => template === "recovery-code-used")
    expect(mails).toHaveLength(1)
    expect(JSON.parse(mails[0]?.rendered ?? "{}")).toMatchObject({ subject: "A recovery code was used" })
  })

  test("another member's recovery code is worthless", async () => {
    const [ada, bob] = [await insertEnroller(), await insertEnroller()]
    const { codes } = await enrolApp(ada)
    await enrolApp(bob)
    expect((await finish((await startSignIn(bob.user.email)).challenge, codes[0] ?? "")).status).toBe(422)
    expect(await (await ada.call("/second-factor", {}, "GET")).json()).toMatchObject({ recovery_codes_left: 10 })
  })

  test("a recovery code is void once there is a new set", async () => {
    const member = await insertEnroller()
    const { codes } = await enrolApp(member)
    const page = await (await member.post("/profile/settings/two-factor", { intent: "renew-codes" })).text()
    const fresh = [...page.matchAll(/>([0-9a-z-]{14})<\/li>/g)].map(([, code]) => code ?? "")
    expect(fresh).toHaveLength(10)
    expect((await finish((await startSignIn(member.user.email)).challenge, codes[0] ?? "")).status).toBe(422)
    expect((await finish((await startSignIn(member.user.email)).challenge, fresh[0] ?? "")).status).toBe(200)
  })

  test("recovery codes are not created without a second factor", async () => {
    const { call, user } = await insertEnroller()
    expect((await call("/second-factor/recovery-codes")).status).toBe(404)
    expect(await codesOf(user.id)).toEqual([])
  })
})

describe("turning the app off", () => {
  test("removing the last second factor deletes codes and strong sessions, and sends a mail", async () => {
    const member = await insertEnroller()
    await enrolApp(member)
    expect((await sessionsOf(member.user.id))[0]?.isStrong).toBe(true)
    expect((await member.post("/profile/settings/two-factor", { intent: "remove-app" })).status).toBe(200)
    expect(await appOf(member.user.id)).toBeUndefined()
    expect(await codesOf(member.user.id)).toEqual([])
    expect((await sessionsOf(member.user.id))[0]?.isStrong).toBe(false)
    expect((await receive(member.user.email)).subject).toBe("Codes from an app are no longer required")
    expect((await callAsStranger("/login", { email: member.user.email, password })).status).toBe(200)
    expect((await member.call("/second-factor/app", {}, "DELETE")).status).toBe(404)
  })

  test("removing the app several times at once sends one mail", async () => {
    const member = await insertEnroller()
    await enrolApp(member)
    const responses = await Promise.all([1, 2, 3, 4].map(() => member.call("/second-factor/app", {}, "DELETE")))
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await templatesTo(member.user.email)).toEqual(["two-factor-off", "first-factor"])
  })

  test("removing the app leaves codes and sessions alone while there is a passkey", async () => {
    const member = await insertEnroller()
    await enrolApp(member)
    await enrolPasskey(member)
    expect((await member.call("/second-factor/app", {}, "DELETE")).status).toBe(204)
    expect(await codesOf(member.user.id)).toHaveLength(10)
    expect((await startSignIn(member.user.email)).methods).toEqual(["passkey", "recovery_code"])
  })
})

describe("the page of the second step", () => {
  test("the page of the second step follows the login page, without script, and redirects as the login would", async () => {
    const member = await insertEnroller()
    const { secret, codes } = await enrolApp(member)
    for (const [origin, heading, code] of [
      [en, "One more step", codeAt(secret)],
      [fr, "Encore une étape", codes[0] ?? ""],
    ] as const) {
      const browser = await new Browser().enter(origin)
      await browser.visit(`${origin}/profile?x=1`)
      const first = await browser.submit("/auth/login", { email: member.user.email, password }, origin)
      expect([first.status, first.headers.get("Location")]).toEqual([302, "/auth/second-factor"])
      expect(browser.cookies(origin).has("__Host-salon_session")).toBe(false)
      const page = await browser.fetch(`${origin}/auth/second-factor`)
      expect([page.status, headingOf(await page.text())]).toEqual([200, heading])
      const refused = await browser.submit("/auth/second-factor", { intent: "app", code: wrong(code) }, origin)
      expect(refused.status).toBe(422)
      const done = await browser.submit("/auth/second-factor", { intent: "app", code }, origin)
      expect([done.status, done.headers.get("Location")]).toEqual([302, "/profile?x=1"])
      expect((await browser.fetch(`${origin}/profile`)).status).toBe(200)
      expect([...browser.cookies(origin).keys()].filter((name) => /sign_in|return/.test(name))).toEqual([])
    }
    expect((await sessionsOf(member.user.id)).filter(({ kind, isStrong }) => kind === "web" && isStrong)).toHaveLength(
      3,
    )
  })

  test("the pending sign-in is unreadable for scripts and for other sites", async () => {
    const member = await insertEnroller()
    await enrolApp(member)
    const browser = await new Browser().enter()
    const response = await browser.submit("/auth/login", { email: member.user.email, password })
    const header = response.headers.getSetCookie().find((one) => one.startsWith("__Host-salon_sign_in="))
    expect(header).toMatch(/; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  test("the page of the second step redirects to the login without a pending sign-in, and says if it was too late", async () => {
    const browser = await new Browser().enter()
    const none = await browser.fetch("/auth/second-factor")
    expect([none.status, none.headers.get("Location")]).toEqual([302, "/auth/login"])
    browser.cookies(en).set("__Host-salon_sign_in", "x".repeat(43))
    const steps = await browser.visit("/auth/second-factor")
    expect(steps.map(({ url }) => new URL(url).pathname)).toEqual(["/auth/second-factor", "/auth/login"])
    expect(await steps[1]?.response.text()).toMatch(/<strong[^>]*>This took too long/)
    const posted = await browser.submit("/auth/second-factor", { intent: "app", code: "123456" })
    expect([posted.status, posted.headers.get("Location")]).toEqual([302, "/auth/login"])
  })
})

test("a member's second factors are shown to them alone, and to nobody without a session", async () => {
  const member = await insertEnroller()
  await enrolApp(member)
  const other = await insertSession({ userId: (await insertUserWithPassword()).id })
  expect(await (await clientOf(other.token).call("/second-factor", {}, "GET")).json()).toEqual({
    app_since: null,
    passkeys: [],
    recovery_codes_left: 0,
  })
  expect((await fetchApp("/api/auth/second-factor")).status).toBe(403)
})
