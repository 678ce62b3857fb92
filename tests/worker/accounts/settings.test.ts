import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { outboxEmails, sessions } from "~/db/schema"
import { pathOfIntent, sectionIntents } from "~/features/accounts/settings/sections"
import { addCookie, fetchApp, form, json, setCookieOf, withAccess } from "../helpers/app"
import { watchLog } from "../helpers/log"
import { insertMember } from "../helpers/member"
import { DAY, db, insertSession, insertUserWithPassword, password } from "../helpers/rows"

watchLog()

const next = "a quite different sentence"

/** Returns a member with a password and a session, as their browser and as they post from the settings page. */
async function member() {
  const user = await insertUserWithPassword()
  const session = await insertSession({ userId: user.id, userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" })
  const cookie = `__Host-salon_session=${session.token}`
  const post = async (intent: string, fields: Record<string, string> = {}) =>
    fetchApp(pathOfIntent(intent), addCookie(await withAccess(form({ ...fields, intent })), cookie))
  const page = async () => (await fetchApp("/profile/settings/sessions", addCookie(await withAccess(), cookie))).text()
  return { user, session, post, page }
}

const sessionIds = async (userId: string) =>
  (await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)))
    .map(({ id }) => id)
    .toSorted()

const signsIn = async (email: string, tried: string) =>
  (await fetchApp("/api/auth/login", json({ email, password: tried }))).status

describe("a member's own sessions", () => {
  test("a member's sessions are listed with device and country, one for each sign-in, without expired or foreign ones", async () => {
    const { user, session, page } = await member()
    await insertSession({
      userId: user.id,
      familyId: session.familyId,
      userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
    })
    await insertSession({ userId: user.id, country: "CH", userAgent: "Mozilla/5.0 (iPhone) Safari/604.1" })
    await insertSession({ userId: user.id, lastUsedAt: Date.now() - 31 * DAY, userAgent: "Opera" })
    const other = await member()
    await insertSession({ userId: other.user.id, userAgent: "Mozilla/5.0 (Android) Chrome/150" })
    const html = await page()
    expect(html.match(/Firefox, Windows</g)?.length).toBe(1)
    expect(html).toContain("Safari, iPhone")
    expect(html).toContain("Switzerland")
    expect(html).not.toContain("Opera")
    expect(html).not.toContain("Chrome, Android")
  })

  test("a member's session is ended by itself, on every domain of its hand-offs, and at once", async () => {
    const { user, session, post } = await member()
    const phone = await insertSession({ userId: user.id })
    await insertSession({ userId: user.id, familyId: phone.familyId })
    expect((await post("end-session", { session: phone.id })).status).toBe(200)
    expect(await sessionIds(user.id)).toEqual([session.id])
    const asked = await fetchApp("/api/auth/me", { headers: { Authorization: `Bearer ${phone.token}` } })
    expect(asked.status).toBe(403)
  })

  test("a member ends all sessions but the current one", async () => {
    const { user, session, post } = await member()
    await insertSession({ userId: user.id })
    await insertSession({ userId: user.id, kind: "api" })
    expect((await post("end-others")).status).toBe(200)
    expect(await sessionIds(user.id)).toEqual([session.id])
  })

  test("a member's sessions can be ended by nobody else", async () => {
    const { post } = await member()
    const other = await member()
    const response = await post("end-session", { session: other.session.id })
    expect(response.status).toBe(404)
    expect(await sessionIds(other.user.id)).toEqual([other.session.id])
  })
})

describe("a change of password", () => {
  test("a password change needs the current one, ends every session but a fresh one here, and sends a mail", async () => {
    const { user, session, post } = await member()
    const phone = await insertSession({ userId: user.id })
    const response = await post("password", { present_password: password, password: next })
    expect(response.status).toBe(200)
    const fresh = setCookieOf(response, "__Host-salon_session")?.value
    expect(fresh).toMatch(/^[\w-]{43}$/)
    expect(fresh).not.toBe(session.token)
    const left = await sessionIds(user.id)
    expect(left).toHaveLength(1)
    expect(left).not.toContain(phone.id)
    expect(left).not.toContain(session.id)
    const mails = await db.select().from(outboxEmails).where(eq(outboxEmails.recipient, user.email))
    expect(mails.map(({ template }) => template)).toEqual(["password-changed"])
    expect(await signsIn(user.email, next)).toBe(200)
    expect(await signsIn(user.email, password)).toBe(401)
  })

  test.each([
    [
      "a wrong present password",
      { present_password: "not this one", password: next },
      "This isn’t your current password.",
    ],
    [
      "one of the commonest",
      { present_password: password, password: "password" },
      "This is one of the most common passwords.",
    ],
    ["too short", { present_password: password, password: "short" }, "Use 8 to 128 characters."],
    ["nothing at all", { present_password: "", password: "" }, "This field is required."],
  ])("a password change with %s changes nothing, and says what is wrong", async (_name, fields, sentence) => {
    const { user, session, post } = await member()
    const response = await post("password", fields)
    const html = await response.text()
    expect(response.status).toBe(422)
    expect(html).toContain(sentence)
    expect(html).not.toContain("not this one")
    expect(await sessionIds(user.id)).toEqual([session.id])
    expect(await signsIn(user.email, password)).toBe(200)
  })

  test("password changes are limited", async () => {
    const { post } = await member()
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      statuses.push((await post("password", { present_password: "not this one", password: next })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })
})

test("the settings redirect a visitor to the login, and refuse an unknown intent", async () => {
  const visitor = await fetchApp("/profile/settings", await withAccess())
  expect([visitor.status, visitor.headers.get("Location")]).toEqual([302, "/auth/login"])
  const one = await insertMember()
  for (const intent of ["", "delete-everything", "constructor"])
    for (const page of Object.keys(sectionIntents))
      expect([page, (await one.submit(`/profile/settings/${page}`, { intent })).status]).toEqual([page, 400])
})
