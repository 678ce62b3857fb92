import { env } from "cloudflare:workers"
import { and, eq, inArray } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { appeals, auditLog, decisions, policies, reports, sessions, transparencyFigures } from "~/db/schema"
import { countSpan } from "~/domain/safety/transparency/queries.server"
import type { DeskFigures, PublishedFigures } from "~/domain/safety/transparency/schema"
import { spanOf } from "~/domain/safety/transparency/spans"
import { en, fetchApp, fr, withAccess } from "../helpers/app"
import { takeLog, watchLog } from "../helpers/log"
import { insertMember, insertStaffMember } from "../helpers/member"
import { DAY, db, insertReport, insertUser } from "../helpers/rows"

watchLog()

type Staff = Awaited<ReturnType<typeof insertStaffMember>>
let [auditor, owner]: Staff[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-15T12:00:00Z") })
  auditor = await insertStaffMember("auditor")
  owner = await insertStaffMember("owner")
})
afterEach(() => vi.useRealTimers())

const minute = 60_000

/** Inserts reports of a month; `took`: minutes until each was closed. */
async function insertReports(period: string, count: number, row: Partial<typeof reports.$inferInsert> = {}, took = 60) {
  const { from } = spanOf(period)
  for (let index = 0; index < count; index += 1)
    await insertReport({ createdAt: from + index, updatedAt: from + index + took * minute, ...row })
}

let numbers = 0
async function insertDecision(row: Partial<typeof decisions.$inferInsert> & { createdAt: number }) {
  const id = `decision-${++numbers}-${crypto.randomUUID()}`
  await db.insert(decisions).values({
    id,
    reference: `D-${id}`,
    kind: "media_removed",
    subjectId: id,
    source: "notice",
    isAutomatic: false,
    template: 1,
    state: "active",
    updatedAt: row.createdAt,
    ...row,
  })
  return id
}

const draft = async (period: string, reasons: object = {}) => {
  const response = await (auditor as Staff).call("POST", "/admin/transparency", { period, ...reasons })
  return { status: response.status, body: await response.json<{ id: string; code: string; errors: object }>() }
}
const publish = (id: string, body: object = {}, by = owner as Staff) =>
  by.call("POST", `/admin/transparency/${id}/publication`, body)
const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
const get = async (id: string) =>
  (await (auditor as Staff).call("GET", `/admin/transparency/${id}`)).json<DeskFigures>()

async function publishPeriod(period: string, body: object = {}, reasons: object = {}): Promise<string> {
  const { id } = (await draft(period, reasons)).body
  const response = await publish(id, body)
  if (response.status !== 204) throw new Error(`Answered ${response.status}: ${await response.text()}`)
  return id
}

const visit = async (path: string) => fetchApp(path, await withAccess())
const read = async (period: string) =>
  (await (await visit(`/api/transparency?period=${period}`)).json<{ published: PublishedFigures }>()).published
const textOf = async (path: string) => (await visit(path)).text()

describe("before anything is published", () => {
  test("the page says that nothing is published, and there is no file and no period", async () => {
    for (const [origin, sentence] of [
      [en, "Nothing is published yet"],
      [fr, "Rien n’est encore publié"],
    ]) {
      const response = await visit(`${origin}/transparency`)
      expect([response.status, (await response.text()).includes(sentence ?? "-")]).toEqual([200, true])
    }
    expect((await visit("/transparency?period=2026-01")).status).toBe(404)
    expect((await visit("/transparency.csv")).status).toBe(404)
    expect((await visit("/api/transparency?period=2026-01")).status).toBe(404)
    expect(await (await visit("/api/transparency")).json()).toEqual({ periods: [], published: null })
  })
})

