import { env } from "cloudflare:workers"
import { and, eq, isNull } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { recordedItems } from "~/db/enums"
import { auditLog, notifications, pageTexts, readinessNotices, readinessRecords, sessions } from "~/db/schema"
import { expiryOf, noticeTime } from "~/domain/core/readiness/policy"
import type { Readiness } from "~/domain/operations/readiness/schema"
import { watchReadiness } from "~/domain/operations/readiness/watch.server"
import { createCtx } from "../../../../worker/context"
import { approvalOf, completeLaunch, disenrol, enrol, launched } from "../../helpers/launch"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { DAY, db, insertStaff } from "../../helpers/rows"

type Staff = Awaited<ReturnType<typeof insertMember>>

let owner: Staff
beforeEach(async () => {
  owner = await completeLaunch()
  await db.delete(readinessNotices)
  await db.delete(notifications)
})

const read = async (staff: Staff) => (await staff.call("GET", "/admin/readiness")).json<Readiness>()
const find = async (staff: Staff, item: string) => (await read(staff)).items.find((one) => one.item === item)
const record = (staff: Staff, item: string, body: object) => staff.call("PUT", `/admin/readiness/${item}`, body)
const withdraw = (staff: Staff, item: string, version: string) =>
  staff.call("POST", `/admin/readiness/${item}/withdraw`, { version })
const recordsOf = (item: (typeof recordedItems)[number]) =>
  db.select().from(readinessRecords).where(eq(readinessRecords.item, item)).orderBy(readinessRecords.id)

