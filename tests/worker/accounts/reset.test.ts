import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { challenges, devices, emailTokens, outboxEmails, sessions, users } from "~/db/schema"
import { changePassword } from "~/domain/accounts/passwords/change.server"
import { signIn } from "~/domain/accounts/sign-in/sign-in.server"
import type { Actor } from "~/domain/core/actor/actor"
import { sha256 } from "~/lib/crypto.server"
import { createCtx } from "../../../worker/context"
import { addCookie, en, fetchWith, form, fr, withAccess } from "../helpers/app"
import { databaseWithout } from "../helpers/broken"
import { takeLog } from "../helpers/log"
import { ask, call, deliverMails, linkIn, mailBindings, mailsTo, receive, submit, takeWoken } from "../helpers/mail"
import { headingOf } from "../helpers/page"
import { db, insertSession, insertUser, insertUserWithPassword, password as oldPassword } from "../helpers/rows"
import { clientOf, enrolApp } from "../helpers/second-factor"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const MINUTE = 60_000
const password = "the dog sleeps on the sofa"

/** Returns a member who requested a new password, and the path of the link in their mail. */
async function forget() {
  const user = await insertUserWithPassword()
  expect((await submit("/auth/password/reset", { email: user.email })).status).toBe(200)
  const link = linkIn(await receive(user.email))
  return { user, link, token: link.split("/").at(-1) as string }
}

/** The page's texts hold the sentence too; this is where a reader sees it. */
const banner = /<strong[^>]*>Your password has been changed\./

const hashOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash
const sessionsOf = (userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId))

describe("asking for a new password", () => {
  test("requesting a new password has the same response, to the byte, with or without an account", async () => {
    const { email } = await insertUser()
    const shown = async (response: Response) => ({
      status: response.status,
      headers: [...response.headers.keys()],
      body: (await response.text())
        .replace(/\b[0-9a-f]{32}\b/g, "NONCE")
        .replaceAll(email, "EMAIL")
        .replaceAll("nobody-reset@example.org", "EMAIL"),
    })
    const known = await shown(await submit("/auth/password/reset", { email }))
    expect(known).toEqual(await shown(await submit("/auth/password/reset", { email: "nobody-reset@example.org" })))
    expect(known.body).toContain("If there is an account with this address, an email is on its way.")
    const calls = await Promise.all(
      [email, "nobody-reset@example.org"].map((to) => call("/auth/password/forgot", { email: to })),
    )
    expect(calls.map(({ status }) => status)).toEqual([202, 202])
    expect(await calls[0]?.text()).toBe(await calls[1]?.text())
  })

  test("requesting a new password sends nothing to an unknown address", async () => {
    await submit("/auth/password/reset", { email: "stranger@example.org" })
    await deliverMails()
    expect(await mailsTo("stranger@example.org")).toMatchObject([{ state: "dropped", data: "{}", rendered: null }])
    const tokens = await db.select().from(emailTokens)
    expect(tokens.filter(({ subjectId }) => subjectId === "stranger@example.org")).toEqual([])
  })

  test("requesting a new password stores the token's hash alone, and nothing of it in the outbox", async () => {
    const { user, token } = await forget()
    expect(await db.select().from(emailTokens).where(eq(emailTokens.subjectId, user.id))).toMatchObject([
      { purpose: "reset", tokenHash: sha256(token) },
    ])
    expect((await mailsTo(user.email))[0]).toMatchObject({ data: "{}" })
  })

  test("requesting a new password voids the link of the previous mail", async () => {
    const { user, link } = await forget()
    await submit("/auth/password/reset", { email: user.email })
    await deliverMails()
    expect([(await ask(link)).status, (await submit(link, { password })).status]).toEqual([410, 410])
    expect(await hashOf(user.id)).toBe(user.passwordHash)
  })

  test("requesting a new password is limited by mail address, known or not, with a message in both languages", async () => {
    const { email } = await insertUser()
    for (const to of [email, "tireless@example.org"]) {
      for (let n = 0; n < 5; n += 1) expect((await submit("/auth/password/reset", { email: to })).status).toBe(200)
      for (const [origin, sentence] of [
        [en, "Too many attempts. Please wait"],
        [fr, "Trop de tentatives. Patientez"],
      ] as const) {
        const response = await submit(`${origin}/auth/password/reset`, { email: to })
        expect([response.status, Number(response.headers.get("Retry-After")) > 0]).toEqual([429, true])
        expect(await response.text()).toContain(sentence)
      }
    }
  })

  test("requesting a new password accepts a valid address only", async () => {
    const before = (await db.select().from(outboxEmails)).length
    for (const email of ["ada", "", "\u212Aate@example.org"]) {
      const response = await submit("/auth/password/reset", { email })
      expect(response.status).toBe(422)
      expect(await response.text()).toContain("Enter a full email address")
    }
    expect(await db.select().from(outboxEmails)).toHaveLength(before)
  })
})

