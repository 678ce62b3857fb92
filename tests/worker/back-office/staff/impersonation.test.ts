import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { dataRequests, favorites, impersonations, sessions, staffGrants, users } from "~/db/schema"
import { accessLifetime, impersonationLifetime } from "~/domain/accounts/impersonation/impersonation.server"
import { permissionsOf } from "~/domain/core/actor/roles"
import { limits } from "~/domain/core/rate-limits"
import { newId } from "~/lib/id"
import { en, fetchWith, withAccess } from "../../helpers/app"
import { connect, key } from "../../helpers/chat"
import { runCron, takeWoken } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import {
  DAY,
  db,
  insertCategory,
  insertCity,
  insertProfile,
  insertSession,
  insertStaff,
  insertUser,
} from "../../helpers/rows"
import { entriesOf, insertImpersonated, insertSupport, latestOf } from "./impersonated"

afterEach(() => {
  takeWoken()
  vi.restoreAllMocks()
})

/** Runs `act` as if this much time (ms) had passed. */
async function later<Result>(by: number, act: () => Promise<Result>): Promise<Result> {
  const at = Date.now() + by
  const clock = vi.spyOn(Date, "now").mockImplementation(() => at)
  try {
    return await act()
  } finally {
    clock.mockRestore()
  }
}

describe("logging in as a member", () => {
  test.each(["trust_lead", "moderator", "verifier", "support", "finance", "editor", "auditor"] as const)(
    "is for the roles that have the permission: %s",
    async (role) => {
      const [staff, member] = [await insertSupport(role), await insertUser({ name: "Zelda Quill" })]
      const may = permissionsOf([role]).has("members.impersonate")
      expect((await staff.start(member.id)).status).toBe(may ? 302 : 404)
      expect(await staff.isAs("Zelda Quill")).toBe(may)
      const api = await insertSupport(role)
      const { status } = await api.fetchApi("POST", `/admin/users/${member.id}/impersonation`, { reason: "A bug." })
      expect(status).toBe(may ? 204 : 404)
    },
  )

  test("shows the member's pages under the bar, in the reader's language, and to nobody else", async () => {
    const { staff, owner, member } = await insertImpersonated()
    const page = await staff.see("/profile")
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain(`Hello, ${member.name.split(" ")[0]}`)
    expect(html).toContain(`Viewing as ${member.name}`)
    expect(html).not.toContain("Your last login")
    expect(await (await staff.see("http://fr.localhost:8787/about")).text()).toContain("Lecture seule")
    expect(page.headers.get("Cache-Control")).toBe("private, no-store")
    expect(await (await owner.open("/profile")).text()).not.toContain('data-impersonated=""')
  })

  test("shows on the member's home neither conversations, favourites nor searches", async () => {
    const { staff, owner, member } = await insertImpersonated()
    const city = await insertCity()
    const kept = await insertProfile({ name: "Kept by them", cityId: city.id, categoryId: (await insertCategory()).id })
    await db.insert(favorites).values({ userId: member.id, profileId: kept.id, createdAt: 1 })
    const own = await (await owner.open("/profile")).text()
    expect([own.includes("Kept by them"), own.includes('id="messages"')]).toEqual([true, true])
    const seen = await (await staff.see("/profile")).text()
    expect([seen.includes("Kept by them"), seen.includes('id="messages"')]).toEqual([false, false])
    expect([own.includes(`id="figures"`), seen.includes(`id="figures"`)]).toEqual([true, false])
  })

  test("asks for a reason, and keeps nothing without one", async () => {
    const [staff, member] = [await insertSupport(), await insertUser()]
    expect((await staff.start(member.id, "  ")).status).toBe(422)
    expect((await staff.fetchApi("POST", `/admin/users/${member.id}/impersonation`)).status).toBe(422)
    expect(await db.select().from(impersonations).where(eq(impersonations.memberId, member.id))).toEqual([])
  })

  test("asks for a proof of the last ten minutes", async () => {
    const [staff, member] = [await insertSupport(), await insertUser()]
    await db
      .update(sessions)
      .set({ confirmedAt: Date.now() - 11 * 60_000 })
      .where(eq(sessions.id, staff.session.id))
    const held = await staff.start(member.id)
    expect([held.status, held.headers.get("Location")]).toEqual([
      302,
      expect.stringMatching(/^\/auth\/confirm\?act=[\w-]{43}$/),
    ])
    const refused = await staff.fetchApi("POST", `/admin/users/${member.id}/impersonation`, { reason: "A bug." })
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([403, "auth.confirm_required"])
    expect(await staff.isAs(member.name)).toBe(false)
    expect(await db.select().from(impersonations).where(eq(impersonations.memberId, member.id))).toEqual([])
  })

  test("is refused for staff, oneself, a banned account, one that is being erased, and nobody", async () => {
    const staff = await insertSupport()
    const [banned, erased] = [await insertUser({ bannedAt: 1 }), await insertUser()]
    const request = { id: newId(Date.now()), userId: erased.id, kind: "erasure", state: "running" } as const
    await db.insert(dataRequests).values({ ...request, createdAt: 1, updatedAt: 1 })
    const start = async (id: string) =>
      (await staff.fetchApi("POST", `/admin/users/${id}/impersonation`, { reason: "A bug." })).json<{
        code: string
      }>()
    const ids = [(await insertStaff()).id, (await insertSupport("editor")).user.id, staff.user.id, banned.id, erased.id]
    const codes = [...ids, "none"].map(async (id) => (await start(id)).code)
    expect(await Promise.all(codes)).toEqual([
      "members.staff",
      "members.staff",
      "members.staff",
      "conflict.changed",
      "conflict.changed",
      "request.not_found",
    ])
  })

  test("takes a browser: a token sent as Bearer neither starts nor has one", async () => {
    const { staff, member } = await insertImpersonated()
    const other = await insertSupport()
    const refused = await other.call("POST", `/admin/users/${member.id}/impersonation`, { reason: "A bug." })
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([409, "impersonation.browser_only"])
    const me = await staff.call("GET", "/auth/me")
    expect(await me.json()).toMatchObject({ id: staff.user.id, roles: ["support"] })
  })

  test("is limited by the hour", async () => {
    const [staff, member] = [await insertSupport(), await insertUser()]
    const statuses: number[] = []
    for (let n = 0; n <= limits["staff.impersonate"].max; n++) {
      const { status } = await staff.fetchApi("POST", `/admin/users/${member.id}/impersonation`, { reason: "A bug." })
      statuses.push(status)
      await staff.fetchApi("DELETE", "/auth/impersonation")
    }
    expect([statuses.at(0), statuses.at(-2), statuses.at(-1)]).toEqual([204, 204, 429])
  })

  test("is one at a time: another browser's ends, and two requests at once start one", async () => {
    const { staff, member, row } = await insertImpersonated()
    const session = await insertSession({ userId: staff.user.id, confirmedAt: Date.now() })
    const headers = { Cookie: `__Host-salon_session=${session.token}`, Origin: en, "Content-Type": "application/json" }
    const start = () =>
      withAccess({ method: "POST", headers, body: JSON.stringify({ reason: "A bug." }) }).then((init) =>
        fetchWith({}, `/api/admin/users/${member.id}/impersonation`, init),
      )
    const statuses = (await Promise.all([start(), start()])).map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    const rows = await db.select().from(impersonations).where(eq(impersonations.staffId, staff.user.id))
    const open = rows.filter(({ endedAt }) => endedAt === null)
    expect([open.length, open[0]?.familyId, open[0]?.id === row.id]).toEqual([1, session.familyId, false])
    expect(await staff.isAs(member.name)).toBe(false)
  })
})

