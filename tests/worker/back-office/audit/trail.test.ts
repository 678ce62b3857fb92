import { env } from "cloudflare:workers"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase, read } from "~/db/client.server"
import { auditLog } from "~/db/schema"
import { selectPeople, selectTrail, type TrailFilters } from "~/domain/back-office/audit/queries.server"
import { actionsOf } from "~/domain/back-office/audit/trail.server"
import { insertStaffMember } from "../../helpers/member"
import { shownText } from "../../helpers/page"
import { DAY, db, insertUser } from "../../helpers/rows"

const page = "/dashboard/admin/audit"
const none: TrailFilters = { person: undefined, actions: undefined, find: undefined, from: undefined, to: undefined }

interface Written {
  at?: number
  actorId?: string | null
  action?: string
  targetKind?: string
  targetId?: string
  reason?: string
}

const write = async (rows: Written[]) => {
  const base = { at: Date.now(), actorId: "ada", action: "ticket.read", targetKind: "ticket", targetId: "T-1042" }
  for (const row of rows) await db.insert(auditLog).values({ ...base, ...row, details: "{}" })
}

const trail = async (filters: Partial<TrailFilters>, before: number | null = null, limit = 50) => {
  const [rows] = await read(openDatabase(env.DB, null).db, selectTrail({ ...none, ...filters }, before, limit))
  return rows.map(({ seq, action, actor_id }) => ({ seq, action, actor_id }))
}

/** The number after which the rows of a test begin: the log cannot be emptied. */
let start = 0

beforeEach(async () => {
  const [row] = await db.all<{ seq: number }>(sql`SELECT coalesce(max(seq), 0) AS seq FROM audit_log`)
  start = row?.seq ?? 0
})

const own = <Row extends { seq: number }>(rows: Row[]) => rows.filter(({ seq }) => seq > start)