describe("a draft", () => {
  test("counts the rows of its month by the site's days, and no others", async () => {
    const { from, before } = spanOf("2026-09")
    const [policy] = await db
      .insert(policies)
      .values({ id: crypto.randomUUID(), slug: "conduct", severity: 1, position: 1, createdAt: 1, updatedAt: 1 })
      .onConflictDoUpdate({ target: policies.slug, set: { severity: 1 } })
      .returning()
    for (const createdAt of [from - 1, from, before - 1, before])
      await insertReport({ createdAt, category: "danger", priority: "P0", updatedAt: createdAt })
    await insertReports("2026-09", 2, { state: "no_action" }, 100)
    await insertReports("2026-09", 1, { state: "actioned", category: "depicted", priority: "P1" }, 31)
    await insertReports("2026-09", 1, { state: "actioned", isSuspect: true }, 200)
    await insertReports("2026-09", 3, { isSuspect: true, state: "no_action" }, 9_000)
    // Reports of the site's own checks are nobody's notices.
    await insertReports("2026-09", 4, { isOwn: true, state: "actioned", priority: "P0" }, 5_000)
    for (const createdAt of [from - 1, from, before]) await insertDecision({ createdAt, policyId: policy?.id ?? "" })
    await insertDecision({ createdAt: before - 1, kind: "profile_hidden", isAutomatic: true })
    await insertDecision({ createdAt: from, kind: "text_refused", source: "review", state: "overturned" })
    const sent = [
      { state: "upheld", createdAt: from, updatedAt: from + 10 * minute },
      { state: "overturned", createdAt: before - 1, updatedAt: before - 1 + 21 * minute },
      { state: "open", createdAt: from, updatedAt: from },
      { state: "upheld", createdAt: from - 1, updatedAt: from },
      { state: "upheld", createdAt: before, updatedAt: before },
    ] as const
    for (const one of sent) {
      const decisionId = await insertDecision({ createdAt: 1 })
      await db.insert(appeals).values({ ...one, decisionId, body: "No.", locale: "en" })
    }
    const { status, body } = await draft("2026-09")
    expect(status).toBe(201)
    expect((await get(body.id)).figures).toEqual({
      notices: {
        total: 6,
        groups: {
          category: { minor: 0, danger: 2, intimate: 0, depicted: 1, illegal: 0, impersonation: 0, terms: 3 },
          outcome: { received: 2, no_action: 2, actioned: 2 },
        },
        median: 100,
      },
      set_aside: { total: 3, groups: {}, median: null },
      decisions: {
        total: 3,
        groups: {
          kind: {
            media_refused: 0,
            media_removed: 1,
            media_hidden: 0,
            text_refused: 1,
            text_removed: 0,
            text_hidden: 0,
            profile_returned: 0,
            profile_refused: 0,
            profile_suspended: 0,
            profile_hidden: 1,
            consent_withdrawn: 0,
            identity_refused: 0,
            member_warned: 0,
            member_limited: 0,
            member_suspended: 0,
            member_closed: 0,
            notice_refused: 0,
          },
          rule: {
            adults: 0,
            danger: 0,
            consent: 0,
            unlawful: 0,
            identity: 0,
            company: 0,
            "contact-details": 0,
            rights: 0,
            conduct: 1,
            quality: 0,
            terms: 0,
            none: 2,
          },
          method: { automatic: 1, staff: 2 },
          occasion: { notice: 2, review: 1, staff: 0 },
        },
        median: null,
      },
      // The mean of 10 and 21, rounded.
      appeals: { total: 3, groups: { outcome: { open: 1, upheld: 1, overturned: 1 } }, median: 16 },
    })
  })

  test("the median of an odd number of reports is the middle one, and open ones have none", async () => {
    for (const took of [10, 500, 30]) await insertReports("2025-11", 1, { state: "actioned" }, took)
    await insertReports("2025-11", 4, {}, 9_000)
    expect((await get((await draft("2025-11")).body.id)).figures.notices.median).toBe(30)
    expect((await get((await draft("2025-10")).body.id)).figures.notices.median).toBeNull()
  })

  test("reads the rows of its month alone, in one round trip", async () => {
    const readRows = async (period: string) => {
      const { db: counted, use } = openDatabase(env.DB, null)
      await countSpan(counted, spanOf(period))
      expect(use.roundTrips).toBe(1)
      return use.rowsRead
    }
    const before = await readRows("2025-02")
    await insertReports("2025-03", 60, { state: "no_action" })
    for (let index = 0; index < 60; index += 1) await insertDecision({ createdAt: spanOf("2025-03").from })
    expect(await readRows("2025-02")).toBe(before)
    expect(await readRows("2025-03")).toBeGreaterThanOrEqual(before + 120)
  })

  test("is refused for a month or year that is not over, or whose reports are deleted", async () => {
    for (const period of ["2026-11", "2026-12", "2026", "2030-01"])
      expect(await draft(period)).toMatchObject({ status: 409, body: { code: "transparency.unfinished" } })
    expect(await draft("2023-11")).toMatchObject({ status: 409, body: { code: "transparency.deleted" } })
    for (const period of ["2026-13", "2026-1", "26-01", "1999", "", "2026-10-01"])
      expect([period, (await draft(period)).status]).toEqual([period, 422])
    vi.setSystemTime(spanOf("2026-11").before - 1)
    const late = await insertStaffMember("auditor")
    const again = () => late.call("POST", "/admin/transparency", { period: "2026-11" })
    expect((await again()).status).toBe(409)
    vi.setSystemTime(spanOf("2026-11").before)
    expect((await again()).status).toBe(201)
  })

  test("replaces the draft of its period, and the one that it replaced cannot be published", async () => {
    const first = (await draft("2025-05")).body.id
    await insertReports("2025-05", 7)
    const second = (await draft("2025-05")).body.id
    expect((await get(second)).figures.notices.total).toBe(7)
    expect(await codeOf(await publish(first))).toEqual([404, "request.not_found"])
    expect(await db.select().from(transparencyFigures).where(eq(transparencyFigures.period, "2025-05"))).toHaveLength(1)
  })
})

