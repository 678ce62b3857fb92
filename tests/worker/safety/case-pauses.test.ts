import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { cases, decisions, profiles } from "~/db/schema"
import { openFor } from "~/domain/safety/cases/questions/queries.server"
import { newAddress } from "../helpers/app"
import { call, mailsTo, runStep } from "../helpers/mail"
import { insertStaffMember } from "../helpers/member"
import { DAY, db, insertCase } from "../helpers/rows"
import { insertOwner } from "../profiles/editing/people"
import { answer, insertAsked, linkTo, listOf, reportAgain } from "./questions"

const hour = 60 * 60_000
/** Time (ms) that a test itself may take. */
const tolerance = 30_000
const expectAbout = (left: number, expected: number) => expect(Math.abs(left - expected)).toBeLessThan(tolerance)

beforeEach(() => db.delete(cases))

describe("the deadline of a case", () => {
  test.each([
    ["P1", 48 * hour],
    ["P2", 7 * DAY],
    ["P3", 7 * DAY],
  ] as const)("of %s is paused while somebody is asked, until they answer", async (priority, most) => {
    const { owner, left, pass, found, ask } = await insertAsked(priority)
    const before = await left()
    await ask()
    const { waiting_until, questions } = await found()
    expectAbout((waiting_until ?? 0) - Date.now(), most)
    expect(questions[0]?.expires_at).toBe(waiting_until)
    await pass(most / 2)
    await answer(await linkTo(owner.user.email))
    expectAbout(await left(), before)
    expect((await found()).waiting_until).toBeNull()
    // An answer resumes the deadline for good.
    await pass(hour)
    expectAbout(await left(), before - hour)
  })

  test("goes on when the question expires, moved by no more than that, and a late answer changes nothing", async () => {
    const { owner, left, pass, found, ask } = await insertAsked("P1")
    const before = await left()
    await ask()
    await pass(openFor.urgent + 5 * hour)
    expectAbout(await left(), before - 5 * hour)
    expect((await found()).waiting_until).toBeNull()
    await answer(await linkTo(owner.user.email))
    expectAbout(await left(), before - 5 * hour)
  })

  test("goes on when the question is withdrawn", async () => {
    const { staff, path, left, pass, ask } = await insertAsked("P2")
    const before = await left()
    const reference = await ask()
    await pass(DAY)
    await staff.call("DELETE", `${path}/questions/${reference}`)
    expectAbout(await left(), before)
    await pass(DAY)
    expectAbout(await left(), before - DAY)
  })

  test("counts time in which two were asked once, and waits for the later of them", async () => {
    const { owner, report, email, left, pass, found, ask } = await insertAsked("P2")
    const before = await left()
    await ask()
    await pass(3 * DAY)
    await ask(report.reference)
    expectAbout(((await found()).waiting_until ?? 0) - Date.now(), 7 * DAY)
    await pass(DAY)
    // The second one answers: the first one is open for three days more.
    await answer(await linkTo(email))
    expectAbout(((await found()).waiting_until ?? 0) - Date.now(), 3 * DAY)
    await pass(DAY)
    await answer(await linkTo(owner.user.email))
    expectAbout(await left(), before)
    expect((await found()).waiting_until).toBeNull()
  })

  test("is paused by each of two questions that do not overlap, and runs in between", async () => {
    const { owner, left, pass, ask } = await insertAsked("P2")
    const before = await left()
    await ask()
    await pass(8 * DAY)
    await ask()
    await pass(2 * DAY)
    await answer(await linkTo(owner.user.email))
    expectAbout(await left(), before - DAY)
  })

  test("of P0 stays: asking is allowed, and pauses nothing", async () => {
    const { left, pass, found, ask } = await insertAsked("P0")
    const before = await left()
    await ask()
    expectAbout(await left(), before)
    await pass(2 * hour)
    expect(await found()).toMatchObject({ waiting_until: null, is_overdue: true, questions: [{ state: "open" }] })
  })

  test.each([
    ["minor", "P0", hour],
    ["intimate", "P1", 48 * hour],
  ] as const)(
    "is paused no more once a report of category %s (%s) joins, and no answer brings it nearer",
    async (category, priority, due) => {
      const owner = await insertOwner("published")
      const { email, report, left, pass, found, ask } = await insertAsked("P3", {
        subjectKind: "profile",
        subjectId: owner.profile.id,
        userId: owner.user.id,
      })
      await ask(report.reference)
      await pass(DAY)
      await reportAgain(`/escorts/${owner.profile.slug}`, category)
      expect(await found()).toMatchObject({ priority, reports: 2, waiting_until: null })
      expectAbout(await left(), due)
      await answer(await linkTo(email))
      expectAbout(await left(), due)
      await db.update(profiles).set({ state: "published" }).where(eq(profiles.id, owner.profile.id))
    },
  )

  test("waits for no question from before it became urgent: an answer to a later one ends its pause", async () => {
    const owner = await insertOwner("published")
    const { email, report, pass, found, ask } = await insertAsked("P3", {
      subjectKind: "profile",
      subjectId: owner.profile.id,
      userId: owner.user.id,
    })
    await ask()
    await pass(DAY)
    await reportAgain(`/escorts/${owner.profile.slug}`, "intimate")
    expect((await found()).questions).toMatchObject([{ state: "expired" }])
    await ask(report.reference)
    expectAbout(((await found()).waiting_until ?? 0) - Date.now(), 2 * DAY)
    await pass(hour)
    await answer(await linkTo(email))
    expect((await found()).waiting_until).toBeNull()
  })

  test("ends, and the case is as urgent, when an appeal opens an urgent report about its subject again", async () => {
    const owner = await insertOwner("published")
    const about = { subjectKind: "profile", subjectId: owner.profile.id, userId: owner.user.id } as const
    const refused = await insertAsked("P1", about, { category: "intimate" })
    await refused.staff.call("POST", `${refused.path}/dismiss`, { reason: "It is not." })
    const { found, ask, left } = await insertAsked("P3", about)
    await ask()
    const [decision] = await db.select().from(decisions).where(eq(decisions.reportId, refused.report.id))
    const link = await linkTo(refused.email)
    expect((await call(`${link}/appeal`, { body: "It is." }, { "CF-Connecting-IP": newAddress() })).status).toBe(204)
    const answered = { outcome: "overturned", answer: "It is." }
    const lead = await insertStaffMember("trust_lead")
    const path = `/admin/appeals/${decision?.reference}/decision`
    expect((await lead.call("POST", path, answered)).status).toBe(204)
    expect(await found()).toMatchObject({ priority: "P1", reports: 2, waiting_until: null })
    expectAbout(await left(), 48 * hour)
  })

  test("stays paused when a report that is no more urgent joins", async () => {
    const owner = await insertOwner("published")
    const { email, report, left, pass, found, ask } = await insertAsked("P3", {
      subjectKind: "profile",
      subjectId: owner.profile.id,
      userId: owner.user.id,
    })
    const before = await left()
    await ask(report.reference)
    await pass(DAY)
    await reportAgain(`/escorts/${owner.profile.slug}`, "terms")
    expectAbout(((await found()).waiting_until ?? 0) - Date.now(), 6 * DAY)
    await answer(await linkTo(email))
    expectAbout(await left(), before)
  })

  test("is what it was when the case ends, and its questions end with it", async () => {
    const { staff, path, left, pass, found, ask } = await insertAsked("P2")
    const before = await left()
    await ask()
    await pass(DAY)
    expect((await staff.call("POST", `${path}/act`, { reason: "We looked." })).status).toBe(204)
    expectAbout(await left(), before)
    expect(await found()).toMatchObject({ state: "actioned", waiting_until: null, questions: [{ state: "ended" }] })
  })
})

