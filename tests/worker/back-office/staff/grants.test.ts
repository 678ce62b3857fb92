import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { sessions, staffGrants, users } from "~/db/schema"
import { addDays, dayOf } from "~/domain/core/shared/site-days"
import { fetchApp, form, json, signedIn } from "../../helpers/app"
import { insertPerson, listen } from "../../helpers/chat"
import { textOf } from "../../helpers/page"
import { DAY, db, insertColleague, insertGrant, insertSession, insertStaff, insertUser } from "../../helpers/rows"

/** Inserts an owner who has just proved who they are, and returns their calls. */
async function insertAdmin() {
  const user = await insertStaff()
  const { token } = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  const headers = { Authorization: `Bearer ${token}` }
  return {
    user,
    token,
    grant: (fields: object) => fetchApp("/api/admin/staff/grants", json(fields, headers)),
    revoke: (id: string) => fetchApp(`/api/admin/staff/grants/${id}`, { method: "DELETE", headers }),
    list: async () =>
      ((await (await fetchApp("/api/admin/staff", { headers })).json()) as { data: { id: string; roles: object[] }[] })
        .data,
  }
}

const grantsOf = (userId: string) => db.select().from(staffGrants).where(eq(staffGrants.userId, userId))
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

describe("a grant", () => {
  test("makes a member staff until its last day is over, and is listed with who gave it", async () => {
    const [admin, member] = [await insertAdmin(), await insertUser()]
    const until = addDays(dayOf(Date.now()), 1)
    const response = await admin.grant({ email: member.email.toUpperCase(), role: "editor", until })
    expect(response.status).toBe(201)
    const { id } = (await response.json()) as { id: string }
    const [row] = await grantsOf(member.id)
    expect(row).toMatchObject({ id, role: "editor", grantedBy: admin.user.id, revokedAt: null })
    expect(dayOf((row?.expiresAt ?? 0) - 1)).toBe(until)
    expect(dayOf(row?.expiresAt ?? 0)).toBe(addDays(until, 1))
    const listed = (await admin.list()).find((one) => one.id === member.id)
    expect(listed).toMatchObject({
      has_second_factor: false,
      roles: [{ id, role: "editor", granted_by: admin.user.name }],
    })
    const own = (await admin.list()).find((one) => one.id === admin.user.id)
    expect(own?.roles).toMatchObject([{ id: null, role: "owner" }])
  })

  test("is refused for the giver, for a role that somebody has, and for whom there is no account", async () => {
    const [admin, colleague, banned] = [await insertAdmin(), await insertColleague("editor"), await insertUser()]
    await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, banned.id))
    expect(await codeOf(await admin.grant({ email: admin.user.email, role: "verifier" }))).toBe("staff.own_roles")
    expect(await codeOf(await admin.grant({ email: colleague.email, role: "editor" }))).toBe("staff.has_role")
    expect((await admin.grant({ email: banned.email, role: "editor" })).status).toBe(409)
    for (const [fields, field] of [
      [{ email: "nobody@example.org", role: "editor" }, "email"],
      [{ email: colleague.email, role: "owner" }, "role"],
      [{ email: colleague.email, role: "auditor", until: addDays(dayOf(Date.now()), -1) }, "until"],
    ] as const) {
      const response = await admin.grant(fields)
      expect([response.status, await response.json()]).toMatchObject([
        422,
        { errors: { [field]: [expect.any(String)] } },
      ])
    }
    expect([await grantsOf(admin.user.id), (await grantsOf(colleague.id)).length]).toEqual([[], 1])
  })

  test("follows one that has ended", async () => {
    const [admin, member] = [await insertAdmin(), await insertUser()]
    await insertGrant({ userId: member.id, role: "editor", expiresAt: Date.now() - 1 })
    expect((await admin.grant({ email: member.email, role: "editor" })).status).toBe(201)
  })

  test("is made once when it is asked for twice at the same time", async () => {
    const [admin, member] = [await insertAdmin(), await insertUser()]
    const both = await Promise.all([1, 2].map(() => admin.grant({ email: member.email, role: "support" })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await grantsOf(member.id)).toHaveLength(1)
  })
})

describe("a revocation", () => {
  test("ends the role, and with the last one the sessions and sockets", async () => {
    const [admin, person] = [await insertAdmin(), await insertPerson()]
    const [first, second] = [
      await insertGrant({ userId: person.user.id, role: "editor" }),
      await insertGrant({ userId: person.user.id, role: "support" }),
    ]
    const socket = await listen(person)
    const sessionsOf = () => db.select().from(sessions).where(eq(sessions.userId, person.user.id))
    expect((await admin.revoke(first.id)).status).toBe(204)
    expect(await sessionsOf()).not.toEqual([])
    expect((await admin.revoke(second.id)).status).toBe(204)
    expect(await sessionsOf()).toEqual([])
    expect(await socket.closing()).toBeGreaterThanOrEqual(4000)
    expect(await codeOf(await admin.revoke(second.id))).toBe("conflict.changed")
    expect(await grantsOf(person.user.id)).toMatchObject([{ revokedBy: admin.user.id }, { revokedBy: admin.user.id }])
  })

  test("is refused for the owner's own role, even if another owner gave it", async () => {
    const [admin, other] = [await insertAdmin(), await insertAdmin()]
    await other.grant({ email: admin.user.email, role: "verifier" })
    const [row] = await grantsOf(admin.user.id)
    expect(await codeOf(await admin.revoke(row?.id ?? ""))).toBe("staff.own_roles")
    expect((await admin.revoke("none")).status).toBe(404)
    expect(await grantsOf(admin.user.id)).toMatchObject([{ revokedAt: null }])
  })
})

describe("the page of staff", () => {
  test("grants and revokes by its forms, without script", async () => {
    const [owner, member] = [await insertStaff(), await insertUser({ name: "Ada Newcomer" })]
    const proven = async (init: RequestInit) => {
      const { token } = await insertSession({ userId: owner.id, confirmedAt: Date.now() })
      const base = await signedIn(owner, init)
      const headers = new Headers(base.headers)
      const cookies = (headers.get("Cookie") ?? "").replace(
        /__Host-salon_session=[\w-]+/,
        `__Host-salon_session=${token}`,
      )
      headers.set("Cookie", cookies)
      return { ...base, headers }
    }
    const path = "/dashboard/admin/staff"
    const granted = await fetchApp(
      path,
      await proven(form({ intent: "grant", email: member.email, role: "auditor", until: "" })),
    )
    const page = await granted.text()
    expect([granted.status, textOf(page)]).toEqual([200, expect.stringContaining("The role is granted.")])
    expect(textOf(page)).toContain("Ada Newcomer")
    const [row] = await grantsOf(member.id)
    const wrong = await fetchApp(
      path,
      await proven(form({ intent: "grant", email: member.email, role: "auditor", until: "" })),
    )
    expect([wrong.status, textOf(await wrong.text())]).toEqual([409, expect.stringContaining("has that role already")])
    const revoked = await fetchApp(path, await proven(form({ intent: "revoke", id: row?.id ?? "" })))
    expect(textOf(await revoked.text())).toContain("The role is revoked.")
    expect((await grantsOf(member.id))[0]?.revokedAt).toBeGreaterThan(Date.now() - DAY)
  })

  test("shows an auditor who is staff, and no form", async () => {
    const response = await fetchApp("/dashboard/admin/staff", await signedIn(await insertColleague("auditor")))
    const html = await response.text()
    expect([response.status, html.includes('value="revoke"'), html.includes('value="grant"')]).toEqual([
      200,
      false,
      false,
    ])
  })
})