describe("who may draft and publish", () => {
  test("an auditor drafts and an owner publishes: neither does the other's part, and nobody else finds either", async () => {
    const { id } = (await draft("2026-07")).body
    expect((await publish(id, {}, auditor as Staff)).status).toBe(404)
    expect((await (owner as Staff).call("POST", "/admin/transparency", { period: "2026-07" })).status).toBe(404)
    for (const role of ["trust_lead", "moderator", "verifier", "support", "finance", "editor"] as const) {
      const staff = await insertStaffMember(role)
      const calls = [
        staff.call("POST", "/admin/transparency", { period: "2026-07" }),
        publish(id, {}, staff),
        staff.call("GET", "/admin/transparency"),
        staff.call("GET", `/admin/transparency/${id}`),
        staff.open(`/dashboard/admin/transparency/${id}`),
      ]
      expect([role, ...(await Promise.all(calls)).map(({ status }) => status)]).toEqual([role, 404, 404, 404, 404, 404])
    }
    expect((await (await insertMember()).call("GET", "/admin/transparency")).status).toBe(404)
    for (const staff of [auditor, owner] as Staff[])
      await db
        .update(sessions)
        .set({ confirmedAt: Date.now() - DAY })
        .where(eq(sessions.userId, staff.user.id))
    expect(await codeOf(await publish(id))).toEqual([403, "auth.confirm_required"])
    expect(await draft("2026-07")).toMatchObject({ status: 403, body: { code: "auth.confirm_required" } })
    expect((await get(id)).state).toBe("draft")
  })

  test("each draft and each publication is an entry of the audit log with its period", async () => {
    const id = await publishPeriod("2026-06")
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, id), inArray(auditLog.action, ["transparency.draft", "transparency.publish"])))
    expect(entries.map(({ action, actorId, details }) => [action, actorId, details])).toEqual([
      ["transparency.draft", auditor?.user.id, '{"period":"2026-06"}'],
      ["transparency.publish", owner?.user.id, '{"period":"2026-06"}'],
    ])
  })

  test("two owners who publish at once publish once, and a second press publishes nothing", async () => {
    const { id } = (await draft("2026-05")).body
    const other = await insertStaffMember("owner")
    const both = await Promise.all([publish(id), publish(id, {}, other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await codeOf(await publish(id))).toEqual([409, "conflict.changed"])
    const entries = await db.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(entries.filter(({ action }) => action === "transparency.publish")).toHaveLength(1)
  })

  test("the desk drafts and publishes by its forms, and keeps what was typed where it refuses", async () => {
    const path = "/dashboard/admin/transparency"
    expect((await (auditor as Staff).submit(path, { period: "" })).status).toBe(422)
    const drafted = await (await (auditor as Staff).submit(path, { period: "2026-04" })).text()
    expect(drafted).toContain("The period is drafted.")
    const [row] = await db.select().from(transparencyFigures).where(eq(transparencyFigures.period, "2026-04"))
    const page = `${path}/${row?.id}`
    expect(await (await (auditor as Staff).open(page)).text()).toContain("An administrator publishes this draft.")
    const send = (staff: Staff | undefined, recipients: string) =>
      (staff as Staff).submit(page, { intent: "publish", recipients })
    expect((await send(auditor, "")).status).toBe(404)
    expect((await (owner as Staff).submit(page, { intent: "none" })).status).toBe(400)
    const refused = await send(owner, "many")
    expect([refused.status, (await refused.text()).includes('value="many"')]).toEqual([422, true])
    expect(await (await send(owner, "1200")).text()).toContain("are published")
    expect((await read("2026-04")).recipients).toBe(1_200)
  })
})