describe("a case that waits for an answer", () => {
  test("stands last in the queue, is not overdue however long, and the next key passes it", async () => {
    const waiting = await insertAsked("P1", { dueAt: Date.now() - hour })
    const { staff, report } = waiting
    const late = await insertCase({ priority: "P3", dueAt: Date.now() - 1 })
    const recent = await insertCase({ priority: "P3" })
    const references = async () =>
      (await listOf(staff)).data.map(({ reference, is_overdue }) => [reference, is_overdue])
    expect(await references()).toEqual([
      [report.caseReference, true],
      [late.reference, true],
      [recent.reference, false],
    ])
    await waiting.ask()
    // Half an hour before the question expires: without the pause it would be overdue.
    await waiting.pass(openFor.urgent - hour / 2)
    expect(await references()).toEqual([
      [late.reference, true],
      [recent.reference, false],
      [report.caseReference, false],
    ])
    const page = await (await staff.open("/dashboard/admin/cases")).text()
    expect(page).toContain("Waiting for an answer until")
    const next = async (after: string) =>
      (await staff.open(`/dashboard/admin/cases?next=${after}`)).headers.get("Location")?.split("/").at(-1)
    expect([await next(""), await next(late.reference), await next(recent.reference)]).toEqual([
      late.reference,
      recent.reference,
      late.reference,
    ])
    await waiting.pass(hour)
    expect((await references())[0]).toEqual([report.caseReference, true])
    expect(await next("")).toBe(report.caseReference)
  })

  test("is on the last of several pages, once", async () => {
    const { staff, report, ask } = await insertAsked("P1")
    await ask()
    for (let count = 0; count < 30; count += 1) await insertCase({ priority: "P3" })
    const first = await listOf(staff)
    const second = await listOf(staff, `?cursor=${first.next_cursor}`)
    expect([first.data.length, second.data.map(({ reference }) => reference)]).toEqual([30, [report.caseReference]])
    for (let count = 0; count < 30; count += 1) {
      const waiting = await insertCase({ priority: "P3" })
      await db
        .update(cases)
        .set({ pausedUntil: Date.now() + DAY })
        .where(eq(cases.id, waiting.id))
    }
    const pages = [await listOf(staff)]
    for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor)
      pages.push(await listOf(staff, `?cursor=${cursor}`))
    const all = pages.flatMap(({ data }) => data.map(({ reference }) => reference))
    expect([all.length, new Set(all).size]).toEqual([61, 61])
  })

  test("alerts nobody, and alerts the leads again to the deadline that follows", async () => {
    const lead = await insertStaffMember("trust_lead")
    const alerts = async () => {
      await runStep("alertLeads")
      return (await mailsTo(lead.user.email)).filter(({ template }) => template === "urgent-reports").length
    }
    const waiting = await insertAsked("P1", { dueAt: Date.now() + hour })
    expect(await alerts()).toBe(1)
    await waiting.ask()
    await waiting.pass(openFor.urgent - 2 * hour)
    expect(await alerts()).toBe(1)
    await waiting.pass(2 * hour + 1)
    expect(await alerts()).toBe(2)
    await waiting.pass(hour)
    expect(await alerts()).toBe(3)
  })

  test("is not among those that wait for staff", async () => {
    const waiting = await insertAsked("P1", { dueAt: Date.now() - hour })
    const { staff } = waiting
    const counted = async () => {
      const { data } = await (await staff.call("GET", "/admin/queues")).json<{ data: { name: string }[] }>()
      return data.find(({ name }) => name === "cases")
    }
    expect(await counted()).toMatchObject({ count: 1, is_urgent: true })
    await waiting.ask()
    expect(await counted()).toMatchObject({ count: 0, is_urgent: false })
  })
})
