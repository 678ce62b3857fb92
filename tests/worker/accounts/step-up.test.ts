import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { sessions, userGroups } from "~/db/schema"
import { fetchApp, fetchWith, setCookieOf, withAccess } from "../helpers/app"
import { Browser } from "../helpers/browser"
import { takeLog } from "../helpers/log"
import { takeWoken } from "../helpers/mail"
import { headingOf } from "../helpers/page"
import { db, insertGroup, insertSession, insertUserWithPassword, password } from "../helpers/rows"
import {
  asked,
  callAsStranger,
  clientOf,
  codeAt,
  enrolApp,
  enrolPasskey,
  insertMember,
  withStaffCode,
} from "../helpers/second-factor"

const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const sessionRow = async (id: string) => (await db.select().from(sessions).where(eq(sessions.id, id)))[0]
const forget = (id: string) =>
  db
    .update(sessions)
    .set({ confirmedAt: Date.now() - 10 * MINUTE })
    .where(eq(sessions.id, id))

const sensitive: [string, string, string][] = [
  ["POST", "/second-factor/app", ""],
  ["POST", "/second-factor/app/confirm", '{"code":"123456"}'],
  ["DELETE", "/second-factor/app", ""],
  ["POST", "/second-factor/recovery-codes", ""],
  ["POST", "/second-factor/passkeys/options", ""],
  ["DELETE", "/second-factor/passkeys/x", ""],
]

describe("a sensitive act", () => {
  test.each(sensitive)("%s %s needs re-authentication within ten minutes", async (method, path, body) => {
    const member = await insertMember()
    await forget(member.session.id)
    const response = await member.call(path, body ? JSON.parse(body) : {}, method)
    expect([response.status, await response.json()]).toMatchObject([403, { code: "auth.confirm_required" }])
  })

  test("a sensitive act on a page redirects to the re-authentication, and back to that page", async () => {
    const { user, session } = await insertMember()
    await forget(session.id)
    const browser = await new Browser().enter()
    browser.cookies("http://en.localhost:8787").set("__Host-salon_session", session.token)
    const refused = await browser.submit("/profile/settings/two-factor?notice=staff", { intent: "renew-codes" })
    const target = refused.headers.get("Location")
    expect([refused.status, target]).toEqual([302, expect.stringMatching(/^\/auth\/confirm\?act=/)])
    const page = await browser.fetch("/auth/confirm")
    expect([page.status, headingOf(await page.text())]).toEqual([200, "Confirm it is you"])
    const wrong = await browser.submit("/auth/confirm", { intent: "password", password: "not this one" })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).not.toContain("not this one")
    const done = await browser.submit("/auth/confirm", { intent: "password", password })
    expect([done.status, done.headers.get("Location")]).toEqual([302, "/profile/settings/two-factor?notice=staff"])
    expect((await browser.fetch("/profile/settings/two-factor")).status).toBe(200)
    expect(await sessionRow(session.id)).toMatchObject({ isStrong: false, userId: user.id })
  })

  test("a re-authentication for a page that is still open leads nowhere, and says to go back to it", async () => {
    const { session } = await insertMember()
    await forget(session.id)
    const browser = await new Browser().enter()
    browser.cookies("http://en.localhost:8787").set("__Host-salon_session", session.token)
    const wrong = await browser.submit("/auth/confirm?here", { intent: "password", password: "not this one" })
    expect(wrong.status).toBe(422)
    const done = await browser.submit("/auth/confirm?here", { intent: "password", password })
    expect([done.status, done.headers.get("Location")]).toEqual([302, "/auth/confirm?here"])
    expect(headingOf(await (await browser.fetch("/auth/confirm?here")).text())).toBe("Confirmed")
  })

  test("a sensitive act never redirects to another site", async () => {
    for (const path of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
      const { session } = await insertMember()
      await forget(session.id)
      const browser = await new Browser().enter()
      browser.cookies("http://en.localhost:8787").set("__Host-salon_session", session.token)
      browser.cookies("http://en.localhost:8787").set("__Host-salon_return", encodeURIComponent(path))
      const done = await browser.submit("/auth/confirm", { intent: "password", password })
      expect([path, done.headers.get("Location")]).toEqual([path, "/profile/settings"])
    }
  })

  test("a sensitive act may follow a sign-in for ten minutes and no longer", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const user = await insertUserWithPassword()
    const response = await callAsStranger("/login", { email: user.email, password })
    const { token } = (await response.json()) as { token: string }
    const { call } = clientOf(token)
    vi.setSystemTime(Date.now() + 10 * MINUTE - 1)
    expect((await call("/second-factor/app")).status).toBe(200)
    vi.setSystemTime(Date.now() + 1)
    expect((await call("/second-factor/app")).status).toBe(403)
  })

  test("a re-authentication is valid on the other language's domain too, after a hand-off", async () => {
    const { user, session, call } = await insertMember()
    await forget(session.id)
    const carried = await insertSession({ userId: user.id, familyId: session.familyId })
    const elsewhere = await insertSession({ userId: user.id })
    expect((await call("/confirm", { password })).status).toBe(204)
    expect((await clientOf(carried.token).call("/second-factor/app")).status).toBe(200)
    expect((await clientOf(elsewhere.token).call("/second-factor/app")).status).toBe(403)
  })
})