describe("an impersonation ends", () => {
  test("by its button, at the member's page, whatever is sent twice", async () => {
    const { staff, member, row } = await insertImpersonated()
    const ended = await staff.end(row.id, member.id)
    expect([ended.status, ended.headers.get("Location")]).toEqual([302, `/dashboard/admin/users/${member.id}`])
    expect(ended.headers.get("Clear-Site-Data")).toBe('"cache"')
    expect(await staff.isAs(member.name)).toBe(false)
    expect((await staff.end(row.id, member.id)).status).toBe(302)
    expect((await staff.see(`/dashboard/admin/users/${member.id}`)).status).toBe(200)
    expect((await entriesOf(member.id)).filter(({ action }) => action === "impersonation.end").length).toBe(1)
  })

  test("not by the button of an earlier one, in another tab", async () => {
    const { staff, member, row } = await insertImpersonated()
    await staff.end(row.id, member.id)
    const second = await insertUser({ name: "Ottilie Verne" })
    await staff.start(second.id)
    await staff.end(row.id, member.id)
    expect(await staff.isAs("Ottilie Verne")).toBe(true)
  })

  test("by the API, as often as it is called", async () => {
    const { staff, member } = await insertImpersonated()
    expect((await staff.fetchApi("DELETE", "/auth/impersonation")).status).toBe(204)
    expect((await staff.fetchApi("DELETE", "/auth/impersonation")).status).toBe(204)
    expect(await staff.isAs(member.name)).toBe(false)
  })

  test("after 30 minutes: the next page says so, and the next form is not the staff member's own", async () => {
    const { staff, member } = await insertImpersonated()
    await later(impersonationLifetime - 1_000, async () => expect(await staff.isAs(member.name)).toBe(true))
    await later(impersonationLifetime + 1_000, async () => {
      const first = await staff.see("/profile/favorites")
      expect([first.status, first.headers.get("Location")]).toEqual([303, `/auth/impersonation?member=${member.id}`])
      const second = await staff.see(`/auth/impersonation?member=${member.id}`)
      expect(second.headers.get("Location")).toBe(`/dashboard/admin/users/${member.id}?notice=over`)
      const notice = await staff.see(`/dashboard/admin/users/${member.id}?notice=over`)
      expect(await notice.text()).toContain("Your time as this member has ended.")
    })
    const row = await latestOf(member.id)
    expect(row.endedAt).toBe(row.expiresAt)
  })

  test("after 30 minutes a form of a page left open is refused, and changes nothing of the staff member's", async () => {
    const { staff, member } = await insertImpersonated()
    await later(impersonationLifetime + 1_000, async () => {
      const form = await staff.post("/profile/settings/profile", { intent: "name", name: "Somebody Else" })
      expect(form.status).toBe(403)
      expect(await form.text()).toContain("You no longer see the site as the member.")
    })
    const [{ name } = { name: "" }] = await db.select().from(users).where(eq(users.id, staff.user.id))
    expect(name).toBe(staff.user.name)
    const again = await insertImpersonated()
    await later(impersonationLifetime + 1_000, async () => {
      const refused = await again.staff.fetchApi("POST", "/me/favorites", {})
      expect((await refused.json<{ code: string }>()).code).toBe("impersonation.over")
    })
    expect(member.id).not.toBe(again.member.id)
  })

  test.each<[string, (one: Awaited<ReturnType<typeof insertImpersonated>>) => Promise<unknown>]>([
    [
      "the role is revoked",
      ({ staff }) => db.update(staffGrants).set({ revokedAt: 1 }).where(eq(staffGrants.id, staff.grant.id)),
    ],
    [
      "the role expires",
      ({ staff }) => db.update(staffGrants).set({ expiresAt: 1 }).where(eq(staffGrants.id, staff.grant.id)),
    ],
    ["the member is banned", ({ member }) => db.update(users).set({ bannedAt: 1 }).where(eq(users.id, member.id))],
    [
      "the member becomes staff",
      ({ member }) => db.insert(staffGrants).values({ id: newId(1), userId: member.id, role: "editor", createdAt: 1 }),
    ],
    [
      "the member's erasure runs",
      ({ member }) =>
        db.insert(dataRequests).values({
          id: newId(1),
          userId: member.id,
          kind: "erasure",
          state: "running",
          createdAt: 1,
          updatedAt: 1,
        }),
    ],
  ])("at once when %s", async (_, change) => {
    const one = await insertImpersonated()
    await change(one)
    const response = await one.staff.see("/profile")
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `/auth/impersonation?member=${one.member.id}`,
    ])
    expect(await one.staff.isAs(one.member.name)).toBe(false)
  })

  test("with the staff member's session, which the ban of the staff member ends too", async () => {
    const { staff, member } = await insertImpersonated()
    await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, staff.user.id))
    expect((await staff.see("/profile")).headers.get("Location")).toBe("/auth/login")
    expect((await latestOf(member.id)).endedAt).toBeNull()
  })

  test("with a log-out, which ends the staff member's session and none of the member's", async () => {
    for (const path of ["/auth/logout", "/exit"]) {
      const { staff, owner, member } = await insertImpersonated()
      await staff.post(path)
      expect((await staff.see("/profile")).headers.get("Location")).toBe("/auth/login")
      expect((await owner.open("/profile")).status).toBe(200)
      expect((await latestOf(member.id)).endedAt).not.toBeNull()
    }
  })

  test("where staff need a second factor, when their session is idle for 30 minutes or has none", async () => {
    const { staff } = await insertImpersonated()
    const needed = { STAFF_SECOND_FACTOR: "required" }
    const see = async () => fetchWith(needed, "/profile", await withAccess({ headers: staff.headers }))
    expect((await see()).headers.get("Location")).toMatch("/auth/impersonation")
    const other = await insertImpersonated()
    await db.update(sessions).set({ isStrong: true }).where(eq(sessions.id, other.staff.session.id))
    const seeOther = async () => fetchWith(needed, "/profile", await withAccess({ headers: other.staff.headers }))
    expect((await seeOther()).status).toBe(200)
    await db
      .update(sessions)
      .set({ lastUsedAt: Date.now() - 31 * 60_000 })
      .where(eq(sessions.id, other.staff.session.id))
    expect((await seeOther()).headers.get("Location")).toBe("/auth/login")
  })
})

