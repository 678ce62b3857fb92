import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { auditLog, cases, decisions, policies, profiles, sanctions } from "~/db/schema"
import type { Case } from "~/domain/safety/cases/schema"
import { linkIn, mailsTo, receive, takeWoken } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { db, insertGrant, insertReport } from "../helpers/rows"
import { insertOwner } from "../profiles/editing/people"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const reason = "You sent the same offer to forty people."
const hour = 60 * 60_000

afterEach(() => void takeWoken())

/** Inserts a case about a member, from a report with an address. */
async function insertCaseAbout(userId: string | null, row: Parameters<typeof insertReport>[0] = {}) {
  const about = userId === null ? {} : ({ subjectKind: "member", subjectId: userId, userId } as const)
  return insertReport({ email: `reporter-${crypto.randomUUID()}@example.org`, ...row }, about)
}
const act = (staff: Staff, reference: string, body: object) =>
  staff.call("POST", `/admin/cases/${reference}/act`, { reason, ...body })
const open = async (staff: Staff, reference: string) =>
  (await staff.call("GET", `/admin/cases/${reference}`)).json<Case>()
const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
const stateOf = async (reference: string) =>
  (await db.select().from(cases).where(eq(cases.reference, reference)))[0]?.state
const sanctionsOf = (userId: string) => db.select().from(sanctions).where(eq(sanctions.userId, userId))
const decisionsOf = (userId: string) => db.select().from(decisions).where(eq(decisions.userId, userId))

