import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { appeals, cases, decisions, reports } from "~/db/schema"
import type { Case } from "~/domain/safety/cases/schema"
import { restrict } from "../decisions/restrictions"
import { newAddress } from "../helpers/app"
import { call, mailsTo, runStep } from "../helpers/mail"
import { insertStaffMember } from "../helpers/member"
import { caseOf, DAY, db, insertMedia, insertReport } from "../helpers/rows"
import { insertOwner } from "../profiles/editing/people"

let owner: Awaited<ReturnType<typeof insertOwner>>

beforeEach(async () => {
  await db.delete(cases)
  owner = await insertOwner("published")
})

const send = async (change: object = {}) => {
  const form = { category: "terms", about: `/escorts/${owner.profile.slug}`, details: "It is so.", good_faith: true }
  const sent = await call(
    "/reports",
    { ...form, email: "ann@example.org", ...change },
    { "CF-Connecting-IP": newAddress() },
  )
  expect(sent.status).toBe(201)
  return (await sent.json<{ reference: string }>()).reference
}
const allCases = () => db.select().from(cases)
const galleryOf = (id: string) => `/escorts/${owner.profile.slug}/gallery?photo=${id}`

describe("a report", () => {
  test("opens a case about the profile that its address names, and its sections and other names are the same", async () => {
    const reference = await send()
    for (const about of [
      `/escorts/${owner.profile.slug}/services`,
      `https://en.localhost:8787/escorts/${owner.profile.slug}?a=1`,
    ])
      expect(await caseOf(await send({ about }))).toBe(reference.replace("R-", "C-"))
    expect(await allCases()).toMatchObject([
      { subjectKind: "profile", subjectId: owner.profile.id, userId: owner.user.id, profileId: owner.profile.id },
    ])
  })

  test("of a picture is another case than one of its profile", async () => {
    const { id } = await insertMedia({ profileId: owner.profile.id, state: "approved" })
    await send()
    await send({ about: galleryOf(id) })
    await send({ about: `/media/${id}/640.webp` })
    const found = await allCases()
    expect(found.map(({ subjectKind }) => subjectKind).toSorted()).toEqual(["media", "profile"])
    expect(found.every(({ userId }) => userId === owner.user.id)).toBe(true)
  })

  test("of an address that names nothing of ours has a case of its own", async () => {
    for (const about of ["/", "/", "https://example.org/a", "/escorts/nobody-here"]) await send({ about })
    expect((await allCases()).map(({ subjectKind, userId }) => [subjectKind, userId])).toEqual(
      Array.from({ length: 4 }, () => ["address", null]),
    )
  })

  test("makes its case as urgent as it is, and no later one makes it less so", async () => {
    await send()
    const [before] = await allCases()
    await db.update(cases).set({ alertedAt: 1 })
    await send({ category: "minor" })
    await send({ category: "illegal" })
    const [after] = await allCases()
    expect(after).toMatchObject({ priority: "P0", category: "minor", alertedAt: null })
    expect(after?.dueAt).toBeLessThan(before?.dueAt ?? 0)
  })

  test("of somebody makes a case that a bot's reports began worth an alert", async () => {
    await send({ category: "minor", website: "https://bot.example" })
    expect(await allCases()).toMatchObject([{ isSuspect: true }])
    await send({ category: "minor" })
    expect(await allCases()).toMatchObject([{ isSuspect: false }])
    await send({ category: "minor", website: "https://bot.example" })
    expect(await allCases()).toMatchObject([{ isSuspect: false }])
  })

  test("of many at once about one profile joins one case", async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, () => send()))
    expect(new Set(sent).size).toBe(12)
    const [found, ...others] = await allCases()
    expect(others).toEqual([])
    expect(
      await db
        .select()
        .from(reports)
        .where(eq(reports.caseId, found?.id ?? "")),
    ).toHaveLength(12)
  })

  test("after the case has ended opens another one", async () => {
    const staff = await insertStaffMember("moderator")
    const first = await caseOf(await send())
    await staff.call("POST", `/admin/cases/${first}/dismiss`, { reason: "Nothing wrong." })
    expect(await caseOf(await send())).not.toBe(first)
    expect((await allCases()).map(({ state }) => state).toSorted()).toEqual(["no_action", "received"])
  })
})