describe("the page of the launch", () => {
  test("an owner records each item, with who, when, reference and the end twelve months later", async () => {
    await db.delete(readinessRecords)
    for (const item of recordedItems) {
      expect(await find(owner, item)).toMatchObject({ state: "missing", version: "", reference: null })
      expect((await record(owner, item, { reference: ` Paper  of ${item} `, version: "" })).status).toBe(204)
      const found = await find(owner, item)
      expect(found).toMatchObject({ state: "complete", reference: `Paper of ${item}`, recorded_by: owner.user.name })
      expect(found?.expires_at).toBe(expiryOf(found?.recorded_at ?? 0))
      expect(Math.abs(Date.now() - (found?.recorded_at ?? 0))).toBeLessThan(60_000)
    }
    expect(await read(owner)).toMatchObject({ is_production: false })
    const entries = await db.select().from(auditLog).where(eq(auditLog.action, "readiness.record"))
    expect(entries.map(({ targetId, actorId, details }) => [targetId, actorId, details])).toEqual(
      recordedItems.map((item) => [item, owner.user.id, "{}"]),
    )
  })

  test("a record replaces the one that was seen, and none that a colleague made meanwhile", async () => {
    const other = await insertStaffMember("owner")
    const seen = (await find(owner, "dpia"))?.version ?? ""
    expect((await record(other, "dpia", { reference: "Second", version: seen })).status).toBe(204)
    for (const version of [seen, "", "0".repeat(26)])
      expect((await record(owner, "dpia", { reference: "Late", version })).status).toBe(409)
    const [first, second, ...more] = await recordsOf("dpia")
    expect(first).toMatchObject({ id: seen, endedBy: other.user.id })
    expect([second?.reference, second?.endedAt, more]).toEqual(["Second", null, []])
    expect((await withdraw(owner, "dpia", seen)).status).toBe(409)
  })

  test("two requests with one version make one record", async () => {
    await db.delete(readinessRecords)
    const body = { reference: "Both", version: "" }
    const all = await Promise.all([record(owner, "counsel", body), record(owner, "counsel", body)])
    expect(all.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await recordsOf("counsel")).toHaveLength(1)
  })

  test("a withdrawn record counts no more and stays, and the audit log has who did it", async () => {
    const { version = "" } = (await find(owner, "countries")) ?? {}
    expect((await withdraw(owner, "countries", version)).status).toBe(204)
    expect((await withdraw(owner, "countries", version)).status).toBe(409)
    expect(await find(owner, "countries")).toMatchObject({ state: "missing", version: "" })
    // The person who renews it has not seen that it was withdrawn.
    expect((await record(owner, "countries", { reference: "Renewed", version })).status).toBe(409)
    expect(await recordsOf("countries")).toMatchObject([{ id: version, endedBy: owner.user.id }])
    expect(await db.select().from(auditLog).where(eq(auditLog.action, "readiness.withdraw"))).toHaveLength(1)
  })

  test("nothing is recorded without a reference, of a computed item, or of an unknown one", async () => {
    expect((await record(owner, "dpia", { reference: " ", version: "" })).status).toBe(422)
    expect((await record(owner, "dpia", { reference: "Paper", version: "unknown" })).status).toBe(422)
    expect((await record(owner, "dpia", { reference: "x".repeat(301), version: "" })).status).toBe(422)
    for (const item of ["legal_pages", "payment_approval", "hash_provider", "second_factors", "all"])
      expect([item, (await record(owner, item, { reference: "Ticked", version: "" })).status]).toEqual([item, 422])
  })

  test("an auditor reads and records nothing, others do not find it, and an owner without a fresh proof confirms first", async () => {
    const auditor = await insertStaffMember("auditor")
    expect((await read(auditor)).items).toHaveLength(10)
    expect((await record(auditor, "dpia", { reference: "Mine", version: "" })).status).toBe(404)
    const page = await (await auditor.open("/dashboard/admin/readiness")).text()
    expect([page.includes("Paper of dpia"), page.includes('value="record"')]).toEqual([true, false])
    for (const role of ["trust_lead", "moderator", "verifier", "support", "finance", "editor"] as const) {
      const staff = await insertStaffMember(role)
      expect((await staff.call("GET", "/admin/readiness")).status).toBe(404)
      expect((await record(staff, "dpia", { reference: "Mine", version: "" })).status).toBe(404)
    }
    const member = await insertMember()
    expect((await member.call("GET", "/admin/readiness")).status).toBe(404)
    await db
      .update(sessions)
      .set({ confirmedAt: Date.now() - DAY })
      .where(eq(sessions.userId, owner.user.id))
    const { version = "" } = (await find(owner, "dpia")) ?? {}
    const response = await record(owner, "dpia", { reference: "Mine", version })
    expect([response.status, await response.json()]).toMatchObject([403, { code: "auth.confirm_required" }])
    expect(await recordsOf("dpia")).toHaveLength(1)
  })

  test("the page records and withdraws by its forms, and says what became of them", async () => {
    const path = "/dashboard/admin/readiness"
    const { version = "" } = (await find(owner, "dpia")) ?? {}
    const send = (fields: Record<string, string>) => owner.submit(path, { item: "dpia", version, ...fields })
    expect((await send({ intent: "record", reference: "" })).status).toBe(422)
    const saved = await (await send({ intent: "record", reference: "DPIA, version 2" })).text()
    expect(saved).toContain("DPIA, version 2")
    const stale = await send({ intent: "withdraw" })
    expect(stale.status).toBe(409)
    const next = (await find(owner, "dpia"))?.version ?? ""
    expect((await send({ intent: "withdraw", version: next })).status).toBe(200)
    expect(await recordsOf("dpia")).toHaveLength(2)
  })

  test("computed items say what is unfinished, by name", async () => {
    await db
      .update(pageTexts)
      .set({ body: "[address]" })
      .where(and(eq(pageTexts.locale, "fr"), eq(pageTexts.title, "cgu")))
    await insertStaff({ name: "Nora New" })
    const { items, is_complete } = await read(owner)
    const by = Object.fromEntries(items.map(({ item, state, unfinished }) => [item, { state, unfinished }]))
    expect(is_complete).toBe(false)
    expect(by.legal_pages).toEqual({ state: "missing", unfinished: ["/legal/cgu (fr)"] })
    expect(by.second_factors).toEqual({ state: "missing", unfinished: ["Nora New"] })
    expect(by.payment_approval?.state).toBe("missing")
  })

  test("an item that expires within a month says so, and an expired one, too", async () => {
    const set = (expiresAt: number) =>
      db.update(readinessRecords).set({ expiresAt }).where(eq(readinessRecords.item, "counsel"))
    await set(Date.now() + noticeTime + DAY)
    expect((await find(owner, "counsel"))?.state).toBe("complete")
    await set(Date.now() + noticeTime - DAY)
    expect((await find(owner, "counsel"))?.state).toBe("expiring")
    await set(Date.now() - 1)
    expect(await find(owner, "counsel")).toMatchObject({ state: "expired", reference: "Paper of counsel" })
    expect((await (await owner.open("/dashboard/admin/readiness")).text()).includes("Expired")).toBe(true)
  })
})

