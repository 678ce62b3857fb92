import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { cases, decisions, identityChecks, reports } from "~/db/schema"
import type { Case } from "~/domain/safety/cases/schema"
import { insertAgreed } from "../../decisions/restrictions"
import { ask, call, mailsTo, receive } from "../../helpers/mail"
import { insertStaffMember } from "../../helpers/member"
import { db } from "../../helpers/rows"
import { depict } from "../identity/checks"

type Agreed = Awaited<ReturnType<typeof insertAgreed>>

const withdraw = async ({ token }: Pick<Agreed, "token">, media: string | null = null) => {
  expect((await call(`/consents/${token}/withdrawal`, { media })).status).toBe(200)
}
const decisionsOf = (person: string) =>
  db.select().from(decisions).where(eq(decisions.subjectId, person)).orderBy(decisions.id)
const reportsOf = async ({ owner }: Pick<Agreed, "owner">) =>
  db
    .select({ report: reports, reference: cases.reference })
    .from(reports)
    .innerJoin(cases, eq(cases.id, reports.caseId))
    .where(eq(cases.subjectId, owner.profile.id))
    .orderBy(reports.id)
const statusOf = async (photo: string) => {
  await env.MEDIA.put(`test/${photo}/640.webp`, "picture")
  return (await ask(`/media/${photo}/640.webp`)).status
}
const sign = (token: string, photo: string, publish: boolean) =>
  call(`/consents/${token}/signature`, {
    version: 1,
    accepts: true,
    answers: { [photo]: { publish, download: false } },
  })

describe("a withdrawn consent", () => {
  test("of many photos at once hides each of them, is one decision and one mail, and opens one case about their profile", async () => {
    const agreed = await insertAgreed(4)
    const { owner, photos, person } = agreed
    for (const photo of photos) expect(await statusOf(photo)).toBe(200)
    await withdraw(agreed)
    for (const photo of photos) expect(await statusOf(photo)).toBe(404)
    await withdraw(agreed)
    expect(await decisionsOf(person)).toMatchObject([
      { kind: "consent_withdrawn", state: "active", userId: owner.user.id, isAutomatic: true, staffId: null },
    ])
    expect(await mailsTo(owner.user.email)).toMatchObject([{ template: "decision" }])
    const found = await reportsOf(agreed)
    expect(found.map(({ report }) => report)).toMatchObject([
      { category: "depicted", priority: "P1", isOwn: true, email: null, details: expect.stringMatching(/: 4$/) },
    ])
    const staff = await insertStaffMember("moderator")
    const shown = await (await staff.call("GET", `/admin/cases/${found[0]?.reference}`)).json<Case>()
    expect(shown).toMatchObject({ subject_kind: "profile", profile_id: owner.profile.id, is_hidden_by_it: false })
    expect(JSON.stringify(shown)).not.toContain("Somebody")
  })

  test("is stated with the owner's own name for the person, and nothing else of them", async () => {
    const agreed = await insertAgreed()
    const { people } = await (await agreed.owner.call("GET", "/me/profile/people")).json<{
      people: { label: string }[]
    }>()
    await withdraw(agreed)
    const { text } = await receive(agreed.owner.user.email)
    expect(text).toContain(people[0]?.label)
    expect(text).not.toContain(agreed.token)
    const [decision] = await decisionsOf(agreed.person)
    const page = await (await agreed.owner.open(`/decisions/${decision?.reference}`)).text()
    expect([page.includes(people[0]?.label ?? "-"), page.includes(agreed.token)]).toEqual([true, false])
  })

  test("joins the open case of the profile, and its decision replaces the one before", async () => {
    const agreed = await insertAgreed(3)
    const [first = ""] = agreed.photos
    await withdraw(agreed, first)
    await withdraw(agreed)
    const found = await reportsOf(agreed)
    expect(found.map(({ report }) => report.details.slice(-2))).toEqual([" 1", " 2"])
    expect(new Set(found.map(({ reference }) => reference)).size).toBe(1)
    expect((await decisionsOf(agreed.person)).map(({ state }) => state)).toEqual(["superseded", "active"])
  })

  test.each(["dismiss", "act"])("stays hidden when staff end its case with “%s”", async (act) => {
    const agreed = await insertAgreed()
    const [photo = ""] = agreed.photos
    await withdraw(agreed)
    const [found] = await reportsOf(agreed)
    const staff = await insertStaffMember("moderator")
    const ended = await staff.call("POST", `/admin/cases/${found?.reference}/${act}`, { reason: "She told us so." })
    expect(ended.status).toBe(204)
    expect(await statusOf(photo)).toBe(404)
    expect(await decisionsOf(agreed.person)).toMatchObject([{ state: "active" }])
  })

  test("ends as a decision once the person agrees again to all that they had withdrawn, and it is shown", async () => {
    const agreed = await insertAgreed(2)
    const [one = "", other = ""] = agreed.photos
    await withdraw(agreed)
    expect((await sign(agreed.token, one, true)).status).toBe(200)
    expect([await statusOf(one), await statusOf(other)]).toEqual([200, 404])
    expect(await decisionsOf(agreed.person)).toMatchObject([{ state: "active" }])
    expect((await sign(agreed.token, other, true)).status).toBe(200)
    expect(await statusOf(other)).toBe(200)
    expect(await decisionsOf(agreed.person)).toMatchObject([{ state: "ended" }])
  })

  test("that was never given is no restriction: no decision and no case", async () => {
    const agreed = await insertAgreed()
    const [photo = ""] = agreed.photos
    const asked = await depict(agreed.owner, photo)
    await withdraw(asked)
    const refusing = await insertAgreed()
    const { token, person } = await depict(refusing.owner, refusing.photos[0] ?? "")
    await sign(token, refusing.photos[0] ?? "", false)
    expect([await decisionsOf(asked.person), await decisionsOf(person)]).toEqual([[], []])
    expect([await reportsOf(agreed), await reportsOf(refusing)]).toEqual([[], []])
  })

  test("since staff revoked the person's check is their decision, without a case", async () => {
    const agreed = await insertAgreed()
    const [check] = await db.select().from(identityChecks).where(eq(identityChecks.personId, agreed.person))
    const staff = await insertStaffMember("verifier")
    const reason = { reason: "The document was borrowed" }
    expect((await staff.call("POST", `/admin/identity-checks/${check?.id}/revoke`, reason)).status).toBe(200)
    const found = await decisionsOf(agreed.person)
    expect(found).toMatchObject([
      { kind: "consent_withdrawn", isAutomatic: false, staffId: staff.user.id, facts: null },
    ])
    expect(await mailsTo(agreed.owner.user.email)).toHaveLength(1)
    expect(await reportsOf(agreed)).toEqual([])
  })
})