describe("a case that ends with a sanction", () => {
  test.each([
    ["warn", "member_warned", {}],
    ["limit", "member_limited", { hours: 48 }],
    ["suspend", "member_suspended", { hours: 48 }],
  ] as const)(
    "%s gives it to the member whom it is about, with its reasons and rule, and names no reporter",
    async (kind, decided, more) => {
      const [staff, member] = [await insertStaffMember("moderator"), await insertMember()]
      const { id, email, caseReference } = await insertCaseAbout(member.user.id, { category: "impersonation" })
      const before = Date.now()
      expect((await act(staff, caseReference, { sanction: kind, ...more })).status).toBe(204)
      expect(await stateOf(caseReference)).toBe("actioned")
      const [given, ...others] = await sanctionsOf(member.user.id)
      expect(others).toEqual([])
      expect(given).toMatchObject({ kind, state: "active", reason, reportId: id, staffId: staff.user.id })
      if (kind !== "warn") expect(Math.round(((given?.expiresAt ?? 0) - before) / hour)).toBe(48)
      expect(await decisionsOf(member.user.id)).toMatchObject([
        { id: given?.id, kind: decided, facts: reason, reportId: id, source: "notice", staffId: staff.user.id },
      ])
      const { text } = await receive(member.user.email)
      expect(text).toContain(reason)
      expect(text).not.toContain(email)
      expect((await receive(email ?? "")).text).toContain(reason)
      const log = await db.select().from(auditLog).where(eq(auditLog.actorId, staff.user.id))
      expect(log.map(({ action }) => action)).toEqual([`member.${kind}`, "case.act"])
    },
  )

  test("cites the rule of its category, or the one that staff chose", async () => {
    const staff = await insertStaffMember("moderator")
    const rules = ["adults", "identity", "conduct"].map((slug, at) => ({ id: slug, slug, severity: 1, position: at }))
    for (const rule of rules) await db.insert(policies).values({ ...rule, createdAt: 1, updatedAt: 1 })
    const cited = async (body: object) => {
      const { user } = await insertMember()
      const { caseReference } = await insertCaseAbout(user.id, { category: "impersonation" })
      expect((await act(staff, caseReference, { sanction: "warn", ...body })).status).toBe(204)
      return (await decisionsOf(user.id))[0]?.policyId
    }
    expect([await cited({}), await cited({ policy: "conduct" })]).toEqual(["identity", "conduct"])
    for (const { id } of rules) await db.delete(policies).where(eq(policies.id, id))
  })

  test("follows the appeal against its sanction", async () => {
    const [staff, other] = [await insertStaffMember("moderator"), await insertStaffMember("moderator")]
    const member = await insertMember()
    const { caseReference } = await insertCaseAbout(member.user.id)
    await act(staff, caseReference, { sanction: "limit", hours: 24 })
    const [decision] = await decisionsOf(member.user.id)
    const path = `/decisions/${decision?.reference}/appeal`
    expect((await member.call("POST", path, { body: "It was not me." })).status).toBe(204)
    expect(await stateOf(caseReference)).toBe("appealed")
    const body = { outcome: "overturned", answer: "It was not." }
    expect((await other.call("POST", `/admin/appeals/${decision?.reference}/decision`, body)).status).toBe(204)
    expect(await stateOf(caseReference)).toBe("closed")
    expect(await sanctionsOf(member.user.id)).toMatchObject([{ state: "lifted" }])
  })

  test("takes the profile down and suspends its owner at once; an overturned removal does not publish it meanwhile", async () => {
    const [owner, staff, other] = [
      await insertOwner(),
      await insertStaffMember("moderator"),
      await insertStaffMember("moderator"),
    ]
    const { profile, user } = owner
    const about = { subjectKind: "profile", subjectId: profile.id, userId: user.id, profileId: profile.id } as const
    const { caseReference } = await insertReport({ profileId: profile.id }, about)
    const body = { removes: true, sanction: "suspend", hours: 48 }
    expect((await act(staff, caseReference, body)).status).toBe(204)
    const stateOfProfile = async () => (await db.select().from(profiles).where(eq(profiles.id, profile.id)))[0]?.state
    expect(await stateOfProfile()).toBe("suspended")
    const made = await decisionsOf(user.id)
    expect(made.map(({ kind }) => kind).toSorted()).toEqual(["member_suspended", "profile_suspended"])
    const removal = made.find(({ kind }) => kind === "profile_suspended")
    await owner.call("POST", `/decisions/${removal?.reference}/appeal`, { body: "It is mine." })
    const answer = { outcome: "overturned", answer: "It is." }
    expect((await other.call("POST", `/admin/appeals/${removal?.reference}/decision`, answer)).status).toBe(204)
    expect(await stateOfProfile()).toBe("paused")
    const suspension = made.find(({ kind }) => kind === "member_suspended")
    await owner.call("POST", `/decisions/${suspension?.reference}/appeal`, { body: "It is mine." })
    expect((await other.call("POST", `/admin/appeals/${suspension?.reference}/decision`, answer)).status).toBe(204)
    expect(await stateOfProfile()).toBe("published")
  })

  test("of a check of the site's own says that staff looked into it, and of nobody that they reported", async () => {
    const [staff, member] = [await insertStaffMember("moderator"), await insertMember()]
    const { caseReference } = await insertCaseAbout(member.user.id, { isOwn: true, email: null })
    await act(staff, caseReference, { sanction: "warn" })
    expect(await decisionsOf(member.user.id)).toMatchObject([{ source: "staff" }])
  })

  test("proposes a closure, which a second person confirms with the case's reasons, and its appeal moves the case", async () => {
    const [lead, second, member] = [
      await insertStaffMember("trust_lead"),
      await insertStaffMember("trust_lead"),
      await insertMember(),
    ]
    const { id, caseReference } = await insertCaseAbout(member.user.id)
    const rules = ["adults", "terms"].map((slug, at) => ({ id: slug, slug, severity: 3, position: at }))
    for (const rule of rules) await db.insert(policies).values({ ...rule, createdAt: 1, updatedAt: 1 })
    expect((await act(lead, caseReference, { sanction: "close", policy: "adults" })).status).toBe(204)
    expect(await stateOf(caseReference)).toBe("actioned")
    expect(await sanctionsOf(member.user.id)).toMatchObject([{ kind: "close", state: "pending", reportId: id }])
    expect(await mailsTo(member.user.email), "nothing is closed yet").toEqual([])
    const closure = `/admin/users/${member.user.id}/closure`
    expect(await codeOf(await lead.call("POST", closure, { reason }))).toEqual([409, "members.second_person"])
    expect((await second.call("POST", closure, { reason: "I agree." })).status).toBe(200)
    expect(await decisionsOf(member.user.id)).toMatchObject([
      { kind: "member_closed", facts: reason, reportId: id, source: "notice", policyId: "adults" },
    ])
    const key = linkIn(await receive(member.user.email)).split("/")[2]
    expect((await lead.call("POST", `/decisions/${key}/appeal`, { body: "Please." })).status).toBe(204)
    expect(await stateOf(caseReference)).toBe("appealed")
    for (const rule of rules) await db.delete(policies).where(eq(policies.id, rule.id))
  })
})

