import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { profiles, sanctions, users } from "~/db/schema"
import { addCookie, en, json, withAccess } from "../../helpers/app"
import { callInterrupted } from "../../helpers/interrupted"
import { ask, mailsTo, receive, runCron, takeWoken } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { DAY, db, insertGrant, insertSession, insertStaff, insertUser } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

/** Inserts staff with a role, who have just proved who they are. */
async function insertProven(role: "moderator" | "trust_lead") {
  const member = await insertMember()
  await insertGrant({ userId: member.user.id, role })
  return member
}

type Member = Awaited<ReturnType<typeof insertMember>>
const action = ({ call }: Member, id: string, name: string, body: object = {}) =>
  call("POST", `/admin/users/${id}/${name}`, { reason: "You asked people for money.", ...body })
const sanctionsOf = (userId: string) => db.select().from(sanctions).where(eq(sanctions.userId, userId))
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const liftedMailsTo = async (email: string) =>
  (await mailsTo(email)).filter(({ template }) => template === "sanction-lifted")
const stateOf = async (id: string) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0]?.state

describe("a warning", () => {
  test("is mailed with its reasons in the member's language, counts for a year, and may be repeated", async () => {
    const [staff, member] = [await insertProven("moderator"), await insertMember({ locale: "fr" })]
    expect((await action(staff, member.user.id, "warnings")).status).toBe(204)
    const { subject, text } = await receive(member.user.email)
    expect([subject, text.includes("avertissement")]).toEqual(["Une décision concernant votre compte", true])
    for (const word of ["You asked people for money.", "l’examinera", "/decisions/"]) expect(text).toContain(word)
    expect((await action(staff, member.user.id, "warnings")).status).toBe(204)
    const rows = await sanctionsOf(member.user.id)
    expect(rows).toMatchObject([
      { kind: "warn", state: "active" },
      { kind: "warn", state: "active" },
    ])
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 366 * DAY })
    await runCron("*/5 * * * *")
    expect(await sanctionsOf(member.user.id)).toMatchObject([{ state: "expired" }, { state: "expired" }])
  })

  test("is refused for staff, for a stranger, and without a reason", async () => {
    const staff = await insertProven("moderator")
    expect(await codeOf(await action(staff, (await insertProven("moderator")).user.id, "warnings"))).toBe(
      "members.staff",
    )
    expect(await codeOf(await action(staff, (await insertStaff()).id, "warnings"))).toBe("members.staff")
    expect((await action(staff, "nobody", "warnings")).status).toBe(404)
    expect((await action(staff, (await insertUser()).id, "warnings", { reason: " " })).status).toBe(422)
  })
})