describe("the end of a case", () => {
  test("ends each of its reports, however many: 45 people each have one answer, and staff see the latest 50", async () => {
    const staff = await insertStaffMember("moderator")
    const people = Array.from({ length: 45 }, (_, n) => `person-${n}@example.org`)
    for (const email of people) await insertReport({ profileId: owner.profile.id, email })
    const [found] = await allCases()
    const path = `/admin/cases/${found?.reference}`
    const shown = await (await staff.call("GET", path)).json<Case>()
    expect([shown.reports, shown.latest_reports.length]).toEqual([45, 45])
    expect((await staff.call("POST", `${path}/dismiss`, { reason: "Nothing is wrong here." })).status).toBe(204)
    const stillOpen = async () => (await db.select().from(reports).where(eq(reports.state, "received"))).length
    expect(await stillOpen()).toBeGreaterThan(0)
    expect(await allCases()).toMatchObject([{ state: "no_action", isEnding: true }])
    for (let run = 0; run < 3; run += 1) await runStep("endReports")
    expect([await stillOpen(), (await allCases())[0]?.isEnding]).toEqual([0, false])
    for (const email of people) expect(await mailsTo(email)).toHaveLength(1)
    const refused = await db.select().from(decisions).where(eq(decisions.kind, "notice_refused"))
    const mine = refused.filter(({ facts }) => facts === "Nothing is wrong here.")
    expect(mine).toHaveLength(45)
    expect(new Set(mine.map(({ staffId }) => staffId))).toEqual(new Set([staff.user.id]))
  })

  test("ends its other reports as it ended, also once the first of them is contested", async () => {
    const staff = await insertStaffMember("moderator")
    for (let count = 0; count < 25; count += 1)
      await insertReport({ profileId: owner.profile.id, email: `reader-${count}@example.org` })
    const [found] = await allCases()
    await staff.call("POST", `/admin/cases/${found?.reference}/act`, { reason: "We wrote to the owner." })
    await db.update(cases).set({ state: "appealed" })
    await runStep("endReports")
    const ended = await db
      .select()
      .from(reports)
      .where(eq(reports.caseId, found?.id ?? ""))
    expect(new Set(ended.map(({ state, closingReason }) => `${state}: ${closingReason}`))).toEqual(
      new Set(["actioned: We wrote to the owner."]),
    )
  })
})

test("a case that is opened again while its last reports are ended keeps those that are open", async () => {
  const staff = await insertStaffMember("moderator")
  for (let count = 0; count < 25; count += 1)
    await insertReport({ profileId: owner.profile.id, email: `again-${count}@example.org` })
  const [found] = await allCases()
  await staff.call("POST", `/admin/cases/${found?.reference}/dismiss`, { reason: "No." })
  const ofCase = () =>
    db
      .select()
      .from(reports)
      .where(eq(reports.caseId, found?.id ?? ""))
  const refused = (await ofCase()).find(({ state }) => state === "no_action")
  const [refusal] = await db
    .select()
    .from(decisions)
    .where(eq(decisions.subjectId, refused?.id ?? ""))
  const now = Date.now()
  await db.insert(appeals).values({
    decisionId: refusal?.id ?? "",
    body: "Look again.",
    locale: "en",
    state: "open",
    createdAt: now,
    updatedAt: now,
  })
  const lead = await insertStaffMember("trust_lead")
  const body = { outcome: "overturned", answer: "You were right." }
  expect((await lead.call("POST", `/admin/appeals/${refusal?.reference}/decision`, body)).status).toBe(204)
  await runStep("endReports")
  expect((await ofCase()).filter(({ state }) => state === "received")).toHaveLength(6)
  expect(await allCases()).toMatchObject([{ state: "triaged", isEnding: false }])
})

