import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { emailTokens, passkeys, sessions, twoFactor, userGroups, users } from "~/db/schema"
import { newId } from "~/lib/id"
import { fetchWith } from "../helpers/app"
import { Authenticator } from "../helpers/authenticator"
import { takeWoken } from "../helpers/mail"
import {
  db,
  insertCategory,
  insertCity,
  insertGroup,
  insertMedia,
  insertProfile,
  insertUser,
  password,
} from "../helpers/rows"
import { asked, clientOf, codeAt, insertMailCode, insertMember, insertStaffCode } from "../helpers/second-factor"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const guarded = { STAFF_SECOND_FACTOR: "required" }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function insertGuarded() {
  const member = await insertMember({}, guarded)
  const group = await insertGroup({ name: `root ${newId(Date.now())}`, root: true })
  await db.insert(userGroups).values({ userId: member.user.id, groupId: group.id })
  return member
}

const bearer = (token: string, path: string, init: RequestInit = {}) =>
  fetchWith(guarded, `/api${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  })
const sessionRow = async (id: string) => (await db.select().from(sessions).where(eq(sessions.id, id)))[0]
const makeStrong = (id: string) => db.update(sessions).set({ isStrong: true }).where(eq(sessions.id, id))
const begin = async ({ call }: Awaited<ReturnType<typeof insertGuarded>>) =>
  ((await (await call("/second-factor/app")).json()) as { secret: string }).secret

describe("guarded staff who gave a password alone", () => {
  test("guarded staff see no private media with a password alone, and see them with a second factor", async () => {
    const profile = await insertProfile({ cityId: (await insertCity()).id, categoryId: (await insertCategory()).id })
    await insertMedia({ profileId: profile.id, visibility: "private" })
    const { session } = await insertGuarded()
    const isOpen = async () =>
      (await (await bearer(session.token, `/profiles/${profile.slug}/private`)).json<{ is_open: boolean }>()).is_open
    expect(await isOpen()).toBe(false)
    const me = (await (await bearer(session.token, "/auth/me")).json()) as { groups: { root: boolean }[] }
    expect(me.groups.filter(({ root }) => root)).toEqual([])
    await db.insert(twoFactor).values({
      userId: session.userId,
      secret: "x",
      enrolledAt: 1,
      createdAt: 1,
      updatedAt: 1,
    })
    await makeStrong(session.id)
    expect(await isOpen()).toBe(true)
  })
})

describe("the first second factor of guarded staff", () => {
  test("the first second factor of guarded staff needs the operator's code, not a wrong or another's one", async () => {
    const [staff, other] = [await insertGuarded(), await insertGuarded()]
    const secret = await begin(staff)
    const code = codeAt(secret)
    for (const staff_code of [undefined, "", "abc", "7gk2-m0xq-9d4t", await insertStaffCode(other.user.id)]) {
      const response = await staff.call("/second-factor/app/confirm", { code, staff_code })
      expect([staff_code, response.status, await response.json()]).toMatchObject([
        staff_code,
        422,
        { errors: { staff_code: [expect.any(String)] } },
      ])
    }
    const key = new Authenticator("http://en.localhost:8787")
    const { challenge, options } = await asked(await staff.call("/second-factor/passkeys/options"))
    const passkey = await key.make(options.challenge)
    expect((await staff.call("/second-factor/passkeys", { challenge, name: "Key", passkey })).status).toBe(422)
    const staff_code = await insertStaffCode(staff.user.id)
    const added = await staff.call("/second-factor/passkeys", { challenge, name: "Key", passkey, staff_code })
    expect(added.status, "the refused try used up neither challenge nor code").toBe(201)
  })

  test("the first second factor of guarded staff uses the code up, which is stored as a hash and lives for a day", async () => {
    const staff = await insertGuarded()
    const secret = await begin(staff)
    const old = await insertStaffCode(staff.user.id, { expiresAt: Date.now() - 1 })
    const late = await staff.call("/second-factor/app/confirm", { code: codeAt(secret), staff_code: old })
    expect(late.status).toBe(422)
    await db.delete(emailTokens).where(eq(emailTokens.subjectId, staff.user.id))
    const staff_code = await insertStaffCode(staff.user.id)
    expect(JSON.stringify(await db.select().from(emailTokens))).not.toContain(staff_code)
    const typed = staff_code.toUpperCase().replaceAll("-", " ")
    const wrong = await staff.call("/second-factor/app/confirm", { code: "000000", staff_code })
    expect(wrong.status, "a wrong code of the app leaves the operator's alone").toBe(422)
    const done = await staff.call("/second-factor/app/confirm", { code: codeAt(secret), staff_code: typed })
    expect(done.status).toBe(200)
    expect(await db.select().from(emailTokens).where(eq(emailTokens.subjectId, staff.user.id))).toEqual([])
  })

  test("of two holders of the operator's code at once, one enrols", async () => {
    const staff = await insertGuarded()
    const staff_code = await insertStaffCode(staff.user.id)
    const code = codeAt(await begin(staff))
    const both = await Promise.all([1, 2].map(() => staff.call("/second-factor/app/confirm", { code, staff_code })))
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  })

  test("of two passkeys with the operator's code at once, one enrols", async () => {
    const staff = await insertGuarded()
    const staff_code = await insertStaffCode(staff.user.id)
    const tries = []
    for (const name of ["One", "Two"]) {
      const { challenge, options } = await asked(await staff.call("/second-factor/passkeys/options"))
      const passkey = await new Authenticator("http://en.localhost:8787").make(options.challenge)
      tries.push({ challenge, name, passkey, staff_code })
    }
    const both = await Promise.all(tries.map((one) => staff.call("/second-factor/passkeys", one)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(await db.select().from(passkeys).where(eq(passkeys.userId, staff.user.id))).toHaveLength(1)
  })

  test("the enrolment of guarded staff asks for the code on the pages, beside the field in error", async () => {
    const { open, post, user } = await insertGuarded()
    const html = await (await open("/profile/settings/two-factor/app")).text()
    expect(html).toContain("Code from the operator")
    const secret = (/<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? "").replaceAll(" ", "")
    const refused = await post("/profile/settings/two-factor/app", {
      intent: "enrol",
      code: codeAt(secret),
      staff_code: "no",
    })
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Ask the operator")])
    const staff_code = await insertStaffCode(user.id)
    const done = await post("/profile/settings/two-factor/app", { intent: "enrol", code: codeAt(secret), staff_code })
    expect(done.status).toBe(200)
  })

  test("members and unguarded staff enrol without an operator's code", async () => {
    const member = await insertMember()
    expect(await (await member.open("/profile/settings/two-factor/app")).text()).not.toContain('name="staff_code"')
    const staff = await insertGuarded()
    const { call } = clientOf(staff.session.token)
    const { secret } = (await (await call("/second-factor/app")).json()) as { secret: string }
    const mail_code = await insertMailCode(staff.user.id)
    expect((await call("/second-factor/app/confirm", { code: codeAt(secret), mail_code })).status).toBe(200)
  })
})

describe("acts of staff", () => {
  const actions: [string, string, object | undefined][] = [
    ["POST", "/admin/users/{id}/closure", { reason: "They threatened somebody." }],
    ["POST", "/admin/users/{id}/reopening", { reason: "It was a mistake." }],
    ["DELETE", "/admin/users/{id}/sessions", undefined],
    ["POST", "/admin/mail/acts/retry", { ids: ["none"] }],
    ["POST", "/admin/cases/C-00000000/dismiss", { reason: "It is not so." }],
  ]

  test.each(actions)("%s %s needs re-authentication within ten minutes", async (method, path, body) => {
    const staff = await insertMember()
    const group = await insertGroup({ name: `root ${newId(Date.now())}`, root: true })
    await db.insert(userGroups).values({ userId: staff.user.id, groupId: group.id })
    const { id } = await insertUser()
    const action = () =>
      fetchWith({}, `/api${path.replace("{id}", id)}`, {
        method,
        body: body && JSON.stringify(body),
        headers: { Authorization: `Bearer ${staff.session.token}`, "Content-Type": "application/json" },
      })
    await db
      .update(sessions)
      .set({ confirmedAt: Date.now() - 10 * MINUTE })
      .where(eq(sessions.id, staff.session.id))
    const refused = await action()
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: "auth.confirm_required" }])
    expect((await db.select().from(users).where(eq(users.id, id)))[0]?.bannedAt).toBeNull()
    expect((await staff.call("/confirm", { password })).status).toBe(204)
    expect((await action()).status).not.toBe(403)
  })

  test("an act on the mail desk waits for the re-authentication; reading the desk needs none", async () => {
    const staff = await insertMember()
    const group = await insertGroup({ name: `root ${newId(Date.now())}`, root: true })
    await db.insert(userGroups).values({ userId: staff.user.id, groupId: group.id })
    await db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.id, staff.session.id))
    expect((await staff.open("/dashboard/admin/mail")).status, "reading it does not").toBe(200)
    const response = await staff.post("/dashboard/admin/mail?state=dead", { intent: "drop", ids: newId(Date.now()) })
    const target = response.headers.get("Location")
    expect([response.status, target]).toEqual([302, expect.stringMatching(/^\/auth\/confirm\?act=/)])
  })
})

describe("a sign-in", () => {
  test("a sign-in of guarded staff ends after twelve hours, however much it is used", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { session } = await insertGuarded()
    await makeStrong(session.id)
    for (let n = 0; n < 24; n += 1) {
      vi.setSystemTime(Date.now() + 29 * MINUTE)
      expect((await bearer(session.token, "/auth/me")).status).toBe(200)
    }
    expect((await sessionRow(session.id))?.expiresAt).toBe(session.createdAt + 12 * HOUR)
    vi.setSystemTime(session.createdAt + 12 * HOUR)
    expect((await bearer(session.token, "/auth/me")).status).not.toBe(200)
  })

  test.each([
    ["web", 90],
    ["api", 180],
  ] as const)(
    "a member's sign-in by %s ends after %s days, however much it is used, on every domain",
    async (kind, days) => {
      vi.useFakeTimers({ toFake: ["Date"] })
      const DAY = 24 * HOUR
      const { session } = await insertMember()
      await db.update(sessions).set({ kind }).where(eq(sessions.id, session.id))
      const me = () => fetchWith({}, "/api/auth/me", { headers: { Authorization: `Bearer ${session.token}` } })
      for (let day = 20; day < days; day += 20) {
        vi.setSystemTime(session.createdAt + day * DAY)
        expect([day, (await me()).status]).toEqual([day, 200])
      }
      expect((await sessionRow(session.id))?.expiresAt).toBe(session.createdAt + days * DAY)
      vi.setSystemTime(session.createdAt + days * DAY)
      expect((await me()).status).not.toBe(200)
    },
  )
})