describe("during an impersonation", () => {
  test("no socket opens, and no channel is authorized", async () => {
    const { staff, member } = await insertImpersonated()
    const socket = await connect(`/app/${key}?protocol=7&client=js`, staff.headers)
    expect(await socket.closing()).toBe(4009)
    const fields = `socket_id=1.1&channel_name=private-user.${member.id}`
    for (const path of ["/broadcasting/auth", "/api/broadcasting/auth"])
      expect((await staff.see(`${path}?${fields}`)).status).toBe(403)
    expect((await staff.fetchApi("POST", "/broadcasting/user-auth", { socket_id: "1.1" })).status).toBe(403)
  })

  test("the staff member's session is used, and the member's sessions, devices and presence are not", async () => {
    const { staff, owner, member } = await insertImpersonated()
    const before = await db.select().from(sessions).where(eq(sessions.userId, member.id))
    await later(2 * 60 * 60_000, async () => {
      await db
        .update(impersonations)
        .set({ expiresAt: Date.now() + 60_000 })
        .where(eq(impersonations.memberId, member.id))
      expect(await staff.isAs(member.name)).toBe(true)
    })
    expect(await db.select().from(sessions).where(eq(sessions.userId, member.id))).toEqual(before)
    const [own] = await db.select().from(sessions).where(eq(sessions.id, staff.session.id))
    expect(own?.lastUsedAt).toBeGreaterThan(staff.session.lastUsedAt + 60 * 60_000)
    expect(own?.userId).toBe(staff.user.id)
    expect(owner.user.id).toBe(member.id)
  })

  test("the session carried to the other language's domain sees the site as the member too", async () => {
    const { staff, member } = await insertImpersonated()
    const session = await insertSession({ userId: staff.user.id, familyId: staff.session.familyId })
    const init = { headers: { Cookie: `__Host-salon_session=${session.token}` } }
    const html = await (await fetchWith({}, "http://fr.localhost:8787/about", await withAccess(init))).text()
    expect(html).toContain(`Vu comme ${member.name}`)
  })
})