describe("a suspension", () => {
  test("leaves its member the contact form, their data, their plan and the stop of their profile, and nothing else", async () => {
    const [staff, owner] = [await insertProven("moderator"), await insertOwner("published")]
    expect((await action(staff, owner.user.id, "suspension", { hours: 48 })).status).toBe(204)
    expect((await receive(owner.user.email)).text).toContain("until")
    expect(await stateOf(owner.profile.id)).toBe("paused")
    const { token } = await insertSession({ userId: owner.user.id, confirmedAt: Date.now() })
    const api = async (method: string, path: string, body?: object) => {
      const init = body ? json(body) : {}
      const response = await ask(`/api${path}`, {
        ...init,
        method,
        headers: { ...("headers" in init ? init.headers : {}), Authorization: `Bearer ${token}` },
      })
      return response.status === 403 ? codeOf(response) : response.status
    }
    for (const [method, path, body] of [
      ["GET", "/conversations"],
      ["GET", "/events"],
      ["GET", "/me/favorites"],
      ["PATCH", "/me", { name: "Another" }],
      ["PATCH", "/me/profile", { fields: {}, versions: {} }],
      ["POST", "/me/profile/publication"],
      ["POST", "/me/profile/submission"],
      ["POST", "/me/checkouts", { price: "x" }],
      ["GET", `/profiles/${owner.profile.slug}/private`],
    ] as const)
      expect([path, await api(method, path, body)]).toEqual([path, "account.suspended"])
    for (const [method, path, status, body] of [
      ["GET", "/auth/me", 200],
      ["GET", "/tickets", 200],
      ["GET", "/me/billing", 200],
      ["POST", "/me/exports", 202],
      ["DELETE", "/me/profile/publication", 200],
      ["POST", "/me/erasure", 422, {}],
      ["POST", "/contact", 422, {}],
    ] as const)
      expect([path, await api(method, path, body)]).toEqual([path, status])
    expect(await stateOf(owner.profile.id)).toBe("withdrawn")
  })

  test("is a page that says until when, also of a page that asks for its data alone, and public pages stay open", async () => {
    const [staff, member] = [await insertProven("moderator"), await insertMember()]
    await action(staff, member.user.id, "suspension", { hours: 48 })
    const open = async (path: string) => ask(path, addCookie(await withAccess(), member.cookie))
    for (const path of [
      "/profile/favorites",
      "/profile/chat",
      "/profile/chat.data",
      "/PROFILE/chat",
      "/profile/chat/",
    ]) {
      const response = await open(path)
      expect([path, response.status]).toEqual([path, 403])
      expect(await response.text()).toContain("Your account is paused until")
    }
    for (const path of ["/", "/escorts", "/profile", "/profile/settings/data", "/profile/billing", "/contact"]) {
      const { status } = await open(path)
      expect([path, status]).toEqual([path, 200])
    }
  })

  test("keeps the profile off the site, whatever publishes it, until it ends by itself", async () => {
    const [staff, owner] = [await insertProven("moderator"), await insertOwner("published")]
    await action(staff, owner.user.id, "suspension", { hours: 1 })
    const publish = () => db.update(profiles).set({ state: "published" }).where(eq(profiles.id, owner.profile.id))
    await expect(publish()).rejects.toMatchObject({ cause: { message: expect.stringContaining("owner_suspended") } })
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 })
    expect((await owner.call("GET", "/me/favorites")).status, "the clock alone ends it for the member").toBe(200)
    await runCron("*/5 * * * *")
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(200)
    expect(await stateOf(owner.profile.id)).toBe("published")
  })

  test("is of 30 days at most by a moderator, given once at a time, and lifted at once", async () => {
    const [moderator, lead, member] = [
      await insertProven("moderator"),
      await insertProven("trust_lead"),
      await insertMember(),
    ]
    const { id } = member.user
    const long = await action(moderator, id, "suspension", { hours: 30 * 24 + 1 })
    expect([long.status, await long.json()]).toMatchObject([422, { errors: { hours: [expect.any(String)] } }])
    const both = await Promise.all([1, 2].map(() => action(lead, id, "suspension", { hours: 60 * 24 })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect((await member.call("GET", "/me/favorites")).status).toBe(403)
    const early = await action(moderator, id, "restoration")
    expect([early.status, await codeOf(early)]).toEqual([403, "members.of_lead"])
    expect((await member.call("GET", "/me/favorites")).status).toBe(403)
    expect((await action(lead, id, "restoration")).status).toBe(204)
    expect((await member.call("GET", "/me/favorites")).status).toBe(200)
    expect(await sanctionsOf(id)).toMatchObject([{ state: "lifted" }])
    expect((await action(moderator, id, "suspension", { hours: 1 })).status).toBe(204)
  })

  test("that a moderator may give is lifted by a moderator, but not beside a closure that a trust lead proposed", async () => {
    const [moderator, lead, member] = [
      await insertProven("moderator"),
      await insertProven("trust_lead"),
      await insertMember(),
    ]
    const { id } = member.user
    const states = async () => (await sanctionsOf(id)).map(({ kind, state }) => `${kind} ${state}`).toSorted()
    expect((await action(lead, id, "suspension", { hours: 30 * 24 })).status).toBe(204)
    expect((await action(moderator, id, "restoration")).status).toBe(204)
    await action(moderator, id, "suspension", { hours: 24 })
    expect((await action(lead, id, "closure")).status).toBe(200)
    const refused = await action(moderator, id, "restoration")
    expect([refused.status, await codeOf(refused)]).toEqual([403, "members.of_lead"])
    expect(await states()).toEqual(["close pending", "suspend active", "suspend lifted"])
    expect(await liftedMailsTo(member.user.email)).toHaveLength(1)
    expect((await action(lead, id, "restoration")).status).toBe(204)
    expect(await states()).toEqual(["close lifted", "suspend lifted", "suspend lifted"])
  })

  test("is lifted with a mail, once; where nothing was suspended there is none", async () => {
    const [staff, member] = [await insertProven("trust_lead"), await insertMember()]
    const { id, email } = member.user
    await action(staff, id, "closure")
    expect((await action(staff, id, "restoration")).status, "drops a proposal that the member does not know of").toBe(
      204,
    )
    expect(await mailsTo(email)).toEqual([])
    await action(staff, id, "suspension", { hours: 48 })
    await receive(email)
    for (const _ of [1, 2]) expect((await action(staff, id, "restoration")).status).toBe(204)
    expect((await receive(email)).subject).toBe("Your account is no longer paused")
    expect(await liftedMailsTo(email)).toHaveLength(1)
  })
})

