import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { auditLog, cases, media, policies, reportMessages, reports } from "~/db/schema"
import type { Case, CaseLine } from "~/domain/safety/cases/schema"
import { insertMember, insertStaffMember } from "../helpers/member"
import { caseOf, db, insertCase, insertMedia, insertReport } from "../helpers/rows"
import { insertOwner } from "../profiles/editing/people"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const hour = 60 * 60_000
const listOf = async (staff: Staff, query = "") =>
  (await staff.call("GET", `/admin/cases${query}`)).json<{ data: CaseLine[]; next_cursor: string | null }>()
const open = async (staff: Staff, reference: string) =>
  (await staff.call("GET", `/admin/cases/${reference}`)).json<Case>()
const codeOf = async (response: Response) => (await response.json<{ code: string }>()).code
const end = { reason: "We looked at it." }

beforeEach(async () => {
  await db.delete(cases)
})

describe("the queue of cases", () => {
  test("lists the most urgent first, and marks those that are overdue", async () => {
    const staff = await insertStaffMember("trust_lead")
    const old = await insertCase({ createdAt: Date.now() - 2 * hour })
    const urgent = await insertCase({ priority: "P0", category: "minor", createdAt: Date.now() - 2 * hour })
    const recent = await insertCase({ priority: "P0", category: "danger" })
    const { data } = await listOf(staff)
    expect(data.map(({ reference, is_overdue }) => [reference, is_overdue])).toEqual([
      [urgent.reference, true],
      [recent.reference, false],
      [old.reference, false],
    ])
    expect((await (await insertMember()).call("GET", "/admin/cases")).status).toBe(404)
    expect((await staff.call("GET", "/admin/cases?cursor=P9.1.x")).status).toBe(400)
  })

  test("has what is overdue first whatever its priority, and each case on one page however late it is read", async () => {
    const staff = await insertStaffMember("trust_lead")
    const late = await insertCase({ priority: "P3", dueAt: Date.now() - 1 })
    const urgent = await insertCase({ priority: "P0" })
    for (let count = 0; count < 40; count += 1) await insertCase({ priority: "P2" })
    const first = await listOf(staff)
    expect(first.data.slice(0, 2).map(({ reference }) => reference)).toEqual([late.reference, urgent.reference])
    // Meanwhile all become overdue: the second page goes on where the first one ended.
    await db
      .update(cases)
      .set({ dueAt: Date.now() - 1 })
      .where(eq(cases.priority, "P0"))
    const second = await listOf(staff, `?cursor=${first.next_cursor}`)
    const all = [...first.data, ...second.data].map(({ reference }) => reference)
    expect([all.length, new Set(all).size, second.next_cursor]).toEqual([42, 42, null])
  })

  test.each([
    ["received", "open"],
    ["triaged", "open"],
    ["appealed", "appealed"],
    ["actioned", "ended"],
    ["no_action", "ended"],
    ["closed", "ended"],
  ] as const)("has a case that is %s in the list %s alone", async (state, list) => {
    const staff = await insertStaffMember("moderator")
    await insertCase({ state })
    const found: string[] = []
    for (const one of ["open", "appealed", "ended"])
      if ((await listOf(staff, `?list=${one}`)).data.length > 0) found.push(one)
    expect(found).toEqual([list])
  })

  test("leads to the most urgent case that nobody else holds, and past the one that is open", async () => {
    const [staff, colleague] = [await insertStaffMember("moderator"), await insertStaffMember("moderator")]
    const held = await insertCase({
      priority: "P0",
      claimedBy: colleague.user.id,
      claimedUntil: Date.now() + hour,
      state: "triaged",
    })
    const [first, second] = [await insertCase({ priority: "P1" }), await insertCase({ priority: "P2" })]
    const next = async (after = "") =>
      (await staff.open(`/dashboard/admin/cases?next=${after}`)).headers.get("Location")?.split("/").at(-1)
    expect(await next()).toBe(first.reference)
    expect(await next(first.reference)).toBe(second.reference)
    await db.delete(cases).where(eq(cases.id, second.id))
    expect(await next(first.reference)).toBeUndefined()
    await db
      .update(cases)
      .set({ claimedUntil: Date.now() - 1 })
      .where(eq(cases.id, held.id))
    expect(await next()).toBe(held.reference)
  })
})