describe("a sanction with a case is refused, and the case stays open,", () => {
  const refused = async (staff: Staff, userId: string | null, body: object) => {
    const { caseReference } = await insertCaseAbout(userId)
    const answer = await codeOf(await act(staff, caseReference, body))
    expect(await stateOf(caseReference)).toBe("received")
    // A member has one open case.
    await db.update(cases).set({ state: "closed" }).where(eq(cases.reference, caseReference))
    return answer
  }

  test("without its permission: a moderator proposes no closure, and gives no more than 30 days", async () => {
    const [moderator, lead] = [await insertStaffMember("moderator"), await insertStaffMember("trust_lead")]
    const { user } = await insertMember()
    expect(await refused(moderator, user.id, { sanction: "close" })).toEqual([422, "validation.failed"])
    for (const sanction of ["limit", "suspend"]) {
      const body = { sanction, hours: 30 * 24 + 1 }
      expect(await refused(moderator, user.id, body)).toEqual([422, "validation.failed"])
      const { caseReference } = await insertCaseAbout((await insertMember()).user.id)
      expect((await act(lead, caseReference, body)).status).toBe(204)
    }
    expect(await sanctionsOf(user.id)).toEqual([])
    expect(await decisionsOf(user.id)).toEqual([])
  })

  test.each([
    { sanction: "limit" },
    { sanction: "suspend" },
    { sanction: "suspend", hours: 0 },
    { sanction: "ban" },
    { sanction: "warn", policy: "none" },
  ])("for what is no sanction: %j", async (body) => {
    const { user } = await insertMember()
    expect(await refused(await insertStaffMember("trust_lead"), user.id, body)).toEqual([422, "validation.failed"])
  })

  test("for a case about no member, for a member of staff, and for one who has it already", async () => {
    const staff = await insertStaffMember("trust_lead")
    expect(await refused(staff, null, { sanction: "warn" })).toEqual([409, "cases.no_member"])
    const colleague = await insertMember()
    await insertGrant({ userId: colleague.user.id, role: "support" })
    for (const sanction of ["warn", "close"])
      expect(await refused(staff, colleague.user.id, { sanction })).toEqual([409, "members.staff"])
    const { user } = await insertMember()
    await staff.call("POST", `/admin/users/${user.id}/suspension`, { reason, hours: 2 })
    expect(await refused(staff, user.id, { sanction: "suspend", hours: 2 })).toEqual([409, "conflict.changed"])
    expect(await sanctionsOf(user.id)).toHaveLength(1)
  })

  test("while somebody else holds it; and a case about themselves does not exist", async () => {
    const [staff, colleague] = [await insertStaffMember("moderator"), await insertStaffMember("moderator")]
    const { user } = await insertMember()
    const { caseReference } = await insertCaseAbout(user.id)
    await colleague.call("PUT", `/admin/cases/${caseReference}/claim`)
    expect(await codeOf(await act(staff, caseReference, { sanction: "warn" }))).toEqual([409, "cases.claimed"])
    expect([await sanctionsOf(user.id), await decisionsOf(user.id)]).toEqual([[], []])
    const own = await insertCaseAbout(staff.user.id)
    expect(await codeOf(await act(staff, own.caseReference, { sanction: "warn" }))).toEqual([404, "request.not_found"])
  })
})