describe("a case whose decision is contested", () => {
  async function contested() {
    const restriction = await restrict.media_hidden()
    const [report] = await db.select().from(reports).where(eq(reports.mediaId, restriction.subjectId))
    const reference = await caseOf(report?.reference ?? "")
    const staff = await insertStaffMember("moderator")
    await staff.call("POST", `/admin/cases/${reference}/act`, { reason: "It shows somebody else." })
    const made = await db.select().from(decisions).where(eq(decisions.subjectId, restriction.subjectId))
    const decision = made.find(({ kind }) => kind === "media_removed")?.reference
    const sent = await restriction.reader.call("POST", `/decisions/${decision}/appeal`, { body: "It is me." })
    expect(sent.status).toBe(204)
    const stateOf = async () => (await db.select().from(cases).where(eq(cases.reference, reference)))[0]?.state
    return { decision, stateOf }
  }

  test.each(["upheld", "overturned"] as const)("is in the list of those until it is %s", async (outcome) => {
    const { decision, stateOf } = await contested()
    expect(await stateOf()).toBe("appealed")
    const other = await insertStaffMember("trust_lead")
    const body = { outcome, answer: "We looked again." }
    expect((await other.call("POST", `/admin/appeals/${decision}/decision`, body)).status).toBe(204)
    expect(await stateOf()).toBe("closed")
  })

  test("is open again if it was refused wrongly, and joins a case that was opened meanwhile", async () => {
    const staff = await insertStaffMember("moderator")
    const overturn = async (reference: string) => {
      const [report] = await db.select().from(reports).where(eq(reports.reference, reference))
      const [refusal] = await db
        .select()
        .from(decisions)
        .where(eq(decisions.subjectId, report?.id ?? ""))
      const now = Date.now()
      const times = { createdAt: now, updatedAt: now }
      await db
        .insert(appeals)
        .values({ decisionId: refusal?.id ?? "", body: "Look again.", locale: "en", state: "open", ...times })
      const lead = await insertStaffMember("trust_lead")
      const body = { outcome: "overturned", answer: "You were right." }
      expect((await lead.call("POST", `/admin/appeals/${refusal?.reference}/decision`, body)).status).toBe(204)
    }
    const first = await send()
    const opened = await caseOf(first)
    await staff.call("POST", `/admin/cases/${opened}/dismiss`, { reason: "No." })
    await overturn(first)
    expect(await allCases()).toMatchObject([{ reference: opened, state: "triaged", closedBy: null }])
    await staff.call("POST", `/admin/cases/${opened}/act`, { reason: "We acted." })
    const second = await send()
    const later = await caseOf(second)
    await staff.call("POST", `/admin/cases/${later}/dismiss`, { reason: "No." })
    const third = await send()
    await overturn(second)
    expect([await caseOf(second), (await allCases()).find(({ reference }) => reference === later)?.state]).toEqual([
      await caseOf(third),
      "closed",
    ])
  })
})

test("cases close when their decisions can be contested no longer, and go with the last of their reports", async () => {
  const [old, recent] = [await insertReport({ state: "actioned" }), await insertReport({ state: "no_action" })]
  const ago = (days: number) => Date.now() - days * DAY
  await db
    .update(cases)
    .set({ updatedAt: ago(185) })
    .where(eq(cases.reference, old.caseReference))
  await db
    .update(cases)
    .set({ updatedAt: ago(183) })
    .where(eq(cases.reference, recent.caseReference))
  await runStep("sweepReports")
  const states = async () => Object.fromEntries((await allCases()).map(({ reference, state }) => [reference, state]))
  expect(await states()).toEqual({ [old.caseReference]: "closed", [recent.caseReference]: "no_action" })
  await db
    .update(cases)
    .set({ updatedAt: ago(3 * 366) })
    .where(eq(cases.reference, old.caseReference))
  await runStep("sweepReports")
  expect(Object.keys(await states())).toHaveLength(2)
  await db.delete(reports).where(eq(reports.reference, old.reference))
  await runStep("sweepReports")
  expect(await states()).toEqual({ [recent.caseReference]: "no_action" })
})