describe("a case", () => {
  test("is held by one for 30 minutes, in which nobody else decides, and its deadline stays", async () => {
    const [staff, colleague] = [await insertStaffMember("moderator"), await insertStaffMember("moderator")]
    const found = await insertCase()
    const claim = `/admin/cases/${found.reference}/claim`
    const taken = await (await staff.call("PUT", claim)).json<{ claimed_until: number }>()
    expect(taken.claimed_until - Date.now()).toBeGreaterThan(29 * 60_000)
    expect(taken.claimed_until - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    expect(await open(colleague, found.reference)).toMatchObject({
      state: "triaged",
      due_at: found.dueAt,
      claim: { name: staff.user.name, is_yours: false },
    })
    for (const [method, path, body] of [
      ["PUT", claim, undefined],
      ["POST", `/admin/cases/${found.reference}/dismiss`, end],
      ["POST", `/admin/cases/${found.reference}/act`, end],
    ] as const) {
      const refused = await colleague.call(method, path, body)
      expect([refused.status, await codeOf(refused)]).toEqual([409, "cases.claimed"])
    }
    // Giving back what somebody else holds does nothing.
    expect((await colleague.call("DELETE", claim)).status).toBe(204)
    expect((await open(staff, found.reference)).claim).toMatchObject({ is_yours: true })
    expect((await staff.call("DELETE", claim)).status).toBe(204)
    expect((await colleague.call("PUT", claim)).status).toBe(200)
    await db
      .update(cases)
      .set({ claimedUntil: Date.now() - 1 })
      .where(eq(cases.id, found.id))
    expect((await staff.call("POST", `/admin/cases/${found.reference}/dismiss`, end)).status).toBe(204)
    const late = await colleague.call("PUT", claim)
    expect([late.status, await codeOf(late)]).toEqual([409, "conflict.changed"])
  })

  test("is ended once, by whoever is first", async () => {
    const [staff, colleague] = [await insertStaffMember("moderator"), await insertStaffMember("moderator")]
    const { caseReference } = await insertReport({ email: "ann@example.org" })
    const answers = await Promise.all([
      staff.call("POST", `/admin/cases/${caseReference}/dismiss`, end),
      colleague.call("POST", `/admin/cases/${caseReference}/act`, end),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })

  test.each(["about themselves", "that they reported"])(
    "%s does not exist for a member of staff: not in the lists, nor its messages, nor to decide",
    async (which) => {
      const staff = await insertStaffMember("trust_lead")
      const isSubject = which === "about themselves"
      const { reference, caseReference } = await insertReport(isSubject ? {} : { reporterId: staff.user.id }, {
        userId: isSubject ? staff.user.id : null,
      })
      expect((await listOf(staff)).data).toEqual([])
      const path = `/admin/cases/${caseReference}`
      const answers = [
        await staff.call("GET", path),
        await staff.call("PUT", `${path}/claim`),
        await staff.call("DELETE", `${path}/claim`),
        await staff.call("POST", `${path}/notes`, { note: "A note" }),
        await staff.call("POST", `${path}/dismiss`, end),
        await staff.call("POST", `${path}/act`, end),
        await staff.call("POST", `/admin/reports/${reference}/messages/access`, { reason: "To look" }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
      expect(await db.select().from(cases)).toMatchObject([{ state: "received", claimedBy: null }])
    },
  )

  test("takes down what no report has hidden if staff say so, and its owner reads why", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("moderator")]
    const item = await insertMedia({ profileId: owner.profile.id, state: "approved" })
    const { caseReference } = await insertReport({ mediaId: item.id, category: "terms" })
    expect(await open(staff, caseReference)).toMatchObject({ may_remove: true, is_hidden_by_it: false })
    const body = { reason: "It advertises a restaurant.", removes: true }
    expect((await staff.call("POST", `/admin/cases/${caseReference}/act`, body)).status).toBe(204)
    expect((await db.select().from(media).where(eq(media.id, item.id)))[0]?.state).toBe("reported")
    const { data } = await (await owner.call("GET", "/me/decisions")).json<{ data: { kind: string }[] }>()
    expect(data).toMatchObject([{ kind: "media_removed" }])
    // A later report that hides it too, and is dismissed, does not bring it back.
    const later = await insertReport({ mediaId: item.id, category: "intimate", priority: "P1", hidesMedia: true })
    expect((await staff.call("POST", `/admin/cases/${later.caseReference}/dismiss`, end)).status).toBe(204)
    expect((await db.select().from(media).where(eq(media.id, item.id)))[0]?.state).toBe("reported")
  })

  test("takes nothing down that is gone, whatever staff say", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("moderator")]
    const item = await insertMedia({ profileId: owner.profile.id, state: "deleted" })
    const { caseReference } = await insertReport({ mediaId: item.id, category: "terms" })
    const body = { ...end, removes: true }
    expect((await staff.call("POST", `/admin/cases/${caseReference}/act`, body)).status).toBe(204)
    expect(await (await owner.call("GET", "/me/decisions")).json()).toMatchObject({ data: [] })
  })

  test("that was acted on leaves up what no report has hidden, unless staff say so", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("moderator")]
    const item = await insertMedia({ profileId: owner.profile.id, state: "approved" })
    const { caseReference } = await insertReport({ mediaId: item.id, category: "terms" })
    expect((await staff.call("POST", `/admin/cases/${caseReference}/act`, end)).status).toBe(204)
    expect((await db.select().from(media).where(eq(media.id, item.id)))[0]?.state).toBe("approved")
  })

  test("keeps media hidden after it was acted on, also when a later case about them is dismissed", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
    const item = await insertMedia({ profileId: owner.profile.id, state: "reported" })
    const hides = { mediaId: item.id, hidesMedia: true, priority: "P1", category: "intimate" } as const
    const acted = await insertReport(hides)
    expect(await open(staff, acted.caseReference)).toMatchObject({ is_hidden_by_it: true, may_remove: false })
    expect((await staff.call("POST", `/admin/cases/${acted.caseReference}/act`, end)).status).toBe(204)
    const later = await insertReport(hides)
    expect(later.caseReference).not.toBe(acted.caseReference)
    expect((await staff.call("POST", `/admin/cases/${later.caseReference}/dismiss`, end)).status).toBe(204)
    expect((await open(staff, later.caseReference)).media?.state).toBe("reported")
    const again = await staff.call("POST", `/admin/cases/${acted.caseReference}/dismiss`, end)
    expect([again.status, await codeOf(again)]).toEqual([409, "conflict.changed"])
    expect((await listOf(staff, "?list=ended")).data.map(({ reference }) => reference)).toContain(acted.caseReference)
  })

  test("shows other cases about the same subject or member, and the decisions about them", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("moderator")]
    await db
      .insert(policies)
      .values({ id: "terms", slug: "terms", severity: 1, position: 1, createdAt: 1, updatedAt: 1 })
    const item = await insertMedia({ profileId: owner.profile.id, state: "approved" })
    const about = { userId: owner.user.id, profileId: owner.profile.id }
    const before = await insertReport({ mediaId: item.id, category: "terms" }, about)
    await staff.call("POST", `/admin/cases/${before.caseReference}/act`, { ...end, removes: true })
    const other = await insertCase({ subjectKind: "member", subjectId: owner.user.id, ...about })
    await insertCase()
    const now = await insertReport({ mediaId: item.id, category: "terms" }, about)
    const { history } = await open(staff, now.caseReference)
    expect(history.cases.map(({ reference }) => reference).toSorted()).toEqual(
      [before.caseReference, other.reference].toSorted(),
    )
    expect(history.decisions).toMatchObject([{ kind: "media_removed", state: "active", appeal: null }])
    expect(history.strikes).toMatchObject([{ policy: "terms", strikes: 1 }])
    await db.delete(policies).where(eq(policies.id, "terms"))
  })

  test("has notes that only staff read, in their order", async () => {
    const [staff, colleague] = [await insertStaffMember("moderator"), await insertStaffMember("trust_lead")]
    const { reference } = await insertCase()
    const notes = `/admin/cases/${reference}/notes`
    expect((await staff.call("POST", notes, { note: "I asked a colleague." })).status).toBe(204)
    expect((await colleague.call("POST", notes, { note: "I agree." })).status).toBe(204)
    expect((await open(staff, reference)).notes).toMatchObject([
      { author: staff.user.name, body: "I asked a colleague." },
      { author: colleague.user.name, body: "I agree." },
    ])
    for (const note of [" ", "x".repeat(2_001)]) expect((await staff.call("POST", notes, { note })).status).toBe(422)
  })

  test("opens on a page with its reports, and takes notes, claims and decisions there", async () => {
    const staff = await insertStaffMember("moderator")
    const { caseReference, reference } = await insertReport({ details: "The words of the report" })
    const path = `/dashboard/admin/cases/${caseReference}`
    const page = await (await staff.open(path)).text()
    for (const part of [reference, "The words of the report", "Nobody is on it"]) expect(page).toContain(part)
    expect(await (await staff.submit(path, { intent: "take" })).text()).toContain("Yours until")
    expect(await (await staff.submit(path, { intent: "note", note: "Seen by me" })).text()).toContain("Seen by me")
    const empty = await staff.submit(path, { intent: "dismiss", reason: "" })
    expect(empty.status).toBe(422)
    expect(await (await staff.submit(path, { intent: "dismiss", reason: "Nothing wrong" })).text()).toContain(
      "No action",
    )
    const colleague = await insertStaffMember("moderator")
    const other = await insertCase({ claimedBy: staff.user.id, claimedUntil: Date.now() + hour, state: "triaged" })
    const theirs = await (await colleague.open(`/dashboard/admin/cases/${other.reference}`)).text()
    expect(theirs).toContain("is working on this case")
    expect(theirs).not.toContain('value="dismiss"')
  })
})