describe("the audit log in sentences", () => {
  test("names a member, and leads to them where the reader may open them", async () => {
    const [owner, auditor] = [await insertStaffMember("owner"), await insertStaffMember("auditor")]
    const martin = await insertUser({ name: "Martin Keller" })
    const target = { targetKind: "member", targetId: martin.id }
    await write([{ ...target, actorId: owner.user.id, action: "member.suspend", reason: "He threatened somebody." }])
    const html = async (staff: typeof owner) => (await staff.open(`${page}?find=${martin.id}`)).text()
    const [ofOwner, ofAuditor] = [await html(owner), await html(auditor)]
    const sentence = `${owner.user.name} suspended`
    expect(shownText(ofOwner)).toContain(`${sentence} Martin Keller`)
    expect(ofOwner).toContain(`href="/dashboard/admin/users/${martin.id}"`)
    expect(shownText(ofOwner)).toContain("He threatened somebody.")
    expect(shownText(ofOwner)).toMatch(new RegExp(`member\\.suspend\\s*member ${martin.id}`))
    expect(shownText(ofAuditor)).toContain(`${sentence} ${martin.id}`)
    expect(shownText(ofAuditor)).not.toContain("Martin Keller")
    expect(ofAuditor).not.toContain(`href="/dashboard/admin/users/${martin.id}"`)
  })

  test("names a title of the kit, an act that is not known any more, and the system", async () => {
    const owner = await insertStaffMember("owner")
    await write([
      { actorId: null, action: "member.ban", targetKind: "thing", targetId: `T-${start}` },
      { actorId: null, action: "cities.change", targetKind: "cities", targetId: `C-${start}` },
    ])
    const shown = shownText(await (await owner.open(`${page}?person=system`)).text())
    expect(shown).toContain(`The system: member.ban, T-${start}`)
    expect(shown).toContain(`The system changed C-${start} in “Cities”`)
  })

  test("offers who has entries, and says the filters as chips in the address", async () => {
    const [owner, other] = [await insertStaffMember("owner"), await insertStaffMember("support")]
    await write([{ actorId: other.user.id }])
    const html = await (
      await owner.open(`${page}?person=${other.user.id}&kind=support&from=2026-01-01&to=2100-01-01`)
    ).text()
    expect(html).toContain(`<option value="${other.user.id}" selected=""`)
    expect(shownText(html)).toContain(`${other.user.name} opened ticket T-1042`)
    expect(html).toContain(`aria-label="Remove the filter “${other.user.name}”"`)
    expect(html).toContain(`?person=${other.user.id}&amp;from=2026-01-01&amp;to=2100-01-01"`)
    const [people] = await read(openDatabase(env.DB, null).db, selectPeople())
    expect(people).toContainEqual({ id: other.user.id, name: other.user.name })
  })

  test("counts a malformed filter as left out, and refuses the cursor of other filters", async () => {
    const owner = await insertStaffMember("owner")
    await write(Array.from({ length: 51 }, () => ({ actorId: "many" })))
    expect((await owner.open(`${page}?from=yesterday&kind=nothing`)).status).toBe(200)
    const html = await (await owner.open(`${page}?person=many`)).text()
    const [, cursor = ""] = /\?person=many&amp;cursor=([^"]+)"/.exec(html) ?? []
    expect(cursor).not.toBe("")
    expect((await owner.open(`${page}?person=many&cursor=${cursor}`)).status).toBe(200)
    expect((await owner.open(`${page}?person=other&cursor=${cursor}`)).status).toBe(400)
  })
})

describe("the filters of the audit log", () => {
  test("find by person, group, action, record and day, latest first, and together", async () => {
    const at = Date.now() + 10 * DAY
    await write([
      { at, actorId: "ada", action: "ticket.read" },
      { at: at + 1, actorId: "ada", action: "member.read" },
      { at: at + 2, actorId: null, action: "ticket.reply" },
      { at: at + 2 * DAY, actorId: "bob", action: "ticket.reply", targetId: `only-${start}` },
    ])
    const seqs = async (filters: Partial<TrailFilters>) => own(await trail(filters)).map(({ seq }) => seq - start)
    expect(await seqs({})).toEqual([4, 3, 2, 1])
    expect(await seqs({ person: "ada" })).toEqual([2, 1])
    expect(await seqs({ person: null })).toEqual([3])
    expect(await seqs({ actions: actionsOf("support") })).toEqual([4, 3, 1])
    expect(await seqs({ actions: actionsOf("support"), person: "ada" })).toEqual([1])
    expect(await seqs({ find: "ticket.reply" })).toEqual([4, 3])
    expect(await seqs({ find: "ticket.reply", person: "bob" })).toEqual([4])
    expect(await seqs({ find: `only-${start}` })).toEqual([4])
    expect(await seqs({ find: `only-${start}`, actions: actionsOf("members") })).toEqual([])
    expect(await seqs({ from: at + 1, to: at + 2 })).toEqual([2])
    expect(await seqs({ from: at + 1, actions: actionsOf("support") })).toEqual([4, 3])
    expect(await seqs({ to: at + DAY, actions: actionsOf("support") })).toEqual([3, 1])
  })

  test("go on before a row, a page's worth at a time", async () => {
    await write(Array.from({ length: 7 }, (_, at) => ({ action: at % 2 ? "case.read" : "case.note" })))
    const actions = actionsOf("cases")
    expect((await trail({ actions }, start + 8, 3)).map(({ seq }) => seq - start)).toEqual([7, 6, 5])
    expect((await trail({ actions }, start + 5, 3)).map(({ seq }) => seq - start)).toEqual([4, 3, 2])
  })

  const filters: [string, Partial<TrailFilters>, RegExp][] = [
    ["a person", { person: "ada" }, /USING (COVERING )?INDEX audit_log_actor \(actor_id=\?/],
    ["a person and a group", { person: "ada", actions: actionsOf("site") }, /audit_log_actor \(actor_id=\?/],
    ["a group", { actions: actionsOf("site") }, /audit_log_action \(action=\?/],
    ["an action", { find: "ticket.read" }, /audit_log_action \(action=\?/],
    ["a record", { find: "T-1042" }, /audit_log_target \(target_id=\?/],
    ["days", { from: 1, to: 2 }, /SEARCH audit_log USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/],
  ]
  test.each(filters)("%s is answered by an index, without a scan of the log", async (_name, chosen, index) => {
    const plan = await db.all<{ detail: string }>(
      sql`EXPLAIN QUERY PLAN ${selectTrail({ ...none, ...chosen }, 1_000, 51)}`,
    )
    const details = plan.map(({ detail }) => detail)
    expect(
      details.some((detail) => index.test(detail)),
      details.join("\n"),
    ).toBe(true)
    expect(details.filter((detail) => /SCAN (audit_log|l|m|f)\b/.test(detail))).toEqual([])
  })

  test("of a group read a page's worth of each of its actions, however long the log is", async () => {
    const row = { actorId: "long", action: "faqs.read", targetKind: "faqs", targetId: "x" }
    await write(Array.from({ length: 280 }, () => row))
    const { db: counted, use } = openDatabase(env.DB, null)
    const [rows] = await read(counted, selectTrail({ ...none, actions: actionsOf("site") }, null, 11))
    expect(rows).toHaveLength(11)
    expect(use.rowsRead).toBeLessThan(11 * 8 + actionsOf("site").length * 3)
  })
})
