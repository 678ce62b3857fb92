import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { sanctions, sessions, users } from "~/db/schema"
import { permissionsOf } from "~/domain/core/actor/roles"
import { en, fr } from "../../helpers/app"
import { ask, submit, takeWoken } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { db, insertGrant, insertSession, insertUser } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

afterEach(() => {
  takeWoken()
})

const roles = ["trust_lead", "moderator", "verifier", "support", "finance"] as const
type Role = (typeof roles)[number]

/** Inserts staff with a role, who have just proved who they are; returns their browser. */
async function insertProven(role: Role) {
  const member = await insertMember({ name: `The ${role}` })
  await insertGrant({ userId: member.user.id, role })
  const headers = { Cookie: member.cookie }
  return {
    ...member,
    see: async (id: string, origin = en) => (await ask(`${origin}/dashboard/admin/users/${id}`, { headers })).text(),
    send: (id: string, intent: string, fields: Record<string, string> = { reason: "Links to another site." }) =>
      submit(`${en}/dashboard/admin/users/${id}`, { ...fields, intent }, { headers }),
  }
}

const offered = (html: string) =>
  [...html.matchAll(/name="intent" value="(\w+)"/g)].map(([, intent]) => intent as string)
const sanctionsOf = (userId: string) => db.select().from(sanctions).where(eq(sanctions.userId, userId))
const isBanned = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.bannedAt !== null
const reasonsOf = async (id: string) => {
  const sql =
    "SELECT action, reason FROM audit_log WHERE target_id = ? AND action NOT IN ('member.read', 'billing.read') ORDER BY seq"
  const { results } = await env.DB.prepare(sql).bind(id).all<{ action: string; reason: string | null }>()
  return results.map(({ action, reason }) => [action, reason])
}

/** Fields that each action needs, and a member that it changes. */
const actions = {
  warn: { permission: "members.sanction", state: "free" },
  limit: { permission: "members.sanction", state: "free" },
  suspend: { permission: "members.sanction", state: "free" },
  restore: { permission: "members.sanction", state: "suspended" },
  sign_out: { permission: "members.sanction", state: "free" },
  lift: { permission: "members.close", state: "banned" },
  close: { permission: "members.close", state: "free" },
} as const
type Action = keyof typeof actions

async function insertIn(state: "free" | "suspended" | "banned"): Promise<string> {
  const [lead, { id }] = [await insertProven("trust_lead"), await insertUser()]
  if (state === "suspended") await lead.send(id, "suspend", { hours: "24", reason: "Before." })
  if (state === "banned") await closeAccount(id, lead)
  return id
}

/** Two people close an account, the given one last. */
async function closeAccount(
  id: string,
  last: Awaited<ReturnType<typeof insertProven>>,
  reason = "Before.",
): Promise<void> {
  for (const lead of [await insertProven("trust_lead"), last]) await lead.send(id, "close", { reason })
}

const fieldsOf = (act: Action) => ({
  reason: "Links to another site.",
  ...((act === "limit" || act === "suspend") && { hours: "24" }),
})

describe("the acts of a member's page", () => {
  test.each(Object.keys(actions) as Action[])(
    "%s is offered to, and done by, the roles that may, and no other",
    async (act) => {
      const { permission, state } = actions[act]
      for (const role of roles) {
        const [staff, id] = [await insertProven(role), await insertIn(state)]
        const may = permissionsOf([role]).has(permission)
        expect([role, offered(await staff.see(id)).includes(act)]).toEqual([role, may])
        const before = (await reasonsOf(id)).length
        const { status } = await staff.send(id, act, fieldsOf(act))
        expect([role, status]).toEqual([role, may ? 200 : 404])
        const recorded = (await reasonsOf(id)).slice(before)
        expect([role, recorded.map(([, reason]) => reason)]).toEqual([role, may ? ["Links to another site."] : []])
      }
    },
  )

  test("end every session, suspend and restore, close and open again", async () => {
    const [lead, member] = [await insertProven("trust_lead"), await insertMember()]
    const { id } = member.user
    await lead.send(id, "sign_out")
    expect((await member.call("GET", "/auth/me")).status).toBe(401)
    await lead.send(id, "suspend", { hours: "24", reason: "A day." })
    expect(await lead.see(id)).toContain("Suspended until")
    await lead.send(id, "restore")
    expect(await sanctionsOf(id)).toMatchObject([{ kind: "suspend", state: "lifted", reason: "A day." }])
    await closeAccount(id, lead, "For good.")
    expect(await isBanned(id)).toBe(true)
    expect(await lead.see(id)).toContain("For good.")
    await lead.send(id, "lift")
    expect(await isBanned(id)).toBe(false)
    expect((await reasonsOf(id)).map(([action]) => action)).toEqual([
      "member.sign_out",
      "member.suspend",
      "member.restore",
      "member.propose_closure",
      "member.close",
      "member.reopen",
    ])
  })

  test("are none for a member of staff, but for the end of their sessions", async () => {
    const [lead, colleague] = [await insertProven("trust_lead"), await insertProven("support")]
    expect(offered(await lead.see(colleague.user.id))).toEqual(["sign_out", "end_session"])
    expect((await lead.send(colleague.user.id, "close", { reason: "No." })).status).toBe(409)
  })
})