describe("the link in the mail", () => {
  test("the link of a password reset shows a form, and opening it changes nothing", async () => {
    const { user, link } = await forget()
    const { token } = await insertSession({ userId: user.id })
    for (let n = 0; n < 3; n += 1) {
      const response = await ask(link)
      expect([response.status, headingOf(await response.text())]).toEqual([200, "Choose a new password"])
    }
    expect(await hashOf(user.id)).toBe(user.passwordHash)
    expect(await sessionsOf(user.id)).toMatchObject([{ tokenHash: sha256(token) }])
  })

  test("a password reset sets the password, ends every session and informs the owner; it signs nobody in", async () => {
    const { user, link } = await forget()
    const own = await insertSession({ userId: user.id })
    await insertSession({ userId: user.id, kind: "api" })
    const other = await insertSession({ userId: (await insertUser()).id })
    const response = await submit(link, { password }, { headers: { Cookie: `__Host-salon_session=${own.token}` } })
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/auth/login?notice=password-changed"])
    expect(await sessionsOf(user.id)).toEqual([])
    expect(await sessionsOf(other.userId)).toHaveLength(1)
    expect((await ask("/profile", addCookie({}, `__Host-salon_session=${own.token}`))).headers.get("Location")).toBe(
      "/auth/login",
    )
    expect((await receive(user.email)).subject).toBe("Your password was changed")
    expect((await call("/auth/login", { email: user.email, password: oldPassword })).status).toBe(401)
    expect((await call("/auth/login", { email: user.email, password })).status).toBe(200)
    expect(await (await ask("/auth/login?notice=password-changed")).text()).toMatch(banner)
    expect(await (await ask("/auth/login?notice=evil")).text()).not.toMatch(banner)
  })

  test("the link of a password reset works once, and one of two tabs succeeds", async () => {
    const { user, link } = await forget()
    const responses = await Promise.all([submit(link, { password }), submit(link, { password: `${password} too` })])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 410])
    const replay = await submit(link, { password: "yet another sentence" })
    expect([replay.status, headingOf(await replay.text())]).toEqual([410, "This link no longer works"])
    expect((await ask(link)).status).toBe(410)
    expect((await call("/auth/login", { email: user.email, password: "yet another sentence" })).status).toBe(401)
    await deliverMails()
    expect((await mailsTo(user.email)).filter(({ template }) => template === "password-changed")).toHaveLength(1)
  })

  test("a password reset changes nothing when the mail to the owner cannot be written", async () => {
    const { user, link } = await forget()
    const session = await insertSession({ userId: user.id })
    const broken = await fetchWith({ DB: databaseWithout("outbox_emails") }, link, await withAccess(form({ password })))
    expect(broken.status).toBe(500)
    expect(takeLog("page.failed")).toHaveLength(1)
    expect(await hashOf(user.id)).toBe(user.passwordHash)
    expect(await sessionsOf(user.id)).toMatchObject([{ id: session.id }])
    expect((await submit(link, { password })).status).toBe(302)
    await deliverMails()
    expect((await mailsTo(user.email)).filter(({ template }) => template === "password-changed")).toHaveLength(1)
  })

  test("the link of a password reset is valid for an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { user, link } = await forget()
    vi.setSystemTime(Date.now() + 60 * MINUTE)
    expect([(await ask(link)).status, (await submit(link, { password })).status]).toEqual([410, 410])
    expect(await hashOf(user.id)).toBe(user.passwordHash)
    expect(headingOf(await (await ask(fr + link)).text())).toBe("Ce lien ne fonctionne plus")
  })

  test("a cut, guessed or hashed token opens no password reset", async () => {
    const { user, link, token } = await forget()
    for (const wrong of [token.slice(0, -1), `${token}A`, token.toUpperCase(), sha256(token), "%00", "'%20OR%201=1"]) {
      const path = `/auth/password/reset/${wrong}`
      expect([wrong, (await ask(path)).status, (await submit(path, { password })).status]).toEqual([wrong, 410, 410])
    }
    expect(await hashOf(user.id)).toBe(user.passwordHash)
    expect((await submit(link, { password })).status).toBe(302)
  })

  test("a refused password does not use up the link of a password reset", async () => {
    const { user, link } = await forget()
    for (const [given, sentence] of [
      ["short", "Use 8 to 128 characters."],
      ["password1", "This is one of the most common passwords."],
      [user.email.toUpperCase(), "Choose something other than your email address."],
      ["", "This field is required."],
      ["x".repeat(2_000), "This is too long."],
    ] as const) {
      const response = await submit(link, { password: given })
      expect(response.status).toBe(422)
      expect(await response.text()).toContain(sentence)
    }
    expect(await hashOf(user.id)).toBe(user.passwordHash)
    expect((await submit(link, { password })).status).toBe(302)
  })

  test("a password reset verifies an unverified address", async () => {
    const user = await insertUserWithPassword({ emailVerifiedAt: null })
    await submit("/auth/password/reset", { email: user.email })
    await submit(linkIn(await receive(user.email)), { password })
    expect((await db.select().from(users).where(eq(users.id, user.id)))[0]?.emailVerifiedAt).toEqual(expect.any(Number))
  })

  test("a password reset works through the API too", async () => {
    const { user, token } = await forget()
    expect((await call("/auth/password/reset", { token, password: "password1" })).status).toBe(422)
    expect((await call("/auth/password/reset", { token, password })).status).toBe(204)
    const replay = await call("/auth/password/reset", { token, password })
    expect([replay.status, await replay.json()]).toMatchObject([410, { code: "auth.token_invalid" }])
    expect((await call("/auth/login", { email: user.email, password })).status).toBe(200)
  })
})