describe("what is recorded", () => {
  test("has the reason, the end, and each page once, under the staff member's id", async () => {
    const { staff, member, row } = await insertImpersonated()
    for (const path of ["/profile", "/profile", "/profile/favorites", "/profile/billing"]) await staff.see(path)
    await staff.end(row.id, member.id)
    const entries = await entriesOf(member.id)
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ["impersonation.start", "They cannot find their favourites."],
      ...["impersonation.open_page", "impersonation.open_page", "impersonation.end"].map((action) => [action, null]),
    ])
    expect(entries.flatMap(({ details }) => (JSON.parse(details) as { page?: string }).page ?? [])).toEqual([
      "/profile",
      "/profile/favorites",
    ])
    expect(new Set(entries.map(({ actor_id }) => actor_id))).toEqual(new Set([staff.user.id]))
  })

  test("is a line of the member's list, without who it was and why, and the row is stored for a year", async () => {
    const [staff, member] = [await insertSupport(), await insertMember()]
    await staff.start(member.user.id, "A secret reason.")
    const html = await (await member.open("/profile/settings/access")).text()
    expect(html).toContain("The site as you see it, read only")
    expect(html).not.toMatch(/A secret reason|The support/)
    await db
      .update(impersonations)
      .set({ startedAt: Date.now() - accessLifetime - DAY, expiresAt: 1 })
      .where(eq(impersonations.memberId, member.user.id))
    await runCron("17 3 * * *")
    expect(await db.select().from(impersonations).where(eq(impersonations.memberId, member.user.id))).toEqual([])
  })

  test("of one that nobody ended, the night writes the end", async () => {
    const { member, row } = await insertImpersonated()
    await db.update(impersonations).set({ expiresAt: 5_000 }).where(eq(impersonations.id, row.id))
    await runCron("17 3 * * *")
    expect((await latestOf(member.id)).endedAt).toBe(5_000)
  })
})

test("the favourites of the member are shown, not the staff member's", async () => {
  const { staff, member } = await insertImpersonated()
  const other = await insertImpersonated()
  await db.insert(favorites).values({ userId: member.id, profileId: other.owner.profile.id, createdAt: 1 })
  expect(await (await staff.see("/profile/favorites")).text()).toContain(other.owner.profile.slug)
})