describe("sessions", () => {
  const rowsOf = (userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId))
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"

  test("are listed to staff who may end them, with device, country and last use, and to no other", async () => {
    const [moderator, support, { id }] = [
      await insertProven("moderator"),
      await insertProven("support"),
      await insertUser(),
    ]
    await insertSession({ userId: id, userAgent: phone, country: "PT" })
    const page = await moderator.see(id)
    for (const text of ["Safari, iPhone", "Portugal", "last used"]) expect(page).toContain(text)
    expect(await support.see(id)).not.toContain("Safari, iPhone")
    const readAs = async ({ call }: typeof moderator) =>
      (await (await call("GET", `/admin/users/${id}`)).json<{ session_list: unknown }>()).session_list
    expect(await readAs(moderator)).toMatchObject([{ device: "Safari, iPhone", country: "PT" }])
    expect(await readAs(support)).toBeNull()
  })

  test("are ended one by one, with a reason in the audit log, and those of others not", async () => {
    const [moderator, { id }, other] = [await insertProven("moderator"), await insertUser(), await insertUser()]
    const [one, two] = [await insertSession({ userId: id }), await insertSession({ userId: id })]
    const others = await insertSession({ userId: other.id })
    expect((await moderator.send(id, "end_session", { session: one.id, reason: " " })).status).toBe(422)
    expect((await moderator.send(id, "end_session", { session: others.id, reason: "Stolen phone." })).status).toBe(404)
    const done = await moderator.send(id, "end_session", { session: one.id, reason: "Stolen phone." })
    expect([done.status, (await done.text()).includes("The session is ended.")]).toEqual([200, true])
    expect((await rowsOf(id)).map((row) => row.id)).toEqual([two.id])
    expect(await rowsOf(other.id)).toHaveLength(1)
    expect(await reasonsOf(id)).toEqual([["member.end_session", "Stolen phone."]])
    const [path, why] = [`/admin/users/${id}/sessions/${two.id}`, { reason: "Stolen phone." }]
    expect((await (await insertProven("support")).call("DELETE", path, why)).status).toBe(404)
    expect((await moderator.call("DELETE", path, why)).status).toBe(204)
    expect((await moderator.call("DELETE", path, why)).status).toBe(404)
    expect(await rowsOf(id)).toEqual([])
  })

  test("of staff are ended by a trust lead, not by a moderator", async () => {
    const [lead, moderator, colleague] = [
      await insertProven("trust_lead"),
      await insertProven("moderator"),
      await insertProven("support"),
    ]
    const { id } = colleague.user
    expect(offered(await moderator.see(id))).toEqual([])
    expect((await moderator.send(id, "sign_out")).status).toBe(409)
    expect(
      (await moderator.call("DELETE", `/admin/users/${id}/sessions/${colleague.session.id}`, { reason: "x" })).status,
    ).toBe(409)
    expect(await rowsOf(id)).toHaveLength(1)
    expect((await lead.send(id, "sign_out")).status).toBe(200)
    expect(await rowsOf(id)).toEqual([])
  })

  test("of the reader are not ended on the reader's own page", async () => {
    const lead = await insertProven("trust_lead")
    expect(offered(await lead.see(lead.user.id))).toEqual([])
    const response = await lead.call("DELETE", `/admin/users/${lead.user.id}/sessions`)
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([409, "staff.own_account"])
  })
})