describe("the owners' notices", () => {
  const watchAt = async (now: number, settings: object = launched) => {
    const bindings = { ...env, ...settings } as unknown as Env
    const ctx = createCtx(bindings, openDatabase(env.DB, null).db, () => {})
    await watchReadiness({ ...ctx, now: () => now })
  }
  const newsOf = async ({ user }: Pick<Staff, "user">) => {
    const rows = await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, user.id), isNull(notifications.readAt)))
    return rows.map(({ type, state }) => `${type} ${state}`)
  }
  const readAll = () => db.update(notifications).set({ readAt: 1 })

  test("owners are notified a month before an item expires, and when it has, each once", async () => {
    const [{ expiresAt: end } = { expiresAt: 0 }] = await recordsOf("dpia")
    const settings = { ...launched, PAYMENT_APPROVAL: approvalOf(new Date(end - 100 * DAY).toISOString().slice(0, 10)) }
    const at = (now: number) => watchAt(now, settings)
    await at(end - noticeTime - 1)
    expect(await newsOf(owner)).toEqual([])
    await at(end - noticeTime)
    expect(await newsOf(owner)).toEqual(["site readiness_due"])
    await readAll()
    await at(end - noticeTime + DAY)
    await at(end - 1)
    expect(await newsOf(owner)).toEqual([])
    await at(end)
    expect(await newsOf(owner)).toEqual(["site readiness_over"])
    await readAll()
    await at(end + DAY)
    expect(await newsOf(owner)).toEqual([])
  })

  test("owners alone are notified when something that the site sees is missing, and again after it came back", async () => {
    const second = await insertStaffMember("owner")
    const auditor = await insertStaffMember("auditor")
    await enrol(second.user.id)
    await watchAt(Date.now())
    expect(await newsOf(owner)).toEqual([])
    await disenrol(second.user.id)
    await Promise.all([watchAt(Date.now()), watchAt(Date.now())])
    expect([await newsOf(owner), await newsOf(second), await newsOf(auditor)]).toEqual([
      ["site readiness_over"],
      ["site readiness_over"],
      [],
    ])
    await readAll()
    await enrol(second.user.id)
    await watchAt(Date.now())
    expect(await newsOf(owner)).toEqual([])
    await disenrol(second.user.id)
    await watchAt(Date.now())
    expect(await newsOf(owner)).toEqual(["site readiness_over"])
    await readAll()
    // Another item comes back: what is still missing is known.
    await db.delete(readinessRecords).where(eq(readinessRecords.item, "dpia"))
    await watchAt(Date.now())
    expect(await newsOf(owner)).toEqual(["site readiness_over"])
    await readAll()
    await enrol(second.user.id)
    await watchAt(Date.now())
    expect(await newsOf(owner)).toEqual([])
  })

  test("nobody is notified outside production", async () => {
    await db.delete(readinessRecords)
    await watchAt(Date.now(), {})
    expect(await newsOf(owner)).toEqual([])
    expect(await db.select().from(readinessNotices)).toEqual([])
  })

  test("the notice leads to the page of the launch", async () => {
    await db.delete(readinessRecords)
    await watchAt(Date.now())
    const { data } = await (await owner.call("GET", "/notifications")).json<{
      data: { path: string; title: string }[]
    }>()
    expect(data).toMatchObject([
      {
        path: "/dashboard/admin/readiness",
        title: "The site is a demonstration: something about its launch is missing",
      },
    ])
  })
})