test("reading the messages of a report is recorded, and opening its case does not show them", async () => {
  const [author, staff] = [await insertMember(), await insertStaffMember("trust_lead")]
  const { id, reference, caseReference } = await insertReport()
  const message = {
    reportId: id,
    seq: 1,
    authorId: author.user.id,
    body: "Reported words",
    isChosen: true,
    createdAt: 1,
  }
  await db.insert(reportMessages).values(message)
  const opened = await (await staff.call("GET", `/admin/cases/${caseReference}`)).text()
  expect(opened).not.toContain("Reported words")
  const recorded = (target: string) => db.select().from(auditLog).where(eq(auditLog.targetId, target))
  const opening = { action: "case.read", actorId: staff.user.id }
  expect(await recorded(caseReference)).toMatchObject([opening])
  const path = `/admin/reports/${reference}/messages`
  const stating = { ...opening, action: "report.access_messages", reason: "To decide on the report" }
  expect((await staff.call("POST", `${path}/access`, { reason: stating.reason })).status).toBe(204)
  const { data } = await (await staff.call("GET", path)).json<{ data: object[] }>()
  expect(data).toMatchObject([{ author: author.user.name, body: "Reported words", is_chosen: true }])
  expect(await recorded(reference)).toMatchObject([stating, { ...opening, action: "report.read_messages" }])
})