describe("published figures", () => {
  test("hide a count of 4 and show one of 5, on the page, in the file and in the API", async () => {
    await insertReports("2026-03", 4, { category: "minor", priority: "P0", state: "actioned" })
    await insertReports("2026-03", 5, { category: "danger", priority: "P0", state: "actioned" })
    await insertReports("2026-03", 6, { category: "illegal", priority: "P2", state: "no_action" }, 90)
    await insertReports("2026-03", 37, { category: "terms", state: "no_action" }, 90)
    const id = await publishPeriod("2026-03", { recipients: 4 })
    const { notices } = (await read("2026-03")).shown
    // The 5 is hidden with the 4, which it would reveal.
    expect(notices).toEqual({
      total: 52,
      groups: {
        category: {
          minor: "few",
          danger: "withheld",
          intimate: "few",
          depicted: "few",
          illegal: 6,
          impersonation: "few",
          terms: 37,
        },
        outcome: { received: "few", no_action: 43, actioned: "withheld" },
      },
      median: 90,
    })
    const cellsOf = (html: string) =>
      Object.fromEntries(
        [...html.matchAll(/<th scope="row"[^>]*>([^<]+)<\/th><td[^>]*>([^<]+)<\/td>/g)].map(([, name, cell]) => [
          name,
          cell,
        ]),
      )
    const page = await textOf("/transparency?period=2026-03")
    expect(cellsOf(page)).toMatchObject({
      "A minor": "fewer than 5",
      "Danger to life": "not shown",
      "Otherwise illegal": "6",
      "Against the rules of the site": "37",
    })
    expect(page).toMatch(/<caption[^>]*>.*?By category<\/caption>/)
    const file = await visit("/transparency.csv?period=2026-03")
    expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8")
    const csv = await file.text()
    expect(csv).toContain('"2026-03","Reports","By category","A minor","fewer than 5"\r\n')
    expect(csv).toContain('"2026-03","Reports","By category","Danger to life","not shown"\r\n')
    expect(csv).toContain('"2026-03","Reports","By category","Otherwise illegal",6\r\n')
    expect(csv).toContain('"2026-03","Reports","","Total",52\r\n')
    expect(csv).toContain('"Monthly active recipients in the EU","","Total","fewer than 5"\r\n')
    expect(await textOf(`${fr}/transparency.csv?period=2026-03`)).toContain(
      '"2026-03";"Signalements";"Par catégorie";"Une personne mineure";"moins de 5"\r\n',
    )
    // Staff see every number beside what the public sees.
    const desk = await get(id)
    expect([desk.figures.notices.groups.category?.minor, desk.shown.notices.groups.category?.minor]).toEqual([4, "few"])
  })

  test("show a count of 5 where nothing is hidden", async () => {
    await insertReports("2026-02", 5, { state: "no_action", category: "terms" })
    await insertReports("2026-02", 7, { state: "actioned", category: "terms" })
    await insertReports("2026-02", 9, { category: "terms" })
    await publishPeriod("2026-02")
    const { groups } = (await read("2026-02")).shown.notices
    expect(groups.outcome).toEqual({ received: 9, no_action: 5, actioned: 7 })
  })

  test("stay as they are when what they count is deleted, and no statement edits them", async () => {
    await insertReports("2026-01", 8, { state: "no_action" })
    const decisionId = await insertDecision({ createdAt: spanOf("2026-01").from })
    const id = await publishPeriod("2026-01", { recipients: 300 })
    const before = await read("2026-01")
    await db.delete(reports).where(eq(reports.createdAt, spanOf("2026-01").from))
    await db.delete(decisions).where(eq(decisions.id, decisionId))
    expect(await read("2026-01")).toEqual(before)
    const isIt = eq(transparencyFigures.id, id)
    const [row] = await db.select().from(transparencyFigures).where(isIt)
    for (const change of [
      { figures: "{}" },
      { hidden: "{}" },
      { recipients: 1 },
      { publishedAt: 1 },
      { reason: "{}" },
      { period: "2025-01" },
      { state: "draft" as const },
    ])
      await expect(db.update(transparencyFigures).set(change).where(isIt)).rejects.toThrow()
    expect(await db.select().from(transparencyFigures).where(isIt)).toEqual([row])
  })

  test("hold counts alone: no stored text names or counts a person", async () => {
    const user = await insertUser()
    await insertReports("2025-12", 6, { email: user.email, reporterId: user.id, details: "Ada Lovelace did it" })
    await insertDecision({ createdAt: spanOf("2025-12").from, userId: user.id, facts: "Ada Lovelace" })
    const id = await publishPeriod("2025-12")
    const [row] = await db.select().from(transparencyFigures).where(eq(transparencyFigures.id, id))
    const leaves = (node: unknown): unknown[] =>
      typeof node === "object" && node !== null ? Object.values(node).flatMap(leaves) : [node]
    expect(leaves(JSON.parse(row?.figures ?? "")).every((leaf) => leaf === null || Number.isSafeInteger(leaf))).toBe(
      true,
    )
    expect([...new Set(leaves(JSON.parse(row?.hidden ?? "")))].toSorted()).toEqual(["few", "withheld"])
    const texts = [JSON.stringify(row), await textOf("/transparency.csv?period=2025-12")]
    for (const secret of [user.email, user.id, "Lovelace", auditor?.user.id ?? "-", owner?.user.id ?? "-"])
      expect([secret, texts.filter((text) => text.includes(secret))]).toEqual([secret, []])
  })

  test("are replaced by a correction alone, with a reason in each language, and the former stay hidden in it", async () => {
    await insertReports("2025-09", 3, { state: "no_action", category: "danger", priority: "P0" })
    await insertReports("2025-09", 6, { state: "no_action", category: "illegal", priority: "P2" })
    await insertReports("2025-09", 30, { state: "actioned" })
    const first = await publishPeriod("2025-09")
    expect((await read("2025-09")).shown.notices.groups.category).toMatchObject({ danger: "few", illegal: "withheld" })
    await insertReports("2025-09", 9, { state: "no_action", category: "danger", priority: "P0" })
    for (const reasons of [{}, { reason_en: "Counted late" }, { reason_en: " ", reason_fr: "Comptés tard" }])
      expect(await draft("2025-09", reasons)).toMatchObject({ status: 422, body: { code: "validation.failed" } })
    const reasons = { reason_en: "Nine reports were missing.", reason_fr: "Neuf signalements manquaient." }
    const second = await publishPeriod("2025-09", {}, reasons)
    const states = [await get(first), await get(second)].map(({ state }) => state)
    expect(states).toEqual(["superseded", "published"])
    const { shown, reason } = await read("2025-09")
    expect([shown.notices.total, reason]).toEqual([48, "Nine reports were missing."])
    expect(shown.notices.groups.category).toMatchObject({ danger: "withheld", illegal: "withheld", terms: 30 })
    expect(await textOf(`${fr}/transparency?period=2025-09`)).toContain("Neuf signalements manquaient.")
    expect(await codeOf(await publish(first))).toEqual([409, "conflict.changed"])
  })

  test("a reason without published figures is ignored", async () => {
    const id = await publishPeriod("2025-08", {}, { reason_en: "None", reason_fr: "Aucune" })
    expect((await get(id)).reason).toBeNull()
  })

  test("leave a visitor's cached page at once, which was served from memory until then", async () => {
    await publishPeriod("2025-07")
    const cacheAfter = async () => {
      const html = await textOf("/transparency")
      return [takeLog("request").at(-1)?.cache, html.includes("?period=2025-06")]
    }
    await cacheAfter()
    expect(await cacheAfter()).toEqual(["hit", false])
    const { id } = (await draft("2025-06")).body
    expect(await cacheAfter()).toEqual(["hit", false])
    await publish(id)
    vi.setSystemTime(Date.now() + 6_000)
    expect(await cacheAfter()).toEqual(["miss", true])
    expect(await cacheAfter()).toEqual(["hit", true])
  })

  test("have one address each for search engines, and the page is in the sitemap", async () => {
    const html = await textOf("/transparency?period=2025-07")
    expect(html).toContain(`rel="canonical" href="${en}/transparency?period=2025-07"`)
    expect(html).toContain(`hrefLang="fr" href="${fr}/transparency?period=2025-07"`)
    expect(await textOf("/about")).toContain('href="/transparency"')
  })
})