describe("a proof", () => {
  test("re-authentication with a second factor needs that one, and accepts no password", async () => {
    const member = await insertMember()
    const { secret, codes } = await enrolApp(member)
    await forget(member.session.id)
    expect((await member.call("/confirm", { password })).status).toBe(422)
    expect((await member.call("/second-factor/recovery-codes")).status).toBe(403)
    expect((await member.call("/confirm", { code: codeAt(secret) })).status).toBe(204)
    expect((await member.call("/confirm", { code: codeAt(secret) })).status, "the same code again").toBe(422)
    expect((await member.call("/second-factor", {}, "GET")).status).toBe(200)
    await forget(member.session.id)
    expect((await member.call("/confirm", { code: codes[0] ?? "" })).status).toBe(204)
    expect((await member.call("/second-factor/recovery-codes")).status).toBe(200)
  })

  test("re-authentication makes an older session strong", async () => {
    const member = await insertMember()
    const { secret } = await enrolApp(member)
    const older = await insertSession({ userId: member.user.id })
    expect((await clientOf(older.token).call("/confirm", { code: codeAt(secret) })).status).toBe(204)
    expect(await sessionRow(older.id)).toMatchObject({ isStrong: true })
  })

  test("re-authentication by passkey accepts the user's own, for their own challenge, once", async () => {
    const [ada, bob] = [await insertMember(), await insertMember()]
    const [hers, his] = [await enrolPasskey(ada), await enrolPasskey(bob)]
    await forget(ada.session.id)
    const first = await asked(await ada.call("/confirm/options"))
    expect(first.options.allowCredentials).toMatchObject([{ id: hers.id }])
    const foreign = { challenge: first.challenge, passkey: await his.prove(first.options.challenge) }
    expect((await ada.call("/confirm", foreign)).status).toBe(422)
    const his2 = await asked(await bob.call("/confirm/options"))
    const stolen = { challenge: his2.challenge, passkey: await hers.prove(his2.options.challenge) }
    expect((await ada.call("/confirm", stolen)).status).toBe(410)
    const second = await asked(await ada.call("/confirm/options"))
    const right = { challenge: second.challenge, passkey: await hers.prove(second.options.challenge) }
    expect((await ada.call("/confirm", right)).status).toBe(204)
    expect((await ada.call("/confirm", right)).status).toBe(410)
    expect((await ada.call("/confirm", { passkey: right.passkey })).status).toBe(410)
  })

  test("re-authentication by password is limited", async () => {
    const { call } = await insertMember()
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await call("/confirm", { password: "wrong" })).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })

  test("re-authentication is not offered to visitors, nor right after one", async () => {
    const visitor = await fetchApp("/auth/confirm", await withAccess())
    expect([visitor.status, visitor.headers.get("Location")]).toEqual([302, "/auth/login"])
    const { open } = await insertMember()
    const proven = await open("/auth/confirm")
    expect([proven.status, proven.headers.get("Location")]).toEqual([302, "/profile/settings"])
    expect((await fetchApp("/api/auth/confirm", { method: "POST" })).status).toBe(403)
  })
})