test("two who sanction with the same case at once, or twice, give one sanction", async () => {
  const [staff, colleague] = [await insertStaffMember("moderator"), await insertStaffMember("moderator")]
  const { user } = await insertMember()
  const { caseReference } = await insertCaseAbout(user.id)
  const answers = await Promise.all([staff, colleague].map((one) => act(one, caseReference, { sanction: "warn" })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await codeOf(await act(staff, caseReference, { sanction: "warn" }))).toEqual([409, "conflict.changed"])
  expect([await sanctionsOf(user.id), await decisionsOf(user.id)].map(({ length }) => length)).toEqual([1, 1])
})

describe("the page of a case", () => {
  test("offers the sanctions that its reader may give, with the suggestion of the ladder, and takes them without script", async () => {
    const [moderator, lead, member] = [
      await insertStaffMember("moderator"),
      await insertStaffMember("trust_lead"),
      await insertMember(),
    ]
    await db
      .insert(policies)
      .values({ id: "terms", slug: "terms", severity: 1, position: 1, createdAt: 1, updatedAt: 1 })
    const { caseReference } = await insertCaseAbout(member.user.id)
    expect((await open(moderator, caseReference)).sanctions).toEqual(["warn", "limit", "suspend"])
    expect((await open(lead, caseReference)).sanctions).toEqual(["warn", "limit", "suspend", "close"])
    const path = `/dashboard/admin/cases/${caseReference}`
    const page = await (await moderator.open(path)).text()
    expect(page).toMatch(/<option value="none" selected="">/)
    expect(page).toContain("Suggested: a warning.")
    const missing = await moderator.submit(path, {
      intent: "act",
      reason: " ",
      sanction: "limit",
      hours: "168",
      policy: "terms",
    })
    expect(missing.status).toBe(422)
    const typed = await missing.text()
    for (const value of ["limit", "168", "terms"]) expect(typed).toContain(`<option value="${value}" selected="">`)
    const sent = await moderator.submit(path, {
      intent: "act",
      reason,
      sanction: "limit",
      hours: "168",
      policy: "terms",
    })
    expect(await sent.text()).toContain("Acted on")
    expect(await sanctionsOf(member.user.id)).toMatchObject([{ kind: "limit", state: "active" }])
    await db.delete(policies).where(eq(policies.id, "terms"))
  })

  test("offers none for staff, without a member, of what the member has, once it has ended, and to who may not", async () => {
    const [staff, auditor] = [await insertStaffMember("trust_lead"), await insertStaffMember("auditor")]
    const offered = async (reader: Staff, reference: string) => {
      const page = await (await reader.open(`/dashboard/admin/cases/${reference}`)).text()
      const { sanctions } = await open(reader, reference)
      expect(page.includes('name="sanction"')).toBe(sanctions.length > 0)
      return sanctions
    }
    const colleague = await insertStaffMember("support")
    expect(await offered(staff, (await insertCaseAbout(colleague.user.id)).caseReference)).toEqual([])
    expect(await offered(staff, (await insertCaseAbout(null)).caseReference)).toEqual([])
    const { user } = await insertMember()
    const { caseReference } = await insertCaseAbout(user.id)
    expect(await offered(auditor, caseReference)).toEqual([])
    await staff.call("POST", `/admin/users/${user.id}/limit`, { reason, hours: 2 })
    expect(await offered(staff, caseReference)).toEqual(["warn", "suspend", "close"])
    await act(staff, caseReference, {})
    expect(await offered(staff, caseReference)).toEqual([])
  })
})