describe("a refused act", () => {
  test("keeps what was typed: without a reason 422, of a suspended member 409, too long for a moderator 422", async () => {
    const [moderator, { id }] = [await insertProven("moderator"), await insertUser()]
    const missing = await moderator.send(id, "suspend", { hours: "168", reason: " " })
    expect(missing.status).toBe(422)
    expect(await missing.text()).toMatch(/<option[^>]*value="168"[^>]*selected|selected[^>]*value="168"/)
    await moderator.send(id, "suspend", { hours: "24", reason: "The first." })
    const second = await moderator.send(id, "suspend", { hours: "24", reason: "The second one." })
    expect(second.status).toBe(409)
    const warned = await moderator.send(id, "warn", { reason: "" })
    expect([warned.status, (await warned.text()).includes("This field is required.")]).toEqual([422, true])
    const ruleless = await moderator.send(id, "warn", { policy: "", reason: "Without a rule." })
    const shown = await ruleless.text()
    expect([ruleless.status, shown.includes("This field is required."), shown.includes("Without a rule.")]).toEqual([
      422,
      true,
      true,
    ])
    const other = await insertUser()
    const long = await moderator.send(other.id, "suspend", { hours: "8760", reason: "A whole year of it." })
    expect([long.status, (await long.text()).includes("A whole year of it.")]).toEqual([422, true])
    expect(await sanctionsOf(other.id)).toEqual([])
  })

  test("without a recent proof waits, and leads to the page that asks for it", async () => {
    const [moderator, { id }] = [await insertProven("moderator"), await insertUser()]
    const { token } = await insertSession({ userId: moderator.user.id, confirmedAt: null })
    const headers = { Cookie: `__Host-salon_session=${token}` }
    const fields = { intent: "warn", reason: "Too late." }
    const refused = await submit(`${en}/dashboard/admin/users/${id}`, fields, { headers })
    const target = refused.headers.get("Location")
    expect([refused.status, target]).toEqual([302, expect.stringMatching(/^\/auth\/confirm\?act=/)])
    expect(await sanctionsOf(id)).toEqual([])
  })
})

describe("a closure", () => {
  test("shows who proposed it, offers its proposer nothing, and is confirmed by a second person", async () => {
    const [first, second, { id }] = [
      await insertProven("trust_lead"),
      await insertProven("trust_lead"),
      await insertUser(),
    ]
    const proposed = await (await first.send(id, "close", { reason: "Sold another's pictures." })).text()
    expect(proposed).toContain("The closure is proposed.")
    expect(proposed).toContain("You proposed to close this account.")
    expect(offered(proposed)).not.toContain("close")
    expect((await first.send(id, "close")).status).toBe(409)
    expect(await isBanned(id)).toBe(false)
    const seen = await second.see(id)
    for (const text of ["The trust_lead", "proposed to close this account.", "Sold another", "Confirm the closure"])
      expect(seen).toContain(text)
    expect(await (await second.send(id, "close")).text()).toContain("The account is closed.")
    expect(await isBanned(id)).toBe(true)
  })
})

describe("what the page shows", () => {
  test("is the account, the profile and the history, and billing and roles to those who may read them", async () => {
    const owner = await insertOwner("published")
    const { id } = owner.user
    const [support, moderator] = [await insertProven("support"), await insertProven("moderator")]
    const seen = await moderator.see(id)
    for (const text of [owner.user.email, id, owner.profile.id, "No sanctions yet"]) expect(seen).toContain(text)
    expect(seen).not.toContain(">Payment events</h2>")
    expect(seen).not.toContain('href="/dashboard/admin/staff"')
    expect(await support.see(id)).toContain(">Payment events</h2>")
    expect(await moderator.see(id, fr)).toContain("Pas encore de sanction")
  })

  test("and the list marks and filters who is suspended, until the suspension is over", async () => {
    const [moderator, { id }, other] = [await insertProven("moderator"), await insertUser(), await insertUser()]
    await moderator.send(id, "suspend", { hours: "24", reason: "A day." })
    const list = () => moderator.open("/dashboard/admin/users?state=suspended").then((page) => page.text())
    const listed = await list()
    expect([listed.includes(`/users/${id}`), listed.includes(`/users/${other.id}`)]).toEqual([true, false])
    await db
      .update(sanctions)
      .set({ expiresAt: Date.now() - 2_000 })
      .where(eq(sanctions.userId, id))
    expect(await list()).not.toContain(`/users/${id}`)
  })

  test("of nobody is 404", async () => {
    const moderator = await insertProven("moderator")
    expect(await moderator.see("nobody")).toContain("Page Not Found")
  })
})
