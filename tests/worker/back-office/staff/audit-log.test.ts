import { env } from "cloudflare:workers"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { auditLog } from "~/db/schema"
import { type ChainFault, verifyChain } from "~/domain/core/audit/chain"
import { sealAuditLog, sweepAuditLog } from "~/domain/core/audit/log.server"
import { chainOf } from "~/domain/core/audit/queries.server"
import { createFiles } from "../../../../worker/adapters/r2-files"
import { fetchApp, json } from "../../helpers/app"
import { runCron } from "../../helpers/mail"
import { DAY, db, insertColleague, insertSession, insertStaff, insertUser } from "../../helpers/rows"

const raw = (sql: string) => env.DB.prepare(sql).run()
const guards = ["audit_log_unchanged", "audit_log_undeleted", "audit_seals_unchanged", "audit_seals_undeleted"]
const definitions = new Map<string, string>()

beforeAll(async () => {
  for (const name of guards) {
    const row = await env.DB.prepare("SELECT sql FROM sqlite_master WHERE name = ?").bind(name).first<{ sql: string }>()
    definitions.set(name, row?.sql ?? "")
  }
})

/** Changes what the database guards, as somebody with the database in hand could. */
async function tamper(...statements: string[]): Promise<void> {
  for (const name of guards) await raw(`DROP TRIGGER ${name}`)
  for (const statement of statements) await raw(statement)
  for (const sql of definitions.values()) await raw(sql)
}

const ctx = { db: openDatabase(env.DB, "first-primary").db, now: () => Date.now(), files: createFiles(env.MEDIA) }
const faultsOf = async (): Promise<ChainFault[]> => (await verifyChain(chainOf(ctx.db), Date.now())).faults
const entry = (at = Date.now()) => ({ at, action: "member.ban", targetKind: "member", targetId: "x", details: "{}" })

/** Empties the log and writes `count` rows, which are sealed. */
async function writeLog(count: number, at?: number): Promise<void> {
  await tamper(
    "DELETE FROM audit_seals",
    "DELETE FROM audit_log",
    "DELETE FROM sqlite_sequence WHERE name = 'audit_log'",
  )
  for (let n = 0; n < count; n += 1) await db.insert(auditLog).values(entry(at))
  await sealAuditLog(ctx)
}

describe("the chain of the audit log", () => {
  beforeEach(() => writeLog(5))

  test("is whole while nothing was changed, and the cron continues it", async () => {
    expect(await faultsOf()).toEqual([])
    await db.insert(auditLog).values(entry())
    await runCron("*/5 * * * *")
    const { faults, rows, head } = await verifyChain(chainOf(ctx.db), Date.now())
    expect([faults, rows, head?.seq]).toEqual([[], 6, 6])
  })

  test.each([
    "UPDATE audit_log SET reason = 'another' WHERE seq = 3",
    "UPDATE audit_log SET details = '{}'",
    "DELETE FROM audit_log WHERE seq = 5",
    "UPDATE audit_seals SET hash = 'x' WHERE seq = 3",
    "DELETE FROM audit_seals WHERE seq = 5",
  ])("%s is refused by the database", async (statement) => {
    await expect(raw(statement)).rejects.toThrow(/append_only/)
    expect(await faultsOf()).toEqual([])
  })

  const cases: [string, string[], ChainFault[]][] = [
    ["an altered row", ["UPDATE audit_log SET reason = 'another' WHERE seq = 3"], [{ seq: 3, kind: "row_altered" }]],
    ["an altered time", ["UPDATE audit_log SET at = at + 1 WHERE seq = 1"], [{ seq: 1, kind: "row_altered" }]],
    ["an altered last row", ["UPDATE audit_log SET actor_id = 'y' WHERE seq = 5"], [{ seq: 5, kind: "row_altered" }]],
    ["a missing row", ["DELETE FROM audit_log WHERE seq = 2"], [{ seq: 2, kind: "row_missing" }]],
    [
      "a row that is missing with its seal",
      ["DELETE FROM audit_log WHERE seq = 2", "DELETE FROM audit_seals WHERE seq = 2"],
      [{ seq: 2, kind: "row_missing" }],
    ],
    [
      "last rows that are missing with their seals",
      ["DELETE FROM audit_log WHERE seq > 3", "DELETE FROM audit_seals WHERE seq > 3"],
      [
        { seq: 4, kind: "row_missing" },
        { seq: 5, kind: "row_missing" },
      ],
    ],
    ["a changed seal", ["UPDATE audit_seals SET hash = 'x' WHERE seq = 3"], [{ seq: 3, kind: "seal_altered" }]],
    ["a missing seal", ["DELETE FROM audit_seals WHERE seq = 3"], [{ seq: 3, kind: "seal_missing" }]],
  ]
  test.each(cases)("shows %s by its number", async (_what, statements, faults) => {
    await tamper(...statements)
    expect(await faultsOf()).toEqual(faults)
  })

  test("shows a row that has had no seal for more than ten minutes, and not one of nine", async () => {
    await db.insert(auditLog).values(entry(Date.now() - 9 * 60_000))
    expect(await faultsOf()).toEqual([])
    await tamper("UPDATE audit_log SET at = at - 120000 WHERE seq = 6")
    expect(await faultsOf()).toEqual([{ seq: 6, kind: "unsealed" }])
  })

  test("has no seal across a row that was deleted before it was sealed, and shows both", async () => {
    for (let n = 0; n < 2; n += 1) await db.insert(auditLog).values(entry(Date.now() - 11 * 60_000))
    await tamper("DELETE FROM audit_log WHERE seq = 6")
    await sealAuditLog(ctx)
    expect(await faultsOf()).toEqual([
      { seq: 6, kind: "row_missing" },
      { seq: 7, kind: "unsealed" },
    ])
  })

  test("does not fork when two seal at once", async () => {
    for (let n = 0; n < 3; n += 1) await db.insert(auditLog).values(entry())
    await Promise.all([sealAuditLog(ctx), sealAuditLog(ctx), sealAuditLog(ctx)])
    const { faults, head } = await verifyChain(chainOf(ctx.db), Date.now())
    expect([faults, head?.seq]).toEqual([[], 8])
    await db.insert(auditLog).values(entry())
    const fork = "INSERT INTO audit_seals SELECT 9, prev_hash, hash FROM audit_seals WHERE seq = 7"
    await expect(raw(fork)).rejects.toThrow(/chain_only/)
  })

  test("is kept for six years", async () => {
    await writeLog(2, Date.now() - 6 * 365 * DAY)
    await sweepAuditLog(ctx)
    expect(await verifyChain(chainOf(ctx.db), Date.now())).toMatchObject({ faults: [], rows: 2 })
  })

  test("begins at the first row that is left after six years, and is whole", async () => {
    await writeLog(4, Date.now() - 6 * 366 * DAY - 2 * DAY)
    for (let n = 0; n < 3; n += 1) await db.insert(auditLog).values(entry())
    await sealAuditLog(ctx)
    await sweepAuditLog(ctx)
    const { results } = await env.DB.prepare("SELECT seq FROM audit_seals ORDER BY seq").all()
    expect(results).toEqual([{ seq: 5 }, { seq: 6 }, { seq: 7 }])
    expect(await verifyChain(chainOf(ctx.db), Date.now())).toMatchObject({ faults: [], rows: 3 })
    await tamper("UPDATE audit_log SET action = 'member.unban' WHERE seq = 5")
    expect(await faultsOf()).toEqual([{ seq: 5, kind: "row_altered" }])
  })
})

