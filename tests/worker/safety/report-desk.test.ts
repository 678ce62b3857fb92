import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { auditLog, reportMessages, reports } from "~/db/schema"
import type { DeskReport } from "~/domain/safety/schema"
import { insertMember, insertStaffMember } from "../helpers/member"
import { db, insertMedia, insertReport } from "../helpers/rows"
import { insertOwner } from "../profiles/editing/people"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>
const listOf = async (staff: Staff, query = "") =>
  (await staff.call("GET", `/admin/reports${query}`)).json<{ data: DeskReport[]; next_cursor: string | null }>()

test("the desk lists the most urgent reports first, and marks those that are overdue", async () => {
  await db.delete(reports)
  const staff = await insertStaffMember("trust_lead")
  const hour = 60 * 60_000
  const old = await insertReport({ createdAt: Date.now() - 2 * hour })
  const urgent = await insertReport({ priority: "P0", category: "minor", createdAt: Date.now() - 2 * hour })
  const recent = await insertReport({ priority: "P0", category: "danger" })
  const { data } = await listOf(staff)
  expect(data.map(({ reference, is_overdue }) => [reference, is_overdue])).toEqual([
    [urgent.reference, true],
    [recent.reference, false],
    [old.reference, false],
  ])
  expect((await (await insertMember()).call("GET", "/admin/reports")).status).toBe(404)
  expect((await staff.call("GET", "/admin/reports?cursor=P9.1.x")).status).toBe(400)
})

test("what is overdue comes first whatever its priority, and each report is on one page however late it is read", async () => {
  await db.delete(reports)
  const staff = await insertStaffMember("trust_lead")
  const late = await insertReport({ priority: "P3", dueAt: Date.now() - 1 })
  const urgent = await insertReport({ priority: "P0" })
  for (let count = 0; count < 40; count += 1) await insertReport({ priority: "P2" })
  const first = await listOf(staff)
  expect(first.data.slice(0, 2).map(({ reference }) => reference)).toEqual([late.reference, urgent.reference])
  // Meanwhile all become overdue: the second page goes on where the first one ended.
  await db
    .update(reports)
    .set({ dueAt: Date.now() - 1 })
    .where(eq(reports.priority, "P0"))
  const second = await listOf(staff, `?cursor=${first.next_cursor}`)
  const all = [...first.data, ...second.data].map(({ reference }) => reference)
  expect([all.length, new Set(all).size, second.next_cursor]).toEqual([42, 42, null])
})

test("the database refuses a report without a deadline", async () => {
  await expect(insertReport({ dueAt: 0 })).rejects.toThrow()
  expect((await insertReport({ priority: "P0", createdAt: 1_000 })).dueAt).toBe(1_000 + 60 * 60_000)
})

test("media stay hidden after a report was acted on, also when another report of them is dismissed", async () => {
  const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
  const mediaItem = await insertMedia({ profileId: owner.profile.id, state: "reported" })
  const hides = { mediaId: mediaItem.id, hidesMedia: true, priority: "P1", category: "intimate" } as const
  const [acted, dismissed] = [await insertReport(hides), await insertReport(hides)]
  const stateOf = async (reference: string) =>
    (await (await staff.call("GET", `/admin/reports/${reference}`)).json<DeskReport>()).media?.state
  const body = { reason: "It shows somebody who did not agree." }
  expect((await staff.call("POST", `/admin/reports/${acted.reference}/act`, body)).status).toBe(204)
  expect(await stateOf(acted.reference)).toBe("reported")
  expect((await staff.call("POST", `/admin/reports/${dismissed.reference}/dismiss`, body)).status).toBe(204)
  expect(await stateOf(dismissed.reference)).toBe("reported")
  expect((await staff.call("POST", `/admin/reports/${acted.reference}/dismiss`, body)).status).toBe(409)
  expect((await listOf(staff, "?state=actioned")).data.map(({ reference }) => reference)).toContain(acted.reference)
})

test("reading the messages of a report is recorded, and opening the report does not show them", async () => {
  const [author, staff] = [await insertMember(), await insertStaffMember("trust_lead")]
  const { id, reference } = await insertReport()
  const message = {
    reportId: id,
    seq: 1,
    authorId: author.user.id,
    body: "Reported words",
    isChosen: true,
    createdAt: 1,
  }
  await db.insert(reportMessages).values(message)
  const opened = await (await staff.call("GET", `/admin/reports/${reference}`)).text()
  expect(opened).not.toContain("Reported words")
  const recorded = () => db.select().from(auditLog).where(eq(auditLog.targetId, reference))
  const opening = { action: "report.read", actorId: staff.user.id }
  expect(await recorded()).toMatchObject([opening])
  const path = `/admin/reports/${reference}/messages`
  const stating = { ...opening, action: "report.access_messages", reason: "To decide on the report" }
  expect((await staff.call("POST", `${path}/access`, { reason: stating.reason })).status).toBe(204)
  const { data } = await (await staff.call("GET", path)).json<{ data: object[] }>()
  expect(data).toMatchObject([{ author: author.user.name, body: "Reported words", is_chosen: true }])
  expect(await recorded()).toMatchObject([opening, stating, { ...opening, action: "report.read_messages" }])
})

test("the messages of a report open with a reason, for this report and its reader alone", async () => {
  const [staff, other] = [await insertStaffMember("moderator"), await insertStaffMember("moderator")]
  const [report, another] = [await insertReport(), await insertReport()]
  for (const { id } of [report, another]) {
    const message = { reportId: id, seq: 1, authorId: null, body: "Words of a chat", isChosen: true, createdAt: 1 }
    await db.insert(reportMessages).values(message)
  }
  const page = `/dashboard/admin/reports/${report.reference}?messages=1`
  const refused = await staff.call("GET", `/admin/reports/${report.reference}/messages`)
  expect([refused.status, await refused.json()]).toEqual([
    403,
    expect.objectContaining({ code: "audit.reason_required" }),
  ])
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
