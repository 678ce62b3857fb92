import { eq } from "drizzle-orm"
import { afterEach, expect, test, vi } from "vitest"
import { twoFactor, users } from "~/db/schema"
import { fetchWith, json } from "../../helpers/app"
import { takeWoken } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { db, insertColleague, insertGrant, insertSession, insertStaff } from "../../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const DAY = 24 * 60 * 60_000
const guarded = { STAFF_SECOND_FACTOR: "required" }
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

async function rolesOf(token: string, settings: object = {}): Promise<unknown> {
  const me = (await (await fetchWith(settings, "/api/auth/me", bearer(token))).json()) as { roles?: unknown }
  return me.roles
}

test("the signed-in user names the roles in force, and none for a member", async () => {
  const now = Date.now()
  const staff = await insertColleague("support", "moderator", "support")
  await insertGrant({ userId: staff.id, role: "finance", expiresAt: now - 1 })
  await insertGrant({ userId: staff.id, role: "editor", revokedAt: now - 1 })
  await insertGrant({ userId: staff.id, role: "verifier", expiresAt: now + DAY })
  const { token } = await insertSession({ userId: staff.id })
  expect(await rolesOf(token)).toEqual(["moderator", "support", "verifier"])
  vi.useFakeTimers({ toFake: ["Date"], now: now + DAY })
  expect(await rolesOf(token), "an expiry needs no act").toEqual(["moderator", "support"])
  vi.useRealTimers()
  expect(await rolesOf((await insertSession({ userId: (await insertStaff()).id })).token)).toEqual(["owner"])
  expect(await rolesOf((await insertMember()).session.token)).toBeUndefined()
})

test("a role is withheld until a second factor, and idle staff are signed out", async () => {
  const staff = await insertColleague("moderator")
  const session = await insertSession({ userId: staff.id })
  expect(await rolesOf(session.token, guarded)).toBeUndefined()
  const refused = await fetchWith(guarded, "/api/admin/media", bearer(session.token))
  expect(await refused.json()).toMatchObject({ code: "auth.second_factor_required" })
  await db.insert(twoFactor).values({ userId: staff.id, secret: "x", enrolledAt: 1, createdAt: 1, updatedAt: 1 })
  const strong = await insertSession({ userId: staff.id, isStrong: true })
  expect(await rolesOf(strong.token, guarded)).toEqual(["moderator"])
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 60_000 })
  expect((await fetchWith(guarded, "/api/auth/me", bearer(strong.token))).status).not.toBe(200)
})

test("a role gives no Premium, and nobody closes the account of who has one", async () => {
  const staff = await insertColleague("auditor")
  const { token } = await insertSession({ userId: staff.id })
  const access = await fetchWith({}, "/api/me/entitlements", bearer(token))
  expect(access.status).toBe(200)
  expect(await access.text()).not.toMatch(/"holds":true/)
  const owner = await insertSession({ userId: (await insertStaff()).id, confirmedAt: Date.now() })
  const closure = await fetchWith(
    {},
    `/api/admin/users/${staff.id}/closure`,
    json({ reason: "No" }, bearer(owner.token).headers),
  )
  expect([closure.status, await closure.json()]).toMatchObject([409, { code: "members.staff" }])
  expect((await db.select().from(users).where(eq(users.id, staff.id)))[0]?.bannedAt).toBeNull()
})