describe("a password reset that overtakes another request", () => {
  const visitor = () =>
    createCtx({ ...env, ...mailBindings } as unknown as Env, openDatabase(env.DB, null).db, () => {})
  const reset = async (token: string) =>
    expect((await call("/auth/password/reset", { token, password })).status).toBe(204)
  const devicesOf = (userId: string) => db.select().from(devices).where(eq(devices.userId, userId))

  test("a password reset leaves no session to a change of the password that was stored just before it", async () => {
    const { user, token } = await forget()
    const session = await insertSession({ userId: user.id, confirmedAt: Date.now() })
    const ctx = visitor()
    const actor = { kind: "member", user, session } as unknown as Actor
    // The change ends the sockets between storing the password and opening a new session.
    const live = () => ({ ...ctx.live(user.id), endSockets: () => reset(token) })
    await expect(
      changePassword({ ...ctx, actor, live: live as never }, oldPassword, "a thief's own sentence"),
    ).rejects.toMatchObject({ code: "validation.failed" })
    expect(await sessionsOf(user.id)).toEqual([])
    expect((await call("/auth/login", { email: user.email, password })).status).toBe(200)
  })

  test("a password reset leaves no session, device or mail to a sign-in that has just verified the old password", async () => {
    const { user, token } = await forget()
    // A sign-in resets its limit between verifying the password and opening the session.
    const ctx = { ...visitor(), resetLimit: () => reset(token) }
    await expect(signIn(ctx, { email: user.email, password: oldPassword }, "api")).rejects.toMatchObject({
      code: "auth.invalid_credentials",
    })
    expect(await sessionsOf(user.id)).toEqual([])
    // The browser that reset the password is a known device; the other one is not.
    expect(await devicesOf(user.id)).toHaveLength(1)
    expect((await mailsTo(user.email)).filter(({ template }) => template === "new-sign-in")).toEqual([])
  })

  test("a password reset leaves no second step to a sign-in that has just verified the old password", async () => {
    const { user, token } = await forget()
    await enrolApp(clientOf((await insertSession({ userId: user.id, confirmedAt: Date.now() })).token))
    const ctx = { ...visitor(), resetLimit: () => reset(token) }
    await expect(signIn(ctx, { email: user.email, password: oldPassword }, "api")).rejects.toMatchObject({
      code: "auth.invalid_credentials",
    })
    expect(await db.select().from(challenges).where(eq(challenges.userId, user.id))).toEqual([])
  })
})