describe("staff, where they are guarded", () => {
  const guarded = { STAFF_SECOND_FACTOR: "required" }

  async function staff() {
    const member = await insertMember({}, guarded)
    const group = await insertGroup({ root: true })
    await db.insert(userGroups).values({ userId: member.user.id, groupId: group.id })
    return { ...member, call: await withStaffCode(member) }
  }

  test("guarded staff without a second factor reach only its enrolment, and are shown why", async () => {
    const { open, session } = await staff()
    const response = await open("/dashboard/admin")
    expect([response.status, response.headers.get("Location")]).toEqual([
      302,
      "/profile/settings/two-factor?notice=staff",
    ])
    const page = await (await open("/profile/settings/two-factor?notice=staff")).text()
    expect(page).toMatch(/<strong[^>]*>The back office requires a second step\./)
    const data = await open("/dashboard/admin.data?_routes=routes%2Fback-office%2Fdashboard")
    const answer = await data.text()
    expect(answer).not.toContain("dashboard.now")
    // A redirect, as a page's script reads it.
    expect([data.status, answer]).toEqual([202, expect.stringContaining("/profile/settings/two-factor")])
    const call = await fetchWith(guarded, "/api/admin/anything", {
      headers: { Authorization: `Bearer ${session.token}` },
    })
    expect([call.status, await call.json()]).toMatchObject([403, { code: "auth.second_factor_required" }])
  })

  test("guarded staff reach the back office once they enrol, in that session and in no other", async () => {
    const member = await staff()
    const { secret } = await enrolApp(member)
    expect((await member.open("/dashboard/admin")).status).toBe(200)
    const bearer = (token: string) =>
      fetchWith(guarded, "/api/admin/anything", { headers: { Authorization: `Bearer ${token}` } })
    expect((await bearer(member.session.token)).status).toBe(404)

    const weak = await insertSession({ userId: member.user.id, confirmedAt: Date.now() })
    const other = clientOf(weak.token, guarded)
    const refused = await other.open("/dashboard/admin")
    expect([refused.status, refused.headers.get("Location")]).toEqual([302, "/auth/confirm"])
    expect(await (await bearer(weak.token)).json()).toMatchObject({ code: "auth.confirm_required" })
    const page = await other.open("/auth/confirm")
    expect(page.status, "its proof is fresh, but of the password alone").toBe(200)
    const confirmed = await other.post("/auth/confirm", { intent: "app", code: codeAt(secret) })
    expect(confirmed.status).toBe(302)
    const fresh = setCookieOf(confirmed, "__Host-salon_session")?.value ?? ""
    expect((await clientOf(fresh, guarded).open("/dashboard/admin")).status).toBe(200)
  })

  test("guarded staff cannot remove their last second factor, also of two removed at once", async () => {
    const member = await staff()
    await enrolApp(member)
    const refused = await member.call("/second-factor/app", {}, "DELETE")
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "auth.second_factor_last" }])
    const { id } = await enrolPasskey(member)
    const both = await Promise.all([
      member.call("/second-factor/app", {}, "DELETE"),
      member.call(`/second-factor/passkeys/${id}`, {}, "DELETE"),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const left = (await (await member.call("/second-factor", {}, "GET")).json()) as {
      app_since: number | null
      passkeys: []
    }
    expect([left.app_since !== null, left.passkeys.length > 0].filter(Boolean)).toHaveLength(1)
  })

  test("guarded staff are logged out after half an hour without a request, and each request counts", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const member = await staff()
    await enrolApp(member)
    for (let n = 0; n < 3; n += 1) {
      vi.setSystemTime(Date.now() + 29 * MINUTE)
      expect((await member.open("/dashboard/admin")).status).toBe(200)
    }
    vi.setSystemTime(Date.now() + 30 * MINUTE)
    const late = await member.open("/dashboard/admin")
    expect([late.status, late.headers.get("Location")]).toEqual([302, "/auth/login"])
    expect(setCookieOf(late, "__Host-salon_session")?.attributes["max-age"]).toBe("0")
    expect(await sessionRow(member.session.id)).toBeUndefined()
  })

  test("unguarded staff have no such rules", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const member = await staff()
    const { open } = clientOf(member.session.token)
    vi.setSystemTime(Date.now() + 31 * MINUTE)
    expect((await open("/dashboard/admin")).status).toBe(200)
  })

  test("members, who need none of this, are not affected", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { open, call } = await insertMember({}, guarded)
    expect((await open("/dashboard/admin")).status).toBe(404)
    await enrolApp({ call })
    expect((await call("/second-factor/app", {}, "DELETE")).status).toBe(204)
    vi.setSystemTime(Date.now() + 60 * MINUTE)
    expect((await open("/profile")).status).toBe(200)
    expect(takeLog("config.invalid")).toEqual([])
  })
})