describe("the list of the audit log", () => {
  const listed = async (userId: string, query = "") => {
    const { token } = await insertSession({ userId })
    const response = await fetchApp(`/api/admin/audit?${query}`, { headers: { Authorization: `Bearer ${token}` } })
    return { status: response.status, ...((await response.json()) as { data: { seq: number; action: string }[] }) }
  }

  test("names who did what to whom and why, latest first", async () => {
    const [owner, member] = [await insertStaff(), await insertUser()]
    const { token } = await insertSession({ userId: owner.id, confirmedAt: Date.now() })
    const headers = { Authorization: `Bearer ${token}` }
    await fetchApp(`/api/admin/users/${member.id}/warnings`, json({ reason: "They threatened somebody." }, headers))
    await fetchApp(`/api/admin/users/${member.id}/billing`, { headers })
    const { data } = await listed((await insertColleague("auditor")).id, `target_kind=member&target_id=${member.id}`)
    expect(data).toMatchObject([
      { actor_id: owner.id, action: "billing.read", target: { kind: "member", id: member.id } },
      { actor_id: owner.id, action: "member.warn", reason: "They threatened somebody." },
    ])
  })

  test("an act that is refused leaves no entry", async () => {
    const [owner, colleague] = [await insertStaff(), await insertColleague("editor")]
    const { token } = await insertSession({ userId: owner.id, confirmedAt: Date.now() })
    const headers = { Authorization: `Bearer ${token}` }
    await fetchApp(`/api/admin/users/${colleague.id}/closure`, json({ reason: "No" }, headers))
    await fetchApp("/api/admin/users/none/reopening", json({ reason: "No" }, headers))
    await fetchApp("/api/admin/mail/acts/retry", json({ ids: ["none"] }, headers))
    expect((await listed(owner.id, `actor=${owner.id}`)).data).toEqual([])
  })

  test("filters by actor, action and time, page by page", async () => {
    await writeLog(0)
    const auditor = await insertColleague("auditor")
    for (let n = 0; n < 60; n += 1)
      await db
        .insert(auditLog)
        .values({ ...entry(1_000 + n), actorId: n % 2 ? "a" : "b", action: n < 30 ? "one.did" : "two.did" })
    const seqs = async (query: string) => (await listed(auditor.id, query)).data.map(({ seq }) => seq)
    expect(await seqs("actor=a&action=one.did")).toEqual(Array.from({ length: 15 }, (_, n) => 30 - 2 * n))
    expect(await seqs("from=1010&to=1013")).toEqual([13, 12, 11])
    expect(await seqs("from=5000&to=6000")).toEqual([])
    const first = (await listed(auditor.id, "to=2000")) as unknown as { data: { seq: number }[]; next_cursor: string }
    const second = await listed(auditor.id, `to=2000&cursor=${first.next_cursor}`)
    expect([first.data.length, second.data.map(({ seq }) => seq)]).toEqual([50, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]])
    expect((await listed(auditor.id, "cursor=none!")).status).toBe(400)
  })
})