describe("a closure", () => {
  test("needs two different people within seven days, and closes the account with its reasons", async () => {
    const [first, second, member] = [
      await insertProven("trust_lead"),
      await insertProven("trust_lead"),
      await insertMember(),
    ]
    const { id, email } = member.user
    expect(await (await action(first, id, "closure")).json()).toEqual({ state: "pending" })
    expect(await codeOf(await action(first, id, "closure"))).toBe("members.second_person")
    expect((await member.call("GET", "/auth/me")).status, "one approver closes nothing").toBe(200)
    expect(await (await action(second, id, "closure")).json()).toEqual({ state: "closed" })
    expect((await member.call("GET", "/auth/me")).status).not.toBe(200)
    expect((await db.select().from(users).where(eq(users.id, id)))[0]?.bannedAt).not.toBeNull()
    const { text } = await receive(email)
    for (const word of ["You asked people for money.", `${en}/decisions/`]) expect(text).toContain(word)
    expect(await sanctionsOf(id)).toMatchObject([
      { kind: "close", state: "active", staffId: first.user.id, secondStaffId: second.user.id },
    ])
    expect(await (await action(first, id, "closure")).json(), "a retry").toEqual({ state: "closed" })
    expect(await sanctionsOf(id)).toHaveLength(1)
  })

  test("is confirmed by its id alone: another proposal in its place is not closed by who read the first", async () => {
    const [first, third, second, member] = [
      await insertProven("trust_lead"),
      await insertProven("trust_lead"),
      await insertProven("trust_lead"),
      await insertMember(),
    ]
    const { id } = member.user
    const path = `/admin/users/${id}/closure`
    await action(first, id, "closure")
    const [{ id: proposal = "" } = {}] = await sanctionsOf(id)
    const body = { reason: "I agree.", proposal }
    const replace = async () => {
      await action(first, id, "restoration")
      await action(third, id, "closure")
    }
    const interrupted = await callInterrupted(second, path, body, { pattern: /update "sanctions"/i, change: replace })
    expect(await codeOf(interrupted), "replaced between the check and the statement").toBe("conflict.changed")
    expect(await codeOf(await second.call("POST", path, body))).toBe("conflict.changed")
    expect((await member.call("GET", "/auth/me")).status).toBe(200)
    const [, { id: other = "" } = {}] = await sanctionsOf(id)
    const confirmed = await second.call("POST", path, { ...body, proposal: other })
    expect(await confirmed.json()).toEqual({ state: "closed" })
  })

  test("is the only way to shut a member out: one person alone has none", async () => {
    const [lead, member] = [await insertProven("trust_lead"), await insertMember()]
    expect((await action(lead, member.user.id, "ban")).status).toBe(404)
    expect((await db.select().from(users).where(eq(users.id, member.user.id)))[0]?.bannedAt).toBeNull()
  })

  test("is lifted by one person, with a mail, and can be made again", async () => {
    const [first, second, member] = [
      await insertProven("trust_lead"),
      await insertProven("trust_lead"),
      await insertMember({ locale: "fr" }),
    ]
    const { id, email } = member.user
    for (const lead of [first, second]) await action(lead, id, "closure")
    await receive(email)
    const lift = (reason = "The appeal was right.") => first.call("POST", `/admin/users/${id}/reopening`, { reason })
    expect((await lift(" ")).status).toBe(422)
    expect((await lift()).status).toBe(204)
    expect((await receive(email)).subject).toBe("Votre compte est rouvert")
    expect((await lift()).status).toBe(204)
    expect(await liftedMailsTo(email)).toHaveLength(1)
    expect(await sanctionsOf(id)).toMatchObject([{ kind: "close", state: "lifted", endedAt: expect.any(Number) }])
    expect(await (await action(second, id, "closure")).json()).toEqual({ state: "pending" })
    expect(await (await action(first, id, "closure")).json()).toEqual({ state: "closed" })
  })

  test("is proposed again once the seven days are over", async () => {
    const [first, second, member] = [
      await insertProven("trust_lead"),
      await insertProven("trust_lead"),
      await insertMember(),
    ]
    await action(first, member.user.id, "closure")
    await db
      .update(sanctions)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(sanctions.userId, member.user.id))
    expect(await (await action(second, member.user.id, "closure")).json()).toEqual({ state: "pending" })
    expect(await (await action(first, member.user.id, "closure")).json()).toEqual({ state: "closed" })
  })
})