test("the messages of a report open with a reason, for this report and its reader alone", async () => {
  const [staff, other] = [await insertStaffMember("moderator"), await insertStaffMember("moderator")]
  const [report, another] = [await insertReport(), await insertReport()]
  for (const { id } of [report, another]) {
    const message = { reportId: id, seq: 1, authorId: null, body: "Words of a chat", isChosen: true, createdAt: 1 }
    await db.insert(reportMessages).values(message)
  }
  const page = `/dashboard/admin/cases/${report.caseReference}?messages=${report.reference}`
  const refused = await staff.call("GET", `/admin/reports/${report.reference}/messages`)
  expect([refused.status, await codeOf(refused)]).toEqual([403, "audit.reason_required"])
  const asked = await (await staff.open(page)).text()
  expect(asked).toContain("Reason for this access")
  expect(asked).not.toContain("Words of a chat")
  const empty = await staff.submit(page, { intent: "access", reason: "" })
  expect(empty.status).toBe(422)
  const refusal = await empty.text()
  expect(refusal).not.toContain("Words of a chat")
  expect(refusal.match(/aria-invalid="true"/g), "only the reason for the access is wrong").toHaveLength(1)
  const opened = await staff.submit(page, { intent: "access", reason: "A complaint of today" })
  expect(await opened.text()).toContain("Words of a chat")
  expect((await staff.call("GET", `/admin/reports/${another.reference}/messages`)).status).toBe(403)
  expect((await other.call("GET", `/admin/reports/${report.reference}/messages`)).status).toBe(403)
  expect((await staff.call("POST", "/admin/reports/R-NONE0000/messages/access", { reason: "No such" })).status).toBe(
    404,
  )
})

test("a report that a Worker of before cases stores is in a case of its own", async () => {
  const { id, caseReference, ...row } = await insertReport({ priority: "P0" })
  await db.insert(reports).values({ ...row, id: `${id}-2`, reference: "R-ALONE", caseId: null })
  expect(await caseOf("R-ALONE")).toBe("C-ALONE")
  expect(caseReference).not.toBe("C-ALONE")
  const [found] = await db.select().from(cases).where(eq(cases.reference, "C-ALONE"))
  expect(found).toMatchObject({ state: "received", priority: "P0", dueAt: row.createdAt + hour })
})