describe("a year and its months", () => {
  const months = Array.from({ length: 12 }, (_, index) => `2024-${String(index + 1).padStart(2, "0")}`)

  test("a year shows no number that a month hides, and needs all of its months or none", async () => {
    for (const month of months) {
      await insertReports(month, 6, { state: "actioned", category: "danger", priority: "P0" }, 30)
      await insertReports(month, month === "2024-05" ? 3 : 8, { state: "no_action", category: "terms" }, 30)
      await insertReports(month, 20, { category: "illegal", priority: "P2" })
    }
    for (const month of months.slice(0, 11)) await publishPeriod(month)
    const year = (await draft("2024")).body.id
    expect(await codeOf(await publish(year))).toEqual([409, "transparency.months_missing"])
    await publishPeriod("2024-12")
    expect((await publish(year)).status).toBe(204)
    const { notices } = (await read("2024")).shown
    const may = (await read("2024-05")).shown.notices
    expect(may.groups.category).toMatchObject({ danger: "withheld", terms: "few", illegal: 20 })
    // 94 and 72: with the other eleven months, they would reveal those of May.
    expect(notices.groups.category).toMatchObject({ danger: "withheld", terms: "withheld", illegal: 240 })
    expect(notices.total).toBe(monthsTotal)
    // A correction that hides nothing more is published; one that would is refused.
    const reasons = { reason_en: "Late", reason_fr: "Tard" }
    await insertReports("2024-06", 1, { category: "illegal", priority: "P2" })
    await publishPeriod("2024-06", {}, reasons)
    await db.delete(reports).where(and(eq(reports.category, "illegal"), inArray(reports.createdAt, lateOfJune)))
    const { id } = (await draft("2024-06", reasons)).body
    expect(await codeOf(await publish(id))).toEqual([409, "transparency.year_published"])
  })

  const monthsTotal = 12 * (6 + 8 + 20) - 5
  const june = spanOf("2024-06").from
  const lateOfJune = Array.from({ length: 18 }, (_, index) => june + index)

  test("a month of a year that was published without months is refused", async () => {
    vi.setSystemTime(Date.parse("2028-02-15T12:00:00Z"))
    auditor = await insertStaffMember("auditor")
    owner = await insertStaffMember("owner")
    await publishPeriod("2027")
    const { id } = (await draft("2027-03")).body
    expect(await codeOf(await publish(id))).toEqual([409, "transparency.year_published"])
  })
})
